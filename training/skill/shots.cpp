#include "training/skill/shots.h"

#include <algorithm>
#include <cmath>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/field/ball_flight.h"
#include "agentcore/field/ball_throw.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/built_in.h"
#include "training/skill/lone_robot.h"

namespace sideline::training {

namespace {

constexpr double kWaitsS = 3.0;  // wait before the shot
constexpr double kBallS = 4.0;   // time limit for the ball to enter the goal or stop
constexpr double kGetsUpS = 8.0; // time after the shot
constexpr double kBeforeGoalM = 0.6;

// Whether a ball that no robot touches enters the goal of the left team.
bool entersGoal(const Eigen::Vector3d& p_F, const Eigen::Vector3d& velocity_FMps,
                const field::FieldDimensions& field) {
    const field::BallPath path = field::ballFlight(p_F, velocity_FMps, kBallS);
    for (const field::BallPathPoint& point : path.points) {
        if (point.p_S.x() < -0.5 * field.lengthM - 2.0 * game::kBallRadiusM) {
            return point.timeS < kBallS - 0.5 && std::abs(point.p_S.y()) < 0.5 * field.goalWidthM &&
                   point.p_S.z() < field.goalHeightM - game::kBallRadiusM;
        }
    }
    return false;
}

ShotTrial drawShot(std::uint64_t seed, const field::FieldDimensions& field) {
    base::Rng rng(seed);
    ShotTrial trial;
    trial.seed = seed;
    const double goalX = -0.5 * field.lengthM;
    Eigen::Vector3d from_F = Eigen::Vector3d::Zero();
    do {
        const double distanceM = rng.uniform(3.0, 9.0);
        const double sideRad = rng.uniform(-0.9, 0.9);
        trial.ball_F = {goalX + distanceM * std::cos(sideRad), distanceM * std::sin(sideRad)};
        const Eigen::Vector2d to_F(goalX, rng.uniform(-1.0, 1.0) *
                                              (0.5 * field.goalWidthM - 2.0 * game::kBallRadiusM));
        const Eigen::Vector2d way = to_F - trial.ball_F;
        const Eigen::Vector2d rest_F = to_F + rng.uniform(1.0, 6.0) * way.normalized();
        const bool flies = rng.below(3) == 0;
        from_F = {trial.ball_F.x(), trial.ball_F.y(), field::kBallRestHeightM};
        trial.velocity_FMps =
            field::throwVelocity_SMps(from_F, {rest_F.x(), rest_F.y(), field::kBallRestHeightM},
                                      flies ? rng.uniform(0.1, 0.5) : 0.0);
    } while (!entersGoal(from_F, trial.velocity_FMps, field));
    return trial;
}

// Predicts where and when a shot passes the robot.
void predictPass(ShotTrial& trial, const math::Pose& torso) {
    constexpr double kFarM = 3.0;
    const Eigen::Vector2d ahead = torso.R.col(1).head<2>().normalized();
    const Eigen::Vector2d left(-ahead.y(), ahead.x());
    const field::BallPath path = field::ballFlight(
        {trial.ball_F.x(), trial.ball_F.y(), field::kBallRestHeightM}, trial.velocity_FMps, kBallS);
    for (const field::BallPathPoint& point : path.points) {
        const Eigen::Vector2d way = point.p_S.head<2>() - torso.p.head<2>();
        if (ahead.dot(way) <= 0.0) {
            if (way.norm() < kFarM) {
                trial.lateralM = left.dot(way);
                trial.inS = point.timeS;
            }
            return;
        }
    }
}

void wait(LoneRobot& robot, double seconds) {
    for (const double untilS = robot.timeS() + seconds; robot.timeS() < untilS;) {
        robot.cycle();
    }
}

void shoot(LoneRobot& robot, ShotTrial& trial, const field::FieldDimensions& field) {
    robot.place({-0.5 * field.lengthM + kBeforeGoalM, 0.0, 0.0});
    robot.placeBall(trial.ball_F);
    wait(robot, kWaitsS);
    predictPass(trial, robot.torso());
    monitor::BallCommand shot;
    shot.velocity_SMps = trial.velocity_FMps;
    static_cast<void>(robot.simulation().apply(shot));
    const double shotS = robot.timeS();
    trial.isSaved = true;
    while (robot.timeS() - shotS < kBallS && trial.isSaved) {
        robot.cycle();
        trial.isSaved = robot.simulation().game().playMode() != game::PlayMode::GoalRight;
    }
    if (!trial.isSaved) {
        trial.failure = {FailureKind::Conceded, robot.timeS() - shotS};
        if (trial.lateralM) {
            trial.failure->kind =
                *trial.lateralM < 0.0 ? FailureKind::ConcededRight : FailureKind::ConcededLeft;
            trial.failure->value = std::abs(*trial.lateralM);
        }
    }
    wait(robot, kGetsUpS - (robot.timeS() - shotS));
    trial.stands = !game::isFallen(robot.torso().R(2, 2));
}

} // namespace

base::Expected<std::vector<ShotTrial>> benchShots(const robot::RobotModelPtr& model, int typeNumber,
                                                  const ShotSettings& settings,
                                                  const std::function<void()>& onTrial) {
    agents::SkillLibrary skills;
    const auto behavior = agents::builtInBehaviors().make(
        settings.behavior, settings.behaviorSettings, {*model, skills});
    if (!behavior) {
        return tl::unexpected(behavior.error());
    }
    const field::FieldDimensions& field = field::newestField().dimensions;
    std::vector<ShotTrial> trials(static_cast<std::size_t>(settings.shots));
    const std::uint64_t first = base::Rng(settings.seed).next();
    base::ThreadPool pool(settings.workers);
    pool.parallelFor(trials.size(), [&](std::size_t i, unsigned) {
        const std::uint64_t seed = base::Rng(first + i).next();
        trials[i] = drawShot(seed, field);
        LoneRobot robot(model, typeNumber, **behavior, settings.isExact, seed);
        shoot(robot, trials[i], field);
        if (onTrial) {
            onTrial();
        }
    });
    return trials;
}

} // namespace sideline::training
