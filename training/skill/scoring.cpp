#include "training/skill/scoring.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/built_in.h"
#include "training/skill/lone_robot.h"
#include "training/skill/scoring_watch.h"

namespace sideline::training {

namespace {

ScoringTrial play(LoneRobot& robot, const ScoringTrial& start, double longestS) {
    robot.place(start.robot_F);
    robot.placeBall(start.ball_F);
    const double beganS = robot.timeS();
    ScoringWatch watch(start, game::Side::Left);
    while (robot.timeS() - beganS < longestS && !watch.hasGoal()) {
        robot.cycle();
        const simulator::Simulation& simulation = robot.simulation();
        const simulator::BallState ball = simulation.ball();
        watch.update({robot.timeS() - beganS, ball.velocity_SMps.norm(), ball.X_SBall.p.head<2>(),
                      robot.torso(), robot.frame().body.isFallen,
                      game::playModeName(simulation.game().playMode())});
    }
    return watch.finish();
}

// Pushes the robot at a random time in a random direction; it must get up and continue walking.
PushTrial pushRobot(LoneRobot& robot, const PushSettings& settings, base::Rng& rng) {
    constexpr double kMinWalkingS = 2.0;
    constexpr double kMinDistanceM = 0.2; // minimum distance for continued walking
    PushTrial trial;
    robot.place(
        {rng.uniform(-6.0, 6.0), rng.uniform(-4.0, 4.0), rng.uniform(-math::kPi, math::kPi)});
    for (const double untilS = robot.timeS() + rng.uniform(3.0, 6.0); robot.timeS() < untilS;) {
        robot.cycle();
    }
    const double directionRad = rng.uniform(-math::kPi, math::kPi);
    robot.push(settings.pushMps * Eigen::Vector2d(std::cos(directionRad), std::sin(directionRad)));
    const double pushedS = robot.timeS();
    std::optional<double> walksS;
    TrialFailure fall;
    bool wasFallen = false;
    Eigen::Vector2d from_F = Eigen::Vector2d::Zero();
    while (robot.timeS() - pushedS < settings.longestS) {
        robot.cycle();
        const double timeS = robot.timeS() - pushedS;
        const bool isFallen = game::isFallen(robot.torso().R(2, 2));
        trial.hasFallen = trial.hasFallen || isFallen;
        if (isFallen && !wasFallen) {
            fall = {fallKind(robot.torso().R), timeS};
        }
        wasFallen = isFallen;
        const bool walks = !isFallen && robot.frame().decision.reason == "walking";
        if (!walks) {
            walksS.reset();
        } else if (!walksS) {
            walksS = timeS;
            from_F = robot.torso().p.head<2>();
        } else if (timeS - *walksS >= kMinWalkingS) {
            if ((robot.torso().p.head<2>() - from_F).norm() > kMinDistanceM) {
                trial.walksS = walksS;
            }
            break;
        }
    }
    if (!trial.walksS) {
        trial.failure =
            wasFallen ? fall : TrialFailure{FailureKind::NotWalking, robot.timeS() - pushedS};
    }
    return trial;
}

} // namespace

// Places robot and ball away from the lines and from each other.
ScoringTrial scoringStart(std::uint64_t seed, std::size_t number) {
    const field::FieldDimensions& field = field::newestField().dimensions;
    ScoringTrial trial;
    trial.seed = base::Rng(base::Rng(seed).next() + number).next();
    base::Rng rng(trial.seed);
    const double halfLengthM = 0.5 * field.lengthM - 2.0;
    const double halfWidthM = 0.5 * field.widthM - 2.0;
    do {
        trial.ball_F = {rng.uniform(-halfLengthM, halfLengthM),
                        rng.uniform(-halfWidthM, halfWidthM)};
        trial.robot_F = {rng.uniform(-halfLengthM, halfLengthM),
                         rng.uniform(-halfWidthM, halfWidthM), rng.uniform(-math::kPi, math::kPi)};
    } while ((trial.robot_F.head<2>() - trial.ball_F).norm() < 1.0);
    return trial;
}

base::Expected<std::vector<ScoringTrial>> benchScoring(
    const robot::RobotModelPtr& model, int typeNumber, const ScoringSettings& settings,
    const std::function<void(const ScoringTrial&)>& onTrial) {
    agents::SkillLibrary skills;
    const auto behavior = agents::builtInBehaviors().make(
        settings.behavior, settings.behaviorSettings, {*model, skills});
    if (!behavior) {
        return tl::unexpected(behavior.error());
    }
    std::vector<ScoringTrial> trials(static_cast<std::size_t>(settings.starts));
    base::ThreadPool pool(settings.workers);
    std::mutex reports;
    pool.parallelFor(trials.size(), [&](std::size_t i, unsigned) {
        const ScoringTrial start = scoringStart(settings.seed, i);
        LoneRobot robot(model, typeNumber, **behavior, settings.isExact, start.seed);
        const ScoringTrial trial = play(robot, start, settings.longestS);
        const std::scoped_lock lock(reports);
        if (onTrial) {
            onTrial(trial);
        }
        trials[i] = trial;
    });
    return trials;
}

base::Expected<std::vector<PushTrial>> benchPushes(const robot::RobotModelPtr& model,
                                                   int typeNumber, const PushSettings& settings,
                                                   const std::function<void()>& onTrial) {
    constexpr std::size_t kPerMatch = 10;
    agents::SkillLibrary skills;
    const auto behavior = agents::builtInBehaviors().make(
        "drive", {{"go-forward", "0.6"}, {"go-turn", "15"}}, {*model, skills});
    if (!behavior) {
        return tl::unexpected(behavior.error());
    }
    std::vector<PushTrial> trials(static_cast<std::size_t>(settings.pushes));
    const std::uint64_t first = base::Rng(settings.seed).next();
    base::ThreadPool pool(settings.workers);
    pool.parallelFor((trials.size() + kPerMatch - 1) / kPerMatch, [&](std::size_t match, unsigned) {
        const std::uint64_t seed = base::Rng(first + match).next();
        base::Rng rng(seed);
        LoneRobot robot(model, typeNumber, **behavior, settings.isExact, seed);
        for (std::size_t i = match * kPerMatch;
             i < std::min(trials.size(), (match + 1) * kPerMatch); ++i) {
            trials[i] = pushRobot(robot, settings, rng);
            if (onTrial) {
                onTrial();
            }
        }
    });
    return trials;
}

} // namespace sideline::training
