#pragma once

#include <cstdint>

#include <QString>
#include <QStringList>

#include "logs/live/live_ring.h"
#include "logs/live/monitor_link.h"
#include "simulator/server/simulator_thread.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// How the connection to a live match is doing, and its recording.
struct LiveLinkView {
    bool isConnected = false; ///< always, for the simulator
    bool isInSync = false;    ///< the "in sync" lamp: the frames are what the server has
    bool isSilent = false;    ///< connected, but no message came for three seconds
    double serverSpeed = 0.0; ///< server time per time, also while the game clock stands
    bool isClockRunning = false;
    std::uint64_t messages = 0;
    std::uint64_t damagedMessages = 0;
    std::uint64_t unfittingMessages = 0;
    QString fault; ///< what is wrong with the connection; empty if nothing is
    logs::RingState recording;
    QString recordingFault;   ///< why nothing is recorded; empty if all is well
    quint64 lostMessages = 0; ///< that are missing in recordings, as they could not be written
};

/// Takes over what a server's connection reports. @param isRecorded whether there is a recording
void updateLink(LiveLinkView& view, const logs::MonitorLink::State& state, bool isRecorded);
/// Takes over what the simulator reports, and the recording; null for none.
void updateLink(LiveLinkView& view, const simulator::SimulatorStatus& status,
                const logs::LiveRing* ring);

/// Takes over what the simulator reports.
void updateView(widgets::SimulatorView& view, const simulator::SimulatorStatus& status);
/// The robots of a server's frame, for display.
[[nodiscard]] std::vector<widgets::LiveRobotView> robotsOf(const monitor::MatchFrame& frame);
[[nodiscard]] QStringList toQtList(const std::vector<std::string>& texts);

} // namespace sideline::studio
