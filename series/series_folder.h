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

/// The outcome of an attempt to play a game.
struct Attempt {
    int game = 0;
    std::string outcome; ///< `finished`, `hung` or `failed`
    std::string reason;  ///< why the attempt did not finish
    double wallS = 0.0;  ///< real time
    /// Kept output of server and players, relative to the folder; empty: none.
    std::string output{};
    /// Packed match log of an attempt that failed, relative to the folder; empty: none.
    std::string log{};
    /// The player whose loss made it fail, such as `left 2`; empty: none.
    std::string player{};
};

/// The folder of a series. One process at a time may open it for writing; one thread at a time.
///
/// series.toml the settings, with absolute paths results.sqlite tables: games, attempts, teams,
/// statistics results.csv the games report.html everything on one page logs/ a match log of each
/// game, packed outputs/ output of server and players of failed attempts, and match log until the
/// failure games/ files written by running games
class SeriesFolder {
public:
    /// Creates a folder.
    /// Errors: InvalidArgument when the folder already holds a series or another process uses it;
    /// Io, PermissionDenied, LimitExceeded.
    [[nodiscard]] static base::Expected<SeriesFolder> create(const std::filesystem::path& path,
                                                             const SeriesPlan& plan);
    /// Opens a folder to continue its series.
    /// Errors: NotFound; InvalidArgument when another process uses it, or when a team differs from
    /// the one that the series was started with; those of the database.
    [[nodiscard]] static base::Expected<SeriesFolder> open(const std::filesystem::path& path,
                                                           const SeriesPlan& plan);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    /// A file of a running game: its result is `.json`, its match log `.log`, packed `.log.zst`.
    /// @param tag distinguishes processes that play the same game; may be empty
    [[nodiscard]] static std::filesystem::path gameFileIn(const std::filesystem::path& folder,
                                                          int game, const std::string& tag,
                                                          const char* ending);
    /// The match log of a game, relative to the folder.
    [[nodiscard]] static std::filesystem::path logName(int game);

    /// The finished games, by number.
    [[nodiscard]] const std::vector<PlayedGame>& games() const { return m_games; }
    [[nodiscard]] const std::vector<Attempt>& attempts() const { return m_attempts; }

    /// Stores an attempt, with the game if it has finished, in one transaction.
    [[nodiscard]] base::Expected<void> store(const Attempt& attempt,
                                             const std::optional<PlayedGame>& game);
    /// Stores a packed log as that of a game; does nothing if the file is missing.
    void keepLog(int game, const std::filesystem::path& log) const;
    /// Keeps a file of a game's newest attempt, which failed and is not stored yet.
    /// @param ending ending of the file's name, such as `.txt`
    /// @return its name relative to the folder; empty if there is none
    [[nodiscard]] std::string keepOfFailed(int game, const std::filesystem::path& file,
                                           const char* ending) const;
    /// Removes games played after their pairing was decided.
    [[nodiscard]] base::Expected<void> drop(const std::vector<int>& games);
    /// Removes the leftover files of attempts of all processes.
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
