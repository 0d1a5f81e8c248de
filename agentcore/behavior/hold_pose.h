#pragma once

#include <array>
#include <string_view>

#include "agentcore/behavior/behavior.h"

namespace sideline::behavior {

/// Holds joints at targets set from outside, such as by the user.
///
/// Until a target is set, a joint stays where it was in the first cycle after `takePose`.
/// Agent's thread only, like any behavior: commands arrive through the runner.
class HoldPose final : public Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "hold pose"; }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<HoldPose>(*this);
    }

    /// Target of a joint.
    /// @param joint of the model; others are ignored
    /// @param angleRad clamped to the joint's limits; ignored if not finite
    /// @param speedLimitRadPerS 0 or less, or not finite: the joint's own limit
    void setTarget(robot::JointId joint, double angleRad, double speedLimitRadPerS = 0.0);

    /// All joints hold the angles measured in the next cycle. Robots of rcssservermj keep targets
    /// that are nearly reached, since the remaining difference holds their load.
    void freeze();

    /// Restarts: all joints hold their current targets, without a jerk.
    void takePose();

private:
    enum class Start : std::uint8_t { Requested, Measured, Done };
    struct Target {
        double angleRad = 0.0;
        double speedLimitRadPerS = 0.0;
        bool isSet = false;
    };
    std::array<Target, robot::kMaxJoints> m_targets{};
    Start m_start = Start::Requested;
};

} // namespace sideline::behavior
