#include "training/experiment/experiment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "training/experiment/recorded_trial.h"
#include "training/experiment/trial_log.h"

namespace sideline::training {

namespace {

// Returns the index of the individual with the highest fitness; none if all failed.
std::optional<std::size_t> bestOf(const GenerationRecord& record) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < record.results.size(); ++i) {
        const double fitness = record.results[i].fitness;
        if (std::isfinite(fitness) && (!best || fitness > record.results[*best].fitness)) {
            best = i;
        }
    }
    return best;
}

} // namespace

base::Expected<Experiment> Experiment::make(const ExperimentSettings& settings,
                                            ExperimentParts parts, ExperimentFolder folder) {
    auto optimizer = optimizerOf(settings, parts);
    if (!optimizer) {
        return tl::unexpected(optimizer.error());
    }
    const Checkpoint& checkpoint = folder.checkpoint();
    if (!checkpoint.optimizer.empty()) {
        if (const auto restored = (*optimizer)->restore(checkpoint.optimizer); !restored) {
            return tl::unexpected(restored.error().inFile((folder.path() / "checkpoint").string()));
        }
    }
    Experiment experiment(settings, std::move(parts), std::move(folder));
    experiment.m_optimizer = std::move(*optimizer);
    return experiment;
}

base::Expected<GenerationRecord> Experiment::evaluateGeneration(
    Farm& farm, TrialJournal& journal, const std::function<bool()>& isCanceled) {
    GenerationRecord record;
    record.generation = m_folder.checkpoint().generation;
    record.genomes = m_optimizer->propose();
    const TrialPlan& plan = m_settings.trials;
    auto results = evaluateIndividuals(
        record.genomes,
        generationPlaces(m_settings, record.generation, m_folder.checkpoint().hardPlaces),
        plan.summary, plan.raceAfter, farm, journal, isCanceled);
    if (!results) {
        return tl::unexpected(results.error());
    }
    record.results = std::move(*results);
    return record;
}

std::vector<double> Experiment::objectivesOf(const GenerationRecord& record) const {
    std::vector<double> objectives;
    for (const IndividualResult& result : record.results) {
        objectives.push_back(result.fitness);
        for (std::size_t i = 0; i < m_parts.objectives.size(); ++i) {
            const std::size_t metric = m_parts.objectives[i];
            objectives.push_back(metric < result.metrics.size()
                                     ? m_parts.objectiveSigns[i] * result.metrics[metric]
                                     : std::numeric_limits<double>::quiet_NaN());
        }
    }
    return objectives;
}

// A few dozen trials cannot distinguish failure rates of 2 % and 0.1 %. Searches for trials in
// which this generation's best fails, for use in later generations.
base::Expected<void> Experiment::scout(const GenerationRecord& record, Farm& farm,
                                       TrialJournal& journal, Checkpoint& after,
                                       const std::function<bool()>& isCanceled) const {
    const auto best = bestOf(record);
    if (!best || m_settings.trials.scout == 0) {
        return {};
    }
    const std::vector<TrialPlace> places =
        trialPlaces(m_settings, kScoutSeeds + record.generation, m_settings.trials.scout);
    const auto scores = runPlaces(record.genomes[*best], places, farm, journal, isCanceled);
    if (!scores) {
        return tl::unexpected(scores.error());
    }
    after.trials += scores->size();
    for (const TrialScore& score : *scores) {
        after.simulatedS += score.simulatedS;
    }
    rememberFailures(after.hardPlaces, places, *scores);
    return {};
}

// The best of a generation may have been lucky: validates it with other seeds.
base::Expected<bool> Experiment::findChampion(const GenerationRecord& record, Farm& farm,
                                              TrialJournal& journal, Checkpoint& after,
                                              const std::function<bool()>& isCanceled) {
    const auto best = bestOf(record);
    if (!best) {
        return false;
    }
    const std::vector<Genome> genome = {record.genomes[*best]};
    if (after.champion && after.champion->genome == genome.front()) {
        return false;
    }
    const auto validate = [&](int count) {
        return evaluateIndividuals(genome, trialPlaces(m_settings, kValidationSeeds, count),
                                   m_settings.trials.summary, 0, farm, journal, isCanceled);
    };
    // Stops validation after a quarter of the trials if the individual is clearly worse than the
    // champion.
    const int quarter = m_settings.trials.validate / 4;
    if (after.champion && quarter >= 2) {
        const auto first = validate(quarter);
        if (!first) {
            return tl::unexpected(first.error());
        }
        const IndividualResult& result = first->front();
        const double errorOf = result.deviation / std::sqrt(quarter);
        if (!(result.fitness + 2.0 * errorOf > after.champion->validated.fitness)) {
            after.trials += static_cast<std::uint64_t>(quarter);
            after.simulatedS += result.simulatedS;
            return false;
        }
    }
    auto validated = validate(m_settings.trials.validate); // the first trials are in the journal
    if (!validated) {
        return tl::unexpected(validated.error());
    }
    IndividualResult& result = validated->front();
    after.trials += static_cast<std::uint64_t>(result.trials);
    after.simulatedS += result.simulatedS;
    if (!std::isfinite(result.fitness) ||
        (after.champion && result.fitness <= after.champion->validated.fitness)) {
        return false;
    }
    after.champion = {genome.front(), record.generation, *best, std::move(result)};
    return true;
}

base::Expected<void> Experiment::storeBest(const Champion& champion) {
    const auto text = m_parts.subject->textOf(champion.genome, originOf(m_settings, champion));
    if (!text) {
        return tl::unexpected(text.error());
    }
    if (const auto stored = m_folder.storeBest(champion, *text, m_parts.subject->extension(),
                                               m_parts.task->metrics());
        !stored) {
        return stored;
    }
    const auto trial = successfulTrial(champion.genome);
    if (!trial) {
        return tl::unexpected(trial.error());
    }
    const auto written = writeTrials({&*trial, 1}, m_settings.name, m_folder.path() / "best");
    return written ? base::Expected<void>() : tl::unexpected(written.error());
}

// Returns the first successful trial among a few of the champion's validation trials.
base::Expected<RecordedTrialPtr> Experiment::successfulTrial(const Genome& genome) const {
    constexpr int kMax = 10;
    const int count = std::clamp(m_settings.trials.validate, 1, kMax);
    RecordedTrialPtr first;
    for (const TrialPlace& place : trialPlaces(m_settings, kValidationSeeds, count)) {
        auto trial = recordTrial(m_parts, genome, place, m_settings.trials.isExact);
        if (!trial) {
            return tl::unexpected(trial.error());
        }
        const bool isGood = trial->score.isSuccess;
        auto shared = std::make_shared<const RecordedTrial>(std::move(*trial));
        if (isGood) {
            return shared;
        }
        first = first ? first : std::move(shared);
    }
    return first;
}

base::Expected<EndReason> Experiment::run(
    Farm& farm, const std::function<void(const GenerationReport&)>& onGeneration,
    const std::function<bool()>& isStopping, const std::function<bool()>& isCanceled) {
    if (const auto& champion = m_folder.checkpoint().champion) {
        // The process may have been killed between writing the checkpoint and these files.
        if (const auto stored = storeBest(*champion); !stored) {
            return tl::unexpected(stored.error());
        }
    }
    while (m_folder.checkpoint().generation < static_cast<std::uint64_t>(m_settings.generations)) {
        const auto& champion = m_folder.checkpoint().champion;
        if (m_settings.target && champion && champion->validated.fitness >= *m_settings.target) {
            return EndReason::Target;
        }
        if (isStopping && isStopping()) {
            return EndReason::Requested;
        }
        auto journal = m_folder.journal();
        if (!journal) {
            return tl::unexpected(journal.error());
        }
        const auto record = evaluateGeneration(farm, *journal, isCanceled);
        if (!record) {
            return tl::unexpected(record.error());
        }
        Checkpoint after = m_folder.checkpoint();
        const auto isNew = findChampion(*record, farm, *journal, after, isCanceled);
        if (!isNew) {
            return tl::unexpected(isNew.error());
        }
        if (const auto scouted = scout(*record, farm, *journal, after, isCanceled); !scouted) {
            return tl::unexpected(scouted.error());
        }
        m_optimizer->report(objectivesOf(*record));
        after.optimizer = m_optimizer->save();
        ++after.generation;
        after.individuals += record->genomes.size();
        for (const IndividualResult& result : record->results) {
            after.trials += static_cast<std::uint64_t>(result.trials);
            after.simulatedS += result.simulatedS;
        }
        if (const auto stored = m_folder.store(*record, std::move(after)); !stored) {
            return tl::unexpected(stored.error());
        }
        if (*isNew) {
            if (const auto stored = storeBest(*m_folder.checkpoint().champion); !stored) {
                return tl::unexpected(stored.error());
            }
        }
        if (onGeneration) {
            onGeneration({*record, m_folder.checkpoint(), *isNew});
        }
    }
    return EndReason::Generations;
}

std::string originOf(const ExperimentSettings& settings, const Champion& champion) {
    return fmt::format("Trained by experiment \"{}\" (task {}, {}, seed {}): generation {}, "
                       "fitness {:.4g}, {:.0f} % of {} trials succeeded.",
                       settings.name, settings.task, settings.optimizer, settings.seed,
                       champion.generation, champion.validated.fitness,
                       100.0 * champion.validated.successRate, champion.validated.trials);
}

} // namespace sideline::training
