#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "training/experiment/experiment_settings.h"
#include "training/experiment/trial_journal.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// What the trials of one individual came to.
struct IndividualResult {
    double fitness = std::numeric_limits<double>::quiet_NaN(); ///< NaN if any trial was NaN
    double deviation = 0.0;   ///< standard deviation of the trials' fitnesses
    double successRate = 0.0; ///< 0 to 1
    int trials = 0;
    int failedTrials = 0; ///< whose fitness was NaN
    double simulatedS = 0.0;
    std::vector<double> metrics; ///< means over the trials that have them; NaN if none has
};

/// Seeds and robots of the trials that every individual of a batch gets, in this order.
struct TrialPlace {
    std::uint64_t seed = 0;
    std::uint32_t robot = 0;
    [[nodiscard]] bool operator==(const TrialPlace&) const = default;
};

/// Runs trials of a batch of individuals on a farm, dropping those that are clearly worse than the
/// better half when the plan says so. The result is the same for any farm.
/// @param raceAfter see `TrialPlan`; 0: all get all
/// @param journal finished trials are taken from it and noted in it
/// Errors: those of `Farm::run` and of the journal.
[[nodiscard]] base::Expected<std::vector<IndividualResult>> tryIndividuals(
    std::span<const Genome> genomes, std::span<const TrialPlace> places, Summary summary,
    int raceAfter, Farm& farm, TrialJournal& journal, const std::function<bool()>& isCanceled);

/// Runs trials of one individual on a farm.
/// @return one score per place
/// Errors: those of `Farm::run` and of the journal.
[[nodiscard]] base::Expected<std::vector<TrialScore>> tryPlaces(
    const Genome& genome, std::span<const TrialPlace> places, Farm& farm, TrialJournal& journal,
    const std::function<bool()>& isCanceled);

/// A seed that nobody else has: of a trial in a generation of an experiment.
[[nodiscard]] std::uint64_t trialSeed(std::uint64_t experimentSeed, std::uint64_t generation,
                                      std::uint64_t trial);

} // namespace sideline::training
