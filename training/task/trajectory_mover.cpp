#include "training/task/trajectory_mover.h"

#include <utility>

#include "agentcore/base/assert.h"

namespace sideline::training {

using motion::TrajectoryPlayer;

TrajectoryMover::TrajectoryMover(std::shared_ptr<const motion::JointTrajectory> trajectory,
                                 const robot::RobotModel& model)
    : m_trajectory(std::move(trajectory)),
      m_player(model),
      m_startRad(model.joints().size()),
      m_expectedRad(model.joints().size()),
      m_measuredRad(model.joints().size()) {
    SIDELINE_ASSERT(m_trajectory != nullptr && m_trajectory->jointCount() == m_startRad.size());
    if (model.traits().server == game::ServerKind::Rcssservermj) {
        m_gains.resize(m_startRad.size());
    }
    for (std::size_t i = 0; i < m_startRad.size(); ++i) {
        m_startRad[i] = m_trajectory->beginRad(robot::JointId(i));
    }
}

void TrajectoryMover::look(const PhysicsRobot& robot) {
    const auto joints = robot.joints();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        m_expectedRad[i] = joints[i].expectedRad;
        m_measuredRad[i] = joints[i].measuredRad;
    }
}

void TrajectoryMover::begin(const PhysicsRobot& robot) {
    look(robot);
    m_player.start(m_trajectory, m_expectedRad);
}

bool TrajectoryMover::step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) {
    static_cast<void>(timeS);
    look(robot);
    const auto state = m_player.step(robot.senses(), m_expectedRad, targetRad, m_measuredRad);
    for (std::size_t i = 0; i < m_gains.size(); ++i) {
        m_gains[i] = m_player.trajectory()->gains(robot::JointId(i), m_player.timeS());
    }
    return state != TrajectoryPlayer::State::Done &&
           state != TrajectoryPlayer::State::StoppedByFall;
}

} // namespace sideline::training
