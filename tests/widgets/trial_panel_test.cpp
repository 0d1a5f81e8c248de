#include "widgets/motion/trial_panel.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"

namespace sideline::widgets {
namespace {

TrialView triedView() {
    TrialView view;
    view.canTry = true;
    view.summary = "It fell after 0.84 s.";
    view.lines = {{"Fell", "0.84 s", true}, {"Torso path", "0.21 m", false}};
    view.lengthS = 4.0;
    view.beginS = -1.0;
    view.timeS = 1.0;
    return view;
}

class TrialPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_panel.setStarts({"Standing", "Lying on its front", "At the ball"});
        ASSERT_TRUE(tests::showWidget(m_panel, 260, 600));
    }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }

    TrialPanel m_panel;
};

TEST_F(TrialPanelTest, TheChoiceIsReported) {
    QSignalSpy changed(&m_panel, &TrialPanel::choiceChanged);
    auto& start = child<QComboBox>("start");
    EXPECT_FALSE(child<QDoubleSpinBox>("ballForward").isVisible());
    start.setFocus();
    QTest::keyClick(&start, Qt::Key_End);
    EXPECT_EQ(m_panel.choice().start, 2);
    EXPECT_TRUE(child<QDoubleSpinBox>("ballForward").isVisible());
    auto& ball = child<QDoubleSpinBox>("ballForward");
    ball.setFocus();
    ball.selectAll();
    QTest::keyClicks(&ball, "0.25");
    QTest::keyClick(&ball, Qt::Key_Return);
    EXPECT_DOUBLE_EQ(m_panel.choice().ballForwardM, 0.25);
    child<QDoubleSpinBox>("ballLeft").stepDown();
    child<QSpinBox>("repeats").stepUp();
    child<QDoubleSpinBox>("noise").stepUp();
    EXPECT_EQ(
        m_panel.choice(),
        (TrialChoice{
            .start = 2, .ballForwardM = 0.25, .ballLeftM = -0.01, .repeats = 2, .noiseDeg = 0.5}));
    EXPECT_EQ(changed.size(), 5);
    m_panel.setChoice({.start = 1, .repeats = 10});
    EXPECT_EQ(start.currentIndex(), 1);
    EXPECT_EQ(child<QSpinBox>("repeats").value(), 10);
    EXPECT_FALSE(ball.isVisible());
    EXPECT_EQ(changed.size(), 5);
}

TEST_F(TrialPanelTest, TriesAndCancels) {
    QSignalSpy tried(&m_panel, &TrialPanel::tryRequested);
    QSignalSpy canceled(&m_panel, &TrialPanel::cancelRequested);
    auto& button = child<QPushButton>("try");
    EXPECT_FALSE(button.isEnabled());
    EXPECT_TRUE(button.toolTip().contains("The motion has no duration"));
    m_panel.setView(triedView());
    EXPECT_FALSE(button.toolTip().contains("The motion has no duration"));
    EXPECT_TRUE(button.text().contains("F6"));
    button.click();
    EXPECT_EQ(tried.size(), 1);
    TrialView running = triedView();
    running.canTry = false;
    running.isRunning = true;
    running.percent = 43;
    m_panel.setView(running);
    EXPECT_TRUE(child<QProgressBar>("progress").isVisible());
    EXPECT_EQ(child<QProgressBar>("progress").value(), 43);
    button.click();
    EXPECT_EQ(canceled.size(), 1);
    EXPECT_EQ(tried.size(), 1);
    m_panel.setView(triedView());
    EXPECT_FALSE(child<QProgressBar>("progress").isVisible());
}

TEST_F(TrialPanelTest, TheReportMarksWhatIsBad) {
    EXPECT_TRUE(child<QLabel>("summary").text().contains("Not simulated"));
    m_panel.setView(triedView());
    const QString report = child<QLabel>("report").text();
    EXPECT_LT(report.indexOf("color"), report.indexOf("0.84 s"));
    EXPECT_EQ(report.count("color"), 1);
    EXPECT_TRUE(report.contains("0.21 m"));
    EXPECT_TRUE(child<QLabel>("summary").text().contains("It fell after 0.84 s."));
}

// A click on each time of the report asks for that moment of the test.
TEST_F(TrialPanelTest, TheTimesOfAFallAreClicked) {
    EXPECT_FALSE(child<QLabel>("fallEvents").isVisible());
    TrialView view = triedView();
    view.fall.headline = "Fell forward at 0.84 s";
    view.fall.fellAtS = 0.84;
    view.fall.events = {{0.5, "left knee at its speed limit", true},
                        {0.62, "center of pressure at the front edge of the support", false}};
    m_panel.setView(view);
    auto& events = child<QLabel>("fallEvents");
    ASSERT_TRUE(events.isVisible());
    QSignalSpy asked(&m_panel, &TrialPanel::momentRequested);
    std::set<double> timesS;
    for (int y = 2; y < events.height(); y += 4) {
        QTest::mouseClick(&events, Qt::LeftButton, {}, QPoint(12, y));
    }
    for (const auto& each : asked) {
        timesS.insert(each.front().toDouble());
    }
    EXPECT_EQ(timesS, (std::set<double>{0.5, 0.62, 0.84}));
}

TEST_F(TrialPanelTest, ASuggestionIsClickedUntilItIsOutdated) {
    TrialView view = triedView();
    view.fall.headline = "Fell forward at 0.84 s";
    view.fall.events = {{0.5, "left knee at its speed limit", true}};
    view.fall.isMeasuring = true;
    m_panel.setView(view);
    EXPECT_TRUE(child<QLabel>("fallSuggestions").text().contains("being tried"));
    view.fall.isMeasuring = false;
    view.fall.remedies = {{"Slow down by a factor of 1.5",
                           "Slow down from 0.40 to 0.90 s by a factor of 1.5", "stands", true},
                          {"Lower the hip by 20 mm", "...", "falls at 0.90 s", false}};
    m_panel.setView(view);
    QSignalSpy chosen(&m_panel, &TrialPanel::remedyRequested);
    auto& second = child<QPushButton>("fallRemedy1");
    m_panel.findChild<QScrollArea*>()->ensureWidgetVisible(&second);
    QTest::mouseClick(&second, Qt::LeftButton);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toInt(), 1);
    EXPECT_TRUE(child<QLabel>("fallOutcome0").text().contains("<b>stands</b>")) << "it is marked";
    EXPECT_FALSE(child<QLabel>("fallOutcome1").text().contains("<b>"));
    view.isOutdated = true;
    m_panel.setView(view);
    QTest::mouseClick(&second, Qt::LeftButton);
    EXPECT_EQ(chosen.size(), 1);
    view.fall = {};
    m_panel.setView(view);
    EXPECT_FALSE(second.isVisible());
}

TEST_F(TrialPanelTest, TheReportIsReadWithoutScrollingInASmallWindow) {
    m_panel.resize(345, 450); // beside the robot at 1280 x 800
    TrialView view = triedView();
    for (int i = 0; i < 5; ++i) {
        view.lines.push_back({QStringLiteral("Figure %1").arg(i), QStringLiteral("0.21 m"), false});
    }
    m_panel.setView(view);
    const auto& report = child<QLabel>("report");
    const auto isWhole = [](const QWidget& widget) {
        return widget.height() >= widget.minimumSizeHint().height() &&
               widget.visibleRegion().boundingRect().size() == widget.size();
    };
    EXPECT_TRUE(tests::waitUntil([&] { return isWhole(report); }))
        << report.visibleRegion().boundingRect().height() << " of " << report.height();
    for (const char* name : {"start", "repeats", "noise", "try", "scrub"}) {
        EXPECT_TRUE(isWhole(child<QWidget>(name))) << name;
    }
    auto* bar = m_panel.findChild<QScrollArea*>()->verticalScrollBar();
    bar->setValue(bar->maximum());
    EXPECT_TRUE(tests::waitUntil([&] { return isWhole(child<QWidget>("recordMotion")); }))
        << "what is for live robots comes after it";
}

TEST_F(TrialPanelTest, TheVerdictOnAnOlderVersionHasNoColor) {
    TrialView view = triedView();
    view.isOutdated = true;
    m_panel.setView(view);
    EXPECT_FALSE(child<QLabel>("report").text().contains("color"));
    EXPECT_TRUE(child<QLabel>("summary").text().contains("From an older version: It fell"));
}

TEST_F(TrialPanelTest, TriesAreListedAndChosen) {
    QSignalSpy chosen(&m_panel, &TrialPanel::runRequested);
    auto& runs = child<QTableView>("runs");
    TrialView view = triedView();
    view.runs = {{"Nao type 0", "fell at 0.84 s", true}};
    m_panel.setView(view);
    EXPECT_FALSE(runs.isVisible()) << "one try is no list";
    view.runs.push_back({"Nao type 0", "stands", false});
    m_panel.setView(view);
    ASSERT_TRUE(runs.isVisible());
    EXPECT_EQ(runs.currentIndex().row(), 0);
    QTest::mouseClick(runs.viewport(), Qt::LeftButton, {},
                      runs.visualRect(runs.model()->index(1, 1)).center());
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toInt(), 1);
    view.shownRun = 1;
    m_panel.setView(view);
    EXPECT_EQ(chosen.size(), 1) << "a run set by the caller is not requested";
}

TEST_F(TrialPanelTest, TheLiveRobotIsUsedOnlyWhenThereIsOne) {
    QSignalSpy played(&m_panel, &TrialPanel::playLiveRequested);
    QSignalSpy recorded(&m_panel, &TrialPanel::recordLiveRequested);
    EXPECT_FALSE(child<QPushButton>("playLive").isEnabled());
    TrialView view = triedView();
    view.canPlayLive = true;
    view.liveRobot = "Sideline 1";
    m_panel.setView(view);
    view.hasLiveRobot = true;
    m_panel.setView(view);
    child<QPushButton>("playLive").click();
    child<QPushButton>("recordLive").click();
    QSignalSpy recording(&m_panel, &TrialPanel::recordingRequested);
    auto& record = child<QPushButton>("recordMotion");
    record.click();
    view.isRecording = true;
    view.recordedS = 2.5;
    m_panel.setView(view);
    EXPECT_EQ(tests::plain(record.text()), "Stop recording, 2.5 s");
    record.click();
    ASSERT_EQ(recording.size(), 2);
    EXPECT_TRUE(recording[0][0].toBool());
    EXPECT_FALSE(recording[1][0].toBool());
    EXPECT_EQ(played.size(), 1);
    EXPECT_EQ(recorded.size(), 1);
    EXPECT_TRUE(child<QPushButton>("playLive").toolTip().contains("Sideline 1"));
}

TEST_F(TrialPanelTest, ScrubsThroughTheTrial) {
    QSignalSpy times(&m_panel, &TrialPanel::timeRequested);
    QSignalSpy shown(&m_panel, &TrialPanel::showRequested);
    QSignalSpy plays(&m_panel, &TrialPanel::playRequested);
    auto& scrub = child<QSlider>("scrub");
    EXPECT_FALSE(scrub.isEnabled());
    m_panel.setView(triedView());
    EXPECT_TRUE(scrub.isEnabled());
    EXPECT_EQ(scrub.value(), 2000);
    EXPECT_EQ(times.size(), 0); // a time set by the caller is not requested
    QTest::mouseClick(&scrub, Qt::LeftButton, {}, QPoint(scrub.width() / 4, scrub.height() / 2));
    ASSERT_EQ(times.size(), 1);
    EXPECT_NEAR(times[0][0].toDouble(), 0.0, 0.3);
    scrub.setFocus();
    QTest::keyClick(&scrub, Qt::Key_Right);
    ASSERT_EQ(times.size(), 2);
    EXPECT_NEAR(times[1][0].toDouble(), times[0][0].toDouble() + 0.02, 1e-9);
    child<QPushButton>("showTrial").click();
    child<QPushButton>("showMotion").click();
    ASSERT_EQ(shown.size(), 2);
    EXPECT_TRUE(shown[0][0].toBool());
    EXPECT_FALSE(shown[1][0].toBool());
    child<QToolButton>("play").click();
    TrialView playing = triedView();
    playing.isPlaying = true;
    m_panel.setView(playing);
    child<QToolButton>("play").click();
    ASSERT_EQ(plays.size(), 2);
    EXPECT_TRUE(plays[0][0].toBool());
    EXPECT_FALSE(plays[1][0].toBool());
    m_panel.setView({});
    EXPECT_FALSE(scrub.isEnabled());
}

} // namespace
} // namespace sideline::widgets
