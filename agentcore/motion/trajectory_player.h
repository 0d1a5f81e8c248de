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

/// Plays a trajectory on a robot, cycle by cycle: entry pose, keys, waits, loops, the end.
///
/// A branch is asked in the cycle after the one that aims at its time, one at the end before the
/// motion is done; a wait at the same time comes first. The first one that holds counts: its motion
/// begins in the same cycle, from the angles that the joints have then. A motion that stops when
/// the robot falls asks its branches at the end then. After `kMostMotionsInARow` of them no branch
/// is followed any more.
///
/// The same on a simulated robot, a live one and in training. One thread at a time; `step`
/// allocates nothing after `start`.
class TrajectoryPlayer {
public:
    enum class State : std::uint8_t { Idle, Entering, Playing, Waiting, Done, StoppedByFall };

    /// @param model outlives this
    /// @param stepS length of a cycle
    explicit TrajectoryPlayer(const robot::RobotModel& model, double stepS = game::kStepS);

    /// Begins at the entry pose, if there is one, else at time 0, from the angles that the joints
    /// have now. A command of the first cycle already aims one step ahead.
    /// @param trajectory made for the model: as many joints
    /// @param expectedRad one per joint
    void start(std::shared_ptr<const JointTrajectory> trajectory,
               std::span<const double> expectedRad);
    void stop() { m_state = State::Idle; }
    /// Ends a motion that repeats forever after the pass it is in.
    void finishLoop() { m_leavesLoop = true; }

    /// Reports what the joints should do in this cycle.
    /// @param expectedRad angles that the joints will have when the command acts, one per joint
    /// @param measuredRad angles that they had last, for branches; empty: as expected
    /// @param wantedRad in and out: joints that the motion does not move stay as they are
    /// @return the state after this cycle; Done with the cycle that aims at the motion's end, and
    ///     its joints are held there from then on. `wantedRad` is untouched when it is idle, or
    ///     stopped by a fall
    State step(const PlayerSenses& senses, std::span<const double> expectedRad,
               std::span<double> wantedRad, std::span<const double> measuredRad = {});

    [[nodiscard]] State state() const { return m_state; }
    /// Time in the motion that the last command aims at, s; below 0 while entering.
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// What the trajectory asks of each joint at `timeS`, before gain and limits; one per joint.
    [[nodiscard]] std::span<const double> targetRad() const { return m_targetRad; }

    /// The motion that is played: the one that was started, or one that a branch led to; null
    /// before the first one.
    [[nodiscard]] const std::shared_ptr<const JointTrajectory>& trajectory() const {
        return m_trajectory;
    }
    /// Its place among the targets of the motion that was started; 0 for that one.
    [[nodiscard]] std::size_t target() const { return m_target; }
    /// Its name, if a branch led to it; else empty.
    [[nodiscard]] std::string_view targetName() const;
    /// How many branches were followed since the start.
    [[nodiscard]] int followedCount() const { return m_followedCount; }
    /// Whether a branch that held was not followed because of `kMostMotionsInARow`.
    [[nodiscard]] bool isChainCut() const { return m_isChainCut; }

private:
    void begin(std::shared_ptr<const JointTrajectory> trajectory,
               std::span<const double> expectedRad);
    [[nodiscard]] bool mayGoOn(const PlayerSenses& senses);
    [[nodiscard]] bool goesOver(const PlayerSenses& senses, double untilS);
    [[nodiscard]] bool hasBranchUntil(double untilS) const;
    void enter();
    void advance(const PlayerSenses& senses);
    void advanceTo(double nextS, bool repeats, bool jumps);
    void drive(std::span<const double> expectedRad, std::span<double> wantedRad);

    robot::RobotModelPtr m_model;
    double m_stepS;
    std::shared_ptr<const JointTrajectory> m_trajectory;
    std::shared_ptr<const JointTrajectory> m_first; ///< that was started
    std::span<const double> m_nowRad;               ///< in `step`: expected
    std::span<const double> m_measuredRad;          ///< in `step`
    std::size_t m_target = 0;
    std::size_t m_nextBranch = 0;
    int m_followedCount = 0;
    bool m_mayFollow = false; ///< one branch a cycle
    bool m_isChainCut = false;
    State m_state = State::Idle;
    bool m_leavesLoop = false;
    int m_loopsLeft = 0;
    double m_timeS = 0.0;
    double m_waitedS = 0.0;
    std::size_t m_nextWait = 0;
    int m_stillCycles = 0;
    std::vector<double> m_startRad;
    std::vector<double> m_targetRad;
    std::vector<double> m_lastTargetRad; ///< of the cycle before
    std::vector<double> m_askedRad; ///< of the cycle before that: what was measured now obeys it
    std::vector<double> m_lastErrorRad;
};

} // namespace sideline::motion
