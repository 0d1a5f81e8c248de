#pragma once

#include <functional>
#include <memory>

#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/experiment_settings.h"
#include "training/experiment/recorded_trial.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// What a generation came to, for those who watch.
struct GenerationReport {
    const GenerationRecord& record;
    const Checkpoint& after;
    bool isChampionNew = false;
};

/// Why an experiment has stopped.
enum class Ending : std::uint8_t { Generations, Target, Asked };

/// Runs an experiment in its folder, generation by generation, until its end or until it is asked
/// to stop. The same seed gives the same table, individuals and champion, byte for byte, whatever
/// the number of workers or interruptions. (Checkpoints may differ in memory that PaGMO stores
/// without having used it.)
class Experiment {
public:
    /// @param folder of these settings, new or to be continued
    /// Errors: those of `optimizerOf`; Malformed when the checkpoint does not fit the settings.
    [[nodiscard]] static base::Expected<Experiment> make(const ExperimentSettings& settings,
                                                         ExperimentParts parts,
                                                         ExperimentFolder folder);

    /// @param farm whose trials are those of the parts
    /// @param onGeneration after each generation is stored; may be empty
    /// @param isStopping asked before each generation; may be empty
    /// @param isCanceled asked often: stops within a generation, whose trials are done again from
    ///     the journal; may be empty
    /// Errors: those of the farm; of storing, with the file: the experiment stands where its
    /// checkpoint says.
    [[nodiscard]] base::Expected<Ending> run(
        Farm& farm, const std::function<void(const GenerationReport&)>& onGeneration,
        const std::function<bool()>& isStopping, const std::function<bool()>& isCanceled = {});

    [[nodiscard]] const ExperimentSettings& settings() const { return m_settings; }
    [[nodiscard]] const ExperimentParts& parts() const { return m_parts; }
    [[nodiscard]] const ExperimentFolder& folder() const { return m_folder; }

private:
    Experiment(ExperimentSettings settings, ExperimentParts parts, ExperimentFolder folder)
        : m_settings(std::move(settings)), m_parts(std::move(parts)), m_folder(std::move(folder)) {}
    [[nodiscard]] base::Expected<GenerationRecord> tryGeneration(
        Farm& farm, TrialJournal& journal, const std::function<bool()>& isCanceled);
    [[nodiscard]] base::Expected<bool> findChampion(const GenerationRecord& record, Farm& farm,
                                                    TrialJournal& journal, Checkpoint& after,
                                                    const std::function<bool()>& isCanceled);
    [[nodiscard]] base::Expected<void> scout(const GenerationRecord& record, Farm& farm,
                                             TrialJournal& journal, Checkpoint& after,
                                             const std::function<bool()>& isCanceled) const;
    [[nodiscard]] std::vector<double> objectivesOf(const GenerationRecord& record) const;
    [[nodiscard]] base::Expected<void> storeBest(const Champion& champion);
    [[nodiscard]] base::Expected<RecordedTrialPtr> goodTrial(const Genome& genome) const;

    ExperimentSettings m_settings;
    ExperimentParts m_parts;
    ExperimentFolder m_folder;
    std::unique_ptr<Optimizer> m_optimizer;
};

/// One line about a champion, for the files that agents use.
[[nodiscard]] std::string originOf(const ExperimentSettings& settings, const Champion& champion);

} // namespace sideline::training
