#pragma once

#include <functional>
#include <memory>

#include "agentcore/world/agent_frame.h"
#include "logs/replay/frame_fetcher.h"
#include "logs/session/agent_values.h"

namespace sideline::studio {

/// Access to the agents' beliefs in the shown match. The functions are empty if there are no
/// agents.
struct MatchBeliefs {
    /// Returns the agents' values; null if there are none.
    std::function<std::shared_ptr<logs::AgentValues>()> values;
    /// Returns the frame of the agent that is shown; may be null.
    std::function<world::AgentFramePtr()> shown;
    /// Returns a frame of the match as that agent believes it to be, if the user has enabled that.
    std::function<logs::FetchedFrame(const logs::FetchedFrame&)> throughEyes;
    /// Returns whether that belief has not arrived yet; the frame is redrawn when it does.
    std::function<bool()> isAwaited;
};

} // namespace sideline::studio
