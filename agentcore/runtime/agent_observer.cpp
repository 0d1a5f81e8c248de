#include "agentcore/runtime/agent_observer.h"

#include <algorithm>
#include <variant>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/world/assess.h"

namespace sideline::runtime {

namespace {

constexpr std::string_view kSynText = "(syn)";

std::chrono::nanoseconds clockTime() {
    return std::chrono::steady_clock::now().time_since_epoch();
}

// Frames store commands without the final `(syn)`.
void assignWithoutSyn(std::string& out, std::string_view commands) {
    out.clear();
    for (std::size_t at = 0; at < commands.size();) {
        const std::size_t syn = std::min(commands.find(kSynText, at), commands.size());
        out += commands.substr(at, syn - at);
        at = syn + kSynText.size();
    }
}

} // namespace

AgentObserver::AgentObserver(const world::AgentIdentity& identity, localization::Method method,
                             const field::FieldVersion& field)
    : m_model(identity.model),
      m_field(std::make_unique<field::FieldModel>(field.dimensions)),
      m_world(identity, *m_field, localization::makeEstimator(method)) {
    SIDELINE_ASSERT(m_model != nullptr);
    m_percepts.reserve();
    m_speedsRadPerS.assign(m_model->joints().size(), 0.0);
}

void AgentObserver::observe(const Exchange& exchange, world::AgentFrame& frame) {
    const auto startedAt = clockTime();
    frame.cycle = m_cycles++;
    frame.lines.clear();
    frame.values.clear();
    frame.drawings.clear();
    frame.decision = {};
    frame.perceptText = exchange.percepts;
    read(frame.perceptText, frame);
    const auto parsedAt = clockTime();
    m_world.update(m_percepts, frame);
    takeCommands(exchange.commands, frame);
    m_world.sent(frame.body.joints);
    const bool isPlayer = frame.identity.robot.side != game::Side::None;
    m_counters.missedCycles += isPlayer && exchange.answers == 0 ? 1 : 0;
    m_late.serverSent();
    m_counters.lateAnswers += exchange.answers > 0 && m_late.agentSent() ? 1U : 0U;
    frame.counters = m_counters;
    frame.values.push_back({"answer.count", static_cast<double>(exchange.answers)});
    frame.timing = {};
    frame.timing.receivedAt = exchange.receivedAt;
    frame.timing.parse = parsedAt - startedAt;
    frame.timing.update = clockTime() - parsedAt;
    if (exchange.answers > 0) {
        frame.timing.senseToAct = exchange.answeredAt - exchange.receivedAt;
    }
    assignWithoutSyn(frame.commandText, exchange.commands);
}

void AgentObserver::read(std::string_view percepts, world::AgentFrame& frame) {
    if (const auto parsed = protocol::parsePercepts(percepts, m_percepts); !parsed) {
        m_percepts.clear(); // the joint beliefs are then extrapolated
        if (++m_counters.damagedMessages == 1) {
            frame.lines.push_back("damaged message: " + parsed.error().toString());
        }
        return;
    }
    m_counters.unknownPercepts += m_percepts.unread.size();
    m_notes.note(m_percepts, frame);
    if (m_percepts.serverTimeS) {
        m_counters.missedCycles += m_missed.note(*m_percepts.serverTimeS);
    }
}

void AgentObserver::takeCommands(std::string_view commands, world::AgentFrame& frame) {
    if (m_model->traits().server == game::ServerKind::Rcssservermj) {
        takeMujoco(commands, frame);
    } else {
        takeSimSpark(commands, frame);
    }
}

// Joints without a new command keep their previous targets.
void AgentObserver::takeMujoco(std::string_view commands, world::AgentFrame& frame) {
    namespace mujoco = protocol::mujoco;
    mujoco::parseMessage(commands, m_mujocoMessage);
    for (const mujoco::Action& action : m_mujocoMessage.actions) {
        if (const auto* motor = std::get_if<mujoco::Motor>(&action)) {
            const robot::JointId joint = m_model->findJoint(motor->name);
            if (joint.isValid()) {
                frame.body.joints[joint.index()].targetRad =
                    math::radFromDeg(motor->angleDeg.value);
            }
        } else if (std::holds_alternative<mujoco::Beam>(action)) {
            takeBeam(frame);
        }
    }
}

void AgentObserver::takeSimSpark(std::string_view commands, world::AgentFrame& frame) {
    protocol::parseAgentMessage(commands, m_message);
    for (const protocol::Effector& effector : m_message.effectors) {
        if (const auto* joint = std::get_if<protocol::JointEffector>(&effector)) {
            takeJoint(*joint);
        } else if (std::holds_alternative<protocol::BeamEffector>(effector)) {
            takeBeam(frame);
        }
    }
    for (std::size_t i = 0; i < frame.body.joints.size(); ++i) {
        const robot::Joint& limits = m_model->joints()[i];
        world::JointBelief& joint = frame.body.joints[i];
        joint.commandRadPerS = m_speedsRadPerS[i];
        joint.targetRad = std::clamp(joint.expectedRad + game::kStepS * joint.commandRadPerS,
                                     std::min(limits.minRad, joint.expectedRad),
                                     std::max(limits.maxRad, joint.expectedRad));
    }
}

void AgentObserver::takeJoint(const protocol::JointEffector& effector) {
    for (std::size_t i = 0; i < m_speedsRadPerS.size(); ++i) {
        if (m_model->joints()[i].effector != effector.name) {
            continue;
        }
        const auto command = [&](std::size_t joint, double speedRadPerS) {
            const double most = m_model->joints()[joint].maxSpeedRadPerS;
            m_speedsRadPerS[joint] = std::clamp(speedRadPerS, -most, most);
        };
        command(i, effector.speedRadPerS[0]);
        const bool isUniversal = m_model->joints()[i].kind == robot::JointKind::UniversalFirst;
        if (isUniversal && effector.axisCount == 2) {
            command(i + 1, effector.speedRadPerS[1]);
        }
        return;
    }
}

void AgentObserver::takeBeam(const world::AgentFrame& frame) {
    if (frame.game.playMode && world::allowsBeam(*frame.game.playMode)) {
        m_world.beamed();
    }
}

} // namespace sideline::runtime
