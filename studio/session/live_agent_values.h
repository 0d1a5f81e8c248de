#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "agentcore/world/agent_frame.h"
#include "logs/session/agent_values.h"

namespace sideline::studio {

/// Keeps the latest frames of the built-in agents, for plots of a match without a recorded session.
/// Nothing is kept unless an object returned by `values` exists.
class AgentFrameTap {
public:
    AgentFrameTap();

    /// Returns a sink for an agent's frames that passes them to `next`, which may be null, and to
    /// the readers of values. The sink may outlive the tap. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> wrap(std::shared_ptr<world::FrameSink> next);

    /// Returns the values of the agents from now on; values of earlier instants are reported as
    /// unknown. Objects returned before receive no more values.
    /// @param arrivalOf returns the arrival time of a frame of the match on the steady clock
    /// @param isServerClock see `SessionAgentValues::Options`
    [[nodiscard]] std::shared_ptr<logs::AgentValues> values(
        std::function<std::optional<std::chrono::nanoseconds>(logs::FrameNumber)> arrivalOf,
        bool isServerClock);

private:
    struct Shared;
    class Values;
    std::shared_ptr<Shared> m_shared;
};

} // namespace sideline::studio
