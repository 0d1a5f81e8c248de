#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "motions/value.h"
#include "series/game_row.h"
#include "series/schedule.h"

namespace sideline::series {

/// A game of the schedule with what came of it.
struct PlayedGame {
    ScheduledGame game;
    GameResult result;
    int repeats = 0; ///< attempts before it that failed

    /// The side of the first team of its pairing.
    [[nodiscard]] game::Side firstSide() const {
        return game.isSwapped ? game::Side::Right : game::Side::Left;
    }
};

/// A condition on the statistics of a series, such as `goals_a > goals_b + 1`.
///
/// On either side stand numbers and names with `+ - * /` and brackets, as in motion files; between
/// them one of `< <= > >= == !=`. A name is that of a statistic (`gameStatistics`), or `games`. Its
/// value is the mean of the games; in front of it `least_`, `most_` or `total_` take the least, the
/// greatest, or the sum instead. In a game it is the value of `_left` or `_right`, of `_a` or `_b`,
/// the first or second team of the pairing, or without that the sum of both sides;
/// `_per_player` behind all divides by the number of players.
class Expectation {
public:
    /// Errors: Malformed, InvalidArgument for names that there are not.
    [[nodiscard]] static base::Expected<Expectation> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return m_text; }

    struct Outcome {
        double left = 0.0; ///< of the comparison; NaN when nothing is known
        double right = 0.0;
        bool holds = false;
    };
    /// @param games if there is none, nothing holds
    [[nodiscard]] Outcome judge(const std::vector<PlayedGame>& games) const;

private:
    std::string m_text;
    keyframe::Value m_left;
    keyframe::Value m_right;
    std::string m_comparison;
};

} // namespace sideline::series
