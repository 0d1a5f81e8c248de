#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "agentcore/motion/joint_trajectory.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// What a player must know of the robot besides its joints.
struct PlayerSenses {
    bool leftFootTouches = false;
    bool rightFootTouches = false;
    bool isFallen = false;
    double turningRadPerS = 0.0; ///< length of the gyro's vector
};

/// Plays a trajectory on a robot, cycle by cycle: entry pose, keys, waits, loops, the end.
///
/// The same on a simulated robot, a live one and in training. One thread at a time; `step`
/// allocates nothing after `start`.
class TrajectoryPlayer {
public:
    enum class State : std::uint8_t { Idle, Entering, Playing, Waiting, Done, StoppedByFall };

    /// @param model outlives this
    /// @param stepS length of a cycle
    explicit TrajectoryPlayer(const robot::RobotModel& model, double stepS = 0.02);

    /// Begins at the entry pose, if there is one, else at time 0, from the angles that the joints
    /// have now. A command of the first cycle already aims one step ahead.
    /// @param trajectory made for the model: as many joints
    /// @param expectedRad one per joint
    void start(std::shared_ptr<const JointTrajectory> trajectory,
               std::span<const double> expectedRad);
    void stop() { m_state = State::Idle; }
    /// Ends a motion that repeats for ever after the pass it is in.
    void finishLoop() { m_leavesLoop = true; }

    /// Tells what the joints shall do in this cycle.
    /// @param expectedRad angles that the joints will have when the command acts, one per joint
    /// @param wantedRad in and out: joints that the motion does not move stay as they are
    /// @return the state after this cycle; Done with the cycle that aims at the motion's end, and
    ///     its joints are held there from then on. `wantedRad` is untouched when it is idle, or
    ///     stopped by a fall
    State step(const PlayerSenses& senses, std::span<const double> expectedRad,
               std::span<double> wantedRad);

    [[nodiscard]] State state() const { return m_state; }
    /// Time in the motion that the last command aims at, s; below 0 while entering.
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// What the trajectory asks of each joint at `timeS`, before gain and limits; one per joint.
    [[nodiscard]] std::span<const double> targetRad() const { return m_targetRad; }

private:
    [[nodiscard]] bool mayGoOn(const PlayerSenses& senses);
    void enter();
    void advance(const PlayerSenses& senses);
    void drive(std::span<const double> expectedRad, std::span<double> wantedRad);

    const robot::RobotModel& m_model;
    double m_stepS;
    std::shared_ptr<const JointTrajectory> m_trajectory;
    State m_state = State::Idle;
    bool m_leavesLoop = false;
    int m_loopsLeft = 0;
    double m_timeS = 0.0;
    double m_waitedS = 0.0;
    std::size_t m_nextWait = 0;
    int m_stillCycles = 0;
    std::vector<double> m_startRad;
    std::vector<double> m_targetRad;
    std::vector<double> m_lastErrorRad;
};

} // namespace sideline::motion
