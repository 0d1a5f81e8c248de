#pragma once

#include <cstdint>

namespace sideline::robot {

/// The function of a body, independent of the names in one server's robots.
enum class BodyRole : std::uint8_t {
    None,
    Torso, ///< the root of the tree
    Head,
    LeftFoot,
    RightFoot,
    LeftToe, ///< hinged to the front of the foot
    RightToe,
    LeftHand, ///< the end of the arm, a lower arm where there is no hand
    RightHand,
};

} // namespace sideline::robot
