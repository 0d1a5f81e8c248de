// Keys, buttons and goals of the replay with mouse and keyboard, in typical states of the window.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include <QCheckBox>
#include <QLineEdit>
#include <QScreen>
#include <QTest>

#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"

namespace sideline::studio {
namespace {

using Frames = std::vector<logs::FrameNumber>;

struct ScriptedGoal {
    std::size_t frame;
    bool isLeft;
};

// Goals at 2, 10, 30, 31 and 58 s of one minute at 5 Hz.
const std::vector<ScriptedGoal> kGoals = {
    {10, true}, {50, true}, {150, false}, {155, true}, {290, false}};

std::string logWithGoals() {
    auto scenes = tests::movingScenes(301);
    for (const ScriptedGoal& goal : kGoals) {
        for (std::size_t i = goal.frame; i < scenes.size(); ++i) {
            ++(goal.isLeft ? scenes[i].scoreLeft : scenes[i].scoreRight);
        }
    }
    return tests::scriptedLog(scenes, 15);
}

void replaceOnce(std::string& text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
}

// The playing part of a recording from the real server, with goals added: reported either at once
// or only with the next full scene, as in a server with a monitor.
struct RealGoal {
    int frame;
    bool isReportedAtOnce;
};
std::string realMatchWithGoals(const std::filesystem::path& file,
                               const std::vector<RealGoal>& goals) {
    std::istringstream lines(tests::readUnpacked(file));
    std::string text;
    std::string line;
    int frame = -1;
    while (std::getline(lines, line)) {
        const bool isFull = line.find("(RSG ") < 2000;
        if (frame < 0 && (!isFull || line.find("(play_mode 1)") == std::string::npos)) {
            continue; // the empty field before the kick-off
        }
        ++frame;
        int score = 0;
        for (const RealGoal& goal : goals) {
            score += frame >= goal.frame ? 1 : 0;
            if (frame == goal.frame && goal.isReportedAtOnce && !isFull) {
                replaceOnce(line, "))(RDS", ")(score_left " + std::to_string(score) + "))(RDS");
            }
        }
        if (isFull) {
            replaceOnce(line, "(score_left 0)", "(score_left " + std::to_string(score) + ")");
        }
        text += line + '\n';
    }
    return text;
}

class MainWindowReplayTest : public tests::StudioWindowTest {
protected:
    MainWindowReplayTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.opensPorts = false; });
    }
    void open(const std::filesystem::path& path) {
        m_window->openFile(qt(path));
        ASSERT_TRUE(tests::waitUntil([&] {
            return replay().isOpen() && replay().log()->path() == path && replay().shown().exact &&
                   replay().log()->progress().stage == logs::LogProgress::Stage::Done;
        }));
        QCoreApplication::processEvents();
        activate();
    }
    void openScripted() {
        tests::writeFile(m_folder / "goals.log", logWithGoals());
        open(m_folder / "goals.log");
    }
    // Starts a match of the simulator whose recording contains three goals.
    void startWithGoals() {
        m_window->actions().action("simulator.start")->trigger();
        ASSERT_TRUE(tests::waitUntil(
            [&] { return live().replay().isOpen() && live().replay().clock().durationS() > 0.5; }));
        for (const auto& [left, right] : {std::pair{1, 0}, std::pair{1, 1}, std::pair{2, 1}}) {
            const double fromS = live().replay().clock().durationS();
            live().command(monitor::SetScore{left, right});
            ASSERT_TRUE(tests::waitUntil(
                [&] { return live().replay().clock().durationS() > fromS + 0.6; }));
        }
        ASSERT_TRUE(tests::waitUntil([&] {
            return std::ranges::count(live().recording()->analysis()->events, logs::EventKind::Goal,
                                      &logs::Event::kind) == 3;
        }));
        activate();
    }
    MatchPlayer& replay() { return m_window->session(); }
    void setLead(double leadS) {
        AppSettings settings = m_window->settings();
        settings.goalLeadS = leadS;
        m_window->applySettings(settings);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_window.get(), key, modifiers);
    }
    // Returns the frames reached by pressing a key repeatedly until a message reports that there
    // are no more.
    Frames walk(Qt::Key key, MatchPlayer& session, Qt::KeyboardModifiers modifiers = {}) {
        m_window->messages().clear();
        Frames stops;
        while (stops.size() < 20) {
            press(key, modifiers);
            if (!m_window->messages().texts().filter(QStringLiteral("No ")).isEmpty()) {
                break;
            }
            stops.push_back(session.frame());
        }
        m_window->messages().clear();
        return stops;
    }
    QToolButton& button(const char* id) {
        for (auto* each : m_window->findChildren<QToolButton*>()) {
            if (each->defaultAction() == m_window->actions().action(QLatin1String(id)) &&
                each->isVisible()) {
                return *each;
            }
        }
        ADD_FAILURE() << "no button of " << id;
        return *m_window->findChild<QToolButton*>();
    }
    void click(const char* id) { QTest::mouseClick(&button(id), Qt::LeftButton); }
    bool showsPause(const char* id) {
        return button(id).toolTip().startsWith(QStringLiteral("Pause"));
    }
    widgets::MatchBanner& banner() { return *m_window->findChild<widgets::MatchBanner*>(); }
    QString bannerText() { return banner().findChild<QLabel*>()->text(); }
    // Returns both numbers of a label such as "frame 3 of 46".
    std::pair<int, int> frameLabel() {
        for (const auto* label : m_window->findChildren<QLabel*>()) {
            const QStringList words = label->text().split(u' ');
            if (words.size() == 4 && words[0] == QStringLiteral("frame")) {
                return {words[1].toInt(), words[3].toInt()};
            }
        }
        return {-1, -1};
    }
};

TEST_F(MainWindowReplayTest, GoalKeysPassEveryGoalBothWaysAndKeepTheLead) {
    openScripted();
    EXPECT_EQ(m_window->settings().goalLeadS, 3.0);
    EXPECT_EQ(walk(Qt::Key_H, replay()), (Frames{35, 135, 150, 275}))
        << "the first goal is too close to the start";
    EXPECT_EQ(walk(Qt::Key_G, replay()), (Frames{150, 135, 35, 0}));
    EXPECT_EQ(walk(Qt::Key_H, replay()), (Frames{35, 135, 150, 275}));
    setLead(1.0);
    press(Qt::Key_Home);
    EXPECT_EQ(walk(Qt::Key_H, replay()), (Frames{5, 45, 145, 150, 285}));
    press(Qt::Key_End);
    EXPECT_EQ(walk(Qt::Key_G, replay()), (Frames{285, 150, 145, 45, 5}));
    setLead(0.0);
    EXPECT_EQ(walk(Qt::Key_H, replay()), (Frames{10, 50, 150, 155, 290}));
    setLead(30.0);
    EXPECT_EQ(walk(Qt::Key_G, replay()), (Frames{155, 150, 50, 10, 0}));
}

TEST_F(MainWindowReplayTest, GoalKeysPassEveryGoalWhileItPlays) {
    openScripted();
    press(Qt::Key_Space);
    EXPECT_EQ(walk(Qt::Key_H, replay()), (Frames{35, 135, 150, 275}));
    EXPECT_EQ(walk(Qt::Key_G, replay()), (Frames{150, 135, 35, 0}));
    EXPECT_TRUE(replay().clock().isPlaying()) << "playing continues from there";
    press(Qt::Key_R);
    EXPECT_LT(replay().clock().speed(), 0.0)
        << "from the end, because playing backward from the start wraps around";
    EXPECT_EQ(walk(Qt::Key_G, replay()), (Frames{275, 150, 135, 35, 0}));
    EXPECT_EQ(walk(Qt::Key_H, replay()), (Frames{35, 135, 150, 275}));
}

TEST_F(MainWindowReplayTest, EventKeysPassEveryEventBothWays) {
    openScripted();
    press(Qt::Key_Home);
    const Frames forward = walk(Qt::Key_N, replay());
    EXPECT_GE(forward.size(), kGoals.size());
    Frames backward = walk(Qt::Key_N, replay(), Qt::ShiftModifier);
    press(Qt::Key_Home);
    press(Qt::Key_Space);
    EXPECT_EQ(walk(Qt::Key_N, replay()), forward) << "while it plays";
    std::ranges::reverse(backward);
    backward.push_back(forward.back());
    if (backward.front() == 0) {
        backward.erase(backward.begin()); // removes the play mode of the first frame
    }
    EXPECT_EQ(backward, forward);
}

TEST_F(MainWindowReplayTest, GoalKeysPassEveryGoalOfARealMatch) {
    SIDELINE_SHARED_OR_SKIP(file, "match/2v2-150s.log.gz");
    // The third goal is two seconds after the second; the fourth is reported by the full scene 901.
    tests::writeFile(
        m_folder / "real.log",
        realMatchWithGoals(file,
                           {{120, true}, {500, true}, {510, true}, {893, false}, {1200, true}}));
    open(m_folder / "real.log");
    const Frames stops = {105, 485, 500, 885, 1185};
    EXPECT_EQ(walk(Qt::Key_H, replay()), stops);
    EXPECT_EQ(walk(Qt::Key_G, replay()), (Frames{885, 500, 485, 105}));
    press(Qt::Key_End);
    press(Qt::Key_Space);
    press(Qt::Key_H);
    press(Qt::Key_End);
    EXPECT_EQ(walk(Qt::Key_G, replay()), (Frames{1185, 885, 500, 485, 105}));
}

TEST_F(MainWindowReplayTest, ReportsThatTheSampleHasNoGoal) {
    open(m_sample);
    press(Qt::Key_H);
    EXPECT_TRUE(showsMessage(QStringLiteral("No goal after this time")));
    press(Qt::Key_G);
    EXPECT_TRUE(showsMessage(QStringLiteral("No goal before this time")));
    EXPECT_EQ(walk(Qt::Key_N, replay()), (Frames{32, 41}));
    EXPECT_EQ(walk(Qt::Key_N, replay(), Qt::ShiftModifier), (Frames{32, 0}));
}

TEST_F(MainWindowReplayTest, GoalKeysWorkInATimeShiftedLiveMatch) {
    startWithGoals();
    setLead(0.2);
    ASSERT_TRUE(live().isAtHead());
    press(Qt::Key_H);
    EXPECT_TRUE(showsMessage(QStringLiteral("No goal after this time so far")));
    EXPECT_TRUE(live().isAtHead()) << "still at the newest frame";
    const Frames back = walk(Qt::Key_G, live().replay());
    ASSERT_EQ(back.size(), 3U);
    EXPECT_FALSE(live().isAtHead());
    EXPECT_EQ(walk(Qt::Key_H, live().replay()), (Frames{back[1], back[0]}));
    press(Qt::Key_Space);
    EXPECT_TRUE(live().replay().clock().isPlaying());
    EXPECT_EQ(walk(Qt::Key_G, live().replay()), (Frames{back[1], back[2]})) << "while it plays";
    press(Qt::Key_End);
    EXPECT_TRUE(live().isAtHead());
}

TEST_F(MainWindowReplayTest, AGoalShowsABannerForAFewSecondsOfPlay) {
    openScripted();
    press(Qt::Key_H); // three seconds before the second goal
    EXPECT_FALSE(banner().isVisible());
    for (int i = 0; i < 2; ++i) {
        press(Qt::Key_Up); // doubles the speed twice
    }
    press(Qt::Key_Space);
    ASSERT_TRUE(tests::waitUntil([&] { return banner().isVisible(); }));
    EXPECT_GE(replay().frame(), 50U);
    EXPECT_LT(replay().frame(), 130U);
    EXPECT_TRUE(bannerText().contains(QStringLiteral("Goal for Alpha")));
    EXPECT_TRUE(bannerText().contains(QStringLiteral("2 : 0")));
    // The banner is visible above the 3D view.
    const QRect place(banner().mapToGlobal(QPoint(0, 0)), banner().size());
    const QRect view(m_window->mapToGlobal(QPoint(0, 0)), m_window->size());
    EXPECT_TRUE(view.contains(place));
    EXPECT_TRUE(tests::waitUntil([&] {
        const QImage screen = m_window->screen()->grabWindow(0).toImage();
        return screen.pixelColor(place.topLeft() + QPoint(4, 4)) == widgets::TeamColors().left;
    }));
    press(Qt::Key_Space); // while paused, the banner remains for its duration
    EXPECT_TRUE(banner().isVisible());
    EXPECT_TRUE(tests::waitUntil([&] { return !banner().isVisible(); }));
    press(Qt::Key_G);
    press(Qt::Key_Space);
    EXPECT_FALSE(banner().isVisible()) << "the banner must appear again";
    ASSERT_TRUE(tests::waitUntil([&] { return banner().isVisible(); }));
    QTest::mouseClick(&banner(), Qt::LeftButton);
    EXPECT_FALSE(banner().isVisible());
}

TEST_F(MainWindowReplayTest, PlayingPausesAtListedEvents) {
    openScripted();
    auto* pause = m_window->findChild<QCheckBox*>(QStringLiteral("pauseAtEvents"));
    auto* filter = m_window->findChild<QLineEdit*>(QStringLiteral("eventFilter"));
    ASSERT_NE(pause, nullptr);
    m_window->activateWindow();
    QTest::mouseClick(pause, Qt::LeftButton, {}, QPoint(8, pause->height() / 2));
    EXPECT_TRUE(action("replay.pause-at-events").isChecked());
    replay().setSpeed(16.0);
    std::vector<logs::FrameNumber> stops;
    const auto walk = [&] {
        stops.clear();
        replay().seekFrame(0);
        const logs::FrameNumber last = replay().log()->index()->frameCount() - 1;
        while (stops.empty() || stops.back() != last) {
            replay().setPlaying(true);
            if (!tests::waitUntil([&] { return !replay().clock().isPlaying(); })) {
                break;
            }
            stops.push_back(replay().frame());
        }
    };
    const auto expected = [&](const auto& isListed) {
        std::vector<logs::FrameNumber> frames;
        for (const logs::Event& event : replay().log()->analysis()->events) {
            if (isListed(event) && event.frame > 0 &&
                (frames.empty() || frames.back() != event.frame)) {
                frames.push_back(event.frame);
            }
        }
        if (frames.empty() || frames.back() != replay().log()->index()->frameCount() - 1) {
            frames.push_back(replay().log()->index()->frameCount() - 1);
        }
        return frames;
    };
    QTest::mouseClick(filter, Qt::LeftButton);
    QTest::keyClicks(filter, QStringLiteral("goal"));
    walk();
    EXPECT_EQ(stops, expected([](const logs::Event& event) {
                  return QString::fromStdString(event.text)
                             .contains(QStringLiteral("goal"), Qt::CaseInsensitive) ||
                         event.kind == logs::EventKind::Goal;
              }));
    EXPECT_GT(stops.size(), 1U);
    pause->click();
    walk();
    EXPECT_EQ(stops.size(), 1U) << "plays to the end";
}

TEST_F(MainWindowReplayTest, SeekingOverGoalsShowsNoBanner) {
    openScripted();
    int shows = 0;
    struct Watch : QObject {
        explicit Watch(int& shown) : count(shown) {}
        bool eventFilter(QObject* /*watched*/, QEvent* event) override {
            count += event->type() == QEvent::Show ? 1 : 0;
            return false;
        }
        int& count;
    } watch(shows);
    banner().installEventFilter(&watch);
    widgets::TimeRuler* ruler = m_window->findChild<widgets::TimeRuler*>();
    ASSERT_NE(ruler, nullptr);
    const auto scrub = [&] { // back and forth over the first four goals
        const int y = ruler->height() / 2;
        tests::press(*ruler, QPointF(10, y));
        for (int i = 0; i < 100; ++i) {
            const int x = 10 + (i < 50 ? i : 100 - i) * ruler->width() / 80;
            tests::moveTo(*ruler, QPointF(x, y), Qt::LeftButton);
            QCoreApplication::processEvents();
            const logs::FrameNumber target = replay().frame();
            EXPECT_TRUE(tests::waitUntil([&] {
                return replay().clock().isPlaying() || replay().shown().exact->index == target;
            }));
        }
        tests::release(*ruler, QPointF(10, y));
    };
    scrub();
    for (const Qt::Key key : {Qt::Key_H, Qt::Key_H, Qt::Key_N, Qt::Key_End, Qt::Key_G}) {
        press(key);
        QTest::qWait(0);
    }
    EXPECT_EQ(shows, 0);
    press(Qt::Key_Home);
    press(Qt::Key_Space);
    scrub();
    EXPECT_EQ(shows, 0) << "also while playing between two mouse moves";
    press(Qt::Key_Space);
    press(Qt::Key_Home);
    EXPECT_FALSE(banner().isVisible()) << "no banner remains";
    m_window->actions().action("file.close")->trigger();
    EXPECT_FALSE(banner().isVisible());
}

TEST_F(MainWindowReplayTest, AGoalOfALiveMatchShowsABanner) {
    startWithGoals();
    EXPECT_TRUE(tests::waitUntil([&] { return !banner().isVisible(); }));
    live().command(monitor::SetScore{2, 2});
    ASSERT_TRUE(tests::waitUntil([&] { return banner().isVisible(); }));
    EXPECT_TRUE(bannerText().contains(QStringLiteral("2 : 2")));
    press(Qt::Key_Home);
    EXPECT_FALSE(live().isAtHead());
    EXPECT_FALSE(banner().isVisible()) << "another time is shown";
    press(Qt::Key_End);
    EXPECT_TRUE(live().isAtHead());
    EXPECT_FALSE(banner().isVisible()) << "playing did not pass the goal";
}

TEST_F(MainWindowReplayTest, TheScoreListsGoalsAndSeeksToThem) {
    openScripted();
    auto* score = m_window->findChild<QToolButton*>(QStringLiteral("score"));
    auto* list = m_window->findChild<QMenu*>(QStringLiteral("goals"));
    ASSERT_TRUE(score != nullptr && list != nullptr);
    QTest::mouseClick(score, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(list));
    ASSERT_EQ(list->actions().size(), 5);
    EXPECT_EQ(tests::withoutMnemonic(list->actions()[1]->text()), "0:10   Goal for Alpha, 2:0");
    EXPECT_EQ(tests::withoutMnemonic(list->actions()[2]->text()), "0:30   Goal for Beta, 2:1");
    QTest::mouseClick(list, Qt::LeftButton, {}, list->actionGeometry(list->actions()[2]).center());
    EXPECT_FALSE(list->isVisible());
    EXPECT_EQ(replay().frame(), 135U) << "three seconds before it";
    press(Qt::Key_G);
    EXPECT_EQ(replay().frame(), 35U);
    open(m_sample);
    QTest::mouseClick(score, Qt::LeftButton);
    ASSERT_EQ(list->actions().size(), 1);
    EXPECT_EQ(tests::withoutMnemonic(list->actions()[0]->text()), "No goals in this match");
    QTest::keyClick(list, Qt::Key_Escape);
    EXPECT_FALSE(list->isVisible());
}

TEST_F(MainWindowReplayTest, TwoButtonsPlayForwardAndBackwardAndPause) {
    openScripted();
    replay().seekFrame(100);
    const auto runs = [&](double direction) {
        return replay().clock().isPlaying() && replay().clock().speed() * direction > 0.0;
    };
    const auto showsState = [&] {
        EXPECT_EQ(showsPause("replay.forward"), runs(1.0));
        EXPECT_EQ(showsPause("replay.reverse"), runs(-1.0));
    };
    showsState();
    click("replay.forward");
    EXPECT_TRUE(runs(1.0));
    showsState();
    click("replay.reverse");
    EXPECT_TRUE(runs(-1.0)) << "turns around";
    showsState();
    click("replay.reverse");
    EXPECT_FALSE(replay().clock().isPlaying());
    showsState();
    click("replay.reverse");
    EXPECT_TRUE(runs(-1.0));
    click("replay.forward");
    EXPECT_TRUE(runs(1.0));
    showsState();
    click("replay.forward");
    EXPECT_FALSE(replay().clock().isPlaying());
    // The key for both directions plays forward, and pauses any playback.
    press(Qt::Key_R);
    EXPECT_TRUE(runs(-1.0));
    press(Qt::Key_Space);
    EXPECT_FALSE(replay().clock().isPlaying());
    showsState();
    press(Qt::Key_Space);
    EXPECT_TRUE(runs(1.0));
    press(Qt::Key_Space);
}

TEST_F(MainWindowReplayTest, FasterIsFasterBothWays) {
    openScripted();
    replay().seekFrame(290);
    for (const Qt::Key direction : {Qt::Key_Space, Qt::Key_R}) {
        press(direction);
        const double sign = direction == Qt::Key_R ? -1.0 : 1.0;
        press(Qt::Key_Backspace);
        EXPECT_EQ(replay().clock().speed(), sign);
        press(Qt::Key_Up);
        EXPECT_EQ(replay().clock().speed(), 2.0 * sign);
        press(Qt::Key_C);
        EXPECT_EQ(replay().clock().speed(), 4.0 * sign);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_X, Qt::Key_Down}) {
            press(key);
        }
        EXPECT_EQ(replay().clock().speed(), 0.5 * sign);
        for (int i = 0; i < 20; ++i) {
            press(Qt::Key_Down);
        }
        EXPECT_EQ(replay().clock().speed(), 0.1 * sign) << "never zero, never reversed";
        for (int i = 0; i < 20; ++i) {
            press(Qt::Key_Up);
        }
        EXPECT_EQ(replay().clock().speed(), 16.0 * sign);
        replay().setPlaying(false);
        replay().seekFrame(200);
    }
    auto* slider = m_window->findChild<QSlider*>(QStringLiteral("replaySpeed"));
    ASSERT_NE(slider, nullptr);
    press(Qt::Key_R);
    slider->setValue(slider->minimum());
    EXPECT_EQ(replay().clock().speed(), -0.1) << "the slider shows the speed, not the direction";
}

TEST_F(MainWindowReplayTest, ALiveMatchIsPausedByThePlayButton) {
    startWithGoals();
    EXPECT_TRUE(showsPause("replay.forward"));
    EXPECT_FALSE(showsPause("replay.reverse"));
    EXPECT_FALSE(m_window->actions().action("replay.faster")->isEnabled()) << "for replays only";
    click("replay.forward");
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().isPaused; }));
    EXPECT_TRUE(tests::waitUntil([&] { return !showsPause("replay.forward"); }));
    EXPECT_TRUE(live().isAtHead());
    press(Qt::Key_F6); // resumes the simulator
    EXPECT_TRUE(tests::waitUntil([&] { return showsPause("replay.forward"); }));
    click("replay.reverse");
    EXPECT_FALSE(live().isAtHead());
    EXPECT_TRUE(showsPause("replay.reverse"));
    EXPECT_TRUE(m_window->actions().action("replay.faster")->isEnabled());
    press(Qt::Key_Space);
    EXPECT_FALSE(showsPause("replay.reverse"));
    EXPECT_FALSE(showsPause("replay.forward"));
    press(Qt::Key_End);
    EXPECT_TRUE(showsPause("replay.forward"));
}

TEST_F(MainWindowReplayTest, SeeksToTypedTimesAndBookmarks) {
    openScripted();
    const auto goTo = [&](const char* text) {
        press(Qt::Key_G, Qt::ControlModifier);
        auto& field = child<QLineEdit>("goToPlace");
        ASSERT_TRUE(field.isVisible());
        QTest::keyClicks(&field, QLatin1String(text)); // must not trigger shortcuts
        QTest::keyClick(&field, Qt::Key_Return);
        EXPECT_FALSE(field.isVisible());
    };
    goTo("#150");
    EXPECT_EQ(replay().frame(), 150U);
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->shown().exact->index == 150; }));
    press(Qt::Key_M);
    auto* name = child<QDockWidget>("events").findChild<QTableView*>()->findChild<QLineEdit*>();
    ASSERT_NE(name, nullptr);
    QTest::keyClicks(name, QStringLiteral("Here"));
    QTest::keyClick(name, Qt::Key_Return);
    ASSERT_EQ(replay().bookmarks().entries().size(), 1U);
    EXPECT_TRUE(tests::waitUntil([&] { return replay().bookmarks().entries()[0].text == "Here"; }));
    EXPECT_EQ(replay().frame(), 150U);
    m_window->setFocus();
    goTo("+10");
    EXPECT_EQ(replay().frame(), 200U);
    goTo("0:05");
    EXPECT_EQ(replay().frame(), replay().log()->index()->frameAtGameTime(5.0));
    goTo("#100000");
    EXPECT_EQ(replay().frame(), 300U) << "the last one";
    press(Qt::Key_N, Qt::AltModifier | Qt::ShiftModifier);
    EXPECT_EQ(replay().frame(), 150U);
    press(Qt::Key_N, Qt::AltModifier);
    EXPECT_EQ(replay().frame(), 150U);
    EXPECT_TRUE(showsMessage(QStringLiteral("No bookmark after this time")));
    press(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(replay().frame(), 300U) << "one minute later";
    press(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(replay().frame(), 0U);
}

TEST_F(MainWindowReplayTest, FrameNumbersAgreeLiveAndShifted) {
    startWithGoals();
    press(Qt::Key_Space);
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().isPaused; }));
    const auto isAllShown = [&] {
        const auto& recording = live().recording()->index();
        return frameLabel().second == static_cast<int>(recording->frameCount()) - 1 &&
               std::abs(recording->durationS() - live().shown().exact->recordTimeS) < 1e-6;
    };
    const auto cycle = live().view().cycle;
    press(Qt::Key_F7); // every single cycle is recorded
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().cycle > cycle && isAllShown(); }));
    const auto [frame, last] = frameLabel();
    EXPECT_EQ(frame, last);
    press(Qt::Key_Left);
    ASSERT_TRUE(tests::waitUntil([&] { return frameLabel().first == frame - 1; }));
    EXPECT_EQ(frameLabel().second, last);
    press(Qt::Key_F6); // the match continues; the shown frame does not change
    EXPECT_TRUE(tests::waitUntil([&] { return frameLabel().second > last + 5; }));
    EXPECT_EQ(frameLabel().first, frame - 1);
    press(Qt::Key_End);
    EXPECT_TRUE(tests::waitUntil([&] { return frameLabel().first > last + 5; }));
    EXPECT_EQ(frameLabel().first, frameLabel().second);
    press(Qt::Key_M); // a bookmark of the newest frame
    const auto& bookmarks = live().replay().bookmarks().entries();
    ASSERT_EQ(bookmarks.size(), 1U);
    const auto index = live().recording()->index();
    EXPECT_LT(bookmarks[0].frame, index->frameCount());
    EXPECT_NEAR(index->gameTimeS(bookmarks[0].frame), bookmarks[0].gameTimeS, 0.25);
}

} // namespace
} // namespace sideline::studio
