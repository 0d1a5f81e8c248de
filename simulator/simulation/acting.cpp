// Actions of agents.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/game/rules.h"
#include "agentcore/math/angles.h"
#include "simulator/referee/standing_room.h"
#include "simulator/simulation/simulation_impl.h"

namespace sideline::simulator {

namespace {

using base::ErrorCode;
using game::PlayerId;
using game::Side;
using robot::JointId;

// Agent ids are part of the seeds of their sensors.
constexpr std::uint64_t kSeedStride = 0x9e3779b97f4a7c15U;

// Robots are created facing along y and rotated toward the opponents' goal
// (`RequestInitOrientation`).
double initialTurnDeg(Side side) {
    switch (side) {
    case Side::Left:
        return -90.0;
    case Side::Right:
        return 90.0;
    case Side::None:
        break;
    }
    return 0.0;
}

// The server stores numbers sent by agents in single precision.
double roundedAsOnServer(double value) {
    return static_cast<double>(static_cast<float>(value));
}

} // namespace

Simulation::Impl::Impl(const SimulationSettings& s)
    : settings(s),
      field(s.field),
      threads(static_cast<unsigned>(std::max(1, s.threadCount))),
      physics(s.field, s.solver),
      referee(s.field, s.rules, s.seed),
      world(physics, agents, s.field),
      scene(field),
      scratch(threads.threadCount()) {
    physics.setThreadPool(&threads);
    const double r = s.rules.agentRadiusM;
    const double x = s.field.lengthM / 2.0 - 2.0 * r;
    const double y = s.field.widthM / 2.0 - 2.0 * r;
    initPlaces = {{-x, y, r}, {x, y, r}};
    addStandIns();
}

Agent* Simulation::Impl::find(AgentId id) {
    const auto it = std::ranges::lower_bound(agents, id, {}, &Agent::id);
    return it != agents.end() && it->id == id ? &*it : nullptr;
}

Agent Simulation::Impl::newAgent(AgentId id) const {
    return Agent(id, settings.seed + kSeedStride * (static_cast<std::uint64_t>(id.value()) + 1U));
}

void Simulation::Impl::note(Agent& agent, std::string_view kind, std::string text) {
    constexpr std::size_t kMaxKinds = 100; // maximum number of different notes per agent
    if (agent.noted.size() < kMaxKinds && agent.noted.emplace(kind).second) {
        notes.push_back({agent.id, std::move(text)});
    }
}

void Simulation::Impl::receive(Agent& agent, std::string_view text) {
    protocol::parseAgentMessage(text, message);
    for (const protocol::EffectorFault& fault : message.faults) {
        note(agent, fmt::format("fault {}", fault.name), fault.error.toString());
    }
    for (const protocol::Effector& effector : message.effectors) {
        std::visit(
            [&](const auto& request) {
                using T = std::decay_t<decltype(request)>;
                if constexpr (std::is_same_v<T, protocol::SceneEffector>) {
                    agent.requests.body = {std::string(request.file), request.type};
                } else if constexpr (std::is_same_v<T, protocol::InitEffector>) {
                    agent.requests.player = {std::string(request.team), request.unum};
                } else if constexpr (std::is_same_v<T, protocol::BeamEffector>) {
                    agent.requests.beam = request;
                } else if constexpr (std::is_same_v<T, protocol::SayEffector>) {
                    say(agent, request.text);
                } else if constexpr (std::is_same_v<T, protocol::PassEffector>) {
                    agent.requests.pass = true;
                } else if constexpr (std::is_same_v<T, protocol::SynEffector>) {
                    ++agent.synCount;
                } else {
                    moveJoint(agent, request);
                }
            },
            effector);
    }
}

void Simulation::Impl::moveJoint(Agent& agent, const protocol::JointEffector& effector) {
    if (agent.body == 0) {
        return note(agent, "no body", "moves joints before it has a body (scene ...)");
    }
    const JointId joint = agent.model->findJoint(effector.name);
    if (!joint.isValid() || agent.model->joint(joint).effector != effector.name) {
        return note(agent, fmt::format("unknown {}", effector.name),
                    fmt::format("unknown effector \"{}\"", effector.name));
    }
    const bool isUniversal = agent.model->joint(joint).kind != robot::JointKind::Hinge;
    if (effector.axisCount != (isUniversal ? 2 : 1)) {
        return note(agent, fmt::format("axes {}", effector.name),
                    fmt::format("effector \"{}\" takes {}", effector.name,
                                isUniversal ? "two speeds" : "one speed"));
    }
    setJointSpeed(agent, joint, effector.speedRadPerS[0]);
    if (isUniversal) {
        setJointSpeed(agent, robot::otherAxis(*agent.model, joint), effector.speedRadPerS[1]);
    }
}

// A frozen joint treats every command as a stop, but only when a command arrives.
void Simulation::Impl::setJointSpeed(const Agent& agent, JointId joint, double radPerS) {
    physics.findRobot(agent.body)
        ->setJointSpeed(joint, agent.isFrozen[joint.index()] ? 0.0 : roundedAsOnServer(radPerS));
}

void Simulation::Impl::say(Agent& agent, std::string_view text) {
    if (agent.player.side == Side::None) {
        return note(agent, "say", "sends (say ...) before joining a team (init ...)");
    }
    if (!hearing.say(agent.player, text, physics.findRobot(agent.body)->pose(kTorso).p)) {
        note(agent, "say text",
             "sends an invalid (say ...): expected 1 to 20 characters without spaces or "
             "parentheses");
    }
}

void Simulation::Impl::realise(Agent& agent) {
    const AgentRequests pending = std::exchange(agent.requests, {});
    if (pending.body) {
        if (const auto made = giveBody(agent, pending.body->file, pending.body->type); !made) {
            note(agent, made.error().message, made.error().toString());
        }
    }
    if (pending.player) {
        if (const auto made = givePlayer(agent, pending.player->team, pending.player->unum);
            !made) {
            note(agent, made.error().message, made.error().toString());
        }
    }
    if (pending.beam) {
        beam(agent, *pending.beam);
    }
    if (pending.pass && agent.player.side != Side::None) {
        referee.requestPass(world, agent.player);
    }
}

base::Expected<void> Simulation::Impl::giveBody(Agent& agent, std::string_view file, int type) {
    if (agent.body != 0) {
        return base::failure(ErrorCode::InvalidArgument, "requests a second body");
    }
    const auto model = settings.robots.find(file, type);
    if (!model) {
        return tl::unexpected(model.error());
    }
    agent.model = *model;
    agent.typeNumber = type;
    agent.isFrozen.assign((*model)->joints().size(), false);
    agent.body =
        physics.addRobot(**model, math::Pose::translation((*model)->traits().p_STorsoAtStart));
    return {};
}

base::Expected<void> Simulation::Impl::givePlayer(Agent& agent, std::string_view team, int unum) {
    if (agent.body == 0) {
        return base::failure(ErrorCode::InvalidArgument, "requests a number before it has a body",
                             "(scene ...) first");
    }
    if (agent.player.side != Side::None) {
        return base::failure(
            ErrorCode::InvalidArgument,
            fmt::format("requests a second number, but is {}", game::toString(agent.player)));
    }
    const auto player = referee.game().requestUniform(team, unum, agent.typeNumber);
    if (player) {
        agent.player = *player;
        agent.team = team;
        world.notePlayers();
        hearing.join(agent.player);
        hearing.place(agent.player, physics.findRobot(agent.body)->pose(kTorso).p);
        if (takeOverStandIn(agent)) {
            return {};
        }
    }
    // The server moves the robot even if it has no number: to a point high above the center.
    placeUpright(agent, nextInitPlace(agent), initialTurnDeg(agent.player.side));
    if (!player) {
        return tl::unexpected(player.error());
    }
    return {};
}

// Positions along the outside of the team's own half, from left to right (`RequestInitPosition`).
Eigen::Vector3d Simulation::Impl::nextInitPlace(const Agent& agent) {
    const Side side = agent.player.side;
    if (side == Side::None) {
        return {0, 0, 10};
    }
    Eigen::Vector3d& next = side == Side::Left ? initPlaces.left_S : initPlaces.right_S;
    const StandingRoom room = standingRoom(settings.rules, *agent.model);
    const Eigen::Vector3d place(next.x(), next.y(), room.torsoM);
    const double r = room.radiusM;
    next.y() -= 3.0 * r;
    if (next.y() < -settings.field.widthM / 2.0) {
        next.y() = settings.field.widthM / 2.0 - 2.0 * r;
        next.x() += 2.0 * r;
    }
    return place;
}

void Simulation::Impl::placeUpright(Agent& agent, const Eigen::Vector3d& p_S, double turnDeg) {
    math::Pose X_STorso = math::Pose::translation(p_S);
    X_STorso.R =
        Eigen::AngleAxisd(math::radFromDeg(turnDeg), Eigen::Vector3d::UnitZ()).toRotationMatrix();
    physics.findRobot(agent.body)->place(X_STorso);
}

void Simulation::Impl::beam(Agent& agent, const protocol::BeamEffector& request) {
    using game::PlayMode;
    const PlayMode mode = referee.game().playMode();
    const bool mayBeam = mode == PlayMode::BeforeKickOff || mode == PlayMode::GoalLeft ||
                         mode == PlayMode::GoalRight;
    if (!mayBeam || physics.findRobot(agent.body) == nullptr) {
        return; // not allowed now, or no robot yet
    }
    if (agent.hasStartPlace && start.holdsPlaces) {
        return; // it has a place in the start situation
    }
    const game::Rules& rules = referee.rules();
    double x = request.xM + agent.beamNoise.uniform(-rules.beamNoiseXyM, rules.beamNoiseXyM);
    double y = request.yM + agent.beamNoise.uniform(-rules.beamNoiseXyM, rules.beamNoiseXyM);
    double turnDeg = request.headingDeg +
                     agent.beamNoise.uniform(-rules.beamNoiseAngleDeg, rules.beamNoiseAngleDeg);
    if (!rules.startsAnywhere) {
        x = std::clamp(x, -settings.field.lengthM / 2.0, 0.0);
        y = std::clamp(y, -settings.field.widthM / 2.0, settings.field.widthM / 2.0);
    }
    // Converts from the team's view to the server's. Robots without a team also beam, in the
    // server's view.
    const double sign = agent.player.side == Side::Right ? -1.0 : 1.0;
    placeUpright(agent, {sign * x, sign * y, standingRoom(rules, *agent.model).torsoM},
                 turnDeg + initialTurnDeg(agent.player.side));
}

void Simulation::Impl::swapSides() {
    for (Agent& agent : agents) {
        if (agent.player.side != Side::None) {
            agent.player.side = agent.player.side == Side::Left ? Side::Right : Side::Left;
        }
    }
    hearing.swapSides();
    world.notePlayers();
}

} // namespace sideline::simulator
