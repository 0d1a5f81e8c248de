#pragma once

#include <cstdint>

namespace sideline::robot {

/// The function of a body, independent of the body names of a server.
enum class BodyRole : std::uint8_t {
    None,
    Torso, ///< root of the tree
    Head,
    LeftFoot,
    RightFoot,
    LeftToe, ///< toe, hinged to the front of the foot
    RightToe,
    LeftHand, ///< end of the arm; the lower arm if there is no hand
    RightHand,
};

} // namespace sideline::robot
