#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "motions/value.h"
#include "series/game_row.h"
#include "series/schedule.h"

namespace sideline::series {

/// A game of the schedule with its result.
struct PlayedGame {
    ScheduledGame game;
    GameResult result;
    int repeats = 0; ///< failed attempts before this game

    /// Returns the side of the first team of its pairing.
    [[nodiscard]] game::Side firstSide() const {
        return game.isSwapped ? game::Side::Right : game::Side::Left;
    }
};

/// A condition on the statistics of a series, such as `goals_a > goals_b + 1`.
///
/// Each side is an expression of numbers and names with `+ - * /` and parentheses, as in motion
/// files; they are separated by one of `< <= > >= == !=`. A name is the name of a statistic
/// (`gameStatistics`), or `games`. Its value is the mean over the games; the prefix `least_`,
/// `most_` or `total_` selects the minimum, the maximum or the sum instead. Within a game, the
/// suffix `_left` or `_right` selects a side and `_a` or `_b` the first or second team of the
/// pairing; without a suffix, both sides are added. A final `_per_player` divides by the number of
/// players.
class Expectation {
public:
    /// Errors: Malformed, InvalidArgument for unknown names.
    [[nodiscard]] static base::Expected<Expectation> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return m_text; }

    struct Outcome {
        double left = 0.0; ///< left side of the comparison; NaN if unknown
        double right = 0.0;
        bool holds = false;
    };
    /// @param games if empty, no condition holds
    [[nodiscard]] Outcome judge(const std::vector<PlayedGame>& games) const;

private:
    std::string m_text;
    keyframe::Value m_left;
    keyframe::Value m_right;
    std::string m_comparison;
};

} // namespace sideline::series
