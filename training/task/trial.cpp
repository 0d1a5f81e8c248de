#include "training/task/trial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/walk_to.h"
#include "training/trial/start_pose.h"

namespace sideline::training {

namespace {

using game::kStepS;

// Separate random streams keep the uses independent of each other.
enum class Stream : std::uint64_t { Start = 1, Pose = 2, Ball = 3, Pushes = 4, Sight = 5 };

base::Rng rngOf(std::uint64_t seed, Stream stream) {
    return base::Rng(base::Rng(seed ^ (static_cast<std::uint64_t>(stream) << 56U)).next());
}

int cyclesIn(double timeS) {
    return static_cast<int>(std::lround(timeS / kStepS));
}

std::unique_ptr<PhysicsRobot> madeRobot(const robot::RobotModel& model, bool isExact) {
    auto robot = makePhysicsRobot(model, isExact);
    SIDELINE_ASSERT(robot.has_value());
    return std::move(*robot);
}

} // namespace

bool takeCommand(const TrialStart& start, TrialView& view) {
    const auto next = static_cast<std::size_t>(view.commandNumber);
    if (next >= start.commands.size() || view.timeS < start.commands[next].fromS) {
        return false;
    }
    view.command = start.commands[next].command;
    ++view.commandNumber;
    return true;
}

Trial::Trial(TaskPtr task, const robot::RobotModelPtr& model, bool isExact,
             std::shared_ptr<StartCache> starts)
    : m_task(std::move(task)),
      m_model(model),
      m_robot(madeRobot(*model, isExact)),
      m_starts(std::move(starts)),
      m_targetRad(model->joints().size()) {
    SIDELINE_ASSERT(m_task != nullptr && m_starts != nullptr);
    simulator::BallState ball;
    ball.X_SBall.p = {0.0, 9.0, m_robot->ballRadiusM()};
    m_robot->setBall(ball);
    m_fresh = m_robot->save();
}

void Trial::takeStart(const Mover& mover, std::uint64_t seed) {
    SIDELINE_ASSERT(mover.startRad().empty() || mover.startRad().size() == m_targetRad.size());
    StartCache::Key key{
        m_model.get(),         m_robot->needsAllPercepts(), m_start.pose, m_start.settleS,
        m_start.jointNoiseRad, m_start.headingNoiseRad,     seed,         {}};
    if (!keyframe::isLying(m_start.pose)) {
        key.startRad.assign(mover.startRad().begin(), mover.startRad().end());
    }
    key.startRad.resize(m_targetRad.size(), 0.0);
    if (const auto known = m_starts->find(key)) {
        m_robot->restore(*known);
        return;
    }
    m_robot->restore(*m_fresh);
    TrialSettings settings;
    settings.start = m_start.pose;
    if (!keyframe::isLying(m_start.pose)) {
        settings.startRad = key.startRad; // a lying robot rests as in tests of motions
    }
    settings.settleS = m_start.settleS;
    settings.jointNoiseRad = m_start.jointNoiseRad;
    settings.headingNoiseRad = m_start.headingNoiseRad;
    base::Rng rng = rngOf(seed, Stream::Pose);
    const motion::JointTrajectory still(m_targetRad.size());
    takeStartPose(*m_robot, still, settings, rng, [](double) { return true; });
    const PhysicsRobot::StatePtr start = m_robot->save();
    m_starts->add(std::move(key), start);
    m_robot->restore(*start); // MuJoCo's poses are a step newer then; equal for all uses of it
}

void Trial::placeBall(std::uint64_t seed) {
    base::Rng rng = rngOf(seed, Stream::Ball);
    TrialSettings settings;
    settings.ballFromFeetM = m_start.ballFromFeetM;
    settings.placeNoiseM = m_start.ballNoiseM;
    simulator::BallState ball;
    ball.X_SBall.p = ballPlace_S(*m_robot, settings, rng);
    m_robot->setBall(ball);
}

void Trial::begin(Mover& mover, std::uint64_t seed) {
    base::Rng rng = rngOf(seed, Stream::Start);
    m_start = m_task->start(rng);
    takeStart(mover, seed);
    std::optional<Eigen::Vector2d> ballError_SM;
    if (m_start.pose == keyframe::StartPose::OnBall) {
        placeBall(seed);
        base::Rng sight = rngOf(seed, Stream::Sight);
        ballError_SM =
            Eigen::Vector2d(sight.normal(m_start.sightNoiseM), sight.normal(m_start.sightNoiseM));
    }
    mover.setBall(ballError_SM);
    m_pushRng = rngOf(seed, Stream::Pushes);
    for (std::size_t i = 0; i < m_targetRad.size(); ++i) {
        m_targetRad[i] = m_robot->joints()[i].targetRad;
    }
    m_view.timeS = 0.0;
    m_view.isMoverDone = false;
    m_view.moverEndS = 0.0;
    m_view.isBallAlone = false;
    m_view.command = {};
    m_view.commandNumber = 0;
    m_X_SF = m_robot->ground();
    m_targets.begin(m_start.targets, m_X_SF);
    m_view.targets = m_targets.count() > 0 ? &m_targets : nullptr;
    m_sentTarget = nullptr;
    m_cycle = 0;
    m_lastCycle = cyclesIn(m_task->longestS());
    m_pushCycles = std::max(1, cyclesIn(m_start.pushEveryS));
    m_isOver = false;
    m_episode = m_task->episode();
    m_episode->begin(*m_robot);
    mover.begin(*m_robot);
}

bool Trial::cycle(Mover& mover) {
    SIDELINE_ASSERT(!m_isOver);
    if (!m_view.isBallAlone) {
        moveRobot(mover);
    } else {
        m_robot->rollBall();
    }
    ++m_cycle;
    m_view.timeS = m_cycle * kStepS;
    if (m_view.targets != nullptr) {
        m_targets.update(m_robot->ground(), m_view.timeS);
    }
    m_isOver =
        !m_episode->afterCycle(m_view) || m_cycle >= m_lastCycle || !m_robot->fault().empty();
    m_view.isBallAlone = m_view.isBallAlone || m_episode->needsOnlyBall();
    return !m_isOver;
}

void Trial::commandMover(Mover& mover) {
    if (takeCommand(m_start, m_view)) {
        mover.setCommand(m_view.command);
    }
    if (m_view.targets != nullptr) {
        sendToTarget(mover);
    }
}

void Trial::sendToTarget(Mover& mover) {
    const behavior::GoToPlace* target = m_targets.target();
    if (target != nullptr && target != m_sentTarget) {
        m_sentTarget = target;
        m_plansPath = mover.goTo(*target);
    }
    if (!m_plansPath) {
        m_view.command = motion::walkTo(m_targets.goal_R(), m_targets.turnRad());
        mover.setCommand(m_view.command);
    }
}

void Trial::moveRobot(Mover& mover) {
    commandMover(mover);
    if (!m_view.isMoverDone && !mover.step(*m_robot, m_view.timeS, m_targetRad)) {
        m_view.isMoverDone = true;
        m_view.moverEndS = m_view.timeS + kStepS;
    }
    m_robot->setTargets(m_targetRad, mover.gains());
    mover.sent(*m_robot);
    if (m_start.pushMps > 0.0 && (m_cycle + 1) % m_pushCycles == 0) {
        const double directionRad = m_pushRng.uniform(-math::kPi, math::kPi);
        m_robot->hit(m_start.pushMps *
                     Eigen::Vector3d(std::cos(directionRad), std::sin(directionRad), 0.0));
    }
    m_robot->cycle();
}

std::optional<Eigen::Vector2d> Trial::ballFromFeetM() const {
    if (m_start.pose != keyframe::StartPose::OnBall) {
        return {};
    }
    return (m_robot->ground().inverse() * m_robot->ball().X_SBall.p).head<2>();
}

TrialScore Trial::score() const {
    TrialScore score = m_episode->finish();
    if (!m_robot->fault().empty()) {
        // The result is worthless, since the robot did not move by its own force.
        score.fitness = std::numeric_limits<double>::quiet_NaN();
        score.isSuccess = false;
        score.failure = TrialFailure{FailureKind::Unstable, m_view.timeS};
    }
    score.simulatedS = m_cycle * kStepS + m_start.settleS;
    return score;
}

} // namespace sideline::training
