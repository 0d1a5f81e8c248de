#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/folder_lock.h"
#include "logs/session/sqlite.h"
#include "series/expectation.h"
#include "series/series_plan.h"

namespace sideline::series {

/// How an attempt to play a game ended.
struct Attempt {
    int game = 0;
    std::string outcome; ///< `finished`, `hung` or `failed`
    std::string reason;  ///< of what did not finish
    double wallS = 0.0;  ///< real time
};

/// The folder of a series. One process at a time has it open for writing; one thread at a time.
///
///     series.toml     the settings, with absolute paths
///     results.sqlite  tables: games, attempts, teams, statistics
///     results.csv     the games
///     report.html     all of it on one page
///     logs/           a match log of each game, packed
///     games/          what games under way write
class SeriesFolder {
public:
    /// Makes a new one.
    /// Errors: InvalidArgument when the folder holds a series already, or another process has it;
    /// Io, PermissionDenied, LimitExceeded.
    [[nodiscard]] static base::Expected<SeriesFolder> create(const std::filesystem::path& path,
                                                             const SeriesPlan& plan);
    /// Opens one to go on with it.
    /// Errors: NotFound; InvalidArgument when another process has it, or when a team is not the one
    /// any more that the series was begun with; of the database.
    [[nodiscard]] static base::Expected<SeriesFolder> open(const std::filesystem::path& path,
                                                           const SeriesPlan& plan);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// A file of a game under way: its result is `.json`, its match log `.log`, packed `.log.zst`.
    /// @param tag tells apart who plays the same game; usually empty
    [[nodiscard]] static std::filesystem::path gameFileIn(const std::filesystem::path& folder,
                                                          int game, const std::string& tag,
                                                          const char* ending);
    /// The match log of a game, relative to the folder.
    [[nodiscard]] static std::filesystem::path logName(int game);

    /// The games that are finished, by number.
    [[nodiscard]] const std::vector<PlayedGame>& games() const { return m_games; }
    [[nodiscard]] const std::vector<Attempt>& attempts() const { return m_attempts; }

    /// Notes an attempt, with the game if it has finished. Stored at once, or not at all.
    [[nodiscard]] base::Expected<void> store(const Attempt& attempt,
                                             const std::optional<PlayedGame>& game);
    /// Makes a packed log that of a game; nothing happens if there is no such file.
    void keepLog(int game, const std::filesystem::path& log) const;
    /// Forgets games which were played after their pairing was decided.
    [[nodiscard]] base::Expected<void> drop(const std::vector<int>& games);
    /// Removes what attempts have left, whoever they were of.
    void clean(int game) const;
    /// Writes `results.csv` and another file of the folder, such as the report.
    [[nodiscard]] base::Expected<void> writeTable() const;
    [[nodiscard]] base::Expected<void> write(const std::string& name, std::string_view text) const;

private:
    SeriesFolder() = default;
    [[nodiscard]] base::Expected<void> openDatabase(const SeriesPlan& plan);
    [[nodiscard]] base::Expected<void> checkTeams(const SeriesPlan& plan, bool isNew);
    [[nodiscard]] base::Expected<void> readGames(const SeriesPlan& plan);
    [[nodiscard]] base::Expected<void> insert(const Attempt& attempt);
    [[nodiscard]] base::Expected<void> insert(const PlayedGame& game);

    std::filesystem::path m_path;
    base::FolderLock m_lock;
    std::optional<logs::Database> m_database;
    std::vector<std::string> m_teams;
    std::vector<PlayedGame> m_games;
    std::vector<Attempt> m_attempts;
};

} // namespace sideline::series
