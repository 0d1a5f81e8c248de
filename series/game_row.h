#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::series {

/// The value of an unknown statistic.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// A statistic of both sides of every game: a column of tables and a name in conditions.
struct StatisticInfo {
    std::string name; ///< such as `falls`
    std::string unit; ///< may be empty
    std::string description;
};

/// All statistics, in the order of their columns. A new one is added here.
[[nodiscard]] const std::vector<StatisticInfo>& gameStatistics();
/// Index of a statistic in `gameStatistics`. @param name must be one of its names
[[nodiscard]] std::size_t statisticIndex(std::string_view name);

/// A statistic's values for both sides; NaN where unknown.
using BothSides = logs::BothSides<double>;

/// A goal in a game.
struct GameGoal {
    game::Side side = game::Side::None; ///< side for which it counts
    double gameTimeS = 0.0;
    double recordTimeS = 0.0; ///< record time in the match log, s
    [[nodiscard]] bool operator==(const GameGoal&) const = default;
};
/// Goals as the text of a table's field, such as `left 83.20 90.52; right 100.00 107.30`: side,
/// game time and record time, s.
[[nodiscard]] std::string textOf(const std::vector<GameGoal>& goals);
/// Parses the output of `textOf`; any other text yields no goals.
[[nodiscard]] std::vector<GameGoal> goalsFrom(std::string_view text);

/// The result of one game.
struct GameResult {
    double playedS = 0.0;          ///< game time at the end
    std::vector<GameGoal> goals;   ///< in order; empty without a match log
    std::vector<BothSides> values; ///< one per statistic

    GameResult();
    [[nodiscard]] const BothSides& value(std::string_view statistic) const;
    void set(std::string_view statistic, double left, double right);
    /// Sets the score and the resulting points.
    void setScore(int left, int right);
};

/// Parses a player such as `left 2`, as `game::toString` writes it; nothing for other text.
[[nodiscard]] std::optional<game::PlayerId> playerFrom(std::string_view text);

/// Returns a result as the text of a file, which `resultFrom` parses.
[[nodiscard]] std::string textOf(const GameResult& result);
/// Parses the text of `textOf`; missing statistics are unknown. Errors: Malformed.
[[nodiscard]] base::Expected<GameResult> resultFrom(std::string_view text);

/// Adds the statistics of a game's match log.
/// Errors: those of reading it.
[[nodiscard]] base::Expected<void> addLogStatistics(const std::filesystem::path& log,
                                                    GameResult& result);

} // namespace sideline::series
