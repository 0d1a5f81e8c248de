#include "agentcore/monitor/trainer_support.h"

#include <algorithm>
#include <numbers>

#include "agentcore/math/angles.h"
#include "agentcore/robot/posture.h"

namespace sideline::monitor {

namespace {

using game::ServerKind;

constexpr std::string_view kUnsupportedCommand = "rcssservermj has no such command";

// The reason why rcssservermj does not support a command.
struct Why {
    using Reason = std::optional<std::string_view>;
    Reason operator()(const AgentCommand& command) const {
        return command.battery || command.temperature
                   ? Reason("rcssservermj does not simulate batteries and temperatures")
                   : std::nullopt;
    }
    Reason operator()(const BallCommand& /*command*/) const { return std::nullopt; }
    Reason operator()(const DropBall& /*command*/) const { return std::nullopt; }
    Reason operator()(const KickOff& /*command*/) const { return std::nullopt; }
    Reason operator()(const SetPlayMode& command) const {
        return command.mode == game::PlayMode::PassLeft || command.mode == game::PlayMode::PassRight
                   ? Reason("rcssservermj has no pass modes")
                   : std::nullopt;
    }
    Reason operator()(const KillSimulation& /*command*/) const {
        return "rcssservermj accepts this command but ignores it";
    }
    Reason operator()(const RequestFullState& /*command*/) const {
        return "rcssservermj has no such command: it sends a full scene every ten seconds";
    }
    template <typename Command>
    Reason operator()(const Command& /*command*/) const {
        return kUnsupportedCommand;
    }
};

} // namespace

std::optional<std::string_view> unsupportedReason(ServerKind server, const TrainerCommand& command,
                                                  bool isOurs) {
    if (isOurs && server == ServerKind::Rcssservermj &&
        std::holds_alternative<SetPlayMode>(command)) {
        return "version 0.2.1 of rcssservermj ignores play modes, and so does this simulator";
    }
    return server == ServerKind::SimSpark ? std::nullopt : std::visit(Why(), command);
}

const std::vector<std::string_view>& playModesOf(ServerKind server) {
    static const std::vector<std::string_view> kSimSpark(game::kPlayModeNames.begin(),
                                                         game::kPlayModeNames.end());
    static const std::vector<std::string_view> kMujoco = [] {
        std::vector<std::string_view> names = kSimSpark;
        std::erase_if(names, [](std::string_view name) { return name.starts_with("pass_"); });
        for (const std::string_view name : {"penalty_kick_left", "penalty_kick_right",
                                            "penalty_shoot_left", "penalty_shoot_right"}) {
            names.push_back(name);
        }
        return names;
    }();
    return server == ServerKind::SimSpark ? kSimSpark : kMujoco;
}

TrainerCommand adapted(ServerKind server, const TrainerCommand& command, const MatchFrame* frame) {
    if (server == ServerKind::SimSpark) {
        return command;
    }
    if (const auto* ball = std::get_if<BallCommand>(&command)) {
        BallCommand placed = *ball;
        if (!placed.p_SBall && frame != nullptr && frame->ball) {
            placed.p_SBall = frame->ball->X_SBall.p;
        }
        if (placed.p_SBall && frame != nullptr) { // SimSpark's ball is smaller
            placed.p_SBall->z() = std::max(placed.p_SBall->z(), frame->game.ballRadiusM());
        }
        return placed;
    }
    if (const auto* agent = std::get_if<AgentCommand>(&command); agent != nullptr && agent->move) {
        AgentCommand moved = *agent;
        moved.move->yawRad = math::wrapRad(moved.move->yawRad + std::numbers::pi / 2.0);
        const RobotFrame* robot = frame != nullptr ? frame->findRobot(agent->agent) : nullptr;
        if (robot != nullptr && robot->model != nullptr) {
            moved.move->p_STorso.z() =
                std::max(moved.move->p_STorso.z(),
                         robot->model->standingTorsoM() + robot::kPlacingClearanceM);
        }
        return moved;
    }
    return command;
}

} // namespace sideline::monitor
