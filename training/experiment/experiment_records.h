#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "training/experiment/experiment_folder.h"

namespace sideline::training {

/// A line of the table of generations; NaN for what there was not.
struct GenerationFigures {
    std::uint64_t generation = 0;
    int individuals = 0;
    int trials = 0;
    int failedTrials = 0;
    double best = std::numeric_limits<double>::quiet_NaN();
    double q75 = std::numeric_limits<double>::quiet_NaN();
    double median = std::numeric_limits<double>::quiet_NaN();
    double q25 = std::numeric_limits<double>::quiet_NaN();
    double worst = std::numeric_limits<double>::quiet_NaN();
    double successRate = 0.0; ///< mean of the individuals, 0 to 1
    double champion = std::numeric_limits<double>::quiet_NaN();
    double championSuccessRate = std::numeric_limits<double>::quiet_NaN();
    double championGeneration = std::numeric_limits<double>::quiet_NaN(); ///< that it is of
};

/// One individual as it is stored.
struct IndividualRecord {
    std::uint64_t generation = 0;
    std::uint64_t number = 0; ///< in its generation
    Genome genome;
    IndividualResult result;
};

/// What is stored about the generations of an experiment.
struct ExperimentRecords {
    std::vector<TrainedParameter> parameters; ///< empty for programs
    std::vector<MetricInfo> metrics;
    std::vector<GenerationFigures> generations;
    std::vector<IndividualRecord> individuals; ///< by generation, then by number
    /// Those of earlier generations are not among them, because there are too many.
    bool isCut = false;
};

/// Reads generations and individuals, also while a process works on the experiment.
/// @param from first generation that is read
/// @param end behind the last one: `Checkpoint::generation`
/// @param mostIndividuals of which the newest are read
/// Errors: NotFound, Io; Malformed for a table or database of another version, with the file.
[[nodiscard]] base::Expected<ExperimentRecords> readRecords(const std::filesystem::path& folder,
                                                            std::uint64_t from, std::uint64_t end,
                                                            std::size_t mostIndividuals);

/// How much each parameter decides: Spearman's rank correlation with the fitness, -1 to 1, over
/// individuals with a fitness. 0 for a parameter that does not change, or for less than three
/// individuals.
/// @param individuals with as many numbers each
[[nodiscard]] std::vector<double> rankCorrelations(std::span<const IndividualRecord> individuals);

} // namespace sideline::training
