#pragma once

namespace sideline::motion {

/// Commanded velocity of the robot over the ground, in its own frame. Any value is allowed; the
/// walk limits it.
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
