#pragma once

#include <map>
#include <utility>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"

namespace sideline::logs {

/// Distinguishes new fouls from repeated announcements, which the server sends in every cycle.
class FoulFilter {
public:
    /// @param recordTimeS time of the announcement; must ascend
    [[nodiscard]] bool isNew(const monitor::Foul& foul, double recordTimeS) {
        const auto [last, isFirst] =
            m_lastS.try_emplace(std::pair(foul.type, foul.offender), recordTimeS);
        const bool isRepeated = !isFirst && recordTimeS - last->second < kSameFoulS;
        last->second = recordTimeS;
        return !isRepeated;
    }

private:
    static constexpr double kSameFoulS = 1.0;
    std::map<std::pair<int, game::PlayerId>, double> m_lastS; ///< time of the last announcement
};

} // namespace sideline::logs
