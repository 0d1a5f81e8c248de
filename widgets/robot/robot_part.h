#pragma once

#include <cstddef>

#include "agentcore/robot/robot_model.h"

namespace sideline::widgets {

/// A selectable part of a robot: the robot as a whole, a body, an axis of a joint, a
/// sensor (an index in `percepts().perceptors`).
struct RobotPart {
    enum class Kind { Robot, Body, Joint, Sensor };
    Kind kind = Kind::Robot;
    int index = 0; ///< index of the body, joint or sensor

    [[nodiscard]] static RobotPart of(robot::BodyId id) { return {Kind::Body, id.value()}; }
    [[nodiscard]] static RobotPart of(robot::JointId id) { return {Kind::Joint, id.value()}; }
    [[nodiscard]] std::size_t at() const { return static_cast<std::size_t>(index); }
    [[nodiscard]] bool operator==(const RobotPart&) const = default;
};

/// The body of a part: the body itself, the body that a joint moves, or the body that carries a
/// sensor; for the robot, the torso.
[[nodiscard]] inline robot::BodyId bodyOf(const robot::RobotModel& model, const RobotPart& part) {
    switch (part.kind) {
    case RobotPart::Kind::Body:
        return robot::BodyId(part.index);
    case RobotPart::Kind::Joint:
        return model.joint(robot::JointId(part.index)).child;
    case RobotPart::Kind::Sensor: {
        const robot::Perceptor& sensor = model.percepts().perceptors[part.at()];
        return sensor.joint.isValid()  ? model.joint(sensor.joint).child
               : sensor.body.isValid() ? sensor.body
                                       : robot::BodyId(std::size_t{0});
    }
    case RobotPart::Kind::Robot:
        break;
    }
    return robot::BodyId(std::size_t{0});
}

} // namespace sideline::widgets
