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

/// The best individual so far, validated with seeds that were not used for selection.
struct Champion {
    Genome genome;
    std::uint64_t generation = 0; ///< generation in which it was found
    std::uint64_t number = 0;     ///< number in that generation
    IndividualResult validated;
};

/// State of an experiment between two generations.
struct Checkpoint {
    std::uint64_t generation = 0; ///< next generation
    std::string optimizer;        ///< optimizer state
    std::optional<Champion> champion;
    std::uint64_t individuals = 0; ///< number of individuals tried so far
    std::uint64_t trials = 0;
    double simulatedS = 0.0;
    std::uint64_t csvBytes = 0;         ///< length of the table of generations at that time
    std::vector<TrialPlace> hardPlaces; ///< trials in which the best of earlier generations failed
};

/// A completed generation.
struct GenerationRecord {
    std::uint64_t generation = 0;
    std::vector<Genome> genomes;
    std::vector<IndividualResult> results; ///< one per genome
};

/// Folder of an experiment: settings, all individuals, a table of generations, a checkpoint, the
/// best individual. One process at a time may open it for writing; one thread at a time.
///
///     experiment.toml    the settings
///     start.*            the initial individual
///     generations.csv    a line per generation
///     individuals.sqlite every individual with its metrics
///     best.*             the champion as a file for agents, best.json its description, best.log
///                        a trial of it as a match log, best.session the percepts, beliefs and
///                        decisions of an agent in it
///     checkpoint         state to resume from
///     trials.journal     trials of the current generation
class ExperimentFolder {
public:
    /// Creates a folder, which is independent of the files named in the settings.
    /// Errors: InvalidArgument if the folder is not empty; Io, PermissionDenied, LimitExceeded.
    [[nodiscard]] static base::Expected<ExperimentFolder> create(const std::filesystem::path& path,
                                                                 ExperimentSettings settings,
                                                                 const ExperimentParts& parts);
    /// Opens a folder to continue its experiment.
    /// Errors: NotFound; InvalidArgument if another process has it open; UnsupportedFormat and
    /// Malformed for a checkpoint of a different version or a damaged one, with the file.
    [[nodiscard]] static base::Expected<ExperimentFolder> open(const std::filesystem::path& path);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] const Checkpoint& checkpoint() const { return m_checkpoint; }
    /// The journal of the next generation.
    [[nodiscard]] base::Expected<TrialJournal> journal() const;

    /// Stores a generation and the state of the experiment after it. If the process is killed
    /// before everything is stored, the folder is unchanged.
    /// @param after receives `csvBytes`
    [[nodiscard]] base::Expected<void> store(const GenerationRecord& record, Checkpoint after);
    /// Writes the champion.
    /// @param text contents of the individual's own file, with its extension
    [[nodiscard]] base::Expected<void> storeBest(const Champion& champion, std::string_view text,
                                                 std::string_view extension,
                                                 const std::vector<MetricInfo>& metrics);

    /// Reads the state of an experiment without opening it for writing.
    /// Errors: those of `open`, except when another process has it open.
    [[nodiscard]] static base::Expected<Checkpoint> readCheckpoint(
        const std::filesystem::path& path);

    /// Whether a process is running the experiment in this folder.
    [[nodiscard]] static bool isRunning(const std::filesystem::path& path);
    /// The process that runs the experiment, if it is on this machine: SIGINT ends it after the
    /// current generation. None if the experiment is not running.
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
