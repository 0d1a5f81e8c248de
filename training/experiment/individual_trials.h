#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "training/experiment/experiment_settings.h"
#include "training/experiment/trial_journal.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// Result of an individual's trials.
struct IndividualResult {
    /// NaN if any trial's fitness was NaN.
    double fitness = std::numeric_limits<double>::quiet_NaN();
    double deviation = 0.0;   ///< standard deviation of the trials' fitnesses
    double successRate = 0.0; ///< 0 to 1
    int trials = 0;
    int failedTrials = 0; ///< trials with fitness NaN
    double simulatedS = 0.0;
    std::vector<double> metrics; ///< means over the trials that have them; NaN if none has
};

/// Seed and robot of a trial; every individual of a batch runs the same sequence.
struct TrialPlace {
    std::uint64_t seed = 0;
    std::uint32_t robot = 0;
    [[nodiscard]] bool operator==(const TrialPlace&) const = default;
};

/// Runs trials of a batch of individuals on a farm, dropping those clearly worse than the better
/// half if the plan requires it. The result is the same for any farm.
/// @param raceAfter see `TrialPlan`; 0: runs all trials
/// @param journal provides finished trials and records new ones
/// Errors: those of `Farm::run` and of the journal.
[[nodiscard]] base::Expected<std::vector<IndividualResult>> evaluateIndividuals(
    std::span<const Genome> genomes, std::span<const TrialPlace> places, Summary summary,
    int raceAfter, Farm& farm, TrialJournal& journal, const std::function<bool()>& isCanceled);

/// Runs trials of one individual on a farm.
/// @return one score per place
/// Errors: those of `Farm::run` and of the journal.
[[nodiscard]] base::Expected<std::vector<TrialScore>> runPlaces(
    const Genome& genome, std::span<const TrialPlace> places, Farm& farm, TrialJournal& journal,
    const std::function<bool()>& isCanceled);

/// Returns a unique seed for a trial in a generation of an experiment.
[[nodiscard]] std::uint64_t trialSeed(std::uint64_t experimentSeed, std::uint64_t generation,
                                      std::uint64_t trial);

} // namespace sideline::training
