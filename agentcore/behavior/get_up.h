#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/motion/joint_trajectory.h"

namespace sideline::behavior {

/// Settings for getting up.
struct GetUpSettings {
    double stillRadPerS = 1.0;
    double stillS = 0.1;
    double maxWaitS = 1.5;
    double confirmS = 0.5;
    double sideRatio = 0.7;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<GetUpSettings>> numbers();
};

/// Gets up with the motion for the side that the robot lies on; after a failure, waits briefly and
/// tries again, alternating with the motion that gets up from any side. Done when it is upright and
/// no longer counts as fallen.
class GetUp final : public Behavior {
public:
    using TrajectoryPtr = std::shared_ptr<const motion::JointTrajectory>;
    /// All motions are for the agent's robot; a null motion is not used.
    struct Motions {
        TrajectoryPtr front;
        TrajectoryPtr back;
        TrajectoryPtr side; ///< gets up from the back and the sides
    };
    explicit GetUp(Motions motions = {}, const GetUpSettings& settings = {})
        : m_motions(std::move(motions)), m_settings(settings) {}

    [[nodiscard]] std::string_view name() const override { return "get up"; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_stage != Stage::Rising; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<GetUp>(*this);
    }
    /// The number of attempts since it was entered.
    [[nodiscard]] int attempts() const { return m_attempts; }

private:
    enum class Stage : std::uint8_t { Lying, Rising };

    [[nodiscard]] TrajectoryPtr choose(const Eigen::Vector3d& up_T) const;

    Motions m_motions;
    GetUpSettings m_settings;
    PlayMotion m_player;
    Stage m_stage = Stage::Lying;
    double m_lyingS = 0.0;
    int m_attempts = 0;
};

/// Makes the robot get up before anything else, for behaviors that walk. A value.
class UpFirst {
public:
    explicit UpFirst(GetUp getUp = GetUp()) : m_getUp(std::move(getUp)) {}

    /// Call when the behavior becomes active.
    void enter() { m_isRising = false; }
    /// Call once per cycle, before the behavior's own update.
    /// @return the status while the robot lies or gets up; not set while it stands
    std::optional<Status> update(const Context& context, ActionRequest& request);
    /// Whether the robot has finished getting up in this cycle; walks must then restart.
    [[nodiscard]] bool hasJustRisen() const { return m_hasJustRisen; }
    [[nodiscard]] bool isRising() const { return m_isRising; }
    [[nodiscard]] bool mayBeInterrupted() const { return m_getUp.mayBeInterrupted(); }

private:
    GetUp m_getUp;
    bool m_isRising = false;
    bool m_hasJustRisen = false;
};

} // namespace sideline::behavior
