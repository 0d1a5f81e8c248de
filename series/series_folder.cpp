#include "series/series_folder.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/output_file.h"
#include "logs/match/csv.h"

namespace sideline::series {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWhat = "series";

tl::unexpected<base::Error> refused(const fs::path& path, base::ErrorCode code, std::string message,
                                    std::string expected) {
    return tl::unexpected(
        base::failure(code, std::move(message), std::move(expected)).value().inFile(path.string()));
}

std::string numberText(double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

// Names of the columns of a game's statistics, left before right.
std::vector<std::string> statisticColumns() {
    std::vector<std::string> columns;
    for (const StatisticInfo& info : gameStatistics()) {
        columns.push_back(info.name + "_left");
        columns.push_back(info.name + "_right");
    }
    return columns;
}

} // namespace

fs::path SeriesFolder::gameFileIn(const fs::path& folder, int game, const std::string& tag,
                                  const char* ending) {
    return folder / "games" / fmt::format("{:04}{}{}", game, tag.empty() ? "" : "." + tag, ending);
}

fs::path SeriesFolder::logName(int game) {
    return fs::path("logs") / fmt::format("{:04}.log.zst", game);
}

base::Expected<SeriesFolder> SeriesFolder::create(const fs::path& path, const SeriesPlan& plan) {
    std::error_code code;
    for (const char* name : {"games", "logs"}) {
        fs::create_directories(path / name, code);
        if (code) {
            return tl::unexpected(
                base::systemError(code.value(), "cannot create the folder", path.string()));
        }
    }
    auto lock = base::FolderLock::take(path, kWhat);
    if (!lock) {
        return tl::unexpected(lock.error());
    }
    if (fs::exists(path / "series.toml")) {
        return refused(path, base::ErrorCode::InvalidArgument,
                       "the folder already contains a series",
                       "--resume to continue it, or another --folder");
    }
    SeriesFolder folder;
    folder.m_path = path;
    folder.m_lock = std::move(*lock);
    auto done = folder.openDatabase(plan);
    if (done) {
        done = folder.checkTeams(plan, true);
    }
    if (done) {
        done = folder.write("series.toml", textOf(plan.settings)); // last: marks a complete series
    }
    if (!done) {
        return tl::unexpected(done.error());
    }
    return folder;
}

base::Expected<SeriesFolder> SeriesFolder::open(const fs::path& path, const SeriesPlan& plan) {
    if (!fs::exists(path / "series.toml")) {
        return refused(path, base::ErrorCode::NotFound, "the folder contains no series",
                       "a folder created by `sideline match`");
    }
    auto lock = base::FolderLock::take(path, kWhat);
    if (!lock) {
        return tl::unexpected(lock.error());
    }
    SeriesFolder folder;
    folder.m_path = path;
    folder.m_lock = std::move(*lock);
    auto done = folder.openDatabase(plan);
    if (done) {
        done = folder.checkTeams(plan, false);
    }
    if (done) {
        done = folder.readGames(plan);
    }
    if (done) {
        done = folder.write("series.toml", textOf(plan.settings)); // the series may be longer now
    }
    if (!done) {
        return tl::unexpected(done.error());
    }
    return folder;
}

base::Expected<void> SeriesFolder::openDatabase(const SeriesPlan& plan) {
    for (const launcher::TeamFile& team : plan.teams) {
        m_teams.push_back(team.name);
    }
    auto database = logs::Database::open(m_path / "results.sqlite", logs::Database::Access::Create);
    if (!database) {
        return tl::unexpected(database.error());
    }
    m_database = std::move(*database);
    auto made = m_database->execute(
        "CREATE TABLE IF NOT EXISTS teams(team INTEGER PRIMARY KEY, name TEXT, file TEXT, "
        "fingerprint TEXT);"
        "CREATE TABLE IF NOT EXISTS games(game INTEGER PRIMARY KEY, left TEXT, right TEXT, "
        "swapped INTEGER, seed INTEGER, played_s REAL, repeats INTEGER);"
        "CREATE TABLE IF NOT EXISTS attempts(game INTEGER, outcome TEXT, reason TEXT, wall_s REAL, "
        "output TEXT);"
        "CREATE TABLE IF NOT EXISTS statistics(name TEXT PRIMARY KEY, unit TEXT, description "
        "TEXT);");
    if (!made) {
        return made;
    }
    // Adds the columns that a series of an older version lacks.
    const auto addColumns = [&](const char* table, const std::vector<std::string>& columns,
                                const char* type) {
        std::set<std::string> known;
        made = made ? m_database->query(
                          fmt::format("SELECT name FROM pragma_table_info('{}')", table), {},
                          [&](const logs::Statement& row) { known.emplace(row.text(0)); })
                    : made;
        for (const std::string& column : columns) {
            if (made && !known.contains(column)) {
                made = m_database->execute(
                    fmt::format("ALTER TABLE {} ADD COLUMN {} {}", table, column, type).c_str());
            }
        }
    };
    addColumns("games", statisticColumns(), "REAL");
    addColumns("games", {"goal_times"}, "TEXT");
    addColumns("attempts", {"output", "log", "player"}, "TEXT");
    auto insert = m_database->prepare("INSERT OR REPLACE INTO statistics VALUES(?, ?, ?)");
    for (const StatisticInfo& info : gameStatistics()) {
        if (made && insert) {
            insert->bindText(1, info.name);
            insert->bindText(2, info.unit);
            insert->bindText(3, info.description);
            made = insert->run();
        }
    }
    return insert ? made : tl::unexpected(insert.error());
}

base::Expected<void> SeriesFolder::checkTeams(const SeriesPlan& plan, bool isNew) {
    for (std::size_t i = 0; i < plan.teams.size(); ++i) {
        const launcher::TeamFile& team = plan.teams[i];
        const std::string fingerprint = fingerprintOf(team, plan.settings.start);
        std::string before;
        auto done = m_database->query(
            "SELECT fingerprint FROM teams WHERE team = ?",
            [&](logs::Statement& statement) { statement.bind(1, static_cast<std::int64_t>(i)); },
            [&](const logs::Statement& row) { before = row.text(0); });
        if (!done) {
            return done;
        }
        if (!isNew && before != fingerprint) {
            return refused(
                team.file, base::ErrorCode::InvalidArgument,
                fmt::format("team {}{} has changed since the series {} began", team.name,
                            plan.settings.start.empty() ? "" : ", or the start situation,",
                            m_path.string()),
                "another --folder for the new version");
        }
        auto insert = m_database->prepare("INSERT OR REPLACE INTO teams VALUES(?, ?, ?, ?)");
        if (!insert) {
            return tl::unexpected(insert.error());
        }
        const std::string file = team.file.string();
        insert->bind(1, static_cast<std::int64_t>(i));
        insert->bindText(2, team.name);
        insert->bindText(3, file);
        insert->bindText(4, fingerprint);
        if (done = insert->run(); !done) {
            return done;
        }
    }
    return {};
}

base::Expected<void> SeriesFolder::readGames(const SeriesPlan& plan) {
    std::string columns;
    for (const std::string& column : statisticColumns()) {
        columns += ", " + column;
    }
    auto done = m_database->query(
        fmt::format("SELECT game, played_s, repeats{}, goal_times FROM games ORDER BY game",
                    columns),
        {}, [&](const logs::Statement& row) {
            const std::int64_t number = row.integer(0);
            if (number < 1 || number > static_cast<std::int64_t>(plan.schedule.size())) {
                return; // the series had more games when this row was written
            }
            PlayedGame played;
            played.game = plan.schedule[static_cast<std::size_t>(number) - 1];
            played.result.playedS = row.real(1);
            played.repeats = static_cast<int>(row.integer(2));
            int column = 3;
            for (BothSides& values : played.result.values) {
                values.left = row.real(column++);
                values.right = row.real(column++);
            }
            played.result.goals = goalsFrom(row.text(column));
            if (std::isfinite(played.result.value("goals").left) &&
                std::isfinite(played.result.value("goals").right)) {
                m_games.push_back(std::move(played));
            }
        });
    if (!done) {
        return done;
    }
    return m_database->query(
        "SELECT game, outcome, reason, wall_s, output, log, player FROM attempts ORDER BY rowid",
        {}, [&](const logs::Statement& row) {
            m_attempts.push_back({static_cast<int>(row.integer(0)), std::string(row.text(1)),
                                  std::string(row.text(2)), row.real(3), std::string(row.text(4)),
                                  std::string(row.text(5)), std::string(row.text(6))});
        });
}

base::Expected<void> SeriesFolder::insert(const Attempt& attempt) {
    auto row =
        m_database->prepare("INSERT INTO attempts(game, outcome, reason, wall_s, output, log, "
                            "player) VALUES(?, ?, ?, ?, ?, ?, ?)");
    if (!row) {
        return tl::unexpected(row.error());
    }
    row->bind(1, attempt.game);
    row->bindText(2, attempt.outcome);
    row->bindText(3, attempt.reason);
    row->bindReal(4, attempt.wallS);
    row->bindText(5, attempt.output);
    row->bindText(6, attempt.log);
    row->bindText(7, attempt.player);
    return row->run();
}

base::Expected<void> SeriesFolder::insert(const PlayedGame& game) {
    std::string columns;
    std::string places;
    for (const std::string& column : statisticColumns()) {
        columns += ", " + column;
        places += ", ?";
    }
    auto row = m_database->prepare(fmt::format(
        "INSERT OR REPLACE INTO games(game, left, right, swapped, seed, played_s, repeats{}, "
        "goal_times) VALUES(?, ?, ?, ?, ?, ?, ?{}, ?)",
        columns, places));
    if (!row) {
        return tl::unexpected(row.error());
    }
    row->bind(1, game.game.number);
    row->bindText(2, m_teams[game.game.left]);
    row->bindText(3, m_teams[game.game.right]);
    row->bind(4, game.game.isSwapped ? 1 : 0);
    row->bind(5, static_cast<std::int64_t>(game.game.seed));
    row->bindReal(6, game.result.playedS);
    row->bind(7, game.repeats);
    int place = 8;
    for (const BothSides& values : game.result.values) {
        row->bindReal(place++, values.left);
        row->bindReal(place++, values.right);
    }
    const std::string goals = textOf(game.result.goals);
    row->bindText(place, goals);
    return row->run();
}

base::Expected<void> SeriesFolder::store(const Attempt& attempt,
                                         const std::optional<PlayedGame>& game) {
    auto done = m_database->execute("BEGIN");
    if (!done) {
        return done;
    }
    done = insert(attempt);
    if (done && game) {
        done = insert(*game);
    }
    if (done) {
        done = m_database->execute("COMMIT");
    }
    if (!done) {
        static_cast<void>(m_database->execute("ROLLBACK"));
        return done;
    }
    m_attempts.push_back(attempt);
    if (game) {
        const auto at =
            std::ranges::lower_bound(m_games, game->game.number, {},
                                     [](const PlayedGame& played) { return played.game.number; });
        m_games.insert(at, *game);
    }
    return {};
}

base::Expected<void> SeriesFolder::drop(const std::vector<int>& games) {
    for (const int game : games) {
        for (const char* table : {"games", "attempts"}) {
            if (auto done = m_database->execute(
                    fmt::format("DELETE FROM {} WHERE game = {}", table, game).c_str());
                !done) {
                return done;
            }
        }
        std::error_code ignored;
        fs::remove(m_path / logName(game), ignored);
        for (const Attempt& attempt : m_attempts) {
            for (const std::string& file : {attempt.output, attempt.log}) {
                if (attempt.game == game && !file.empty()) {
                    fs::remove(m_path / file, ignored);
                }
            }
        }
        std::erase_if(m_games,
                      [&](const PlayedGame& played) { return played.game.number == game; });
        std::erase_if(m_attempts, [&](const Attempt& attempt) { return attempt.game == game; });
    }
    return {};
}

void SeriesFolder::keepLog(int game, const fs::path& log) const {
    std::error_code ignored;
    fs::rename(log, m_path / logName(game), ignored);
}

std::string SeriesFolder::keepOfFailed(int game, const fs::path& file, const char* ending) const {
    std::error_code failed;
    if (file.empty() || !fs::exists(file, failed)) {
        return {};
    }
    const auto attempts = std::ranges::count(m_attempts, game, &Attempt::game);
    const fs::path name =
        fs::path("outputs") / fmt::format("{:04}-{}{}", game, attempts + 1, ending);
    fs::create_directories((m_path / name).parent_path(), failed);
    fs::rename(file, m_path / name, failed);
    return failed ? std::string() : name.string();
}

void SeriesFolder::clean(int game) const {
    std::error_code ignored;
    const std::string name = fmt::format("{:04}.", game);
    for (const auto& entry : fs::directory_iterator(m_path / "games", ignored)) {
        if (entry.path().filename().string().starts_with(name)) {
            fs::remove(entry.path(), ignored);
        }
    }
}

base::Expected<void> SeriesFolder::writeTable() const {
    std::string text = "game,left,right,swapped,seed,played_s,repeats";
    for (const std::string& column : statisticColumns()) {
        text += "," + column;
    }
    text += ",goal_times\n";
    for (const PlayedGame& played : m_games) {
        text += fmt::format(
            "{},{},{},{},{},{},{}", played.game.number, logs::csvField(m_teams[played.game.left]),
            logs::csvField(m_teams[played.game.right]), played.game.isSwapped ? 1 : 0,
            played.game.seed, numberText(played.result.playedS), played.repeats);
        for (const BothSides& values : played.result.values) {
            text += fmt::format(",{},{}", numberText(values.left), numberText(values.right));
        }
        text += "," + logs::csvField(textOf(played.result.goals)) + "\n";
    }
    return write("results.csv", text);
}

base::Expected<void> SeriesFolder::write(const std::string& name, std::string_view text) const {
    base::OutputOptions options;
    options.mayReplace = true;
    auto file = base::OutputFile::create(m_path / name, options);
    return file ? base::writeWhole(std::move(*file), text) : tl::unexpected(file.error());
}

} // namespace sideline::series
