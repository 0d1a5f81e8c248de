#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::series {

/// The value of what is not known.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// What is known of both sides of every game: a column of tables, a name in conditions.
struct StatisticInfo {
    std::string name; ///< as `falls`
    std::string unit; ///< may be empty
    std::string description;
};

/// All statistics, in the order of their columns. Whoever adds one adds it here.
[[nodiscard]] const std::vector<StatisticInfo>& gameStatistics();
/// The place of a statistic in `gameStatistics`. @param name of one
[[nodiscard]] std::size_t statisticIndex(std::string_view name);

/// Values of a statistic of both sides; NaN where unknown.
using BothSides = logs::BothSides<double>;

/// What came of one game.
struct GameResult {
    double playedS = 0.0;          ///< game time at its end
    std::vector<BothSides> values; ///< one per statistic

    GameResult();
    [[nodiscard]] const BothSides& value(std::string_view statistic) const;
    void set(std::string_view statistic, double left, double right);
    /// Sets the score, and the points that it gives.
    void setScore(int left, int right);
};

/// A result as the text of a file, which reads back as the same.
[[nodiscard]] std::string textOf(const GameResult& result);
/// Errors: Malformed; statistics that are not named are unknown.
[[nodiscard]] base::Expected<GameResult> resultFrom(std::string_view text);

/// Adds what the match log of a game tells.
/// Errors: those of reading it.
[[nodiscard]] base::Expected<void> addLogStatistics(const std::filesystem::path& log,
                                                    GameResult& result);

} // namespace sideline::series
