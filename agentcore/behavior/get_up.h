#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/motion/joint_trajectory.h"

namespace sideline::behavior {

/// Stands up with the motion for the side it lies on; when that fails, waits a moment and tries
/// again, in turns with the motion that gets up from anywhere. Done when it is upright and no
/// longer counts as fallen.
class GetUp final : public Behavior {
public:
    using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;
    /// Made for the agent's robot; those that are null are not used.
    struct Motions {
        TrajectoryPtr front;
        TrajectoryPtr back;
        TrajectoryPtr side; ///< from the back and the sides
    };
    explicit GetUp(Motions motions = {}) : m_motions(std::move(motions)) {}

    [[nodiscard]] std::string_view name() const override { return "get up"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_stage != Stage::Rising; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<GetUp>(*this);
    }
    /// How often it has begun to rise since it was entered.
    [[nodiscard]] int attempts() const { return m_attempts; }

private:
    enum class Stage : std::uint8_t { Lying, Rising };

    [[nodiscard]] TrajectoryPtr choose(const Eigen::Vector3d& up_T) const;

    Motions m_motions;
    PlayMotion m_player;
    Stage m_stage = Stage::Lying;
    double m_lyingS = 0.0;
    int m_attempts = 0;
};

/// Gets up before anything else, for behaviors that walk about. A value.
class UpFirst {
public:
    explicit UpFirst(GetUp getUp = GetUp()) : m_getUp(std::move(getUp)) {}

    /// The behavior becomes active.
    void enter() { m_isRising = false; }
    /// Once per cycle, before the behavior itself.
    /// @return how it goes while it lies and rises; nothing while it stands
    std::optional<Status> update(const Context& context, ActionRequest& request);
    /// It has risen in this cycle: who walks begins anew.
    [[nodiscard]] bool hasJustRisen() const { return m_hasJustRisen; }
    [[nodiscard]] bool isRising() const { return m_isRising; }
    [[nodiscard]] bool mayBeInterrupted() const { return m_getUp.mayBeInterrupted(); }

private:
    GetUp m_getUp;
    bool m_isRising = false;
    bool m_hasJustRisen = false;
};

} // namespace sideline::behavior
