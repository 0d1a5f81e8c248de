#pragma once

#include <optional>
#include <string>

namespace sideline::cli {

/// How optimizers are compared.
struct OptimizerBench {
    int seeds = 10; ///< of each optimizer
    int mostEvaluations = 40000;
    std::string experiment; ///< file; empty: test functions
    int trials = 3;         ///< of each individual of the experiment
    std::optional<double> target;
    unsigned workers = 1;
};

/// Prints how many evaluations each optimizer needs, on functions that everybody knows or for what
/// an experiment searches. @return exit status
[[nodiscard]] int benchOptimizers(const OptimizerBench& bench);

} // namespace sideline::cli
