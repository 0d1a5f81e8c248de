#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/decision_spans.h"

namespace sideline::studio {

/// What the built-in agents of a live match do, and did since it began: spans on the steady clock.
class DecisionTap {
public:
    DecisionTap();

    /// A place for an agent's frames that hands them on to another one (or none). Lives longer than
    /// the tap, if it has to. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> wrap(std::shared_ptr<world::FrameSink> next);
    /// Another match begins. Any thread.
    void clear();

    /// What is new of a player since the last call: its spans from a place on.
    struct News {
        game::PlayerId robot;
        std::string team;
        std::size_t first = 0; ///< place of the first of `spans`
        std::vector<logs::DecisionSpan> spans;
    };
    /// Players whose side is known. One thread.
    [[nodiscard]] std::vector<News> take();

private:
    struct Shared;
    class Sink;
    std::shared_ptr<Shared> m_shared;
};

} // namespace sideline::studio
