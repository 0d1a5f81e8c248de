#include "training/experiment/experiment_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/output_file.h"
#include "training/experiment/checkpoint_text.h"

namespace sideline::training {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWhat = "experiment";
constexpr const char* kCsvHead =
    "generation,individuals,trials,failedTrials,best,q75,median,q25,worst,successRate,"
    "champion,championSuccessRate,championGeneration\n";

base::Expected<void> replaceFile(const fs::path& path, std::string_view text, bool isSynced) {
    base::OutputOptions options;
    options.mayReplace = true;
    options.isSynced = isSynced;
    auto file = base::OutputFile::create(path, options);
    if (!file) {
        return tl::unexpected(file.error());
    }
    if (auto written = file->write(text); !written) {
        return written;
    }
    return file->commit();
}

std::string blobOf(const std::vector<double>& values) {
    std::string bytes(values.size() * sizeof(double), '\0');
    if (!values.empty()) {
        std::memcpy(bytes.data(), values.data(), bytes.size());
    }
    return bytes;
}

tl::unexpected<base::Error> refused(const fs::path& path, base::ErrorCode code, std::string message,
                                    std::string expected) {
    return tl::unexpected(
        base::failure(code, std::move(message), std::move(expected)).value().inFile(path.string()));
}

// Returns a linearly interpolated quantile of sorted values; empty without values.
std::string quantile(const std::vector<double>& sorted, double fraction) {
    if (sorted.empty()) {
        return "";
    }
    const double place = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = place - static_cast<double>(below);
    return fmt::format("{}", sorted[below] + part * (sorted[above] - sorted[below]));
}

} // namespace

bool ExperimentFolder::isRunning(const fs::path& path) {
    return base::FolderLock::isHeld(path);
}

std::optional<pid_t> ExperimentFolder::runner(const fs::path& path) {
    return base::FolderLock::holder(path);
}

base::Expected<void> ExperimentFolder::openDatabase() {
    auto database =
        logs::Database::open(m_path / "individuals.sqlite", logs::Database::Access::Create);
    if (!database) {
        return tl::unexpected(database.error());
    }
    m_database = std::move(*database);
    return m_database->execute(
        "CREATE TABLE IF NOT EXISTS parameters(name TEXT, unit TEXT, least REAL, most REAL, start "
        "REAL);"
        "CREATE TABLE IF NOT EXISTS metrics(name TEXT, unit TEXT, description TEXT);"
        "CREATE TABLE IF NOT EXISTS individuals(generation INTEGER, number INTEGER, fitness REAL, "
        "success REAL, trials INTEGER, failed INTEGER, simulated REAL, numbers BLOB, program TEXT, "
        "metrics BLOB, PRIMARY KEY(generation, number)) WITHOUT ROWID;");
}

base::Expected<void> ExperimentFolder::fillDatabase(const ExperimentParts& parts) {
    if (auto begun = m_database->execute(
            "BEGIN; DELETE FROM parameters; DELETE FROM metrics; DELETE FROM individuals;");
        !begun) {
        return begun;
    }
    auto parameter = m_database->prepare("INSERT INTO parameters VALUES(?, ?, ?, ?, ?)");
    auto metric = m_database->prepare("INSERT INTO metrics VALUES(?, ?, ?)");
    if (!parameter || !metric) {
        return tl::unexpected(!parameter ? parameter.error() : metric.error());
    }
    for (const TrainedParameter& each : parts.subject->space().parameters()) {
        parameter->bindText(1, each.name);
        parameter->bindText(2, each.unit);
        parameter->bindReal(3, each.minimum);
        parameter->bindReal(4, each.maximum);
        parameter->bindReal(5, each.start);
        if (auto run = parameter->run(); !run) {
            return run;
        }
    }
    for (const MetricInfo& each : parts.task->metrics()) {
        metric->bindText(1, each.name);
        metric->bindText(2, each.unit);
        metric->bindText(3, each.description);
        if (auto run = metric->run(); !run) {
            return run;
        }
    }
    return m_database->execute("COMMIT");
}

base::Expected<ExperimentFolder> ExperimentFolder::create(const fs::path& path,
                                                          ExperimentSettings settings,
                                                          const ExperimentParts& parts) {
    std::error_code code;
    fs::create_directories(path, code);
    if (code) {
        return tl::unexpected(
            base::systemError(code.value(), "cannot create the folder", path.string()));
    }
    ExperimentFolder folder;
    folder.m_path = path;
    auto lock = base::FolderLock::take(path, kWhat);
    if (!lock) {
        return tl::unexpected(lock.error());
    }
    folder.m_lock = std::move(*lock);
    if (fs::exists(path / "experiment.toml")) {
        return refused(path, base::ErrorCode::InvalidArgument,
                       "the folder already contains an experiment",
                       "--resume to continue it, or another --folder");
    }
    if (const auto opened = folder.openDatabase(); !opened) {
        return tl::unexpected(opened.error());
    }
    if (const auto filled = folder.fillDatabase(parts); !filled) {
        return tl::unexpected(filled.error());
    }
    const auto start = parts.subject->startText();
    if (!start) {
        return tl::unexpected(start.error());
    }
    const std::string startName = "start" + std::string(parts.subject->extension());
    if (!start->empty() && !settings.change.motion.empty()) {
        settings.change.motion = startName;
    }
    folder.m_checkpoint.csvBytes = std::strlen(kCsvHead);
    const std::array<std::pair<std::string, std::string>, 4> files = {
        {{startName, *start},
         {"generations.csv", kCsvHead},
         {"checkpoint", checkpointText(folder.m_checkpoint)},
         {"experiment.toml", textOf(settings)}}}; // last: from now on the folder is an experiment
    for (const auto& [name, text] : files) {
        if (text.empty()) {
            continue;
        }
        if (const auto written = replaceFile(path / name, text, true); !written) {
            return tl::unexpected(written.error());
        }
    }
    return folder;
}

base::Expected<Checkpoint> ExperimentFolder::readCheckpoint(const fs::path& path) {
    const fs::path file = path / "checkpoint";
    auto text = base::readTextFile(file, 1U << 30U, "the checkpoint of an experiment");
    if (!text) {
        return tl::unexpected(text.error());
    }
    auto checkpoint = checkpointFrom(*text);
    if (!checkpoint) {
        return tl::unexpected(checkpoint.error().inFile(file.string()));
    }
    return checkpoint;
}

base::Expected<ExperimentFolder> ExperimentFolder::open(const fs::path& path) {
    ExperimentFolder folder;
    folder.m_path = path;
    if (!fs::exists(path / "experiment.toml")) {
        return refused(path, base::ErrorCode::NotFound, "the folder contains no experiment",
                       "a folder created by `sideline train`");
    }
    auto lock = base::FolderLock::take(path, kWhat);
    if (!lock) {
        return tl::unexpected(lock.error());
    }
    folder.m_lock = std::move(*lock);
    auto checkpoint = readCheckpoint(path);
    if (!checkpoint) {
        return tl::unexpected(checkpoint.error());
    }
    folder.m_checkpoint = std::move(*checkpoint);
    if (const auto opened = folder.openDatabase(); !opened) {
        return tl::unexpected(opened.error());
    }
    // Removes partial data of a killed process.
    const std::string sql = fmt::format("DELETE FROM individuals WHERE generation >= {}",
                                        folder.m_checkpoint.generation);
    if (const auto cut = folder.m_database->execute(sql.c_str()); !cut) {
        return tl::unexpected(cut.error());
    }
    std::error_code code;
    fs::resize_file(path / "generations.csv", folder.m_checkpoint.csvBytes, code);
    if (code) {
        return tl::unexpected(base::systemError(code.value(), "cannot write the table",
                                                (path / "generations.csv").string()));
    }
    return folder;
}

base::Expected<TrialJournal> ExperimentFolder::journal() const {
    return TrialJournal::open(m_path / "trials.journal", m_checkpoint.generation);
}

base::Expected<void> ExperimentFolder::storeIndividuals(const GenerationRecord& record) {
    if (auto begun = m_database->execute("BEGIN"); !begun) {
        return begun;
    }
    auto insert = m_database->prepare(
        "INSERT OR REPLACE INTO individuals VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (!insert) {
        return tl::unexpected(insert.error());
    }
    for (std::size_t i = 0; i < record.genomes.size(); ++i) {
        const IndividualResult& result = record.results[i];
        const std::string numbers = blobOf(record.genomes[i].values);
        const std::string metrics = blobOf(result.metrics);
        insert->bind(1, static_cast<std::int64_t>(record.generation));
        insert->bind(2, static_cast<std::int64_t>(i));
        insert->bindReal(3, result.fitness);
        insert->bindReal(4, result.successRate);
        insert->bind(5, std::int64_t{result.trials});
        insert->bind(6, std::int64_t{result.failedTrials});
        insert->bindReal(7, result.simulatedS);
        insert->bindBlob(8, numbers);
        insert->bindText(9, record.genomes[i].program);
        insert->bindBlob(10, metrics);
        if (auto run = insert->run(); !run) {
            static_cast<void>(m_database->execute("ROLLBACK"));
            return run;
        }
    }
    return m_database->execute("COMMIT");
}

base::Expected<void> ExperimentFolder::storeLine(const GenerationRecord& record,
                                                 Checkpoint& after) {
    std::vector<double> sorted;
    double success = 0.0;
    int failed = 0;
    int trials = 0;
    for (const IndividualResult& result : record.results) {
        failed += result.failedTrials;
        trials += result.trials;
        success += result.successRate / static_cast<double>(record.results.size());
        if (std::isfinite(result.fitness)) {
            sorted.push_back(result.fitness);
        }
    }
    std::ranges::sort(sorted);
    std::string line =
        fmt::format("{},{},{},{},{},{},{},{},{},{:.6g},", record.generation, record.results.size(),
                    trials, failed, quantile(sorted, 1.0), quantile(sorted, 0.75),
                    quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.0), success);
    if (const auto& champion = after.champion) {
        line += fmt::format("{},{:.6g},{}\n", champion->validated.fitness,
                            champion->validated.successRate, champion->generation);
    } else {
        line += ",,\n";
    }
    const fs::path path = m_path / "generations.csv";
    const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC); // NOLINT: variadic
    if (file < 0) {
        return tl::unexpected(base::systemError(errno, "cannot write the table", path.string()));
    }
    const ssize_t count = ::write(file, line.data(), line.size());
    const int code = errno;
    ::close(file);
    if (count != static_cast<ssize_t>(line.size())) {
        std::error_code ignored;
        fs::resize_file(path, m_checkpoint.csvBytes, ignored);
        return tl::unexpected(
            base::systemError(count < 0 ? code : ENOSPC, "cannot write the table", path.string()));
    }
    after.csvBytes = m_checkpoint.csvBytes + line.size();
    return {};
}

base::Expected<void> ExperimentFolder::store(const GenerationRecord& record, Checkpoint after) {
    if (auto stored = storeIndividuals(record); !stored) {
        return stored;
    }
    if (auto stored = storeLine(record, after); !stored) {
        return stored;
    }
    if (auto stored = replaceFile(m_path / "checkpoint", checkpointText(after), true); !stored) {
        return stored;
    }
    m_checkpoint = std::move(after);
    return {};
}

base::Expected<void> ExperimentFolder::storeBest(const Champion& champion, std::string_view text,
                                                 std::string_view extension,
                                                 const std::vector<MetricInfo>& metrics) {
    nlohmann::ordered_json json;
    json["generation"] = champion.generation;
    json["number"] = champion.number;
    json["fitness"] = champion.validated.fitness;
    json["successRate"] = champion.validated.successRate;
    json["trials"] = champion.validated.trials;
    json["numbers"] = champion.genome.values;
    for (std::size_t i = 0; i < metrics.size() && i < champion.validated.metrics.size(); ++i) {
        if (std::isfinite(champion.validated.metrics[i])) {
            json["means"][metrics[i].name] = champion.validated.metrics[i];
        }
    }
    if (auto written = replaceFile(m_path / fmt::format("best{}", extension), text, false);
        !written) {
        return written;
    }
    return replaceFile(m_path / "best.json", json.dump(2) + "\n", false);
}

} // namespace sideline::training
