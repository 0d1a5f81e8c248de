#include <gtest/gtest.h>

#include "agentcore/robot/built_in_robots.h"
#include "widgets/common/name_text.h"
#include "widgets/train/figure_text.h"

namespace sideline::widgets {
namespace {

TEST(FigureTextTest, FiguresAreNamedInWordsWithoutTheirUnit) {
    EXPECT_EQ(figureText("endS"), QStringLiteral("End"));
    EXPECT_EQ(figureText("uprightTotalS"), QStringLiteral("Upright total"));
    EXPECT_EQ(figureText("ballMeanMps"), QStringLiteral("Ball mean"));
    EXPECT_EQ(figureText("headShare"), QStringLiteral("Relative head height"));
    EXPECT_EQ(figureText("selfCollisions"), QStringLiteral("Self collisions"));
    EXPECT_EQ(figureText("S"), QStringLiteral("S"));
    EXPECT_EQ(figureText(""), QString());
}

TEST(FigureTextTest, NamesParametersOfMotionsByTheirJoints) {
    const robot::RobotModel& nao = robot::defaultRobot();
    for (const auto& [name, text] : std::initializer_list<std::pair<const char*, const char*>>{
             {"0.lle4", "Left knee at 0 s"},
             {"0.45.lle4", "Left knee at 0.45 s"},
             {"squat.lle4#2", "Left knee in squat (2)"},
             {"squat.lle4.speed", "Speed of left knee in squat"},
             {"squat.lle4.kp", "kp of left knee in squat"},
             {"gains.kd", "kd of the motion"},
             {"0.45.after", "Time before the keyframe at 0.45 s"},
             {"$lean", "$lean"},
             {"engine-step", "engine-step"}}) {
        EXPECT_EQ(trainedText(QString::fromLatin1(name), nao), QString::fromLatin1(text));
    }
    EXPECT_EQ(titleText(QStringLiteral("get-up")), QStringLiteral("Get up"));
}

} // namespace
} // namespace sideline::widgets
