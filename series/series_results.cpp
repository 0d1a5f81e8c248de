#include "series/series_results.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "logs/session/sqlite.h"
#include "series/series_folder.h"

namespace sideline::series {

namespace {

namespace fs = std::filesystem;
using base::ErrorCode;

constexpr std::uint64_t kMaxTableBytes = std::uint64_t{256} << 20U;
constexpr const char* kTable = "results.csv";
constexpr const char* kDatabase = "results.sqlite";
constexpr const char* kExpected = "the results of a series, as written by sideline match";

bool isThere(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored);
}

fs::path logOf(const fs::path& results, int game) {
    const fs::path log = results.parent_path() / SeriesFolder::logName(game);
    return isThere(log) ? log : fs::path();
}

// Reads the lines of a table with optionally quoted fields (RFC 4180) and their positions.
class CsvReader {
public:
    explicit CsvReader(std::string_view text) : m_text(text) {}

    // Returns the fields of the next line; nullopt after the last one.
    std::optional<std::vector<std::string>> next() {
        if (m_at >= m_text.size()) {
            return std::nullopt;
        }
        m_line = m_nextLine;
        std::vector<std::string> fields(1);
        bool isQuoted = false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            m_nextLine += c == '\n' ? 1 : 0;
            if (isQuoted) {
                if (c != '"') {
                    fields.back() += c;
                } else if (m_at < m_text.size() && m_text[m_at] == '"') {
                    fields.back() += m_text[m_at++];
                } else {
                    isQuoted = false;
                }
            } else if (c == '"') {
                isQuoted = true;
            } else if (c == ',') {
                fields.emplace_back();
            } else if (c == '\n') {
                break;
            } else if (c != '\r') {
                fields.back() += c;
            }
        }
        return fields;
    }
    [[nodiscard]] std::uint64_t line() const { return m_line; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    std::uint64_t m_line = 1;
    std::uint64_t m_nextLine = 1;
};

std::optional<double> numberOf(const std::string& text) {
    double value = 0.0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = fault == std::errc() && end == text.data() + text.size();
    return isNumber ? std::optional(value) : std::nullopt;
}

constexpr double kMaxValue = 1e15;
constexpr double kMaxCount = 1e9; // fits in an int

// Stores the value of a numeric column in a game.
struct NumberColumn {
    std::function<void(ResultRow& row, double value)> put;
    double least = -kMaxValue;
    double most = kMaxValue;

    [[nodiscard]] bool take(ResultRow& row, double value) const {
        if (!(value >= least && value <= most)) {
            return false;
        }
        put(row, value);
        return true;
    }
};

std::map<std::string, NumberColumn> numberColumns() {
    std::map<std::string, NumberColumn> columns = {
        {"game",
         {[](ResultRow& row, double value) { row.game = static_cast<int>(value); }, 0.0,
          kMaxCount}},
        {"swapped", {[](ResultRow& row, double value) { row.isSwapped = value != 0.0; }}},
        {"seed",
         {[](ResultRow& row, double value) { row.seed = static_cast<std::uint64_t>(value); }, 0.0}},
        {"repeats",
         {[](ResultRow& row, double value) { row.repeats = static_cast<int>(value); }, 0.0,
          kMaxCount}},
        {"played_s", {[](ResultRow& row, double value) { row.result.playedS = value; }}}};
    for (std::size_t i = 0; i < gameStatistics().size(); ++i) {
        const std::string& name = gameStatistics()[i].name;
        columns[name + "_left"] = {
            [i](ResultRow& row, double value) { row.result.values[i].left = value; }};
        columns[name + "_right"] = {
            [i](ResultRow& row, double value) { row.result.values[i].right = value; }};
    }
    return columns;
}

tl::unexpected<base::Error> malformed(const fs::path& file, std::uint64_t line, std::string message,
                                      std::string expected) {
    auto error = base::failure(ErrorCode::Malformed, std::move(message), std::move(expected));
    if (line > 0) {
        error.value().line = line;
    }
    return tl::unexpected(error.value().inFile(file.string()));
}

base::Expected<logs::Database> databaseIn(const fs::path& file) {
    auto database = logs::Database::open(file, logs::Database::Access::Read);
    return database ? std::move(database)
                    : logs::Database::open(file, logs::Database::Access::ReadOnly);
}

base::Expected<std::vector<ResultRow>> resultsFromDatabase(const fs::path& file) {
    auto database = databaseIn(file);
    if (!database) {
        return tl::unexpected(database.error());
    }
    std::set<std::string> there;
    auto done = database->query("SELECT name FROM pragma_table_info('games')", {},
                                [&](const logs::Statement& row) { there.emplace(row.text(0)); });
    if (!done) {
        return tl::unexpected(done.error());
    }
    if (!there.contains("game") || !there.contains("left") || !there.contains("right")) {
        return malformed(file, 0, "a database without games", kExpected);
    }
    std::string names = "left, right";
    std::vector<std::pair<std::string, NumberColumn>> columns;
    for (const auto& [name, column] : numberColumns()) {
        if (there.contains(name)) {
            names += ", " + name;
            columns.emplace_back(name, column);
        }
    }
    const auto goals = static_cast<int>(columns.size()) + 2;
    names += there.contains("goal_times") ? ", goal_times" : ", ''";
    std::vector<ResultRow> rows;
    std::string fault;
    done = database->query(fmt::format("SELECT {} FROM games ORDER BY game", names), {},
                           [&](const logs::Statement& row) {
                               ResultRow& game = rows.emplace_back();
                               game.left = row.text(0);
                               game.right = row.text(1);
                               for (std::size_t i = 0; i < columns.size(); ++i) {
                                   const double value = row.real(static_cast<int>(i) + 2);
                                   const auto& [name, column] = columns[i];
                                   if (std::isfinite(value) && !column.take(game, value)) {
                                       fault = fmt::format("`{}` is {}", name, value);
                                   }
                               }
                               game.result.goals = goalsFrom(row.text(goals));
                               game.log = logOf(file, game.game);
                           });
    if (!done) {
        return tl::unexpected(done.error());
    }
    if (!fault.empty()) {
        return malformed(file, 0, std::move(fault), kExpected);
    }
    return rows;
}

} // namespace

bool isResults(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        return isThere(path / kDatabase) || isThere(path / kTable);
    }
    return path.filename() == kTable || path.filename() == kDatabase;
}

base::Expected<std::vector<FailedAttempt>> readFailedAttempts(const fs::path& path) {
    std::error_code ignored;
    const fs::path file = fs::is_directory(path, ignored) ? path / kDatabase : path;
    std::vector<FailedAttempt> attempts;
    if (file.filename() != kDatabase || !isThere(file)) {
        return attempts;
    }
    auto database = databaseIn(file);
    if (!database) {
        return tl::unexpected(database.error());
    }
    bool hasLogs = false;
    bool hasPlayers = false;
    auto done = database->query("SELECT name FROM pragma_table_info('attempts')", {},
                                [&](const logs::Statement& row) {
                                    hasLogs = hasLogs || row.text(0) == "log";
                                    hasPlayers = hasPlayers || row.text(0) == "player";
                                });
    std::map<int, int> counts;
    done = !done || !hasLogs // older series did not keep their logs
               ? done
               : database->query(fmt::format("SELECT game, outcome, reason, log{} FROM attempts "
                                             "ORDER BY rowid",
                                             hasPlayers ? ", player" : ""),
                                 {}, [&](const logs::Statement& row) {
                                     FailedAttempt attempt;
                                     attempt.game = static_cast<int>(row.integer(0));
                                     attempt.number = ++counts[attempt.game];
                                     attempt.reason = row.text(2);
                                     const std::string log(row.text(3));
                                     attempt.log =
                                         log.empty() ? fs::path() : file.parent_path() / log;
                                     if (hasPlayers) {
                                         attempt.player = playerFrom(row.text(4));
                                     }
                                     if (row.text(1) != "finished") {
                                         attempts.push_back(std::move(attempt));
                                     }
                                 });
    if (!done) {
        return tl::unexpected(done.error());
    }
    return attempts;
}

base::Expected<std::vector<ResultRow>> resultsFromCsv(std::string_view text, const fs::path& file) {
    CsvReader reader(text);
    const auto header = reader.next();
    const auto known = numberColumns();
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; header && i < header->size(); ++i) {
        places[(*header)[i]] = i;
    }
    for (const char* name : {"game", "left", "right", "goals_left", "goals_right"}) {
        if (!places.contains(name)) {
            return malformed(file, 1, fmt::format("no column `{}`", name), kExpected);
        }
    }
    std::vector<ResultRow> rows;
    while (const auto fields = reader.next()) {
        if (fields->size() != header->size()) {
            return malformed(file, reader.line(), fmt::format("{} fields", fields->size()),
                             fmt::format("{}, as in the first line", header->size()));
        }
        ResultRow& row = rows.emplace_back();
        row.left = (*fields)[places["left"]];
        row.right = (*fields)[places["right"]];
        for (const auto& [name, place] : places) {
            const std::string& field = (*fields)[place];
            const auto column = known.find(name);
            if (column == known.end() || field.empty()) {
                continue;
            }
            const auto value = numberOf(field);
            if (!value || !column->second.take(row, *value)) {
                const auto& [put, least, most] = column->second;
                return malformed(file, reader.line(), fmt::format("`{}` is \"{}\"", name, field),
                                 fmt::format("a number from {:g} to {:g}", least, most));
            }
        }
        if (const auto goals = places.find("goal_times"); goals != places.end()) {
            row.result.goals = goalsFrom((*fields)[goals->second]);
        }
        row.log = logOf(file, row.game);
    }
    std::ranges::stable_sort(rows, {}, &ResultRow::game);
    return rows;
}

base::Expected<std::vector<ResultRow>> readResults(const fs::path& path) {
    std::error_code ignored;
    fs::path file = path;
    if (fs::is_directory(path, ignored)) {
        file = isThere(path / kDatabase) ? path / kDatabase : path / kTable;
        if (!isThere(file)) {
            return tl::unexpected(
                base::failure(ErrorCode::NotFound, "the folder has no results", kExpected)
                    .value()
                    .inFile(path.string()));
        }
    }
    if (file.extension() == ".sqlite") {
        return resultsFromDatabase(file);
    }
    const auto text = base::readTextFile(file, kMaxTableBytes, kExpected);
    return text ? resultsFromCsv(*text, file) : tl::unexpected(text.error());
}

} // namespace sideline::series
