// Skills tried again and again; a lone robot that scores.
#include "training/skill/skill_lab.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "training/skill/kick_measures.h"
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

TEST(SkillLabTest, EverySkillIsThereForEveryNao) {
    for (const Skill& skill : skills()) {
        for (const robot::NaoType type : robot::kNaoTypes) {
            const auto lab = SkillLab::make(skill, robot::naoModel(type).shared());
            if (!lab && (skill.name == "side-kick" || skill.name == "heel-kick")) {
                EXPECT_THAT(lab.error().toString(), HasSubstr("is shipped for"));
                EXPECT_NE(type, robot::NaoType::Standard);
                continue;
            }
            ASSERT_TRUE(lab) << skill.name << ": " << lab.error().toString();
            EXPECT_FALSE(lab->valueInfo().description.empty());
        }
    }
    const auto unknown = findSkill("quick-kik");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("quick-kick"));
}

TEST(SkillLabTest, ARobotWithoutTheLegsIsRefused) {
    const auto lab = SkillLab::make(**findSkill("quick-kick"), robot::soccerbot056Model().shared());
    ASSERT_FALSE(lab);
    EXPECT_THAT(lab.error().toString(), HasSubstr("legs"));
}

// Out of the walk, with the ball anywhere before it.
TEST(SkillLabTest, TheQuickKickGoesFarAndKeepsTheRobotOnItsFeet) {
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
    const motion::KickFigures figures = kickFigures(lab, trials);
    EXPECT_GT(figures.distanceM, 3.5);
    EXPECT_LT(figures.contactS, 0.8);
    EXPECT_GT(figures.contactS, 0.1);
    EXPECT_LT(figures.spreadRad, 0.15);
    EXPECT_DOUBLE_EQ(figures.standsShare, static_cast<double>(succeeded) / 40.0);

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

TEST(SkillLabTest, WhoStopsGetsTheTrialsSoFar) {
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

TEST(BallMapTest, CountsByWhereTheBallLay) {
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

// With all senses and the noise of the server.
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

TEST(ScoringTest, AnUnknownBehaviorIsAnError) {
    ScoringSettings settings;
    settings.behavior = "strikr";
    const auto trials = benchScoring(standardNao(), 0, settings);
    ASSERT_FALSE(trials);
    EXPECT_THAT(trials.error().toString(), HasSubstr("striker"));
}

} // namespace
} // namespace sideline::training
