// Goalkeeping, dribbling and localization of a lone robot.
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "training/skill/kick_measures.h"
#include "training/skill/shots.h"
#include "training/skill/skill_lab.h"
#include "training/skill/vision_bench.h"

namespace sideline::training {
namespace {

using testing::HasSubstr;

robot::RobotModelPtr playNao() {
    return robot::naoModel(robot::NaoType::Standard).shared();
}

TEST(ShotsTest, AKeeperSavesMoreThanAStandingRobot) {
    ShotSettings settings;
    settings.shots = 16;
    settings.workers = 2;
    const auto kept = benchShots(playNao(), 0, settings);
    ASSERT_TRUE(kept) << kept.error().toString();
    settings.behavior = "stand-and-look";
    settings.workers = 1;
    const auto stood = benchShots(playNao(), 0, settings);
    ASSERT_TRUE(stood);
    for (std::size_t i = 0; i < kept->size(); ++i) {
        EXPECT_EQ((*kept)[i].ball_F, (*stood)[i].ball_F) << "the same shots";
        EXPECT_EQ((*kept)[i].velocity_FMps, (*stood)[i].velocity_FMps);
        EXPECT_LT((*kept)[i].velocity_FMps.x(), 0.0);
    }
    const auto saves = [](const std::vector<ShotTrial>& trials) {
        return std::ranges::count_if(trials, &ShotTrial::isSaved);
    };
    EXPECT_GT(saves(*kept), saves(*stood));
    EXPECT_LT(saves(*stood), 10) << "the shots go in";
    for (const ShotTrial& shot : *stood) {
        ASSERT_EQ(shot.failure.has_value(), !shot.isSaved);
        if (shot.failure) {
            ASSERT_TRUE(shot.lateralM);
            EXPECT_EQ(shot.failure->kind, *shot.lateralM < 0.0 ? FailureKind::ConcededRight
                                                               : FailureKind::ConcededLeft);
            EXPECT_EQ(shot.failure->value, std::abs(*shot.lateralM));
            EXPECT_GT(shot.failure->atS, 0.2);
        }
    }
    settings.behavior = "keper";
    const auto unknown = benchShots(playNao(), 0, settings);
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("keeper"));
}

TEST(SightTest, AWalkingRobotIsLocalized) {
    VisionBenchSettings settings;
    settings.walks = 2;
    settings.longS = 12.0;
    settings.workers = 2;
    for (const char* look : {"follow", "learn"}) {
        settings.look = look;
        const auto trials = benchVision(playNao(), 0, settings);
        ASSERT_TRUE(trials) << trials.error().toString();
        ASSERT_EQ(trials->size(), 2U);
        for (const VisionTrial& trial : *trials) {
            EXPECT_GT(trial.errorM, 0.0);
            EXPECT_LT(trial.errorM, 0.2) << look;
            EXPECT_LT(trial.errorRad, 0.1);
            EXPECT_LT(trial.ballAgeS, 3.0);
            EXPECT_LT(trial.unknownRatio, 0.7);
        }
    }
    settings.look = "away";
    const auto wrong = benchVision(playNao(), 0, settings);
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().toString(), HasSubstr("follow, learn"));
}

TEST(DribbleSkillTest, MovesTheBallForwardAtItsFeet) {
    const auto lab = SkillLab::make(**findSkill("dribble"), playNao());
    ASSERT_TRUE(lab) << lab.error().toString();
    SkillLabSettings settings;
    settings.trials = 10;
    settings.workers = 2;
    const auto trials = lab->run(settings);
    const auto succeeded =
        std::ranges::count_if(trials, [](const SkillTrial& t) { return t.score.isSuccess; });
    EXPECT_GE(succeeded, 8);
    for (const SkillTrial& trial : trials) {
        if (trial.score.isSuccess) {
            EXPECT_GT(lab->valueOf(trial), 0.1);
        }
    }
}

TEST(KickMeasuresTest, MeasuresAMotionAndWritesAKickFile) {
    SkillLabSettings settings;
    settings.trials = 10;
    settings.workers = 2;
    auto measures = measureKick(**findSkill("kick-far-left"), playNao(), settings);
    ASSERT_TRUE(measures) << measures.error().toString();
    EXPECT_GT(measures->figures.distanceM, 7.0);
    EXPECT_LT(measures->figures.spreadRad, 0.1);
    EXPECT_FALSE(measures->region.isKnown()) << "only behaviors walk to where the ball lies";
    measures->region = motion::KickRegion({0.1, -0.02}, 0.02, 2, 3);
    measures->region.setCell(1, 2, 1.0);
    measures->region.setCell(0, 0, 0.55);
    measures->swings = motion::SwingTable(
        std::array{motion::SwingTable::Row{1.0, 5.25}, motion::SwingTable::Row{2.0, 2.0}});
    const std::string text = measuredText(*measures);
    EXPECT_THAT(text, HasSubstr("[measured]\ndistance = "));
    EXPECT_THAT(text, HasSubstr("swings = \"1 5.25, 2 2\"\n"));
    EXPECT_THAT(text, HasSubstr("region = \"\"\"\n..*\n5..\n\"\"\"\n"));
}

} // namespace
} // namespace sideline::training
