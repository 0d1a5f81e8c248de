#include "agentcore/runtime/agent_cycle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/localization/methods.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/runtime/late_answers.h"
#include "agentcore/world/assess.h"

namespace sideline::runtime {

namespace {

using net::Clock;

using game::kStepS;
// The server reports the number two messages after the request; a longer delay means that the
// request failed.
constexpr int kMaxMessagesWithoutUnum = 25;
constexpr int kMaxInvalidMessages = 50;
constexpr std::size_t kNoteBytes = 100;

world::AgentIdentity identityOf(const AgentSettings& settings) {
    return {settings.team,
            {game::Side::None, game::UniformNumber(settings.unum)},
            settings.typeNumber,
            modelOf(settings).shared()};
}

std::chrono::nanoseconds since(Clock::time_point begin, Clock::time_point end) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin);
}

} // namespace

AgentCycle::AgentCycle(const AgentSettings& settings, std::unique_ptr<behavior::Behavior> behavior)
    : m_settings(settings),
      m_model(modelOf(settings).shared()),
      m_text(settings),
      m_field(std::make_shared<field::FieldModel>(settings.field.dimensions)),
      m_world(identityOf(settings), *m_field, localization::makeEstimator(settings.method)),
      m_controller(*m_model, kStepS),
      m_switch(std::move(behavior)),
      m_beaming(*m_model, m_settings.beam_F) {
    m_percepts.reserve();
    m_command.reserve(std::size_t{2} << 10U);
    m_speedsRadPerS.reserve(m_model->joints().size());
    m_request.say.reserve(64);
    m_userMessage.reserve(64);
}

void AgentCycle::connected() {
    m_world.reset(m_settings.unum);
    m_stage = JoinStage::AsksForBody;
    m_counters.reconnects = m_links;
    ++m_links;
    m_linkMessages = 0;
    m_messagesWithoutUnum = 0;
    m_invalidMessages = 0;
    m_beaming.reset();
    m_missed.reset();
    m_userMessage.clear();
    m_userBeam_F.reset();
    m_switch.reset();
}

std::string_view AgentCycle::greeting() {
    m_greeting.clear();
    m_text.greet(m_greeting);
    if (m_settings.isSync && !m_text.joinsImmediately()) {
        m_text.sync(m_greeting);
    }
    return m_greeting;
}

void AgentCycle::obey(const AgentCommand& command) {
    std::visit([this](const auto& each) { execute(each); }, command);
}

void AgentCycle::execute(const command::Retune& command) {
    m_switch.obey(command);
    if (!command.line.empty()) {
        m_userLines.push_back(command.line);
    }
}

void AgentCycle::execute(const command::Gains& command) {
    for (const command::Gains::Of& each : command.joints) {
        m_text.setGains(each.joint, each.gains);
    }
}

void AgentCycle::execute(const command::Say& command) {
    m_userMessage = command.text;
}

void AgentCycle::execute(const command::Beam& command) {
    m_userBeam_F = command.p_F;
}

void AgentCycle::execute(const command::BelievePose& command) {
    if (m_hasExternalPose != command.pose.has_value()) {
        m_hasExternalPose = command.pose.has_value();
        m_userLines.emplace_back(m_hasExternalPose ? "now using an external pose"
                                                   : "now using its own pose estimate");
    }
    m_world.setExternalPose(command.pose);
}

void AgentCycle::execute(const command::Localize& command) {
    if (command.method != m_settings.method) {
        m_settings.method = command.method;
        m_world.setEstimator(localization::makeEstimator(command.method));
    }
}

std::string_view AgentCycle::respond(std::string_view message, Clock::time_point receivedAt,
                                     world::AgentFrame& frame) {
    const auto startedAt = Clock::now();
    begin(frame);
    m_answersInValues = false;
    frame.timing.receivedAt = receivedAt.time_since_epoch();
    read(message, frame);
    believeAndDecide(m_percepts, startedAt, frame);
    return m_command;
}

std::string_view AgentCycle::respond(const protocol::Percepts& percepts,
                                     Clock::time_point receivedAt, world::AgentFrame& frame) {
    const auto startedAt = Clock::now();
    begin(frame);
    m_answersInValues = true;
    frame.timing.receivedAt = receivedAt.time_since_epoch();
    take(percepts, frame);
    believeAndDecide(percepts, startedAt, frame);
    return m_command;
}

void AgentCycle::begin(world::AgentFrame& frame) {
    frame.cycle = m_cycles++;
    ++m_linkMessages;
    frame.lines.clear();
    std::swap(frame.lines, m_userLines);
    frame.values.clear();
    frame.drawings.clear();
    m_command.clear();
    m_speedsRadPerS.clear();
}

void AgentCycle::believeAndDecide(const protocol::Percepts& percepts, Clock::time_point startedAt,
                                  world::AgentFrame& frame) {
    const auto parsedAt = Clock::now();
    m_world.update(percepts, frame);
    const auto updatedAt = Clock::now();
    decide(frame);
    frame.timing.parse = since(startedAt, parsedAt);
    frame.timing.update = since(parsedAt, updatedAt);
    frame.timing.decide = since(updatedAt, Clock::now());
    m_commandBytes = m_command.size();
    if (m_settings.isSync) {
        m_text.sync(m_command);
    }
}

void AgentCycle::sent(std::string_view message, Clock::time_point at, world::AgentFrame& frame,
                      bool isLate) {
    m_counters.lateAnswers += isLate && m_linkMessages > kFreeMessages ? 1U : 0U;
    frame.timing.senseToAct = at.time_since_epoch() - frame.timing.receivedAt;
    m_world.sent(frame.body.joints);
    frame.perceptText = message;
    frame.commandText.assign(m_command, 0, m_commandBytes);
    frame.counters = m_counters;
}

std::optional<std::string> AgentCycle::failureReason() const {
    if (m_invalidMessages > kMaxInvalidMessages) {
        return fmt::format(
            "{} messages in a row contained no percepts of {}; is {} the agent port of {}?",
            m_invalidMessages, game::serverKindName(m_text.server()), m_settings.port,
            m_text.joinsImmediately() ? "a server of that kind" : "a SimSpark server");
    }
    if (m_stage == JoinStage::AsksForNumber && m_messagesWithoutUnum > kMaxMessagesWithoutUnum) {
        return m_settings.unum == 0 ? fmt::format("the server assigned no number in team {}: the "
                                                  "team is full, or two other teams are playing",
                                                  m_settings.team)
                                    : fmt::format("the server did not assign number {} in team {}: "
                                                  "it is taken, or two other teams are playing",
                                                  m_settings.unum, m_settings.team);
    }
    return std::nullopt;
}

void AgentCycle::read(std::string_view message, world::AgentFrame& frame) {
    if (const auto parsed = protocol::parsePercepts(message, m_percepts); !parsed) {
        m_percepts.clear(); // the joint beliefs are then extrapolated
        ++m_counters.damagedMessages;
        ++m_invalidMessages;
        if (m_invalidMessages == 1) {
            frame.lines.push_back("damaged message: " + parsed.error().toString());
        }
        return;
    }
    take(m_percepts, frame);
}

void AgentCycle::take(const protocol::Percepts& percepts, world::AgentFrame& frame) {
    m_counters.unknownPercepts += percepts.unread.size();
    m_notes.note(percepts, frame);
    const bool isEmpty = percepts.joints.empty() && !percepts.gameTimeS && !percepts.serverTimeS;
    const bool isOtherServer = !percepts.joints.empty() && percepts.server != m_text.server();
    if (isEmpty || isOtherServer) {
        ++m_invalidMessages;
        return;
    }
    m_invalidMessages = 0;
    if (percepts.serverTimeS) {
        m_counters.missedCycles += m_missed.note(*percepts.serverTimeS);
    }
    if (!percepts.playMode.empty()) {
        const auto mode = game::playModeFromName(percepts.playMode);
        m_beaming.setAllowed(mode && world::allowsBeam(*mode));
    }
    join(percepts);
}

void AgentCycle::join(const protocol::Percepts& percepts) {
    if (m_stage == JoinStage::AsksForBody) {
        if (m_text.joinsImmediately()) {
            m_stage = JoinStage::Joined; // this server sends no messages to rejected agents
            return;
        }
        m_text.requestUnum(m_command);
        m_stage = JoinStage::AsksForNumber;
    } else if (m_stage == JoinStage::AsksForNumber) {
        if (percepts.unum.value_or(0) > 0) {
            m_stage = JoinStage::Joined;
        } else {
            ++m_messagesWithoutUnum;
        }
    }
}

void AgentCycle::decide(world::AgentFrame& frame) {
    frame.decision.behavior.clear();
    frame.decision.reason.clear();
    frame.decision.isUserControlled = m_switch.isControlled();
    frame.decision.trace.clear();
    if (m_stage != JoinStage::Joined) {
        frame.decision.behavior = "join";
        return;
    }
    m_request.begin(*m_model, frame.body.joints);
    if (m_world.hasBeamed() && m_beaming.hasMovedJoints()) {
        m_switch.restart();
    }
    auto line = m_switch.act({frame, *m_field, frame.game.serverTimeS, m_world.stepS()}, m_request);
    if (line) {
        frame.lines.push_back(std::move(*line));
    }
    if (m_request.decision.trace.isEmpty()) {
        m_request.decision.trace.clear(); // removes the trace of an earlier cycle's decision maker
    }
    for (std::string& each : m_request.lines) {
        frame.lines.push_back(std::move(each));
    }
    prepareBeam(frame);
    if (m_hasExternalPose) {
        m_request.addValue("pose.external", m_world.isPoseExternal() ? 1.0 : 0.0);
    }
    std::swap(frame.decision, m_request.decision);
    std::swap(frame.values, m_request.values);
    std::swap(frame.drawings, m_request.drawings);
    if (m_text.server() == game::ServerKind::Rcssservermj) {
        m_controller.aim(m_request.targetRad, m_request.speedLimitRadPerS, frame.body.joints);
    } else {
        m_controller.command(m_request.targetRad, m_request.speedLimitRadPerS, frame.body.joints);
    }
    m_world.walked(m_request.odometry);
    if (m_answersInValues) {
        setJointSpeeds(frame);
    } else {
        m_text.moveJoints(frame.body.joints, m_request.gains, m_command);
    }
    writeBeam(frame);
    writeSay(frame);
}

// The speeds that a server would parse from the text of `CommandText::moveJoints`; values that are
// not finite are omitted.
void AgentCycle::setJointSpeeds(const world::AgentFrame& frame) {
    const std::span<const world::JointBelief> joints = frame.body.joints;
    m_speedsRadPerS.assign(joints.size(), std::numeric_limits<double>::quiet_NaN());
    const auto speedOf = [&](std::size_t i) {
        return protocol::EffectorWriter::speedAsRead(joints[i].commandRadPerS);
    };
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const robot::Joint& joint = m_model->joints()[i];
        if (joint.effector.empty() || joint.kind == robot::JointKind::UniversalSecond) {
            continue; // written together with the first axis
        }
        const double speed = speedOf(i);
        if (joint.kind == robot::JointKind::Hinge) {
            m_speedsRadPerS[i] = speed;
        } else if (const double second = speedOf(i + 1);
                   !std::isnan(speed) && !std::isnan(second)) {
            m_speedsRadPerS[i] = speed;
            m_speedsRadPerS[i + 1] = second;
        }
    }
}

// A robot that prepares for a beam moves as `Beaming` requests.
void AgentCycle::prepareBeam(world::AgentFrame& frame) {
    if (const auto p_F = std::exchange(m_userBeam_F, std::nullopt)) {
        if (!m_beaming.isAllowed()) {
            frame.lines.emplace_back("cannot beam in this play mode");
        } else if (!p_F->allFinite()) {
            frame.lines.emplace_back("cannot beam to a position that is not finite");
        } else {
            m_beaming.request(*p_F);
        }
    }
    m_beam_F = m_beaming.update(frame.body, !m_switch.isControlled(), m_request);
}

void AgentCycle::writeBeam(const world::AgentFrame& frame) {
    if (m_beam_F) {
        m_text.beam(*m_beam_F, frame.identity.robot.side, m_command);
        m_world.beamed();
    }
}

// Sends the robot's beliefs and intention to its teammates.
void AgentCycle::report(const world::AgentFrame& frame) {
    if (!m_request.talks ||
        !m_turn.take(frame.game.serverTimeS, frame.identity.robot.unum.value())) {
        return;
    }
    if (auto words = world::ownMessage(frame)) {
        words->goesToBall = m_request.goesToBall;
        words->kicksTo_F = m_request.kicksTo_F;
        world::writeSay(*words, m_request.say);
    }
}

void AgentCycle::writeSay(world::AgentFrame& frame) {
    if (m_userMessage.empty() && m_request.say.empty()) {
        report(frame);
    }
    const std::string& text = m_userMessage.empty() ? m_request.say : m_userMessage;
    if (text.empty()) {
        return;
    }
    if (!m_text.say(text, m_command)) {
        frame.lines.push_back(fmt::format("cannot say '{}': expected {}",
                                          std::string_view(text).substr(0, kNoteBytes),
                                          m_text.sayable()));
    }
    m_userMessage.clear();
}

} // namespace sideline::runtime
