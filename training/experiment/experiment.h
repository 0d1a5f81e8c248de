#pragma once

#include <functional>
#include <memory>

#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/experiment_settings.h"
#include "training/experiment/recorded_trial.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// Summary of a generation for progress displays.
struct GenerationReport {
    const GenerationRecord& record;
    const Checkpoint& after;
    bool isChampionNew = false;
};

/// Reason for the end of an experiment.
enum class EndReason : std::uint8_t { Generations, Target, Requested };

/// Runs an experiment in its folder, generation by generation, until its end or a stop request. The
/// same seed produces the same table, individuals and champion, byte for byte, regardless of the
/// number of workers or interruptions. (Checkpoints may differ in uninitialized memory stored by
/// PaGMO.)
class Experiment {
public:
    /// @param folder for these settings, new or to be continued
    /// Errors: those of `optimizerOf`; Malformed if the checkpoint does not match the settings.
    [[nodiscard]] static base::Expected<Experiment> make(const ExperimentSettings& settings,
                                                         ExperimentParts parts,
                                                         ExperimentFolder folder);

    /// @param farm farm that runs trials of these parts
    /// @param onGeneration called after each stored generation; may be empty
    /// @param isStopping polled before each generation; may be empty
    /// @param isCanceled polled often: stops within a generation, whose finished trials are later
    ///     restored from the journal; may be empty
    /// Errors: those of the farm; those of storing files, with the file: the experiment then stays
    /// at its checkpoint.
    [[nodiscard]] base::Expected<EndReason> run(
        Farm& farm, const std::function<void(const GenerationReport&)>& onGeneration,
        const std::function<bool()>& isStopping, const std::function<bool()>& isCanceled = {});

    [[nodiscard]] const ExperimentSettings& settings() const { return m_settings; }
    [[nodiscard]] const ExperimentParts& parts() const { return m_parts; }
    [[nodiscard]] const ExperimentFolder& folder() const { return m_folder; }

private:
    Experiment(ExperimentSettings settings, ExperimentParts parts, ExperimentFolder folder)
        : m_settings(std::move(settings)), m_parts(std::move(parts)), m_folder(std::move(folder)) {}
    [[nodiscard]] base::Expected<GenerationRecord> evaluateGeneration(
        Farm& farm, TrialJournal& journal, const std::function<bool()>& isCanceled);
    [[nodiscard]] base::Expected<bool> findChampion(const GenerationRecord& record, Farm& farm,
                                                    TrialJournal& journal, Checkpoint& after,
                                                    const std::function<bool()>& isCanceled);
    [[nodiscard]] base::Expected<void> scout(const GenerationRecord& record, Farm& farm,
                                             TrialJournal& journal, Checkpoint& after,
                                             const std::function<bool()>& isCanceled) const;
    [[nodiscard]] std::vector<double> objectivesOf(const GenerationRecord& record) const;
    [[nodiscard]] base::Expected<void> storeBest(const Champion& champion);
    [[nodiscard]] base::Expected<RecordedTrialPtr> successfulTrial(const Genome& genome) const;

    ExperimentSettings m_settings;
    ExperimentParts m_parts;
    ExperimentFolder m_folder;
    std::unique_ptr<Optimizer> m_optimizer;
};

/// Describes the origin of a champion in one line, for the files that agents use.
[[nodiscard]] std::string originOf(const ExperimentSettings& settings, const Champion& champion);

} // namespace sideline::training
