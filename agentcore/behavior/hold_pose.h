#pragma once

#include <array>
#include <string_view>

#include "agentcore/behavior/behavior.h"

namespace sideline::behavior {

/// Holds joints where somebody else, as the user, wants them.
///
/// Until a target is set a joint stays where it was when this behavior was first asked after
/// `takePose`. Belongs to the agent's thread like any behavior: orders come through the runner.
class HoldPose final : public Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "hold pose"; }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<HoldPose>(*this);
    }

    /// Where a joint shall go.
    /// @param joint of the model; others are passed over
    /// @param angleRad held inside the joint's stops; not finite: passed over
    /// @param speedLimitRadPerS 0 or less, or not finite: the joint's own limit
    void setTarget(robot::JointId joint, double angleRad, double speedLimitRadPerS = 0.0);

    /// All joints stay where they are measured in the next cycle.
    void freeze();

    /// Starts anew: all joints stay where they are now wanted, which is without a jerk.
    void takePose();

private:
    enum class Start : std::uint8_t { Wanted, Measured, Done };
    struct Target {
        double angleRad = 0.0;
        double speedLimitRadPerS = 0.0;
        bool isSet = false;
    };
    std::array<Target, robot::kMaxJoints> m_targets{};
    Start m_start = Start::Wanted;
};

} // namespace sideline::behavior
