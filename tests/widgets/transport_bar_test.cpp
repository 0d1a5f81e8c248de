#include "widgets/match/transport_bar.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using tests::plain;

class TransportBarTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(tests::showWidget(m_bar, 900, 130));
        m_slider = m_bar.findChild<QSlider*>();
        ASSERT_NE(m_slider, nullptr);
    }
    QToolButton* buttonOf(const QString& text) {
        for (auto* button : m_bar.findChildren<QToolButton*>()) {
            if (button->text() == text) {
                return button;
            }
        }
        return nullptr;
    }
    bool shows(const char* text) {
        return tests::labelTexts(m_bar).contains(QString::fromUtf8(text));
    }
    double speedAt(int value) { return replaySpeeds()[static_cast<std::size_t>(value)]; }

    QAction m_play{QStringLiteral("Play")};
    QAction m_step{QStringLiteral("Step")};
    TransportBar m_bar{{&m_play, nullptr, &m_step}};
    QSlider* m_slider = nullptr;
};

TEST(ReplaySpeedsTest, AreSortedAndGoForwardOnly) {
    const auto& speeds = replaySpeeds();
    EXPECT_TRUE(std::ranges::is_sorted(speeds));
    EXPECT_EQ(std::ranges::adjacent_find(speeds), speeds.end());
    EXPECT_GT(speeds.front(), 0.0); // which way is the buttons' matter
    EXPECT_NE(std::ranges::find(speeds, 1.0), speeds.end());
    EXPECT_EQ(speeds.back(), logs::ReplayClock::kMaxSpeed);
}

TEST(SpeedTextTest, IsShort) {
    EXPECT_EQ(speedText(1.0), QStringLiteral("1\u00d7"));
    EXPECT_EQ(speedText(0.25), QStringLiteral("0.25\u00d7"));
    EXPECT_EQ(speedText(16.0), QStringLiteral("16\u00d7"));
}

TEST(PlaceTextTest, TimesFramesAndWays) {
    const auto place = [](const char* text) { return parsePlace(QString::fromUtf8(text)); };
    EXPECT_EQ(place("3:25.4"), MatchPlace(GameTimePlace{205.4}));
    EXPECT_EQ(place(" 205.4 "), MatchPlace(GameTimePlace{205.4}));
    EXPECT_EQ(place("0:07"), MatchPlace(GameTimePlace{7.0}));
    EXPECT_EQ(place("#812"), MatchPlace(FramePlace{812}));
    EXPECT_EQ(place("+30"), MatchPlace(RelativePlace{30.0}));
    EXPECT_EQ(place("-1:00"), MatchPlace(RelativePlace{-60.0}));
    EXPECT_EQ(place("\u2212 0.5"), MatchPlace(RelativePlace{-0.5}));
    for (const char* bad : {"", "#", "#-1", "#1.5", "3:60", "1:2:3", "soon", "nan", "+", "--1",
                            "1e9", "#99999999999", "12345678901"}) {
        EXPECT_FALSE(place(bad)) << bad;
    }
}

TEST_F(TransportBarTest, InANarrowWindowTheFrameGivesWayAndNothingOverlaps) {
    m_bar.setPosition(1.0, 2.0, 3, 13247);
    LiveMark mark;
    mark.state = QStringLiteral("in sync, 1.00\u00d7, answers late");
    m_bar.setLive(mark);
    const auto shown = [&] {
        QList<QWidget*> row;
        for (auto* each : m_bar.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (each->isVisible() && each != m_bar.ruler()) {
                row << each;
            }
        }
        return row;
    };
    m_bar.setMinimumSize(1, 1); // as in a window whose panels scroll
    m_bar.resize(1200, 130);
    QTest::qWait(20); // until the row is laid out
    ASSERT_TRUE(shows("frame 3 of 13246"));
    const qsizetype wide = shown().size();
    for (int widthPx = 1180; shown().size() == wide && widthPx > 400; widthPx -= 20) {
        m_bar.resize(widthPx, 130);
        QTest::qWait(20);
        const QList<QWidget*> row = shown();
        for (const QWidget* each : row) {
            EXPECT_LE(each->geometry().right(), widthPx) << each->objectName().toStdString();
            for (const QWidget* other : row) {
                EXPECT_TRUE(each == other || !each->geometry().intersects(other->geometry()))
                    << each->objectName().toStdString() << ", "
                    << other->objectName().toStdString();
            }
        }
    }
    EXPECT_EQ(shown().size(), wide - 1) << "without the frame";
    m_bar.resize(1200, 130);
    QTest::qWait(20);
    EXPECT_EQ(shown().size(), wide) << "the frame is back";
}

TEST_F(TransportBarTest, AClickOnTheClockAsksWhereToGo) {
    QSignalSpy requests(&m_bar, &TransportBar::placeRequested);
    auto* clock = m_bar.findChild<QLabel*>(QStringLiteral("gameClock"));
    auto* field = m_bar.findChild<QLineEdit*>(QStringLiteral("goToPlace"));
    QTest::mouseClick(clock, Qt::LeftButton);
    EXPECT_FALSE(field->isVisible()) << "there is no log";
    m_bar.setPosition(1.0, 2.0, 3, 100);
    QTest::mouseClick(clock, Qt::LeftButton);
    ASSERT_TRUE(field->isVisible());
    EXPECT_FALSE(clock->isVisible());
    QTest::keyClicks(field, QStringLiteral("soon"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(requests.count(), 0);
    EXPECT_TRUE(field->isVisible()) << "to be mended";
    QTest::keyClicks(field, QStringLiteral("#42"));
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<MatchPlace>(), MatchPlace(FramePlace{42}));
    EXPECT_FALSE(field->isVisible());
    EXPECT_TRUE(clock->isVisible());
    QTest::mouseClick(clock, Qt::LeftButton);
    EXPECT_EQ(field->text(), QString()) << "starts empty";
    QTest::keyClick(field, Qt::Key_Escape);
    EXPECT_FALSE(field->isVisible());
    EXPECT_EQ(requests.count(), 1);
}

TEST_F(TransportBarTest, ButtonsTriggerTheirActions) {
    QSignalSpy played(&m_play, &QAction::triggered);
    QSignalSpy stepped(&m_step, &QAction::triggered);
    QTest::mouseClick(buttonOf(QStringLiteral("Play")), Qt::LeftButton);
    EXPECT_EQ(played.count(), 1);
    QTest::mouseClick(buttonOf(QStringLiteral("Step")), Qt::LeftButton);
    EXPECT_EQ(stepped.count(), 1);
    EXPECT_EQ(played.count(), 1);
    m_step.setEnabled(false);
    EXPECT_FALSE(buttonOf(QStringLiteral("Step"))->isEnabled());
    // The gap between them is wider than that between two buttons.
    EXPECT_GT(buttonOf(QStringLiteral("Step"))->x() -
                  buttonOf(QStringLiteral("Play"))->geometry().right(),
              8);
}

TEST_F(TransportBarTest, TheSliderAsksForItsSpeeds) {
    EXPECT_EQ(speedAt(m_slider->value()), 1.0);
    EXPECT_EQ(m_slider->minimum(), 0);
    EXPECT_EQ(m_slider->maximum(), static_cast<int>(replaySpeeds().size()) - 1);
    QSignalSpy speeds(&m_bar, &TransportBar::speedRequested);
    m_slider->setValue(m_slider->maximum());
    m_slider->setValue(m_slider->minimum());
    ASSERT_EQ(speeds.count(), 2);
    EXPECT_EQ(speeds[0][0].toDouble(), 16.0);
    EXPECT_EQ(speeds[1][0].toDouble(), 0.1);
    EXPECT_TRUE(shows("0.1\u00d7"));
    QTest::keyClick(m_slider, Qt::Key_Right);
    EXPECT_EQ(speeds.count(), 3);
    EXPECT_EQ(speeds[2][0].toDouble(), 0.25);
}

TEST_F(TransportBarTest, ASpeedFromElsewhereIsShownNotAskedFor) {
    QSignalSpy speeds(&m_bar, &TransportBar::speedRequested);
    m_bar.setSpeed(-0.5);
    EXPECT_EQ(speedAt(m_slider->value()), 0.5);
    EXPECT_TRUE(shows("0.5\u00d7"));
    m_bar.setSpeed(3.4); // between two of the slider's
    EXPECT_EQ(speedAt(m_slider->value()), 4.0);
    EXPECT_TRUE(shows("3.4\u00d7"));
    EXPECT_EQ(speeds.count(), 0);
}

TEST_F(TransportBarTest, ALiveMatchHasNoSpeedToChoose) {
    EXPECT_TRUE(m_slider->isEnabled());
    LiveMark mark;
    m_bar.setLive(mark);
    EXPECT_FALSE(m_slider->isEnabled());
    mark.isAtHead = false;
    m_bar.setLive(mark);
    EXPECT_TRUE(m_slider->isEnabled());
    m_bar.setLive(std::nullopt);
    EXPECT_TRUE(m_slider->isEnabled());
}

TEST_F(TransportBarTest, ShowsClockAndFrame) {
    ASSERT_NE(tests::sampleMatch(), nullptr);
    m_bar.ruler()->setIndex(tests::sampleMatch()->index());
    m_bar.setPosition(4.0, 24.52, 20, 47);
    EXPECT_TRUE(shows("0:24.52"));
    EXPECT_TRUE(shows("frame 20 of 46")); // frames count from 0
    // The ruler's cursor stands at 4.0 s of 9.2.
    const QImage image = tests::picture(*m_bar.ruler());
    const int x = 8 + static_cast<int>(4.0 / 9.2 * (image.width() - 16));
    EXPECT_GT(
        tests::countPixels(image, QRect(x - 4, 0, 9, image.height()), QColor(0xff, 0x8a, 0x1f)),
        30);
}

TEST_F(TransportBarTest, WithoutALogItShowsDashes) {
    EXPECT_TRUE(shows("-:--.--"));
    m_bar.setPosition(4.0, 24.52, 20, 47);
    EXPECT_FALSE(shows("-:--.--"));
    m_bar.setPosition(0, 0, 0, 0);
    EXPECT_TRUE(shows("-:--.--"));
    EXPECT_TRUE(tests::labelTexts(m_bar).filter(QStringLiteral("frame")).isEmpty());
}

TEST_F(TransportBarTest, BackgroundWorkCanBeStopped) {
    QToolButton* stop = buttonOf(QStringLiteral("Stop"));
    ASSERT_NE(stop, nullptr);
    EXPECT_FALSE(stop->isVisible());
    m_bar.setActivity(QStringLiteral("Indexing 40 %"));
    EXPECT_TRUE(shows("Indexing 40 %"));
    ASSERT_TRUE(stop->isVisible());
    QSignalSpy stops(&m_bar, &TransportBar::stopRequested);
    QTest::qWait(0); // lays the row out
    QTest::mouseClick(stop, Qt::LeftButton);
    EXPECT_EQ(stops.count(), 1);
    m_bar.setActivity(QStringLiteral("Loading"), false);
    EXPECT_TRUE(shows("Loading"));
    EXPECT_FALSE(stop->isVisible());
    m_bar.setActivity({});
    EXPECT_FALSE(stop->isVisible());
    EXPECT_FALSE(shows("Loading"));
}

} // namespace
} // namespace sideline::widgets
