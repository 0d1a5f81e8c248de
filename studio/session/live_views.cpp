#include "studio/session/live_views.h"

#include <cmath>

#include "agentcore/robot/mujoco_robots.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

std::vector<widgets::LiveRobotView> robotsOf(const simulator::SimulatorStatus& status) {
    std::vector<widgets::LiveRobotView> robots;
    for (const simulator::SimulatorRobot& robot : status.robots) {
        // Rounded, because a list that changes every millisecond is unreadable.
        constexpr int kRoundedMs = 5;
        const bool isOfLeague = robot::findMujocoRobot(robot.model) != nullptr;
        widgets::LiveRobotView view{robot.id, widgets::toQt(robot.team),
                                    isOfLeague ? -1 : robot.typeNumber, robot.hasAgent,
                                    robot.isHeld};
        view.model = isOfLeague ? widgets::toQt(robot.model) : QString();
        view.waitMs =
            kRoundedMs * static_cast<int>(std::lround(1000.0 * robot.meanWaitS / kRoundedMs));
        view.waitingS = static_cast<int>(robot.waitS);
        view.isSkipped = robot.isSkipped;
        view.isStandIn = robot.isStandIn;
        robots.push_back(view);
    }
    return robots;
}

// Adds the logs that the simulator writes in addition to the live recording.
void addOutputs(LiveLinkView& view, const simulator::SimulatorStatus& status, bool isRecorded) {
    QStringList faults;
    view.lostMessages = isRecorded ? view.recording.lostMessages : 0;
    if (isRecorded) {
        faults << view.recordingFault;
    }
    for (const simulator::ServerOutput& output : status.outputs) {
        view.lostMessages += output.lost;
        faults << widgets::toQt(output.fault);
    }
    faults.removeAll(QString());
    faults.removeDuplicates();
    if (isRecorded || !faults.isEmpty()) {
        view.recordingFault = faults.join(QLatin1Char('\n'));
    }
}

} // namespace

void updateLink(LiveLinkView& view, const logs::MonitorLink::State& state, bool isRecorded) {
    view.isConnected = state.isConnected;
    view.isInSync = state.isInSync;
    view.isSilent = state.isSilent;
    view.serverSpeed = state.speed;
    view.isClockRunning = state.isClockRunning;
    view.messages = state.messages;
    view.damagedMessages = state.damagedMessages;
    view.unfittingMessages = state.unfittingMessages;
    view.fault = widgets::toQt(state.fault);
    view.recording = state.ring;
    if (isRecorded) {
        view.recordingFault = widgets::toQt(state.ring.fault);
        view.lostMessages = state.ring.lostMessages;
    }
}

void updateLink(LiveLinkView& view, const simulator::SimulatorStatus& status,
                const logs::LiveRing* ring) {
    view.serverSpeed = status.measuredSpeed;
    if (ring != nullptr) {
        view.recording = ring->state();
        view.messages = view.recording.frames;
        view.recordingFault = widgets::toQt(view.recording.fault);
    }
    addOutputs(view, status, ring != nullptr);
}

void updateView(widgets::SimulatorView& view, const simulator::SimulatorStatus& status) {
    view.isPaused = status.isPaused;
    view.isWaitingToStart = status.isWaitingToStart;
    view.speed = status.speed;
    view.measuredSpeed = status.measuredSpeed;
    view.cycle = status.cycle;
    view.agentPort = status.agentPort;
    view.monitorPort = status.monitorPort;
    view.monitorCount = static_cast<int>(status.monitorCount);
    view.robots = robotsOf(status);
    view.snapshots = toQtList(status.snapshots);
}

std::vector<widgets::LiveRobotView> robotsOf(const monitor::MatchFrame& frame) {
    std::vector<widgets::LiveRobotView> robots;
    for (const monitor::RobotFrame& robot : frame.robots) {
        robots.push_back({robot.id, widgets::toQt(frame.game.teamName(robot.id.side)),
                          robot.typeNumber, true, false});
    }
    return robots;
}

QStringList toQtList(const std::vector<std::string>& texts) {
    QStringList result;
    for (const std::string& text : texts) {
        result << widgets::toQt(text);
    }
    return result;
}

} // namespace sideline::studio
