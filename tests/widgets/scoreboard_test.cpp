#include "widgets/match/scoreboard.h"

#include <gtest/gtest.h>

#include <QRegularExpression>
#include <QTest>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/elided_label.h"

namespace sideline::widgets {
namespace {

using game::Side;
using tests::plain;

class ScoreboardTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        ASSERT_TRUE(tests::showWidget(m_board, 1000, 50));
    }
    QStringList texts() {
        return tests::labelTexts(m_board) << m_board.findChild<QToolButton*>()->text();
    }
    bool shows(const char* text) { return texts().contains(QLatin1String(text)); }
    QLabel* labelWith(const QString& text) {
        for (auto* label : m_board.findChildren<QLabel*>()) {
            if (label->text() == text) {
                return label;
            }
        }
        return nullptr;
    }
    // Shows the only frame of a log with this scene.
    void show(const tests::ScriptedScene& scene) {
        const tests::TempDir dir;
        tests::writeFile(dir / "m.log", tests::fullMessage(scene) + "\n");
        const auto log = tests::openAnalyzed(dir / "m.log");
        ASSERT_NE(log, nullptr);
        m_board.setFrame(tests::fetchedFrame(*log, 0));
    }
    void showSample(logs::FrameNumber frame) {
        m_board.setFrame(tests::fetchedFrame(*tests::sampleMatch(), frame));
    }
    Scoreboard m_board;
};

TEST_F(ScoreboardTest, ShowsTeamsScoreClockAndMode) {
    showSample(34);
    for (const char* text : {"UTA", "UTB", "0 : 0", "0:27  half 1", "Play on"}) {
        EXPECT_TRUE(shows(text)) << text << " in " << plain(texts().join(QLatin1Char('|')));
    }
    tests::ScriptedScene scene;
    scene.timeS = 305.5;
    scene.half = 2;
    scene.scoreLeft = 3;
    scene.scoreRight = 1;
    scene.playMode = 7;
    show(scene);
    for (const char* text : {"Alpha", "Beta", "3 : 1", "5:05  half 2", "Corner kick right"}) {
        EXPECT_TRUE(shows(text)) << text << " in " << plain(texts().join(QLatin1Char('|')));
    }
}

TEST_F(ScoreboardTest, ANarrowOneKeepsTheNamesAndTheMode) {
    showSample(34);
    const auto isWhole = [&](const char* name) {
        const auto* label = m_board.findChild<ElidedLabel*>(QLatin1String(name));
        return label->shownText() == label->text();
    };
    ASSERT_NE(labelWith(QStringLiteral("(11)")), nullptr);
    EXPECT_TRUE(labelWith(QStringLiteral("(11)"))->isVisible());
    for (const int widthPx : {400, 370, 350}) { // as in Live at 1024x700
        m_board.resize(widthPx, 50);
        QTest::qWait(20); // until the row is laid out
        for (const char* name : {"leftTeam", "rightTeam", "playMode"}) {
            EXPECT_TRUE(isWhole(name)) << name << ' ' << widthPx;
        }
        EXPECT_FALSE(labelWith(QStringLiteral("(11)"))->isVisible()) << widthPx;
    }
    EXPECT_TRUE(shows("0:27")) << "without the half";
    m_board.resize(1000, 50);
    EXPECT_TRUE(tests::waitUntil([&] { return labelWith(QStringLiteral("(11)"))->isVisible(); }));
    EXPECT_TRUE(shows("0:27  half 1"));
}

TEST_F(ScoreboardTest, NamesOfTeamsAreWholeBeforeThePlayMode) {
    auto fetched = tests::fetchedFrame(*tests::sampleMatch(), 5);
    auto frame = std::make_shared<monitor::MatchFrame>(*fetched.exact);
    frame->game.teamLeft = "Sideline";
    frame->game.teamRight = "Formation";
    frame->game.playMode = 0; // before the kick-off
    fetched.exact = frame;
    m_board.setFrame(fetched);
    const auto label = [&](const char* name) -> ElidedLabel& {
        return *m_board.findChild<ElidedLabel*>(QLatin1String(name));
    };
    int widthPx = 520;
    for (; label("playMode").isVisible() && widthPx > 250; widthPx -= 10) {
        m_board.resize(widthPx, 50);
        QTest::qWait(20); // until the row is laid out
        for (const char* name : {"leftTeam", "rightTeam"}) {
            EXPECT_EQ(plain(label(name).shownText()), plain(label(name).text())) << widthPx;
        }
    }
    EXPECT_FALSE(label("playMode").isVisible());
    EXPECT_LT(widthPx, 480) << "a mode that is cut is better than none";
    EXPECT_TRUE(labelWith(QStringLiteral("0:21"))->toolTip().contains(label("playMode").text()));
    m_board.resize(1000, 50);
    EXPECT_TRUE(tests::waitUntil([&] {
        return label("playMode").isVisible() &&
               label("playMode").shownText() == label("playMode").text();
    }));
}

TEST_F(ScoreboardTest, ClearedItShowsNothingOfTheLog) {
    const QStringList fresh = texts();
    showSample(42);
    EXPECT_NE(texts(), fresh);
    m_board.clearFrame();
    EXPECT_EQ(texts(), fresh);
    EXPECT_TRUE(shows("Left"));
    EXPECT_TRUE(shows("Right"));
    EXPECT_TRUE(shows("- : -"));
    EXPECT_TRUE(shows("-:--"));
}

TEST_F(ScoreboardTest, CountsThePlayersOnTheField) {
    showSample(34);
    EXPECT_EQ(texts().count(QStringLiteral("(11)")), 2) << "of each team";
    tests::ScriptedScene scene;
    scene.robots = {tests::scriptedRobot(Side::Left, 7), tests::scriptedRobot(Side::Left, 1),
                    tests::scriptedRobot(Side::Left, 10)};
    show(scene);
    ASSERT_TRUE(shows("(3)"));
    ASSERT_TRUE(shows("(0)")) << "a team that is not there yet";
    EXPECT_EQ(plain(labelWith(QStringLiteral("(3)"))->toolTip()), "Players on the field: 1, 7, 10");
    EXPECT_EQ(plain(labelWith(QStringLiteral("(0)"))->toolTip()), "No player is on the field");
    m_board.clearFrame();
    EXPECT_FALSE(shows("(0)"));
}

TEST_F(ScoreboardTest, TeamsWithoutNamesAreSides) {
    auto fetched = tests::fetchedFrame(*tests::sampleMatch(), 5);
    auto frame = std::make_shared<monitor::MatchFrame>(*fetched.exact);
    frame->game.teamLeft.clear();
    frame->game.half = 0;
    fetched.exact = frame;
    m_board.setFrame(fetched);
    EXPECT_TRUE(shows("Left"));
    EXPECT_TRUE(shows("UTB"));
    EXPECT_TRUE(shows("0:21")); // no half reported
}

TEST_F(ScoreboardTest, NamesStandOnTheTeamsColors) {
    const TeamColors colors{QColor(0x11, 0x33, 0xcc), QColor(0xee, 0xdd, 0x22)};
    m_board.setColors(colors);
    showSample(10);
    QTest::qWait(0); // lays the row out
    const QImage image = tests::picture(m_board);
    const QRect left = labelWith(QStringLiteral("UTA"))->geometry();
    const QRect right = labelWith(QStringLiteral("UTB"))->geometry();
    EXPECT_GT(tests::countPixels(image, left, colors.left), left.width() * left.height() / 3);
    EXPECT_GT(tests::countPixels(image, right, colors.right), right.width() * right.height() / 3);
    // White on the dark one, black on the light one.
    EXPECT_GT(tests::countPixels(image, left, Qt::white), 0);
    EXPECT_GT(tests::countPixels(image, right, Qt::black), 0);
}

TEST_F(ScoreboardTest, ShowsTheFoulsOfTheLastSeconds) {
    const auto fouls = [&] {
        return texts().filter(QStringLiteral("<span")).join(QString()); // rich text of the fouls
    };
    showSample(42);
    EXPECT_EQ(plain(fouls()), ""); // not analyzed yet
    m_board.setAnalysis(tests::sampleMatch()->analysis());
    showSample(40);
    EXPECT_EQ(plain(fouls()), "");
    showSample(41);
    EXPECT_TRUE(fouls().contains(QStringLiteral("Charging by UTB 11"))) << plain(fouls());
    EXPECT_TRUE(fouls().contains(TeamColors().right.name()));
    showSample(46);
    EXPECT_TRUE(fouls().contains(QStringLiteral("Charging by UTB 11")));
}

TEST_F(ScoreboardTest, FoulsAreFewYoungAndEscaped) {
    auto analysis = std::make_shared<logs::LogAnalysis>();
    const auto add = [&](double timeS, const char* text) {
        logs::Event event;
        event.kind = logs::EventKind::Foul;
        event.frame = static_cast<logs::FrameNumber>(timeS * 5);
        event.recordTimeS = timeS;
        event.text = text;
        analysis->events.push_back(event);
    };
    add(0.2, "too old");
    add(4.0, "first");
    add(5.0, "second");
    add(6.0, "third");
    add(7.0, "<b>fourth");
    add(9.2, "to come");
    m_board.setAnalysis(analysis);
    showSample(45); // 9.0 s
    const QString all = texts().join(QLatin1Char('|'));
    EXPECT_FALSE(all.contains(QStringLiteral("first"))); // three at a time
    EXPECT_TRUE(all.contains(QStringLiteral("second")));
    EXPECT_TRUE(all.contains(QStringLiteral("third")));
    EXPECT_TRUE(all.contains(QStringLiteral("&lt;b&gt;fourth")));
    EXPECT_FALSE(all.contains(QStringLiteral("to come")));
    showSample(20); // 4.0 s
    EXPECT_TRUE(texts().join(QLatin1Char('|')).contains(QStringLiteral("first")));
    EXPECT_TRUE(texts().join(QLatin1Char('|')).contains(QStringLiteral("too old")));
    showSample(42); // 8.4 s: the oldest is older than 8 s
    EXPECT_FALSE(texts().join(QLatin1Char('|')).contains(QStringLiteral("too old")));
}

TEST_F(ScoreboardTest, ALongLineMakesNoWindowWider) {
    showSample(45); // 9.0 s
    const int leastPx = m_board.minimumSizeHint().width();
    auto analysis = std::make_shared<logs::LogAnalysis>();
    for (const double timeS : {5.0, 6.0, 7.0}) {
        logs::Event event;
        event.kind = logs::EventKind::Foul;
        event.recordTimeS = timeS;
        event.text = "self-collision by a team with a long name " + std::to_string(int(timeS));
        analysis->events.push_back(event);
    }
    m_board.setAnalysis(analysis);
    auto fetched = tests::fetchedFrame(*tests::sampleMatch(), 45);
    auto frame = std::make_shared<monitor::MatchFrame>(*fetched.exact);
    frame->game.passModeScoreWaitLeftS = 10.0;
    fetched.exact = frame;
    m_board.setFrame(fetched);
    EXPECT_EQ(m_board.minimumSizeHint().width(), leastPx);

    const auto shown = [&] {
        const QString fouls = texts().filter(QStringLiteral("<span")).join(QString());
        EXPECT_TRUE(fouls.isEmpty() || fouls.contains(QStringLiteral("long name 7")))
            << "the last one first";
        return fouls.count(QStringLiteral("<span"));
    };
    m_board.resize(2400, 50);
    EXPECT_TRUE(tests::waitUntil([&] { return shown() == 3; }));
    const auto room = [&](int count) { // how wide the board is with room for so many, and no more
        int px = 2400;
        for (; px > leastPx && shown() > count; px -= 50) {
            m_board.resize(px, 50);
            QCoreApplication::processEvents();
        }
        EXPECT_EQ(shown(), count);
        return px;
    };
    const int twoPx = room(2);
    const int onePx = room(1);
    EXPECT_LT(onePx, twoPx);
    EXPECT_LT(room(0), onePx);
}

TEST_F(ScoreboardTest, TheScoreListsGoalsWithTheirKicks) {
    auto analysis = std::make_shared<logs::LogAnalysis>();
    const auto add = [&](logs::EventKind kind, logs::FrameNumber frame, const char* text,
                         Side side) -> logs::Event& {
        logs::Event& event = analysis->events.emplace_back();
        event.kind = kind;
        event.frame = frame;
        event.gameTimeS = event.recordTimeS = frame * 0.2;
        event.text = text;
        event.side = side;
        return event;
    };
    add(logs::EventKind::Kick, 50, "Kick by UTA 3, 2.0 m/s", Side::Left);
    add(logs::EventKind::Kick, 330, "Kick by UTA 7, 3.5 m/s", Side::Left);
    add(logs::EventKind::Goal, 340, "Goal for UTA, 1:0", Side::Left).reportedFrame = 350;
    add(logs::EventKind::Kick, 345, "Kick by UTB 2, 1.5 m/s", Side::Right);
    add(logs::EventKind::Foul, 360, "a foul", Side::Left);
    add(logs::EventKind::Goal, 700, "Goal for Us & Them, 1:1", Side::Right);
    add(logs::EventKind::Score, 800, "Score set to 3:1", Side::None);
    auto& score = *m_board.findChild<QToolButton*>(QStringLiteral("score"));
    auto& list = *m_board.findChild<QMenu*>(QStringLiteral("goals"));
    const auto lines = [&] {
        QTest::mouseClick(&score, Qt::LeftButton);
        QStringList all;
        for (const QAction* action : list.actions()) {
            all << action->text();
        }
        return plain(all.join(u'|'));
    };
    EXPECT_EQ(lines(), "No goals so far");
    EXPECT_FALSE(list.actions()[0]->isEnabled());
    list.hide();
    m_board.setAnalysis(analysis);
    EXPECT_EQ(lines(), "1:08   Goal for UTA, 1:0\tKick by UTA 7, 3.5 m/s|"
                       "2:20   Goal for Us && Them, 1:1|2:40   Score set to 3:1");
    logs::FrameNumber requestedFrame = 0;
    QObject::connect(&m_board, &Scoreboard::goalRequested, &m_board,
                     [&](const logs::Event& goal) { requestedFrame = goal.frame; });
    m_board.setAnalysis(nullptr); // the log is closed while the list is open
    analysis.reset();
    QTest::mouseClick(&list, Qt::LeftButton, {}, list.actionGeometry(list.actions()[1]).center());
    EXPECT_EQ(requestedFrame, 700U);
}

TEST_F(ScoreboardTest, ReportsWhichTeamMayNotScoreYet) {
    tests::ScriptedScene scene;
    scene.playMode = 19;
    scene.extraPredicates = "(pass_mode_score_wait_left 3.25)";
    show(scene);
    EXPECT_TRUE(texts()
                    .join(QLatin1Char('|'))
                    .contains(QRegularExpression(
                        QStringLiteral("Pass left, Alpha may score in 3\\.[23] s"))))
        << plain(texts().join(QLatin1Char('|')));
    scene.extraPredicates = "(pass_mode_score_wait_right 1.5)";
    scene.playMode = 20;
    show(scene);
    EXPECT_TRUE(shows("Pass right, Beta may score in 1.5 s"));
}

TEST_F(ScoreboardTest, WarnsOfFramesThatCannotBeTrusted) {
    const auto sample = tests::fetchedFrame(*tests::sampleMatch(), 5);
    const std::pair<monitor::FrameHealth, const char*> rows[] = {
        {{true, false, false}, "damaged frame"},
        {{false, true, false}, "out of sync"},
        {{false, false, true}, "no full scene yet"},
    };
    for (const auto& [health, text] : rows) {
        auto fetched = sample;
        auto frame = std::make_shared<monitor::MatchFrame>(*sample.exact);
        frame->health = health;
        fetched.exact = frame;
        m_board.setFrame(fetched);
        EXPECT_TRUE(shows(text)) << text;
        const QLabel* label = labelWith(QLatin1String(text));
        ASSERT_NE(label, nullptr);
        EXPECT_FALSE(label->toolTip().isEmpty());
        m_board.setFrame(sample);
        EXPECT_FALSE(label->isVisible());
        m_board.setFrame(fetched);
        EXPECT_TRUE(label->isVisible());
        m_board.clearFrame();
        EXPECT_FALSE(label->isVisible()) << "no empty warning without a log";
    }
}

} // namespace
} // namespace sideline::widgets
