#include "training/skill/ball_bench.h"

#include <cmath>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/planning/ball_roll.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "training/skill/skill_pitch.h"

namespace sideline::training {

namespace {

using BehaviorPtr = std::unique_ptr<behavior::Behavior>;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kSettleS = 1.0;      // the robots stand and look around
constexpr double kMaxControlS = 12.0; // time to control a ball
constexpr double kMaxKickS = 25.0;    // time until a pass is kicked
constexpr double kControlM = 0.45;
constexpr double kControlMps = 0.4;
constexpr double kMovedM = 0.3;
constexpr double kArrivedM = 0.15;
constexpr double kMaxLateS = 5.0;
constexpr double kSlowestMps = 0.3; // a robot that arrives in time walks at least this fast

// The behaviors of one skill, which trials copy.
struct Actors {
    BehaviorPtr stand;
    BehaviorPtr act;
    BehaviorPtr mate;
    BehaviorPtr control;
};

bool controls(SkillPitch& pitch, std::size_t robot) {
    return (pitch.ball_S() - pitch.torso(robot).p.head<2>()).norm() < kControlM &&
           pitch.ballVelocity_SMps().norm() < kControlMps;
}

// @return time until the robot controls the ball
std::optional<double> untilControl(SkillPitch& pitch, std::size_t robot) {
    const double startS = pitch.timeS();
    while (pitch.timeS() - startS < kMaxControlS) {
        pitch.cycle();
        if (controls(pitch, robot)) {
            return pitch.timeS() - startS;
        }
    }
    return {};
}

BallTrial trialOf(std::optional<double> value, SkillPitch& pitch, double remainingM) {
    BallTrial trial;
    trial.value = value;
    if (!value) {
        trial.failure = TrialFailure{FailureKind::NotThere, pitch.timeS(), remainingM};
    }
    return trial;
}

// Place and duration differ from trial to trial, so the behavior is created for each one.
base::Expected<BallTrial> arrive(SkillPitch& pitch, const robot::RobotModel& model,
                                 agents::SkillLibrary& skills, base::Rng& rng) {
    const double wayM = rng.uniform(1.0, 4.0);
    const double directionRad = rng.uniform(-3.1, 3.1);
    const Vector2d goal_S =
        Vector2d(-5.0, 0.0) + wayM * Vector2d(std::cos(directionRad), std::sin(directionRad));
    const double durationS = 3.0 + wayM / rng.uniform(kSlowestMps, 0.5);
    auto go = agents::builtInBehaviors().make(
        "go-to",
        {{"place", fmt::format("point({:.3f}, {:.3f})", goal_S.x(), goal_S.y())},
         {"duration", fmt::format("{:.2f}", durationS)}},
        {model, skills});
    if (!go) {
        return tl::unexpected(std::move(go.error()));
    }
    pitch.place(0, {-5.0, 0.0, rng.uniform(-3.1, 3.1)});
    pitch.placeBall({5.0, 6.0});
    pitch.play(kSettleS);
    pitch.setBehavior(0, **go);
    const double startS = pitch.timeS();
    const auto remainingM = [&] { return (pitch.torso(0).p.head<2>() - goal_S).norm(); };
    std::optional<double> errorS;
    while (!errorS && pitch.timeS() - startS < durationS + kMaxLateS) {
        pitch.cycle();
        if (remainingM() < kArrivedM) {
            errorS = std::abs(pitch.timeS() - startS - durationS);
        }
    }
    return trialOf(errorS, pitch, remainingM());
}

BallTrial pass(SkillPitch& pitch, const Actors& actors, bool runs, base::Rng& rng) {
    const Vector2d ball_S(-6.0 + rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0));
    const double wayM = rng.uniform(2.5, 6.0);
    const double directionRad = rng.uniform(-0.8, 0.8);
    const Vector2d mate_S =
        ball_S + wayM * Vector2d(std::cos(directionRad), std::sin(directionRad));
    pitch.place(0, {ball_S.x() - rng.uniform(0.4, 0.8), ball_S.y() + rng.uniform(-0.2, 0.2), 0.0});
    // A runner crosses the field; one that stands faces the ball.
    pitch.place(1, {mate_S.x(), mate_S.y(),
                    runs ? std::copysign(1.0, -mate_S.y()) : directionRad + 3.1416});
    pitch.placeBall(ball_S);
    pitch.play(kSettleS);
    pitch.setBehavior(0, *actors.act);
    pitch.setBehavior(1, *actors.mate);
    const double startS = pitch.timeS();
    while (pitch.timeS() - startS < kMaxKickS && (pitch.ball_S() - ball_S).norm() < kMovedM) {
        pitch.cycle();
    }
    pitch.setBehavior(0, *actors.stand);
    pitch.setBehavior(1, *actors.control);
    const auto controlS = untilControl(pitch, 1);
    return trialOf(controlS, pitch, (pitch.ball_S() - pitch.torso(1).p.head<2>()).norm());
}

BallTrial intercept(SkillPitch& pitch, const Actors& actors, base::Rng& rng) {
    const Vector2d self_S(-8.0, 0.0);
    const double fromRad = rng.uniform(-0.6, 0.6);
    const Vector2d from_S =
        self_S + rng.uniform(4.0, 7.0) * Vector2d(std::cos(fromRad), std::sin(fromRad));
    // It would pass at the robot's side and roll on for a while.
    const Vector2d by_S = self_S + Vector2d(0.0, rng.uniform(-1.5, 1.5));
    const Vector2d way = by_S - from_S;
    const double reachM = way.norm() + rng.uniform(0.5, 2.0);
    const double reachPerMps = planning::reachFor(0.0, 1.0);
    pitch.place(0, {self_S.x(), self_S.y(), rng.uniform(-0.5, 0.5)});
    pitch.placeBall(from_S);
    pitch.play(kSettleS);
    pitch.setBehavior(0, *actors.act);
    pitch.placeBall(from_S, way.normalized() * reachM / reachPerMps);
    pitch.play(0.1); // until it rolls
    const auto controlS = untilControl(pitch, 0);
    return trialOf(controlS, pitch, (pitch.ball_S() - pitch.torso(0).p.head<2>()).norm());
}

} // namespace

base::Expected<std::vector<BallTrial>> benchTeamSkill(const robot::RobotModelPtr& model,
                                                      int typeNumber, TeamSkill skill,
                                                      const BallBenchSettings& settings) {
    agents::SkillLibrary skills;
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    const bool runs = skill == TeamSkill::PassToRunning;
    const bool passes = runs || skill == TeamSkill::PassToStanding;
    Actors actors;
    const std::string act = runs ? "pass-into-run" : passes ? "pass" : "intercept";
    for (const auto& [into, name, texts] :
         {std::tuple(&actors.stand, std::string("stop"), agents::ParameterTexts()),
          std::tuple(&actors.control, std::string("intercept"), agents::ParameterTexts()),
          std::tuple(&actors.act, act,
                     passes ? agents::ParameterTexts{{"to", "teammate(3)"}}
                            : agents::ParameterTexts()),
          std::tuple(&actors.mate, std::string(runs ? "walk" : "stop"),
                     runs ? agents::ParameterTexts{{"go-forward", "0.4"}}
                          : agents::ParameterTexts())}) {
        auto made = registry.make(name, texts, {*model, skills});
        if (!made) {
            return tl::unexpected(std::move(made.error()));
        }
        *into = std::move(*made);
    }
    std::vector<BallTrial> trials(static_cast<std::size_t>(settings.trials));
    std::vector<std::optional<base::Error>> errors(trials.size());
    const std::uint64_t first = base::Rng(settings.seed).next();
    base::ThreadPool pool(settings.workers);
    pool.parallelFor(trials.size(), [&](std::size_t i, unsigned) {
        const std::uint64_t seed = base::Rng(first + i).next();
        base::Rng rng(seed);
        SkillPitch pitch(settings.isExact, seed);
        pitch.join(model, typeNumber, "Skill", 2, *actors.stand);
        if (passes) {
            pitch.join(model, typeNumber, "Skill", 3, *actors.stand);
        }
        pitch.begin();
        if (skill == TeamSkill::ArriveInTime) {
            agents::SkillLibrary own;
            auto trial = arrive(pitch, *model, own, rng);
            if (trial) {
                trials[i] = *trial;
            } else {
                errors[i] = std::move(trial.error());
            }
        } else {
            trials[i] = passes ? pass(pitch, actors, runs, rng) : intercept(pitch, actors, rng);
        }
    });
    for (std::optional<base::Error>& error : errors) {
        if (error) {
            return tl::unexpected(std::move(*error));
        }
    }
    return trials;
}

} // namespace sideline::training
