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

/// A line of the table of generations; NaN for missing values.
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
    double successRate = 0.0; ///< mean over the individuals, 0 to 1
    double champion = std::numeric_limits<double>::quiet_NaN();
    double championSuccessRate = std::numeric_limits<double>::quiet_NaN();
    /// Generation of the champion.
    double championGeneration = std::numeric_limits<double>::quiet_NaN();
};

/// A stored individual.
struct IndividualRecord {
    std::uint64_t generation = 0;
    std::uint64_t number = 0; ///< number in its generation
    Genome genome;
    IndividualResult result;
};

/// Stored data about the generations of an experiment.
struct ExperimentRecords {
    std::vector<TrainedParameter> parameters; ///< empty for programs
    std::vector<MetricInfo> metrics;
    std::vector<GenerationFigures> generations;
    std::vector<IndividualRecord> individuals; ///< ordered by generation, then by number
    /// Whether individuals of earlier generations are missing because of the limit.
    bool isCut = false;
};

/// Reads generations and individuals, including those of a running experiment.
/// @param from first generation to read
/// @param end one past the last generation: `Checkpoint::generation`
/// @param maxIndividuals limit; the newest are read
/// Errors: NotFound, Io; Malformed for a table or database of a different version, with the file.
[[nodiscard]] base::Expected<ExperimentRecords> readRecords(const std::filesystem::path& folder,
                                                            std::uint64_t from, std::uint64_t end,
                                                            std::size_t maxIndividuals);

/// Returns the influence of each parameter: Spearman's rank correlation with the fitness, -1 to 1,
/// over individuals with a fitness. 0 for a parameter that does not vary, or for fewer than three
/// individuals.
/// @param individuals with equal numbers of parameters
[[nodiscard]] std::vector<double> rankCorrelations(std::span<const IndividualRecord> individuals);

} // namespace sideline::training
