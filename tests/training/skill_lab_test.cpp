// Trials of skills, and a lone robot that scores.
#include "training/skill/skill_lab.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/field/field_model.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "training/skill/kick_measures.h"
#include "training/skill/lone_robot.h"
#include "training/skill/scoring.h"

namespace sideline::training {
namespace {

using testing::HasSubstr;

robot::RobotModelPtr standardNao() {
    return robot::naoModel(robot::NaoType::Standard).shared();
}

SkillLab labOf(std::string_view name) {
    auto lab = SkillLab::make(**findSkill(name), standardNao());
    EXPECT_TRUE(lab) << lab.error().toString();
    return std::move(*lab);
}

TEST(SkillLabTest, EverySkillSupportsEveryNao) {
    for (const Skill& skill : skills()) {
        for (const robot::NaoType type : robot::kNaoTypes) {
            const auto lab = SkillLab::make(skill, robot::naoModel(type).shared());
            ASSERT_TRUE(lab) << skill.name << ": " << lab.error().toString();
            EXPECT_FALSE(lab->valueInfo().description.empty());
        }
    }
    const auto unknown = findSkill("quick-kik");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("quick-kick"));
}

TEST(SkillLabTest, RejectsARobotWithoutKicks) {
    const auto lab = SkillLab::make(**findSkill("quick-kick"), robot::soccerbot056Model().shared());
    ASSERT_FALSE(lab);
    EXPECT_THAT(lab.error().toString(), HasSubstr("no kick"));
}

// From walking, with the ball at a random position ahead.
TEST(SkillLabTest, TheQuickKickReachesFarAndTheRobotStaysUpright) {
    const SkillLab lab = labOf("quick-kick");
    SkillLabSettings settings;
    settings.trials = 40;
    settings.workers = 2;
    std::vector<int> reported;
    const auto trials =
        lab.run(settings, [&](const SkillTrial& trial) { reported.push_back(trial.number); });
    ASSERT_EQ(trials.size(), 40U);
    std::ranges::sort(reported);
    for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(reported[static_cast<std::size_t>(i)], i);
        EXPECT_EQ(trials[static_cast<std::size_t>(i)].number, i);
    }
    const auto succeeded =
        std::ranges::count_if(trials, [](const SkillTrial& t) { return t.score.isSuccess; });
    EXPECT_GE(succeeded, 33);
    for (const SkillTrial& trial : trials) {
        EXPECT_EQ(trial.score.failure.has_value(), !trial.score.isSuccess) << trial.number;
    }
    const motion::KickFigures figures = kickFigures(lab, trials);
    EXPECT_GT(figures.distanceM, 3.5);
    EXPECT_LT(figures.contactS, 0.8);
    EXPECT_GT(figures.contactS, 0.1);
    EXPECT_LT(figures.spreadRad, 0.15);
    EXPECT_TRUE(std::ranges::all_of(trials, [](const SkillTrial& t) {
        return !t.score.isSuccess || t.kicksS > 0.1; // it walks to the ball first
    }));
    EXPECT_DOUBLE_EQ(figures.standsRatio, static_cast<double>(succeeded) / 40.0);

    std::set<std::uint64_t> seeds;
    for (const SkillTrial& trial : trials) {
        seeds.insert(trial.seed);
    }
    EXPECT_EQ(seeds.size(), 40U);

    settings.workers = 1;
    const auto again = lab.run(settings);
    for (std::size_t i = 0; i < trials.size(); ++i) {
        EXPECT_EQ(again[i].seed, trials[i].seed);
        EXPECT_EQ(again[i].score.fitness, trials[i].score.fitness) << i;
    }
    const RecordedTrial recorded = lab.record(trials[3].seed, false);
    EXPECT_EQ(recorded.score.fitness, trials[3].score.fitness);
    EXPECT_TRUE(recorded.moments.front().p_SBall.has_value());
}

// A touch on the way to the ball has no contact time, in particular no negative one.
TEST(SkillTrialTest, TheTimeToContactBeginsWithTheKick) {
    SkillTrial trial;
    EXPECT_FALSE(trial.kickToContactS(1.0)) << "pushed, and never kicked";
    trial.kicksS = 1.5;
    EXPECT_FALSE(trial.kickToContactS(1.2)) << "touched before the kick";
    EXPECT_FALSE(trial.kickToContactS(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_NEAR(trial.kickToContactS(1.9).value(), 0.4, 1e-9);

    const SkillLab lab = labOf("quick-kick");
    const auto& metrics = lab.task()->metrics();
    const auto contact = std::ranges::find(metrics, "contactS", &MetricInfo::name);
    trial.score.isSuccess = true;
    trial.score.metrics.assign(metrics.size(), 1.0);
    std::vector<SkillTrial> trials(3, trial);
    trials[1].score.metrics[static_cast<std::size_t>(contact - metrics.begin())] = 1.9;
    trials[2].kicksS.reset();
    const motion::KickFigures figures = kickFigures(lab, trials);
    EXPECT_NEAR(figures.contactS, 0.4, 1e-9);
    EXPECT_NEAR(figures.aimS, 1.5, 1e-9);
}

TEST(SkillLabTest, StoppingReturnsTheFinishedTrials) {
    const SkillLab lab = labOf("getup-front");
    SkillLabSettings settings;
    settings.trials = 50;
    std::stop_source stop;
    int done = 0;
    const auto trials = lab.run(
        settings,
        [&](const SkillTrial&) {
            if (++done == 3) {
                stop.request_stop();
            }
        },
        stop.get_token());
    EXPECT_EQ(trials.size(), 3U);
    EXPECT_FALSE(trials.front().ballFromFeetM.has_value());
}

SkillTrial trialAt(double forwardM, double leftM, bool isSuccess) {
    SkillTrial trial;
    trial.ballFromFeetM = Eigen::Vector2d(forwardM, leftM);
    trial.score.isSuccess = isSuccess;
    return trial;
}

TEST(BallMapTest, CountsByBallPosition) {
    const std::vector<SkillTrial> trials = {trialAt(0.25, 0.05, true), trialAt(0.26, 0.06, false),
                                            trialAt(0.12, -0.08, true), trialAt(0.12, -0.02, false),
                                            SkillTrial{}};
    const BallMap map(trials, 0.1);
    ASSERT_EQ(map.rows(), 2);
    ASSERT_EQ(map.columns(), 2);
    EXPECT_EQ(map.cell(0, 0).trials, 2) << "far and left";
    EXPECT_EQ(map.cell(0, 0).successes, 1);
    EXPECT_EQ(map.cell(1, 0).trials, 0);
    EXPECT_EQ(map.cell(1, 1).trials, 2) << "near and right";
    EXPECT_EQ(map.cell(1, 1).successes, 1);
    EXPECT_TRUE(map.middleM(0, 0).isApprox(Eigen::Vector2d(0.25, 0.05)));
    EXPECT_TRUE(map.middleM(1, 1).isApprox(Eigen::Vector2d(0.15, -0.05)));
    const BallMap none({}, 0.1);
    EXPECT_EQ(none.rows() * none.columns(), 0);
}

// With all percepts and the server's noise.
TEST(ScoringTest, ALoneRobotScoresAndWorkersDoNotMatter) {
    ScoringSettings settings;
    settings.starts = 3;
    settings.workers = 2;
    settings.longestS = 100.0;
    const auto trials = benchScoring(standardNao(), 0, settings);
    ASSERT_TRUE(trials) << trials.error().toString();
    const auto scored = std::ranges::count_if(
        *trials, [](const ScoringTrial& trial) { return trial.goalS.has_value(); });
    EXPECT_GE(scored, 2);
    settings.workers = 1;
    const auto again = benchScoring(standardNao(), 0, settings);
    ASSERT_TRUE(again);
    for (std::size_t i = 0; i < trials->size(); ++i) {
        EXPECT_EQ((*again)[i].goalS, (*trials)[i].goalS) << i;
        EXPECT_GT((*trials)[i].touchS.value_or(0.0), 0.0);
        EXPECT_GE(((*trials)[i].robot_F.head<2>() - (*trials)[i].ball_F).norm(), 1.0);
    }
}

TEST(ScoringTest, RobotAndBallStartApart) {
    const field::FieldDimensions& field = field::newestField().dimensions;
    std::set<std::pair<bool, bool>> sides; // sides of the ball on which the robot starts
    std::set<std::pair<bool, bool>> quadrants;
    for (std::size_t number = 0; number < 300; ++number) {
        const ScoringTrial start = scoringStart(1, number);
        const Eigen::Vector2d fromBall = start.robot_F.head<2>() - start.ball_F;
        EXPECT_GE(fromBall.norm(), 1.0) << number;
        for (const Eigen::Vector2d& place :
             {start.ball_F, Eigen::Vector2d(start.robot_F.head<2>())}) {
            EXPECT_LT(std::abs(place.x()), field.lengthM / 2.0 - 1.0) << number;
            EXPECT_LT(std::abs(place.y()), field.widthM / 2.0 - 1.0) << number;
        }
        EXPECT_LE(std::abs(start.robot_F.z()), math::kPi) << number;
        sides.emplace(fromBall.x() > 0.0, fromBall.y() > 0.0);
        quadrants.emplace(start.robot_F.z() > 0.0, std::abs(start.robot_F.z()) > math::kPi / 2.0);
    }
    EXPECT_EQ(sides.size(), 4U);
    EXPECT_EQ(quadrants.size(), 4U);
}

// No walking counts while the robot lies: progress before the fall is ignored.
TEST(ScoringTest, APushedRobotWalksOnlyAfterGettingUp) {
    PushSettings settings;
    settings.pushes = 4;
    const auto trials = benchPushes(standardNao(), 0, settings);
    ASSERT_TRUE(trials) << trials.error().toString();
    int walkAgain = 0;
    for (const PushTrial& push : *trials) {
        if (push.hasFallen && push.walksS) {
            ++walkAgain;
            EXPECT_GT(*push.walksS, 0.5);
        }
    }
    EXPECT_GE(walkAgain, 2);
}

TEST(LoneRobotTest, ATallRobotIsPlacedOnItsFeet) {
    LoneRobot robot(robot::soccerbot056Model().shared(), 0, behavior::StandAndLook(), false, 1);
    robot.place({1.0, 2.0, 0.5});
    for (int i = 0; i < 250; ++i) {
        robot.cycle();
    }
    EXPECT_GT(robot.torso().p.z(), 3.0);
    EXPECT_GT(robot.torso().R(2, 2), 0.99);
    EXPECT_NEAR(robot.torso().p.x(), 1.0, 0.4);
    EXPECT_FALSE(robot.frame().body.isFallen);
}

TEST(LoneRobotTest, KeepsItsPlacedPoseAndBall) {
    agents::SkillLibrary skills;
    const auto model = standardNao();
    const auto behavior = agents::builtInBehaviors().make("drive", {}, {*model, skills});
    ASSERT_TRUE(behavior) << behavior.error().toString();
    LoneRobot robot(model, 0, **behavior, false, 1);
    for (const double headingRad : {0.0, 0.7, -2.5}) {
        robot.place({1.0, 2.0, headingRad});
        const math::Pose X_STorso = robot.torso();
        EXPECT_NEAR(X_STorso.p.x(), 1.0, 1e-6);
        EXPECT_NEAR(X_STorso.p.y(), 2.0, 1e-6);
        EXPECT_NEAR(math::wrapRad(std::atan2(X_STorso.R(1, 1), X_STorso.R(0, 1)) - headingRad), 0.0,
                    1e-6);
    }
    monitor::BallCommand rolls;
    rolls.velocity_SMps = Eigen::Vector3d(3.0, 0.0, 0.0);
    ASSERT_TRUE(robot.simulation().apply(rolls));
    robot.cycle();
    robot.placeBall({-3.0, 1.0});
    for (int i = 0; i < 50; ++i) {
        robot.cycle();
    }
    const Eigen::Vector3d p_SBall = robot.simulation().physics().ball().X_SBall.p;
    EXPECT_NEAR(p_SBall.x(), -3.0, 0.01);
    EXPECT_NEAR(p_SBall.y(), 1.0, 0.01);
}

TEST(ScoringTest, AnUnknownBehaviorIsAnError) {
    ScoringSettings settings;
    settings.behavior = "strikr";
    const auto trials = benchScoring(standardNao(), 0, settings);
    ASSERT_FALSE(trials);
    EXPECT_THAT(trials.error().toString(), HasSubstr("striker"));
}

} // namespace
} // namespace sideline::training
