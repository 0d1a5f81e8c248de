#pragma once

#include <cstdint>

namespace sideline::robot {

/// What a body is to those who do not know the robot: whoever needs "the left foot" asks for its
/// role, not for a name of one server's robots.
enum class BodyRole : std::uint8_t {
    None,
    Torso, ///< the root of the tree
    Head,
    LeftFoot,
    RightFoot,
    LeftToe, ///< hinged to the foot in front
    RightToe,
    LeftHand, ///< the end of the arm, a lower arm where there is no hand
    RightHand,
};

} // namespace sideline::robot
