#include "simulator/mujoco/league_agent.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/base64.h"

namespace sideline::simulator::mujoco {

namespace {

using protocol::mujoco::Number;

bool areFinite(std::initializer_list<Number> numbers) {
    return std::ranges::all_of(numbers, [](const Number& n) { return std::isfinite(n.value); });
}

// Describes the fault of an invalid action.
std::string faultOf(const protocol::mujoco::Unread& action, const robot::RobotModel& model) {
    const std::size_t end = action.text.find_first_of(" ()", 1);
    const std::string_view name = action.text.substr(1, end == 0 ? 0 : end - 1);
    if (model.findJoint(name).isValid()) {
        return fmt::format("wrong command for motor {} at byte {}: {:.60}; expected five finite "
                           "numbers: angle, speed, kp, kd, torque",
                           name, action.byteOffset, action.text);
    }
    return fmt::format("unknown action at byte {}: {:.40}", action.byteOffset, action.text);
}

} // namespace

void LeagueActions::read(const protocol::mujoco::Message& message, const robot::RobotModel& model,
                         const Note& note) {
    motors.resize(model.joints().size());
    for (const protocol::mujoco::Action& action : message.actions) {
        if (const auto* motor = std::get_if<protocol::mujoco::Motor>(&action)) {
            const robot::JointId joint = model.findJoint(motor->name);
            if (!joint.isValid()) {
                note(fmt::format("unknown motor {}", motor->name));
                continue;
            }
            const bool isLimp = motor->kpNmPerRad.value == 0.0 && motor->kdNmsPerRad.value == 0.0 &&
                                motor->torqueNm.value == 0.0;
            if (isLimp && motor->angleDeg.value != 0.0) {
                note(fmt::format("motor {} has a target angle but no gains: its kp, kd and torque "
                                 "are 0, so it moves freely",
                                 motor->name));
            }
            motors[joint.index()] =
                MotorCommand{.targetRad = math::radFromDeg(motor->angleDeg.value),
                             .targetRadPerS = math::radFromDeg(motor->speedDegPerS.value),
                             .kpNmPerRad = motor->kpNmPerRad.value,
                             .kdNmsPerRad = motor->kdNmsPerRad.value,
                             .torqueNm = motor->torqueNm.value};
        } else if (const auto* to = std::get_if<protocol::mujoco::Beam>(&action)) {
            if (areFinite({to->xM, to->yM, to->headingDeg})) {
                beam = {to->xM.value, to->yM.value, math::radFromDeg(to->headingDeg.value)};
            }
        } else if (const auto* speak = std::get_if<protocol::mujoco::Speak>(&action)) {
            std::string payload;
            if (protocol::appendFromBase64(payload, speak->base64)) {
                say = {speak->volume.value / 100.0, std::string(speak->base64), payload.size()};
            }
        } else if (const auto* unread = std::get_if<protocol::mujoco::Unread>(&action)) {
            note(faultOf(*unread, model));
        }
    }
    if (message.damage) {
        note(message.damage->toString());
    }
}

void LeagueActions::count(const Note& note) {
    constexpr int kFlood = 1000;
    if (++messages == kFlood) {
        note(fmt::format("it sent {} messages within one cycle of 20 ms; expected one", kFlood));
    }
}

} // namespace sideline::simulator::mujoco
