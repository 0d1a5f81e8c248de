#pragma once

#include <cstdint>

#include <QObject>

#include "agentcore/world/agent_frame.h"
#include "studio/session/agent_host.h"
#include "studio/session/agent_recording_player.h"
#include "studio/session/decision_tap.h"
#include "studio/session/drawing_session.h"
#include "studio/session/localize_feed.h"
#include "studio/session/session_recorder.h"

namespace sideline::studio {

/// Source of the shown match frame.
enum class FramePlace : std::uint8_t {
    Now,     ///< the newest frame of the live match
    Earlier, ///< the recording of the live match
    Log,
};

/// The agent of the selected robot, at the shown instant of the match; without a selection, the
/// agent that was shown last. GUI thread only.
class ShownAgent : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// The agent's frame; null if there is none (yet).
    [[nodiscard]] virtual const world::AgentFramePtr& shown() const = 0;
    /// Whether the belief at the shown frame of the match is still being read; until the next
    /// `agentShown`, the shown data belongs to an earlier frame.
    [[nodiscard]] virtual bool isAsking() const = 0;
    /// The agent that is shown, if it is playing and its newest frame is shown; otherwise null.
    [[nodiscard]] virtual const AgentHost::Agent* playing() const = 0;

Q_SIGNALS:
    /// Emitted when another frame or another agent is shown; null if none is shown.
    void agentShown(const sideline::world::AgentFramePtr& frame);
};

/// The agents of the live match and of sessions, for workspaces that do not run agents themselves.
/// The referenced objects live as long as the window.
struct LiveAgents {
    AgentHost& host;
    ShownAgent& shown;
    AgentRecordingPlayer& session; ///< the session that is open
    LocalizeFeed& feed;            ///< every frame of every agent
    DecisionTap& decisions;        ///< decisions of all agents in the live match
    DrawingSession& drawings;
    SessionRecorder& recorder;
};

} // namespace sideline::studio
