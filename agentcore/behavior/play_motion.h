#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/behavior/behavior.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/motion/trajectory_player.h"

namespace sideline::behavior {

/// Plays a motion and the motions to which it branches, then holds the last pose.
///
/// Publishes in each cycle the motion's time (`motion.timeS`) and state (`motion.state`, the number
/// of `motion::TrajectoryPlayer::State`) as debug values, and as text in the decision's reason.
/// Agent's thread only, like any behavior: commands arrive through the runner.
class PlayMotion final : public Behavior {
public:
    using State = motion::TrajectoryPlayer::State;

    PlayMotion() = default;
    /// @param trajectory for the agent's robot
    /// @param motionName for display; may be empty
    explicit PlayMotion(std::shared_ptr<const motion::JointTrajectory> trajectory,
                        std::string motionName = {});

    [[nodiscard]] std::string_view name() const override { return "play motion"; }
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<PlayMotion>(*this);
    }

    /// Starts another motion in the next cycle, from the joint angles at that time. A motion
    /// made for a robot with different joints ends at once.
    void play(std::shared_ptr<const motion::JointTrajectory> trajectory,
              std::string motionName = {});
    /// Ends the motion; joints hold their targets.
    void stop();
    /// Lets a motion that repeats forever end after the current pass.
    void finishLoop();

    /// Whether a motion is playing, or starts in the next cycle.
    [[nodiscard]] bool isPlaying() const;
    /// Idle before the first cycle of a motion.
    [[nodiscard]] State state() const;
    /// Time in the motion, s; negative before time 0 is reached.
    [[nodiscard]] double timeS() const;

private:
    void chooseModel(const robot::RobotModel& model);
    void explain(ActionRequest& request) const;

    robot::RobotModelPtr m_model;
    std::optional<motion::TrajectoryPlayer> m_player;
    std::shared_ptr<const motion::JointTrajectory> m_next; ///< motion that begins in the next
                                                           ///< cycle; may be null
    std::string m_motionName;
    bool m_isForAnotherRobot = false;
    std::array<bool, robot::kMaxBodies> m_isLeftFoot{}; ///< whether a body is a left foot or toe
    std::array<bool, robot::kMaxBodies> m_isRightFoot{};
    std::array<double, robot::kMaxJoints> m_expectedRad{};
    std::array<double, robot::kMaxJoints> m_measuredRad{};
};

/// Display text: `waiting`.
[[nodiscard]] std::string_view stateName(PlayMotion::State state);

} // namespace sideline::behavior
