#pragma once

#include <cstdint>

#include <QString>

#include "agentcore/world/agent_frame.h"

namespace sideline::widgets {

/// The current state of one agent, live or from a recording.
struct AgentView {
    /// State of the agent's connection, shown by the lamp.
    enum class Link : std::uint8_t {
        None, ///< there is no agent
        Connecting,
        Waiting, ///< waiting for the next attempt to connect
        Playing,
        Silent,  ///< connected, but no messages arrive
        Refused, ///< rejected by the server
        Stopped,
        Recorded, ///< from a recording: there is no connection
    };
    Link link = Link::None;
    QString fault;              ///< why it is not playing, for display
    double ageS = 0.0;          ///< age of the frame
    world::AgentFramePtr frame; ///< null before the first frame
};

} // namespace sideline::widgets
