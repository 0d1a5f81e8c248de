#pragma once

#include <cstdint>

#include <QString>
#include <QStringList>

#include "logs/live/live_ring.h"
#include "logs/live/monitor_link.h"
#include "simulator/server/simulator_thread.h"
#include "studio/session/pace_watch.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// State of the connection to a live match, and of its recording.
struct LiveLinkView {
    bool isConnected = false; ///< always true for the simulator
    bool isInSync = false;    ///< the "in sync" lamp: the frames match the state of the server
    bool isSilent = false;    ///< connected, but no message for three seconds
    double serverSpeed = 0.0; ///< server time per real time, even while the game clock is stopped
    bool isClockRunning = false;
    Pace pace;                   ///< pace of the simulator; unused for servers
    bool waitsForAgents = false; ///< the simulator waits for every agent
    std::uint64_t messages = 0;
    std::uint64_t damagedMessages = 0;
    std::uint64_t unfittingMessages = 0;
    QString fault; ///< connection error; empty if there is none
    logs::RingState recording;
    QString recordingFault;   ///< why nothing is recorded; empty if there is no error
    quint64 lostMessages = 0; ///< messages missing in recordings because writing failed
};

/// Copies the state of a server connection. @param isRecorded whether there is a recording
void updateLink(LiveLinkView& view, const logs::MonitorLink::State& state, bool isRecorded);
/// Copies the state of the simulator and of the recording; null for none.
void updateLink(LiveLinkView& view, const simulator::SimulatorStatus& status,
                const logs::LiveRing* ring);

/// Copies the state of the simulator.
void updateView(widgets::SimulatorView& view, const simulator::SimulatorStatus& status);
/// Returns the robots of a frame from a server, for display.
[[nodiscard]] std::vector<widgets::LiveRobotView> robotsOf(const monitor::MatchFrame& frame);
[[nodiscard]] QStringList toQtList(const std::vector<std::string>& texts);

} // namespace sideline::studio
