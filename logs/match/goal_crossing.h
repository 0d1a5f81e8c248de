#pragma once

#include <map>

#include "agentcore/game/sides.h"
#include "logs/match/analysis_instant.h"

namespace sideline::logs {

/// Determines when a goal happened: when the ball crossed the goal line.
///
/// Server logs omit a change of the score while a monitor is connected, and report it only in the
/// next full scene, up to 3 s later. The ball shows when the goal really happened. One thread.
class GoalCrossing {
public:
    /// Processes the next instant, in chronological order.
    void process(const AnalysisInstant& now) {
        if (m_isReported) { // earlier crossings have been reported, or were not goals
            m_first.clear();
        }
        m_isReported = now.isFull && now.isGood;
        if (const game::Side goal = goalWithBall(now); now.isGood && goal != game::Side::None) {
            m_first.try_emplace(goal, momentOf(now));
        }
    }
    /// Returns the time of a goal that the last processed instant reports. If that instant is a
    /// full scene, this is the first frame since the last full scene with the ball in the other
    /// team's goal, if there is one; otherwise it is the current frame.
    /// @param side side for which the goal counts; not None
    [[nodiscard]] Moment momentOfGoal(game::Side side, const AnalysisInstant& now) const {
        const auto first = m_first.find(game::opponentOf(side));
        return now.isFull && first != m_first.end() ? first->second : momentOf(now);
    }

private:
    bool m_isReported = false;
    std::map<game::Side, Moment> m_first; ///< first instant with the ball in each goal
};

} // namespace sideline::logs
