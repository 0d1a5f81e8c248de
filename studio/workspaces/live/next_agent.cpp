#include "studio/workspaces/live/next_agent.h"

#include <algorithm>
#include <utility>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/nao.h"
#include "studio/session/live_session.h"
#include "studio/session/placement.h"
#include "studio/session/robot_choices.h"
#include "studio/settings/live_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

// Sets the robot to the user's choice, if it plays on this kind of server.
void setRobot(game::ServerKind server, std::string_view name, runtime::AgentSettings& settings) {
    auto chosen = robot::RobotCatalog().namedOfAny(name);
    if (!chosen || (*chosen)->traits().server != server) {
        chosen = playableRobots(server).front().model;
    }
    if (const auto type = robot::naoTypeNumberOf(**chosen)) {
        settings.typeNumber = *type;
    } else {
        settings.model = std::move(*chosen);
    }
    settings.field = runtime::defaultField(server);
}

} // namespace

runtime::AgentSettings nextAgentAt(const widgets::SimulatorView& view,
                                   std::span<const AgentHost::Agent> ours,
                                   std::string_view robotName) {
    runtime::AgentSettings settings;
    setRobot(view.serverKind.value_or(game::ServerKind::SimSpark), robotName, settings);
    if (view.source == LiveSession::Source::Simulator) {
        settings.port = static_cast<std::uint16_t>(view.agentPort);
        settings.isSync = true; // the simulator waits for the agent when this computer is slow
    } else if (view.source == LiveSession::Source::Server) {
        if (const auto server = parseHostPort(view.serverName)) {
            settings.host = server->host;
        }
        // Sync messages are harmless on servers that do not wait for them.
        settings.isSync = view.serverKind == game::ServerKind::Rcssservermj;
        settings.port = static_cast<std::uint16_t>(
            view.agentPort > 0 ? view.agentPort
                               : game::defaultAgentPort(runtime::serverOf(settings)));
    }
    const QString team = widgets::toQt(settings.team);
    const auto isTaken = [&](int unum) {
        const auto isOf = [&](const AgentHost::Agent& agent) {
            const runtime::AgentSettings& its = agent.blueprint.settings;
            return !agent.isProgram && its.unum == unum && its.team == settings.team &&
                   its.port == settings.port && its.host == settings.host;
        };
        return std::ranges::any_of(ours, isOf) ||
               std::ranges::any_of(view.robots, [&](const widgets::LiveRobotView& robot) {
                   return robot.team == team && robot.id.unum.value() == unum;
               });
    };
    constexpr int kMaxNumbers = 11;
    settings.unum = 1;
    while (settings.unum < kMaxNumbers && isTaken(settings.unum)) {
        ++settings.unum;
    }
    const math::Pose place = startPose(true, settings.unum); // own half
    settings.beam_F = Eigen::Vector3d(place.p.x(), place.p.y(), 0.0);
    return settings;
}

} // namespace sideline::studio
