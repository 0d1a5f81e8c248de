#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/decision_spans.h"

namespace sideline::studio {

/// Records what the built-in agents of a live match have done since the match began, as spans on
/// the steady clock.
class DecisionTap {
public:
    DecisionTap();

    /// Returns a sink for an agent's frames that passes them to `next`, which may be null. The sink
    /// may outlive the tap. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> wrap(std::shared_ptr<world::FrameSink> next);
    /// Clears all spans when a new match begins. Any thread.
    void clear();

    /// Spans of a player that are new or have changed since the last call.
    struct News {
        game::PlayerId robot;
        std::string team;
        std::size_t first = 0; ///< index of the first of `spans`
        std::vector<logs::DecisionSpan> spans;
    };
    /// Returns the new spans of players whose side is known. One thread.
    [[nodiscard]] std::vector<News> take();

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

} // namespace sideline::studio
