#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/game/constants.h"
#include "agentcore/motion/branches.h"
#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// Plays a trajectory on a robot, cycle by cycle: entry pose, keys, waits, loops, end.
///
/// A branch is evaluated in the cycle after the one that targets its time; a branch at the motion's
/// end, before the motion is done. A wait at the same time comes before the branch. The first
/// branch whose condition holds is taken: its motion starts in the same cycle, from the current
/// joint angles. A motion that is stopped by a fall then evaluates the branches at its end. After
/// `kMaxMotionsInARow` branches no further branch is taken.
///
/// Identical on simulated and live robots and in training. One thread at a time; `step` allocates
/// nothing after `start`.
class TrajectoryPlayer {
public:
    enum class State : std::uint8_t { Idle, Entering, Playing, Waiting, Done, StoppedByFall };

    /// @param model must outlive this object
    /// @param stepS duration of a cycle
    explicit TrajectoryPlayer(const robot::RobotModel& model, double stepS = game::kStepS);

    /// Starts with the entry pose, if there is one, otherwise at time 0, from the current joint
    /// angles. The first command already targets the angles one step ahead.
    /// @param trajectory resolved for the model, with the same number of joints
    /// @param expectedRad one per joint
    void start(std::shared_ptr<const JointTrajectory> trajectory,
               std::span<const double> expectedRad);
    void stop() { m_state = State::Idle; }
    /// Ends an endless loop after its current pass.
    void finishLoop() { m_leavesLoop = true; }

    /// Computes the joint targets of this cycle.
    /// @param expectedRad angles at the time when the command takes effect, one per joint
    /// @param measuredRad last measured angles, for branches; if empty, `expectedRad` is used
    /// @param targetRad input and output: joints not controlled by the motion are unchanged
    /// @return the state after this cycle; Done in the cycle that targets the motion's end, whose
    /// angles are then held. `targetRad` is unchanged while idle or stopped by a fall
    State step(const PlayerSenses& senses, std::span<const double> expectedRad,
               std::span<double> targetRad, std::span<const double> measuredRad = {});

    [[nodiscard]] State state() const { return m_state; }
    /// Time in the motion that the last command targets, s; negative during the entry.
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Angles of the trajectory at `timeS`, before gain and limits; one per joint.
    [[nodiscard]] std::span<const double> motionTargetRad() const { return m_motionTargetRad; }

    /// The current motion: the started motion or the target of a branch; null before the first
    /// start.
    [[nodiscard]] const std::shared_ptr<const JointTrajectory>& trajectory() const {
        return m_trajectory;
    }
    /// Index of the current motion among the targets of the started motion; 0 for the started
    /// motion itself.
    [[nodiscard]] std::size_t target() const { return m_target; }
    /// Name of the current motion if it is the target of a branch; otherwise empty.
    [[nodiscard]] std::string_view targetName() const;
    /// Number of branches taken since the start.
    [[nodiscard]] int followedCount() const { return m_followedCount; }
    /// Whether a branch was rejected because of `kMaxMotionsInARow`.
    [[nodiscard]] bool isChainCut() const { return m_isChainCut; }

private:
    void begin(std::shared_ptr<const JointTrajectory> trajectory,
               std::span<const double> expectedRad);
    [[nodiscard]] bool canContinue(const PlayerSenses& senses);
    [[nodiscard]] bool takeBranch(const PlayerSenses& senses, double untilS);
    [[nodiscard]] bool hasBranchUntil(double untilS) const;
    void enter();
    void advance(const PlayerSenses& senses);
    void advanceTo(double nextS, bool repeats, bool jumps);
    void drive(std::span<const double> expectedRad, std::span<double> targetRad);

    robot::RobotModelPtr m_model;
    double m_stepS;
    std::shared_ptr<const JointTrajectory> m_trajectory;
    std::shared_ptr<const JointTrajectory> m_first; ///< the started motion
    std::span<const double> m_nowRad;               ///< expected angles, in `step`
    std::span<const double> m_measuredRad;          ///< measured angles, in `step`
    std::size_t m_target = 0;
    std::size_t m_nextBranch = 0;
    int m_followedCount = 0;
    bool m_mayFollow = false; ///< whether a branch may be taken; at most one per cycle
    bool m_isChainCut = false;
    State m_state = State::Idle;
    bool m_leavesLoop = false;
    int m_loopsLeft = 0;
    double m_timeS = 0.0;
    double m_waitedS = 0.0;
    std::size_t m_nextWait = 0;
    int m_stillCycles = 0;
    std::vector<double> m_startRad;
    std::vector<double> m_motionTargetRad;
    std::vector<double> m_lastTargetRad;     ///< targets of the previous cycle
    std::vector<double> m_previousTargetRad; ///< targets of the cycle before that one, to which the
                                             ///< measured angles correspond
    std::vector<double> m_lastErrorRad;
};

} // namespace sideline::motion
