#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "agentcore/base/error.h"
#include "agentcore/base/folder_lock.h"
#include "logs/session/sqlite.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/experiment_settings.h"
#include "training/experiment/individual_trials.h"
#include "training/experiment/trial_journal.h"
#include "training/genome/genome.h"
#include "training/genome/parameter_space.h"
#include "training/task/task.h"

namespace sideline::training {

/// The best individual so far, by trials with seeds that no individual was chosen by.
struct Champion {
    Genome genome;
    std::uint64_t generation = 0; ///< in which it was found
    std::uint64_t number = 0;     ///< its number in that generation
    IndividualResult validated;
};

/// Where an experiment stands between two generations.
struct Checkpoint {
    std::uint64_t generation = 0; ///< that comes next
    std::string optimizer;        ///< its state
    std::optional<Champion> champion;
    std::uint64_t individuals = 0; ///< tried so far
    std::uint64_t trials = 0;
    double simulatedS = 0.0;
    std::uint64_t csvBytes = 0;         ///< length of the table of generations then
    std::vector<TrialPlace> hardPlaces; ///< where the best of earlier generations failed
};

/// One generation that is done.
struct GenerationRecord {
    std::uint64_t generation = 0;
    std::vector<Genome> genomes;
    std::vector<IndividualResult> results; ///< one per genome
};

/// The folder of an experiment: settings, all individuals, a table of generations, a checkpoint,
/// the best individual. One process at a time has it open for writing; one thread at a time.
///
///     experiment.toml    the settings
///     start.*            what the search began with
///     generations.csv    a line per generation
///     individuals.sqlite every individual with its figures
///     best.*             the champion as a file for agents, best.json about it, best.log a trial
///                        of it as a match log, best.session what an agent in it perceived,
///                        believed and decided
///     checkpoint         to resume from
///     trials.journal     trials of the generation under way
class ExperimentFolder {
public:
    /// Makes a new one, which does not need the files any more that the settings name.
    /// Errors: InvalidArgument when the folder holds something already; Io, PermissionDenied,
    /// LimitExceeded.
    [[nodiscard]] static base::Expected<ExperimentFolder> create(const std::filesystem::path& path,
                                                                 ExperimentSettings settings,
                                                                 const ExperimentParts& parts);
    /// Opens one to go on with it.
    /// Errors: NotFound; InvalidArgument when another process has it; UnsupportedFormat and
    /// Malformed for a checkpoint of another version or a damaged one, with the file.
    [[nodiscard]] static base::Expected<ExperimentFolder> open(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] const Checkpoint& checkpoint() const { return m_checkpoint; }
    /// The journal of the generation that comes next.
    [[nodiscard]] base::Expected<TrialJournal> journal() const;

    /// Stores a generation and where the experiment stands after it. Until all of it is stored, a
    /// process that is killed leaves the folder as it was.
    /// @param after `csvBytes` is filled in
    [[nodiscard]] base::Expected<void> store(const GenerationRecord& record, Checkpoint after);
    /// Writes the champion.
    /// @param text of the individual's own file, with its extension
    [[nodiscard]] base::Expected<void> storeBest(const Champion& champion, std::string_view text,
                                                 std::string_view extension,
                                                 const std::vector<MetricInfo>& metrics);

    /// Reads where an experiment stands, without opening it for writing.
    /// Errors: as of `open`, but for another process.
    [[nodiscard]] static base::Expected<Checkpoint> readCheckpoint(
        const std::filesystem::path& path);

    /// Whether a process has the experiment in this folder under way.
    [[nodiscard]] static bool isRunning(const std::filesystem::path& path);
    /// That process, if it is one of this machine: SIGINT ends it after the generation. Nothing
    /// while none has it under way.
    [[nodiscard]] static std::optional<pid_t> runner(const std::filesystem::path& path);

private:
    ExperimentFolder() = default;
    [[nodiscard]] base::Expected<void> openDatabase();
    [[nodiscard]] base::Expected<void> fillDatabase(const ExperimentParts& parts);
    [[nodiscard]] base::Expected<void> storeIndividuals(const GenerationRecord& record);
    [[nodiscard]] base::Expected<void> storeLine(const GenerationRecord& record, Checkpoint& after);

    std::filesystem::path m_path;
    base::FolderLock m_lock;
    std::optional<logs::Database> m_database;
    Checkpoint m_checkpoint;
};

} // namespace sideline::training
