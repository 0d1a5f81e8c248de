#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/on_feet.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/motion/joint_trajectory.h"

namespace sideline::behavior {

/// A dive with a motion: then the robot lies for a moment. A component of behaviors; a value.
class DiveMotion {
public:
    using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;

    /// Starts the dive in the next cycle. @param dive not null, made for the agent's robot
    void begin(const TrajectoryPtr& dive);
    /// Call once per cycle. @param lieS time on the ground after the dive
    /// @return `Done` once the robot may get up
    Status update(const Context& context, ActionRequest& request, double lieS);

private:
    PlayMotion m_player;
    double m_lyingS = 0.0;
};

/// Dives once, gets up and stands; done then.
class Dive final : public Behavior {
public:
    /// @param dive not null, made for the agent's robot @param lieS see `DiveMotion::update`
    Dive(OnFeet feet, DiveMotion::TrajectoryPtr dive, double lieS)
        : m_feet(std::move(feet)), m_dive(std::move(dive)), m_lieS(lieS) {}

    [[nodiscard]] std::string_view name() const override { return "dive"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override {
        return !m_isDiving && m_feet.mayBeInterrupted();
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<Dive>(*this);
    }

private:
    OnFeet m_feet;
    DiveMotion::TrajectoryPtr m_dive;
    double m_lieS;
    DiveMotion m_motion;
    bool m_isDiving = false;
};

} // namespace sideline::behavior
