#pragma once

#include <optional>
#include <string>

namespace sideline::cli {

/// Settings of a comparison of optimizers.
struct OptimizerBench {
    int seeds = 10; ///< searches per optimizer
    int mostEvaluations = 40000;
    std::string experiment; ///< experiment file; empty: test functions
    int trials = 3;         ///< trials of each individual of the experiment
    std::optional<double> target;
    unsigned workers = 1;
};

/// Prints the evaluations that each optimizer needs, on standard test functions or on the objective
/// of an experiment.
/// @return exit status
[[nodiscard]] int benchOptimizers(const OptimizerBench& bench);

} // namespace sideline::cli
