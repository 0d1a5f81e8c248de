#include "widgets/common/text_format.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <QPixmap>

#include "tests/widgets/input_events.h"
#include "widgets/common/icons.h"

namespace sideline::widgets {
namespace {

using game::Side;
using tests::plain;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ClockTextTest, CountsMinutesSecondsAndHundredths) {
    struct Row {
        double timeS;
        const char* text;
        const char* withHundredths;
    };
    const Row rows[] = {{0.0, "0:00", "0:00.00"},        {5.0, "0:05", "0:05.00"},
                        {59.999, "0:59", "0:59.99"},     {60.0, "1:00", "1:00.00"},
                        {245.88, "4:05", "4:05.88"},     {600.5, "10:00", "10:00.50"},
                        {3600.0, "60:00", "60:00.00"},   {3725.5, "62:05", "62:05.50"},
                        {-1.5, "-0:01", "-0:01.50"},     {-61.25, "-1:01", "-1:01.25"},
                        {-3600.0, "-60:00", "-60:00.00"}};
    for (const Row& row : rows) {
        EXPECT_EQ(plain(clockText(row.timeS)), row.text);
        EXPECT_EQ(plain(clockText(row.timeS, true)), row.withHundredths);
    }
}

TEST(ClockTextTest, NothingIsNotNegative) {
    EXPECT_EQ(plain(clockText(-0.001, true)), "0:00.00");
    EXPECT_EQ(plain(clockText(-0.0)), "0:00");
}

TEST(ClockTextTest, NoNumberIsADash) {
    EXPECT_EQ(plain(clockText(kNaN)), "-");
    EXPECT_EQ(plain(clockText(kInfinity, true)), "-");
}

// The index keeps the game clock as float; 28.72F is a little less than 28.72.
TEST(ClockTextTest, AClockFromTheIndexLosesNoHundredth) {
    for (int hundredths = 0; hundredths < 200000; hundredths += 4) {
        const double exact = hundredths / 100.0;
        const auto kept = static_cast<double>(static_cast<float>(exact));
        ASSERT_EQ(plain(clockText(kept, true)), plain(clockText(exact, true))) << exact;
    }
}

TEST(NumberTextTest, RoundsToItsDecimalsAndNamesTheUnit) {
    EXPECT_EQ(plain(numberText(1.23456, 3, QStringLiteral("m"))), "1.235 m");
    EXPECT_EQ(plain(numberText(-7.0, 1, QStringLiteral("m/s"))), "-7.0 m/s");
    EXPECT_EQ(plain(numberText(299.6, 0, QStringLiteral("s"))), "300 s");
    EXPECT_EQ(plain(numberText(4.0, 2, {})), "4.00");
}

TEST(NumberTextTest, ZeroHasNoSign) {
    EXPECT_EQ(plain(numberText(-0.0004, 3, QStringLiteral("m"))), "0.000 m");
    EXPECT_EQ(plain(numberText(-0.0, 0, {})), "0");
    EXPECT_EQ(plain(numberText(-0.0006, 3, QStringLiteral("m"))), "-0.001 m");
}

TEST(NumberTextTest, WhatIsNoNumberIsADashWithoutUnit) {
    EXPECT_EQ(plain(numberText(kNaN, 3, QStringLiteral("m"))), "-");
    EXPECT_EQ(plain(numberText(-kInfinity, 3, QStringLiteral("m"))), "-");
}

TEST(AgeTextTest, IsEmptyForValuesOfThisFrame) {
    EXPECT_TRUE(ageText(0.0).isEmpty());
    EXPECT_TRUE(ageText(0.0049).isEmpty());
    EXPECT_TRUE(ageText(-1e-9).isEmpty());
    EXPECT_EQ(plain(ageText(0.12)), "(0.12 s ago)");
    EXPECT_EQ(plain(ageText(9.876)), "(9.88 s ago)");
    EXPECT_EQ(plain(ageText(12.3)), "(12 s ago)");
}

TEST(ToQtTest, ReadsUtf8AndKeepsNulls) {
    EXPECT_EQ(toQt("Tor f\xc3\xbcr"), QStringLiteral("Tor f\u00fcr"));
    EXPECT_EQ(toQt(std::string_view("a\0b", 3)).size(), 3);
    EXPECT_TRUE(toQt({}).isEmpty());
}

TEST(PlayModeTextTest, ReadsBothNamingStyles) {
    const std::pair<const char*, const char*> rows[] = {
        {"BeforeKickOff", "Before kick-off"},
        {"KickOff_Left", "Kick-off left"},
        {"KickOff_Right", "Kick-off right"},
        {"PlayOn", "Play on"},
        {"KickIn_Left", "Kick-in left"},
        {"KickIn_Right", "Kick-in right"},
        {"GameOver", "Game over"},
        {"Goal_Left", "Goal left"},
        {"Goal_Right", "Goal right"},
        {"corner_kick_left", "Corner kick left"},
        {"corner_kick_right", "Corner kick right"},
        {"goal_kick_left", "Goal kick left"},
        {"offside_right", "Offside right"},
        {"free_kick_left", "Free kick left"},
        {"direct_free_kick_right", "Direct free kick right"},
        {"pass_left", "Pass left"},
    };
    for (const auto& [mode, text] : rows) {
        EXPECT_EQ(plain(playModeText(mode)), text);
    }
}

TEST(PlayModeTextTest, LeavesUnknownModesAsTheyAre) {
    EXPECT_EQ(plain(playModeText("penalty_shoot_left")), "Penalty shoot left");
    EXPECT_EQ(plain(playModeText("HalfTimeShow")), "HalfTimeShow");
    EXPECT_EQ(plain(playModeText("?")), "?");
    EXPECT_TRUE(playModeText("").isEmpty());
}

TEST(RobotTextTest, NamesTheTeamOrElseTheSide) {
    monitor::GameState game;
    const game::PlayerId left{Side::Left, game::UniformNumber(7)};
    const game::PlayerId right{Side::Right, game::UniformNumber(11)};
    EXPECT_EQ(plain(robotText(left, game)), "left 7");
    EXPECT_EQ(plain(robotText(right, game)), "right 11");
    game.teamLeft = "UTA";
    EXPECT_EQ(plain(robotText(left, game)), "UTA 7");
    EXPECT_EQ(plain(robotText(right, game)), "right 11");
    EXPECT_EQ(plain(robotText({}, game)), "unnamed robot");
}

// The first argument's text must not be taken for a place of the second.
TEST(RobotTextTest, ATeamMayBeCalledLikeAPlaceholder) {
    monitor::GameState game;
    game.teamRight = "%2%1";
    const game::PlayerId right{Side::Right, game::UniformNumber(3)};
    EXPECT_EQ(plain(robotText(right, game)), "%2%1 3");
}

TEST(TeamColorsTest, EachSideHasItsOwn) {
    const TeamColors colors{QColor(1, 2, 3), QColor(4, 5, 6)};
    EXPECT_EQ(colors.of(Side::Left), QColor(1, 2, 3));
    EXPECT_EQ(colors.of(Side::Right), QColor(4, 5, 6));
    EXPECT_NE(colors.of(Side::None), colors.of(Side::Left));
    EXPECT_NE(colors.of(Side::None), colors.of(Side::Right));
    EXPECT_FALSE(colors == TeamColors{});
}

TEST(ReadableOnTest, IsBlackOnLightAndWhiteOnDark) {
    for (const QColor light : {QColor(Qt::white), QColor(Qt::yellow), QColor(Qt::green)}) {
        EXPECT_EQ(readableOn(light), QColor(Qt::black)) << plain(light.name());
    }
    const TeamColors teams;
    for (const QColor dark : {QColor(Qt::black), QColor(Qt::blue), teams.left, teams.right}) {
        EXPECT_EQ(readableOn(dark), QColor(Qt::white)) << plain(dark.name());
    }
}

TEST(IconTest, IsDrawnInTheColorAndFainterWhenDisabled) {
    const QColor color(0xc0, 0x20, 0x40);
    const QIcon play = icon(QStringLiteral("play"), color);
    ASSERT_FALSE(play.isNull());
    const QImage normal = play.pixmap(32).toImage();
    const QImage disabled = play.pixmap(32, QIcon::Disabled).toImage();
    const auto opaque = [](const QImage& image, const QColor& expected) {
        return tests::countPixels(image.convertToFormat(QImage::Format_ARGB32), image.rect(),
                                  expected);
    };
    EXPECT_GT(opaque(normal, color), 50);
    EXPECT_EQ(opaque(disabled, color), 0);
    EXPECT_EQ(qAlpha(normal.pixel(0, 0)), 0);
}

TEST(IconTest, AnUnknownNameIsNoIcon) {
    EXPECT_TRUE(icon(QStringLiteral("no-such-icon")).isNull());
    EXPECT_FALSE(icon(QStringLiteral("open")).isNull());
}

TEST(TextFormatTest, TicksOfTheClock) {
    EXPECT_EQ(clockTickText({.recordTimeS = 4.5, .clockS = 65.0}, 5.0), QStringLiteral("1:05"));
    EXPECT_EQ(clockTickText({.recordTimeS = 4.5, .clockS = 65.2}, 0.2), QStringLiteral("1:05.20"));
    EXPECT_EQ(clockTickText({.recordTimeS = 4.5, .clockS = 10.0, .isClockStopped = true}, 5.0),
              QStringLiteral("+0:10"));
}

TEST(TextFormatTest, AnIntervalBeforeTheKickOffIsGivenByTheRecording) {
    EXPECT_EQ(intervalText(20.0, 24.0, 10.0, 14.0), QStringLiteral("0:10.00 to 0:14.00"));
    EXPECT_EQ(intervalText(2.0, 4.0, 0.0, 0.0),
              QStringLiteral("recording 0:02.00 to 0:04.00, game 0:00.00 to 0:00.00"));
}

} // namespace
} // namespace sideline::widgets
