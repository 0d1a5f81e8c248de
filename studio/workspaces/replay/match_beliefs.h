#pragma once

#include <functional>
#include <memory>

#include "agentcore/world/agent_frame.h"
#include "logs/replay/frame_fetcher.h"
#include "logs/session/agent_values.h"

namespace sideline::studio {

/// What agents believe in the match on the screen. Empty functions: no agents.
struct MatchBeliefs {
    /// Null if there are none.
    std::function<std::shared_ptr<logs::AgentValues>()> values;
    /// Frame of the agent that is shown; may be null.
    std::function<world::AgentFramePtr()> shown;
    /// A frame of the match as that agent believes it, if the user wants to see that.
    std::function<logs::FetchedFrame(const logs::FetchedFrame&)> throughEyes;
    /// Whether that belief has yet to come; the frame is drawn again then.
    std::function<bool()> isAwaited;
};

} // namespace sideline::studio
