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

/// The last frames of the built-in agents as they come, for plots of a match of which no session is
/// recorded. While nobody has values of them, nothing is kept.
class AgentFrameTap {
public:
    AgentFrameTap();

    /// A place for an agent's frames that hands them on to another one (or none), and to whoever
    /// reads values. Lives longer than the tap, if it has to. Any thread.
    [[nodiscard]] std::shared_ptr<world::FrameSink> wrap(std::shared_ptr<world::FrameSink> next);

    /// Values of the agents from now on; of earlier instants it answers that nothing is known. What
    /// was made before has none any more.
    /// @param arrivalOf when a frame of the match came, on the steady clock
    /// @param isServerClock see `SessionAgentValues::Options`
    [[nodiscard]] std::shared_ptr<logs::AgentValues> values(
        std::function<std::optional<std::chrono::nanoseconds>(logs::FrameNumber)> arrivalOf,
        bool isServerClock);

private:
    struct Shared;
    class Sink;
    class Values;
    std::shared_ptr<Shared> m_shared;
};

} // namespace sideline::studio
