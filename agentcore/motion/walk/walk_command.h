#pragma once

namespace sideline::motion {

/// A wanted velocity of the robot over the ground, in its own frame. Any value is fine: a walk goes
/// as fast as it can.
struct WalkCommand {
    double forwardMps = 0.0;
    double leftMps = 0.0;
    double turnRadPerS = 0.0; ///< positive to the left

    [[nodiscard]] bool isZero() const {
        return forwardMps == 0.0 && leftMps == 0.0 && turnRadPerS == 0.0;
    }
    [[nodiscard]] bool operator==(const WalkCommand&) const = default;
};

} // namespace sideline::motion
