#include "widgets/match/time_ruler.h"

#include <gtest/gtest.h>

#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using game::Side;
using logs::EventKind;
using tests::plain;

constexpr int kMargin = 8;
constexpr int kWidth = 616; // 600 pixels of time
constexpr double kY = 45;

// The sample match: 47 frames, 9.2 s, a kick at frame 32 and a foul at 41.
class TimeRulerTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_index = tests::sampleMatch()->index();
        ASSERT_NEAR(m_index->durationS(), 9.2, 1e-6);
        m_ruler.setIndex(m_index);
        m_ruler.setAnalysis(tests::sampleMatch()->analysis());
        ASSERT_TRUE(tests::showWidget(m_ruler, kWidth, 74));
    }
    double xOf(double timeS) const {
        return kMargin + (timeS - m_ruler.visibleBeginS()) /
                             (m_ruler.visibleEndS() - m_ruler.visibleBeginS()) *
                             (kWidth - 2 * kMargin);
    }
    double xOfFrame(logs::FrameNumber frame) const { return xOf(m_index->recordTimeS(frame)); }
    // The time that a click at x asks for.
    double clickedTime(double x) {
        QSignalSpy seeks(&m_ruler, &TimeRuler::seekRequested);
        tests::click(m_ruler, {x, kY});
        EXPECT_EQ(seeks.count(), 1);
        return seeks.isEmpty() ? -1.0 : seeks.last()[0].toDouble();
    }
    void expectRange(double beginS, double endS) {
        EXPECT_NEAR(m_ruler.visibleBeginS(), beginS, 1e-9);
        EXPECT_NEAR(m_ruler.visibleEndS(), endS, 1e-9);
    }
    QString toolTipAt(double x) {
        const QPoint pos(static_cast<int>(x), static_cast<int>(kY));
        QHelpEvent event(QEvent::ToolTip, pos, m_ruler.mapToGlobal(pos));
        QApplication::sendEvent(&m_ruler, &event);
        return QToolTip::text();
    }
    static std::shared_ptr<logs::MatchLog> scripted(const tests::TempDir& dir,
                                                    const std::vector<tests::ScriptedScene>& scenes,
                                                    int fullEvery) {
        tests::writeFile(dir / "m.log", tests::scriptedLog(scenes, fullEvery));
        return tests::openAnalyzed(dir / "m.log");
    }
    // A log with so many scenes, and the same when it has grown.
    void makeGrowing(int scenes, int scenesLater) {
        m_some = scripted(m_shortDir, tests::movingScenes(scenes), 0);
        m_more = scripted(m_longDir, tests::movingScenes(scenesLater), 0);
        ASSERT_TRUE(m_some && m_more);
    }
    TimeRuler m_ruler;
    std::shared_ptr<const logs::LogIndex> m_index;
    tests::TempDir m_shortDir;
    tests::TempDir m_longDir;
    std::shared_ptr<logs::MatchLog> m_some;
    std::shared_ptr<logs::MatchLog> m_more;
};

TEST_F(TimeRulerTest, AClickSeeksToTheFrameUnderIt) {
    expectRange(0.0, 9.2);
    for (logs::FrameNumber frame = 0; frame + 1 < m_index->frameCount(); ++frame) {
        const double middleS = (m_index->recordTimeS(frame) + m_index->recordTimeS(frame + 1)) / 2;
        const double timeS = clickedTime(xOf(middleS));
        EXPECT_NEAR(timeS, middleS, 1e-6);
        EXPECT_EQ(m_index->frameAtRecordTime(timeS), frame);
    }
    m_ruler.showRange(4.0, 6.0);
    EXPECT_NEAR(clickedTime(kMargin + 300), 5.0, 1e-9);
}

TEST_F(TimeRulerTest, AClickOnTheMarginStaysInTheLog) {
    EXPECT_EQ(clickedTime(0), 0.0);
    EXPECT_EQ(clickedTime(kWidth - 1), m_index->durationS());
}

TEST_F(TimeRulerTest, DraggingWithTheLeftButtonSeeksAllTheWay) {
    QSignalSpy seeks(&m_ruler, &TimeRuler::seekRequested);
    QSignalSpy ranges(&m_ruler, &TimeRuler::visibleRangeChanged);
    tests::press(m_ruler, {xOf(2.0), kY});
    tests::moveTo(m_ruler, {xOf(3.0), kY}, Qt::LeftButton);
    tests::moveTo(m_ruler, {xOf(1.0), kY}, Qt::LeftButton);
    tests::release(m_ruler, {xOf(1.0), kY});
    tests::moveTo(m_ruler, {xOf(5.0), kY}); // no longer held
    ASSERT_EQ(seeks.count(), 3);
    EXPECT_NEAR(seeks[1][0].toDouble(), 3.0, 1e-9);
    EXPECT_NEAR(seeks[2][0].toDouble(), 1.0, 1e-9);
    EXPECT_EQ(ranges.count(), 0);
}

TEST_F(TimeRulerTest, TheWheelZoomsAtTheMouse) {
    QSignalSpy ranges(&m_ruler, &TimeRuler::visibleRangeChanged);
    const double x = kMargin + 420;
    const double timeS = clickedTime(x);
    tests::turnWheel(m_ruler, {x, kY}, 2);
    EXPECT_NEAR(m_ruler.visibleEndS() - m_ruler.visibleBeginS(), 9.2 * 0.64, 1e-9);
    EXPECT_NEAR(clickedTime(x), timeS, 1e-9);
    tests::turnWheel(m_ruler, {x, kY}, 1);
    EXPECT_NEAR(clickedTime(x), timeS, 1e-9);
    tests::turnWheel(m_ruler, {x, kY}, -3);
    expectRange(0.0, 9.2);
    tests::turnWheel(m_ruler, {x, kY}, -1); // there is no more
    expectRange(0.0, 9.2);
    EXPECT_EQ(ranges.count(), 4);
}

TEST_F(TimeRulerTest, AtTheClosestZoomTheTimeUnderTheMouseStays) {
    const double x = kMargin + 150;
    const double timeS = clickedTime(x);
    for (int i = 0; i < 40; ++i) {
        tests::turnWheel(m_ruler, {x, kY}, 1);
    }
    EXPECT_NEAR(m_ruler.visibleEndS() - m_ruler.visibleBeginS(), 0.4, 1e-9);
    EXPECT_NEAR(clickedTime(x), timeS, 1e-6);
}

TEST_F(TimeRulerTest, TheWheelSidewaysMoves) {
    m_ruler.showRange(4.0, 6.0);
    tests::turnWheel(m_ruler, {200, kY}, 0, -1);
    expectRange(4.2, 6.2);
    tests::turnWheel(m_ruler, {200, kY}, 0, 2);
    expectRange(3.8, 5.8);
}

TEST_F(TimeRulerTest, TheRangeStaysInTheLog) {
    m_ruler.showRange(-5.0, 100.0);
    expectRange(0.0, 9.2);
    m_ruler.showRange(8.0, 12.0);
    expectRange(5.2, 9.2);
    m_ruler.showRange(-3.0, -1.0);
    expectRange(0.0, 2.0);
    m_ruler.showRange(3.0, 3.0); // never nothing at all
    expectRange(3.0, 3.4);
    m_ruler.showRange(6.0, 5.0);
    expectRange(6.0, 6.4);
    m_ruler.showAll();
    expectRange(0.0, 9.2);
}

TEST_F(TimeRulerTest, DraggingWithTheOtherButtonsMovesWithTheMouse) {
    for (const Qt::MouseButton button : {Qt::RightButton, Qt::MiddleButton}) {
        m_ruler.showRange(2.0, 4.0);
        QSignalSpy seeks(&m_ruler, &TimeRuler::seekRequested);
        const double fromX = kMargin + 200;
        tests::press(m_ruler, {fromX, kY}, button);
        tests::moveTo(m_ruler, {fromX + 30, kY}, button);
        tests::moveTo(m_ruler, {fromX + 150, kY}, button);
        expectRange(1.5, 3.5);
        tests::release(m_ruler, {fromX + 150, kY}, button);
        tests::moveTo(m_ruler, {fromX, kY});
        expectRange(1.5, 3.5);
        EXPECT_EQ(seeks.count(), 0);
    }
}

TEST_F(TimeRulerTest, ShowsThePartWithRobotsFirst) {
    std::vector<tests::ScriptedScene> scenes = tests::movingScenes(100);
    for (std::size_t i = 0; i < 40; ++i) {
        scenes[i].robots.clear();
    }
    const tests::TempDir dir;
    const auto log = scripted(dir, scenes, 0);
    ASSERT_NE(log, nullptr);
    const double durationS = log->index()->durationS();
    ASSERT_NEAR(durationS, 19.8, 1e-6);
    m_ruler.setIndex(nullptr);
    m_ruler.setIndex(log->index());
    const double beginS = 8.0 - 0.02 * (durationS - 8.0);
    expectRange(beginS, durationS);
    m_ruler.showAll();
    expectRange(0.0, durationS);
    m_ruler.showMatch();
    expectRange(beginS, durationS);
}

TEST_F(TimeRulerTest, GrowsWithTheLogUntilTheUserZooms) {
    makeGrowing(20, 60);
    m_ruler.setIndex(nullptr);
    m_ruler.setIndex(m_some->index());
    expectRange(0.0, m_some->index()->durationS());
    m_ruler.setIndex(m_more->index());
    expectRange(0.0, m_more->index()->durationS());
    m_ruler.showRange(1.0, 3.0);
    m_ruler.setIndex(m_more->index());
    expectRange(1.0, 3.0);
    m_ruler.setIndex(nullptr); // the next log starts from scratch
    m_ruler.setIndex(m_some->index());
    expectRange(0.0, m_some->index()->durationS());
}

TEST_F(TimeRulerTest, ARangeAtTheEndOfAFollowedLogMovesWithIt) {
    makeGrowing(60, 90);
    const double someS = m_some->index()->durationS();
    const double moreS = m_more->index()->durationS();
    m_ruler.setIndex(nullptr);
    m_ruler.setRolling(true);
    m_ruler.setIndex(m_some->index());
    tests::turnWheel(m_ruler, {kWidth / 4.0, kY}, 4); // towards the end, wherever the mouse is
    const double lengthS = m_ruler.visibleEndS() - m_ruler.visibleBeginS();
    EXPECT_LT(lengthS, someS / 2);
    expectRange(someS - lengthS, someS);
    m_ruler.setIndex(m_more->index());
    expectRange(moreS - lengthS, moreS);

    m_ruler.setIndex(nullptr); // an interval in which the clock is stopped
    m_ruler.setIndex(m_some->index());
    m_ruler.showRange(0.5, 1.5);
    m_ruler.setIndex(m_more->index());
    expectRange(0.5, 1.5);
    tests::turnWheel(m_ruler, {kWidth / 2.0, kY}, 1);
    EXPECT_NEAR(m_ruler.visibleBeginS() + m_ruler.visibleEndS(), 2.0, 1e-9) << "at the mouse";
}

TEST_F(TimeRulerTest, TheLastSecondsWaitWhileThePastIsLookedAt) {
    makeGrowing(20, 90);
    const double someS = m_some->index()->durationS();
    const double moreS = m_more->index()->durationS();
    const double targetS = (someS + moreS) / 2;
    m_ruler.setIndex(nullptr);
    m_ruler.setRolling(true);
    m_ruler.setIndex(m_some->index());
    m_ruler.showLast(targetS);
    expectRange(0.0, someS);
    m_ruler.setRolling(false); // something of the past was sought
    m_ruler.setIndex(m_more->index());
    expectRange(0.0, someS);
    QSignalSpy ranges(&m_ruler, &TimeRuler::visibleRangeChanged);
    m_ruler.setRolling(true);
    expectRange(moreS - targetS, moreS);
    EXPECT_EQ(ranges.count(), 1) << "plots show the same";
}

TEST_F(TimeRulerTest, WithoutALogNothingCanBeSought) {
    m_ruler.setIndex(nullptr);
    QSignalSpy seeks(&m_ruler, &TimeRuler::seekRequested);
    QSignalSpy ranges(&m_ruler, &TimeRuler::visibleRangeChanged);
    tests::click(m_ruler, {100, kY});
    tests::turnWheel(m_ruler, {100, kY}, 1);
    EXPECT_EQ(seeks.count(), 0);
    EXPECT_EQ(ranges.count(), 0);
    const QImage empty = tests::picture(m_ruler); // shows that there is no log
    EXPECT_LT(tests::countPixels(empty, empty.rect(), m_ruler.palette().color(QPalette::Base)),
              empty.width() * empty.height());
}

TEST_F(TimeRulerTest, ToolTipsReportClockFrameAndWhatHappened) {
    m_ruler.setBookmarks({{20, 24.52, "nice <i>"}, {5000, 0.0, "of another log"}});
    const QString kick = toolTipAt(xOfFrame(32) + 1);
    EXPECT_TRUE(kick.startsWith(QStringLiteral("Game clock 0:26.92, frame 32"))) << plain(kick);
    EXPECT_TRUE(kick.contains(QStringLiteral("Kick by UTA 3"))) << plain(kick);
    EXPECT_TRUE(toolTipAt(xOfFrame(41) + 1).contains(QStringLiteral("Charging by UTB 11")));
    const QString bookmark = toolTipAt(xOfFrame(20) + 1);
    EXPECT_TRUE(bookmark.contains(QStringLiteral("Bookmark: nice <i>"))) << plain(bookmark);
    EXPECT_EQ(plain(toolTipAt(xOfFrame(10) + 1)), "Game clock 0:22.52, frame 10");
    EXPECT_TRUE(toolTipAt(xOfFrame(0) + 1).contains(QStringLiteral("Play on")));
    QToolTip::hideText();
}

TEST_F(TimeRulerTest, AnotherLogHasNotTheEventsOfTheLast) {
    const auto atKick = [&] { return toolTipAt(xOfFrame(32) + 1); };
    ASSERT_TRUE(atKick().contains(QLatin1Char('\n'))) << atKick().toStdString();
    m_ruler.setIndex(nullptr);
    m_ruler.setIndex(m_index); // which is not analyzed yet
    EXPECT_FALSE(atKick().contains(QLatin1Char('\n'))) << atKick().toStdString();
    QToolTip::hideText();
}

TEST_F(TimeRulerTest, PaintsWhatTheLogReports) {
    const TeamColors colors{QColor(0x10, 0x20, 0xf0), QColor(0xf0, 0x20, 0x10)};
    const QColor cursor(0xff, 0x8a, 0x1f);
    const QColor bookmark(0xf0, 0xb4, 0x29);
    m_ruler.setColors(colors);
    m_ruler.setTime(4.0);
    const auto around = [&](double timeS, int top, int height) {
        return QRect(static_cast<int>(xOf(timeS)) - 5, top, 10, height);
    };
    QImage image = tests::picture(m_ruler);
    // The foul is a triangle in its team's color, the kick a stroke, between 39 and 56.
    const int foul =
        tests::countPixels(image, around(m_index->recordTimeS(41), 39, 17), colors.right);
    EXPECT_GT(foul, 20);
    EXPECT_EQ(tests::countPixels(image, QRect(0, 39, kWidth, 17), bookmark), 0);
    EXPECT_GT(tests::countPixels(image, around(4.0, 0, 74), cursor), 30);
    EXPECT_EQ(tests::countPixels(image, around(6.0, 0, 74), cursor), 0);
    m_ruler.setTime(6.0);
    m_ruler.setBookmarks({{10, 22.52, "here"}});
    image = tests::picture(m_ruler);
    EXPECT_GT(tests::countPixels(image, around(6.0, 0, 74), cursor), 30);
    EXPECT_EQ(tests::countPixels(image, around(4.0, 0, 74), cursor), 0);
    EXPECT_GT(tests::countPixels(image, around(2.0, 0, 74), bookmark), 10);
}

// The clock of the sample is 20.52 at the beginning: whole seconds stand beside those of the
// record.
TEST_F(TimeRulerTest, TicksStandAtRoundGameTimes) {
    m_ruler.showRange(4.0, 8.0);
    const QImage image = tests::picture(m_ruler);
    const QColor base = m_ruler.palette().color(QPalette::Base);
    const auto isMarked = [&](double timeS) {
        const QRect place(static_cast<int>(std::floor(xOf(timeS))) - 1, 16, 3, 1);
        return tests::countPixels(image, place, base) < place.width();
    };
    for (const double timeS : {4.48, 5.48, 6.48, 7.48}) {
        EXPECT_TRUE(isMarked(timeS)) << timeS;
    }
    for (const double timeS : {5.0, 6.0, 7.0}) {
        EXPECT_FALSE(isMarked(timeS)) << timeS;
    }
}

TEST_F(TimeRulerTest, PaintsPlayModesAndTheLoop) {
    const QColor playOn = playModeColor("PlayOn", {});
    const QRect modes(0, 22, kWidth, 15);
    m_ruler.setPlayModes({"BeforeKickOff", "KickOff_Left", "KickOff_Right", "PlayOn"});
    const QImage before = tests::picture(m_ruler);
    EXPECT_GT(tests::countPixels(before, modes, playOn), 600 * 15 * 8 / 10);
    m_ruler.setLoop(logs::LoopRange{2.0, 3.0});
    const QImage looped = tests::picture(m_ruler);
    const auto y = 72; // below all rows
    EXPECT_NE(looped.pixel(static_cast<int>(xOf(2.5)), y),
              before.pixel(static_cast<int>(xOf(2.5)), y));
    EXPECT_EQ(looped.pixel(static_cast<int>(xOf(3.5)), y),
              before.pixel(static_cast<int>(xOf(3.5)), y));
    m_ruler.setLoop(std::nullopt);
    EXPECT_EQ(tests::picture(m_ruler), before);
}

TEST(PlayModeColorTest, ReportsTheTeamThatHasTheBall) {
    const TeamColors colors{QColor(0x10, 0x20, 0xa0), QColor(0xa0, 0x20, 0x10)};
    for (const char* mode : {"KickOff_Left", "corner_kick_left", "pass_left"}) {
        EXPECT_EQ(playModeColor(mode, colors), colors.left) << mode;
    }
    for (const char* mode : {"KickIn_Right", "goal_kick_right", "direct_free_kick_right"}) {
        EXPECT_EQ(playModeColor(mode, colors), colors.right) << mode;
    }
    EXPECT_EQ(playModeColor("Goal_Left", colors), colors.left.lighter(135));
    for (const char* mode : {"PlayOn", "BeforeKickOff", "GameOver", "", "?"}) {
        EXPECT_NE(playModeColor(mode, colors), colors.left) << mode;
        EXPECT_NE(playModeColor(mode, colors), colors.right) << mode;
    }
    EXPECT_NE(playModeColor("PlayOn", colors), playModeColor("GameOver", colors));
}

TEST(EventColorTest, IsTheTeamsOrThatOfText) {
    const TeamColors colors;
    QPalette palette;
    palette.setColor(QPalette::Text, QColor(9, 8, 7));
    logs::Event event;
    EXPECT_EQ(eventColor(event, colors, palette), QColor(9, 8, 7));
    event.side = Side::Right;
    EXPECT_EQ(eventColor(event, colors, palette), colors.right);
}

} // namespace
} // namespace sideline::widgets
