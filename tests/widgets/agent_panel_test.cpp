#include "widgets/live/agent_panel.h"

#include <chrono>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QScreen>
#include <QSignalSpy>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "tests/gui/gui_support.h"
#include "tests/support/signal_value.h"
#include "tests/widgets/input_events.h"
#include "widgets/live/walk_gauge.h"

namespace sideline::widgets {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using tests::plain;

// A frame with something of everything.
world::AgentFrame fullFrame(std::uint64_t cycle = 100) {
    world::AgentFrame frame;
    frame.cycle = cycle;
    frame.identity = {"Sideline",
                      {Side::Right, UniformNumber(3)},
                      0,
                      robot::naoModel(robot::NaoType::Standard).shared()};
    frame.timing.senseToAct = std::chrono::microseconds(250);
    frame.game.gameTimeS = 12.5;
    frame.game.playMode = game::PlayMode::PlayOn;
    frame.body.joints.resize(22);
    frame.body.joints[0].measuredRad = 0.5;
    frame.body.pose.isValid = true;
    frame.body.X_FT.p = {1.0, 2.0, 0.35};
    frame.body.forces.push_back({frame.identity.model->findBody("lfoot"), {}, {0.0, 0.0, 22.0}});
    frame.world.ball.isKnown = true;
    frame.world.ball.p_F = {3.0, 0.5, 0.04};
    frame.world.players.push_back({.isTeammate = true, .unum = 7, .p_F = {4.0, 1.0, 0.3}});
    frame.world.players.push_back({.isTeammate = false, .unum = 0, .p_F = {-4.0, 1.0, 0.3}});
    frame.world.heard.push_back({"Sideline", "hello", 0.1, false, 0.0});
    frame.decision = {"stand and look", "nothing to do", false, {}};
    frame.values.push_back({"head.errorRad", 0.25});
    return frame;
}

world::AgentFramePtr shared(world::AgentFrame frame) {
    return std::make_shared<const world::AgentFrame>(std::move(frame));
}

AgentView playing(world::AgentFramePtr frame) {
    return {AgentView::Link::Playing, {}, 0.0, std::move(frame)};
}

QModelIndex find(const AgentModel& model, AgentModel::Group group, const char* name) {
    const QModelIndex parent = model.groupIndex(group);
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        if (index.data().toString() == QLatin1String(name)) {
            return index;
        }
    }
    ADD_FAILURE() << "no row " << name;
    return {};
}

std::string cell(const QModelIndex& name, int column) {
    return plain(name.siblingAtColumn(column).data().toString());
}

// The same agent's robot, teammate and ball as a monitor reports them, all in the server's frame.
monitor::MatchFramePtr truth() {
    auto frame = std::make_shared<monitor::MatchFrame>();
    frame->game.timeS = 12.52;
    frame->ball = monitor::BallFrame{math::Pose::translation({-3.1, -0.5, 0.04}), 0};
    monitor::RobotFrame robot;
    robot.id = {Side::Right, UniformNumber(3)};
    robot.X_SBody = {math::Pose::translation({-1.0, -2.1, 0.35})};
    robot.jointAnglesRad.assign(22, 0.4);
    frame->robots.push_back(robot);
    robot.id = {Side::Right, UniformNumber(7)};
    robot.X_SBody = {math::Pose::translation({-4.0, -1.3, 0.35})};
    frame->robots.push_back(robot);
    return frame;
}

TEST(AgentModelTest, EverySignalOfARowIsOneOfARecording) {
    const auto frame = shared(fullFrame());
    AgentModel model;
    model.setInstant(frame);
    const std::vector<std::string> names = logs::agentSignalNames(*frame);
    const std::set<std::string> known(names.begin(), names.end());
    int count = 0;
    int seconds = 0;
    for (int group = 0; group < model.rowCount(); ++group) {
        const QModelIndex parent = model.index(group, 0);
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            const std::string path = plain(index.data(AgentModel::SignalRole).toString());
            EXPECT_TRUE(path.empty() || known.contains(path)) << path;
            count += path.empty() ? 0 : 1;
            const std::string second = plain(index.data(AgentModel::SecondSignalRole).toString());
            EXPECT_TRUE(second.empty() || known.contains(second)) << second;
            seconds += second.empty() ? 0 : 1;
        }
    }
    EXPECT_GT(count, 60);
    EXPECT_GT(seconds, 4);
}

TEST(AgentModelTest, RowsComeAndGoWithoutDisturbingTheOthers) {
    AgentModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    EXPECT_EQ(model.rowCount(), AgentModel::GroupCount);
    model.setInstant(shared(fullFrame()));
    const QPersistentModelIndex mate = find(model, AgentModel::PlayersGroup, "Teammate 7");
    world::AgentFrame fewer = fullFrame();
    fewer.world.players.pop_back();
    fewer.world.ball.isKnown = false;
    fewer.values.push_back({"more", 1.0});
    model.setInstant(shared(fewer));
    EXPECT_TRUE(mate.isValid());
    EXPECT_EQ(model.rowCount(model.groupIndex(AgentModel::BallGroup)), 0);
    EXPECT_EQ(plain(model.groupIndex(AgentModel::BallGroup)
                        .siblingAtColumn(AgentModel::ValueColumn)
                        .data()
                        .toString()),
              "not known");
    EXPECT_EQ(model.rowCount(model.groupIndex(AgentModel::DebugGroup)), 2);
    model.setInstant(nullptr);
    EXPECT_EQ(model.rowCount(model.groupIndex(AgentModel::GameGroup)), 0);
    EXPECT_EQ(reset.size(), 0);
}

TEST(AgentModelTest, TruthStandsBesideBeliefInTheAgentsOwnFrame) {
    AgentModel model;
    model.setInstant(shared(fullFrame()), truth());
    const QModelIndex y = find(model, AgentModel::PoseGroup, "y");
    EXPECT_EQ(cell(y, AgentModel::ValueColumn), "2.000 m");
    EXPECT_EQ(cell(y, AgentModel::TruthColumn), "2.100");
    EXPECT_EQ(cell(y, AgentModel::DifferenceColumn), "-0.100");
    EXPECT_EQ(cell(find(model, AgentModel::PoseGroup, "Error"), AgentModel::ValueColumn),
              "0.100 m");
    EXPECT_EQ(cell(find(model, AgentModel::BallGroup, "x"), AgentModel::DifferenceColumn),
              "-0.100");
    const QModelIndex mate = find(model, AgentModel::PlayersGroup, "Teammate 7");
    EXPECT_EQ(cell(mate, AgentModel::TruthColumn), "4.00, 1.30");
    EXPECT_EQ(cell(mate, AgentModel::DifferenceColumn), "0.30");
    EXPECT_EQ(cell(find(model, AgentModel::JointsGroup, "Head yaw"), AgentModel::DifferenceColumn),
              "5.73");
    EXPECT_EQ(cell(find(model, AgentModel::GameGroup, "Clock"), AgentModel::DifferenceColumn),
              "-0.02");
    model.setInstant(shared(fullFrame()));
    EXPECT_EQ(cell(find(model, AgentModel::PoseGroup, "y"), AgentModel::TruthColumn), "");
}

TEST(AgentModelTest, TheSituationAndCertaintyAreReported) {
    world::AgentFrame frame = fullFrame();
    frame.situation.setPiece = world::SetPiece::CornerKick;
    frame.situation.isOwnRestart = true;
    frame.situation.mayTouchBall = true;
    frame.situation.modeLeftS = 12.3;
    frame.situation.keepAwayM = 2.0;
    frame.situation.hasRestartPlace = true;
    frame.situation.restart_F = {14.96, -5.48};
    frame.situation.hasHome = true;
    frame.situation.hasOffsideLine = true;
    frame.situation.teammatesByBall = {0};
    frame.situation.opponentsByBall = {1, 99};
    frame.world.ball.covariance(1, 1) = 0.0004;
    frame.world.ball.isHeard = true;
    frame.world.ball.rest_F = {3.5, 0.75, 0.0};
    frame.world.players[0].isHeard = true;
    frame.world.players[0].confidence = 0.5;
    frame.body.pose.cameraOffset_CM = {0.001, -0.0025, 0.0};
    frame.body.pose.cameraOffsetSigmaM = 0.0005;
    AgentModel model;
    model.setInstant(shared(frame));
    const auto value = [&](AgentModel::Group group, const char* name) {
        return cell(find(model, group, name), AgentModel::ValueColumn);
    };
    EXPECT_EQ(value(AgentModel::GameGroup, "Set piece"), "corner kick, ours");
    EXPECT_EQ(value(AgentModel::GameGroup, "May touch the ball"), "yes");
    EXPECT_EQ(value(AgentModel::GameGroup, "May shoot"), "no");
    EXPECT_EQ(value(AgentModel::GameGroup, "Ends in"), "12.3 s");
    EXPECT_EQ(value(AgentModel::GameGroup, "Restart at"), "14.96, -5.48");
    EXPECT_EQ(value(AgentModel::GameGroup, "Keep away"), "2.00 m");
    EXPECT_EQ(value(AgentModel::GameGroup, "Teammates by ball"), "7");
    EXPECT_EQ(value(AgentModel::GameGroup, "Opponents by ball"), "? ?");
    EXPECT_EQ(value(AgentModel::BallGroup, "Sigma"), "0.020 m");
    EXPECT_EQ(value(AgentModel::BallGroup, "Heard only"), "yes");
    EXPECT_EQ(value(AgentModel::BallGroup, "Rests at"), "3.50, 0.75");
    EXPECT_EQ(value(AgentModel::PoseGroup, "Camera offset y"), "-2.5 mm");
    EXPECT_EQ(value(AgentModel::PlayersGroup, "Teammate 7"), "heard, 4.00, 1.00");
    EXPECT_EQ(value(AgentModel::PlayersGroup, "Teammate 7 confidence"), "0.50");
    const std::string tip =
        plain(find(model, AgentModel::GameGroup, "Keep away").data(Qt::ToolTipRole).toString());
    EXPECT_NE(tip.find("keep from the ball"), std::string::npos) << tip;
    EXPECT_NE(tip.find("situation.keepAwayM"), std::string::npos) << tip;
    for (int row = 0; row < model.rowCount(model.groupIndex(AgentModel::GameGroup)); ++row) {
        const QModelIndex name = model.index(row, 0, model.groupIndex(AgentModel::GameGroup));
        const std::string path = plain(name.data(AgentModel::SignalRole).toString());
        EXPECT_TRUE(path.empty() || !std::isnan(tests::agentSignalValue(path, frame))) << path;
    }
}

TEST(AgentModelTest, BareFramesAreShownToo) {
    AgentModel model;
    model.setInstant(shared(world::AgentFrame{}), truth()); // no model, no pose, no side
    EXPECT_EQ(model.rowCount(model.groupIndex(AgentModel::JointsGroup)), 0);
    EXPECT_EQ(cell(model.groupIndex(AgentModel::PoseGroup), AgentModel::ValueColumn),
              "not known yet");
}

TEST(CycleGraphTest, KeepsTheLastFiveSecondsAndCountsMissedCycles) {
    CycleGraph graph;
    world::AgentFrame frame = fullFrame(1000);
    for (std::uint64_t i = 0; i < 400; ++i) {
        frame.cycle = 1000 + i;
        frame.timing.senseToAct = std::chrono::microseconds(i == 380 ? 900 : 200);
        frame.counters.missedCycles = i >= 390 ? 2 : 0;
        frame.counters.lateAnswers = i >= 390 ? 8 : i >= 100 ? 5 : 0;
        graph.add(frame);
        graph.add(frame); // the same cycle again
    }
    EXPECT_EQ(graph.size(), CycleGraph::kCycles);
    EXPECT_NEAR(graph.longestMs(), 0.9, 1e-9);
    EXPECT_EQ(graph.missed(), 2U);
    EXPECT_EQ(graph.late(), 3U);
    frame.cycle = 1200; // a replay went back
    graph.add(frame);
    EXPECT_EQ(graph.size(), 1U);
    EXPECT_EQ(graph.missed(), 0U);
    graph.clear();
    EXPECT_EQ(graph.size(), 0U);
    EXPECT_DOUBLE_EQ(graph.longestMs(), 0.0);
}

class AgentPanelTest : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(tests::showWidget(m_panel, 360, 700)); }
    std::string label(const char* name) {
        return plain(m_panel.findChild<QLabel*>(QLatin1String(name))->text());
    }
    AgentPanel m_panel;
};

TEST_F(AgentPanelTest, ReportsItsIdentityAndLink) {
    EXPECT_EQ(label("name"), "No agent");
    m_panel.setView(playing(shared(fullFrame())));
    EXPECT_EQ(label("name"), "Sideline 3 \u2013 right, type 0");
    EXPECT_EQ(label("link"), "playing");
    EXPECT_NE(label("timing").find("0.25 ms"), std::string::npos);
    m_panel.setView({AgentView::Link::Refused, "number 3 is taken", 3.0, shared(fullFrame())});
    EXPECT_NE(label("link").find("refused by the server: number 3 is taken"), std::string::npos);
    EXPECT_NE(label("link").find("3.00 s ago"), std::string::npos);
}

TEST_F(AgentPanelTest, ReportsLateAnswersBesideTheLamp) {
    auto* lamp = m_panel.findChild<QLabel*>(QStringLiteral("lamp"));
    world::AgentFrame frame = fullFrame(100);
    m_panel.setView(playing(shared(frame)));
    const QColor good = lamp->pixmap().toImage().pixelColor(lamp->pixmap().rect().center());
    EXPECT_NE(label("timing").find("missed 0, late 0"), std::string::npos) << label("timing");
    EXPECT_TRUE(lamp->toolTip().isEmpty());
    frame.cycle = 103;
    frame.counters.lateAnswers = 2;
    m_panel.setView(playing(shared(frame)));
    EXPECT_NE(label("timing").find("missed 0, late 2"), std::string::npos) << label("timing");
    EXPECT_EQ(label("link"), "playing, late answers: 2");
    EXPECT_NE(lamp->pixmap().toImage().pixelColor(lamp->pixmap().rect().center()), good);
    EXPECT_TRUE(lamp->toolTip().contains(QStringLiteral("too slow"))) << plain(lamp->toolTip());
    EXPECT_EQ(cell(find(m_panel.model(), AgentModel::CountersGroup, "Late answers"),
                   AgentModel::ValueColumn),
              "2");
    frame.cycle += 300; // later, all answers are punctual again
    m_panel.setView(playing(shared(frame)));
    EXPECT_EQ(label("link"), "playing");
    EXPECT_TRUE(lamp->toolTip().isEmpty());
}

TEST_F(AgentPanelTest, ADoubleClickAsksForAPlot) {
    QSignalSpy plot(&m_panel, &AgentPanel::plotRequested);
    m_panel.setView(playing(shared(fullFrame())));
    auto* tree = m_panel.findChild<QTreeView*>();
    QCoreApplication::processEvents();
    const QModelIndex x = find(m_panel.model(), AgentModel::BallGroup, "x");
    tests::doubleClick(*tree->viewport(), tree->visualRect(x).center());
    ASSERT_EQ(plot.size(), 1);
    EXPECT_EQ(plain(plot[0][0].toString()), "world.ball.p_F.x");
    const QModelIndex rest = find(m_panel.model(), AgentModel::BallGroup, "Rests at");
    tree->scrollTo(rest);
    tests::doubleClick(*tree->viewport(), tree->visualRect(rest).center());
    ASSERT_EQ(plot.size(), 3);
    EXPECT_EQ(plain(plot[1][0].toString()), "world.ball.rest_F.x");
    EXPECT_EQ(plain(plot[2][0].toString()), "world.ball.rest_F.y");
    plot.removeLast();
    plot.removeLast();
    const QModelIndex group = m_panel.model().groupIndex(AgentModel::GameGroup);
    tree->scrollTo(group);
    const bool wasOpen = tree->isExpanded(group);
    tests::doubleClick(*tree->viewport(), tree->visualRect(group).center());
    EXPECT_EQ(plot.size(), 1);
    EXPECT_NE(tree->isExpanded(group), wasOpen);
}

TEST_F(AgentPanelTest, TruthHasColumnsOnlyWhereThereIsSome) {
    auto* tree = m_panel.findChild<QTreeView*>();
    m_panel.setView(playing(shared(fullFrame())));
    EXPECT_TRUE(tree->isColumnHidden(AgentModel::TruthColumn));
    m_panel.setView(playing(shared(fullFrame())), truth());
    EXPECT_FALSE(tree->isColumnHidden(AgentModel::TruthColumn));
    EXPECT_NE(m_panel.model().truth(), nullptr);
}

// Belief and truth change in one step: no difference of two instants is ever worked out.
TEST_F(AgentPanelTest, BeliefAndTruthAreAlwaysOfOneInstant) {
    auto earlier = std::make_shared<monitor::MatchFrame>(*truth());
    earlier->robots.front().X_SBody = {math::Pose::translation({-11.0, -2.0, 0.35})};
    world::AgentFrame past = fullFrame(50);
    past.body.X_FT.p = {11.0, 2.0, 0.35};
    m_panel.setView(playing(shared(fullFrame())), truth());
    std::vector<std::string> apart;
    QObject::connect(&m_panel.model(), &QAbstractItemModel::dataChanged, &m_panel, [&] {
        apart.push_back(
            cell(find(m_panel.model(), AgentModel::PoseGroup, "x"), AgentModel::DifferenceColumn));
    });
    m_panel.setView({AgentView::Link::Recorded, {}, 0.0, shared(past)}, earlier);
    ASSERT_FALSE(apart.empty());
    for (const std::string& meters : apart) {
        EXPECT_EQ(meters, "0.000");
    }
}

// A summary is painted beyond its own cell: what it covered before has to go as well.
TEST_F(AgentPanelTest, NothingOfAnEarlierSummaryStaysOnTheScreen) {
    world::AgentFrame frame = fullFrame();
    frame.body.X_FT.p = {-13.37, -9.99, 0.35};
    frame.decision.behavior = "a behavior whose name is longer than any cell of this panel";
    m_panel.setView(playing(shared(frame)), truth());
    auto* tree = m_panel.findChild<QTreeView*>();
    const auto onScreen = [&] {
        QCoreApplication::processEvents();
        return m_panel.screen()->grabWindow(tree->viewport()->winId()).toImage();
    };
    const QImage before = onScreen();
    frame.body.X_FT.p = {0.01, 0.02, 0.35};
    frame.decision.behavior = "walk";
    m_panel.setView(playing(shared(frame)), truth());
    const QImage painted = onScreen();
    EXPECT_NE(painted, before);
    tree->viewport()->repaint(); // all of it
    EXPECT_EQ(painted, onScreen());
}

TEST_F(AgentPanelTest, HiddenItCatchesUpWhenItIsShown) {
    m_panel.hide();
    m_panel.setView(playing(shared(fullFrame())));
    EXPECT_EQ(m_panel.model().rowCount(m_panel.model().groupIndex(AgentModel::GameGroup)), 0);
    EXPECT_EQ(m_panel.graph().size(), 1U);
    ASSERT_TRUE(tests::showWidget(m_panel, 360, 700));
    EXPECT_GT(m_panel.model().rowCount(m_panel.model().groupIndex(AgentModel::GameGroup)), 0);
}

TEST(WalkGaugeTest, DirectionsAreWordsWithoutSigns) {
    WalkGauge gauge;
    WalkView view;
    view.gait = WalkView::Gait::Walk;
    view.forwardMps = -0.1;
    view.leftMps = -0.04;
    view.turnDps = -20.0;
    gauge.setView(view);
    EXPECT_EQ(gauge.plannedText(),
              QStringLiteral("Planned 0.10 m/s backward, 0.04 m/s right, 20\u00b0/s right"));
    view.forwardMps = 0.6;
    view.leftMps = 0.0;
    view.turnDps = 5.0;
    gauge.setView(view);
    EXPECT_EQ(gauge.plannedText(),
              QStringLiteral("Planned 0.60 m/s forward, 0.00 m/s left, 5\u00b0/s left"));
}

} // namespace
} // namespace sideline::widgets
