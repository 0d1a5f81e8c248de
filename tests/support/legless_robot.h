#pragma once

#include "agentcore/robot/robot_model.h"

namespace sideline::tests {

/// A box on two hinged wheels: a robot without limbs.
inline const robot::RobotModel& leglessRobot() {
    static const robot::RobotModelPtr kCart = [] {
        std::vector<robot::Body> bodies = {{.name = "box",
                                            .parent = {},
                                            .joint = {},
                                            .massKg = 1.0,
                                            .shape = robot::Box{{0.3, 0.4, 0.2}},
                                            .collides = true}};
        std::vector<robot::Joint> joints;
        for (const double side : {-1.0, 1.0}) {
            bodies.push_back({.name = side < 0.0 ? "leftwheel" : "rightwheel",
                              .parent = robot::BodyId(std::size_t{0}),
                              .joint = robot::JointId(joints.size()),
                              .p_ParentBody = {side * 0.2, 0.0, -0.1},
                              .massKg = 0.1,
                              .shape = robot::Sphere{0.05},
                              .collides = true});
            joints.push_back({.perceptor = side < 0.0 ? "lj" : "rj",
                              .effector = side < 0.0 ? "le" : "re",
                              .parent = robot::BodyId(std::size_t{0}),
                              .child = robot::BodyId(bodies.size() - 1),
                              .minRad = -3.0,
                              .maxRad = 3.0,
                              .maxSpeedRadPerS = 6.0});
        }
        return std::make_shared<const robot::RobotModel>("cart", std::move(bodies),
                                                         std::move(joints));
    }();
    return *kCart;
}

} // namespace sideline::tests
