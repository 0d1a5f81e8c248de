// The live workspace in the real window with the embedded simulator: first steps of a user.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include <QDockWidget>
#include <QPushButton>
#include <QTest>

#include "agentcore/math/angles.h"
#include "agentcore/net/udp.h"
#include "evaluation/belief_frame.h"
#include "logs/session/session_writer.h"
#include "studio/shell/layouts.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/fake_monitor_server.h"
#include "tests/studio/studio_window.h"
#include "tests/support/roboviz_client.h"
#include "tests/support/test_files.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/output_panel.h"

namespace sideline::studio {
namespace {

using game::PlayerId;
using game::Side;
using monitor::ObjectId;

constexpr int kLiveTimeoutMs = 20'000; // ms

class LiveWorkspaceTest : public tests::StudioWindowTest {
protected:
    LiveWorkspaceTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = true; });
    }
    LiveWorkspace& workspace() { return m_window->find<studio::LiveWorkspace>(); }
    const world::AgentFramePtr& agent() { return workspace().agentControls().shown(); }
    bool startWithAgent() {
        action("simulator.start").trigger();
        return tests::waitUntil(
            [&] { return agent() && agent()->body.pose.isValid && live().head().exact; },
            kLiveTimeoutMs);
    }
    const widgets::AgentPanel& panel() { return *workspace().agentControls().agentPanel(); }
    // Distance between the believed and the true position, both as shown in the panel.
    double errorM() {
        const auto& belief = panel().view().frame;
        const auto& truth = panel().truth();
        const auto* robot = truth && belief ? truth->findRobot(belief->identity.robot) : nullptr;
        return robot != nullptr && belief->body.pose.isValid
                   ? (robot->X_STorso().p - belief->body.pose.X_ST.p).head<2>().norm()
                   : 1e3;
    }
    bool isOfOneInstant() {
        return panel().truth() && m_window->shown().drawn == panel().truth() &&
               panel().view().frame == agent();
    }
    std::size_t beliefSets() {
        const auto& board = workspace().drawings().board();
        return board ? static_cast<std::size_t>(std::ranges::count_if(
                           board->sets,
                           [](const auto& set) { return set->name.starts_with("belief."); }))
                     : 0;
    }
    // x coordinate at which the agent's own position is drawn.
    double drawnAtX() {
        for (const auto& set : workspace().drawings().board()->sets) {
            if (set->name == "belief.pose") {
                for (const drawing::Shape& shape : set->shapes) {
                    if (const auto* circle = std::get_if<drawing::Circle>(&shape)) {
                        return circle->center_S.x();
                    }
                }
            }
        }
        return 1e3;
    }
    std::filesystem::path stopAndGetSession() {
        action("simulator.start").trigger();
        return workspace().recorder().file();
    }
};

// The next agents are started before the first ones have joined.
TEST_F(LiveWorkspaceTest, AgentsStartedTogetherGetDifferentNumbers) {
    action("simulator.start").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return live().view().cycle > 0; }, kLiveTimeoutMs));
    AgentControls& controls = workspace().agentControls();
    for (int unum = 2; unum <= 4; ++unum) { // number 1 was started with the simulator
        agents::AgentBlueprint blueprint;
        blueprint.settings = controls.nextAgent();
        EXPECT_EQ(blueprint.settings.unum, unum);
        controls.startAgent(blueprint);
    }
    const auto& agents = workspace().agents().agents();
    ASSERT_EQ(agents.size(), 4U);
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return std::ranges::all_of(agents, [](const AgentHost::Agent& each) {
                return each.frame && each.frame->identity.robot.unum.value() > 0 &&
                       each.state.link == runtime::LinkState::Playing;
            });
        },
        kLiveTimeoutMs));
    // The number of a stopped agent is free again as soon as the server has released it.
    workspace().agents().stop(agents[1].key);
    EXPECT_TRUE(tests::waitUntil([&] { return controls.nextAgent().unum == 2; }, kLiveTimeoutMs));
}

TEST_F(LiveWorkspaceTest, OneClickStartsARobotWhoseKneeCanBeMoved) {
    ASSERT_TRUE(startWithAgent());
    EXPECT_EQ(agent()->identity.team, "Sideline");
    // The match may show the robot one frame later.
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->session().selection() == ObjectId::ofRobot(agent()->identity.robot);
        },
        kLiveTimeoutMs));
    EXPECT_EQ(m_window->view3d().cameraMode(), viewer3d::CameraMode::FollowPlayer);
    const robot::RobotModel& model = *agent()->identity.model;
    const robot::JointId knee = model.findJoint("llj4");
    ASSERT_TRUE(knee.isValid());
    // A slider moves nothing in mode Watch.
    auto* panel = workspace().agentControls().jointPanel();
    Q_EMIT panel->targetsChanged({{knee, math::radFromDeg(-80.0)}}, 0.0);
    EXPECT_FALSE(action("agent.control").isChecked());
    action("agent.control").trigger();
    ASSERT_TRUE(
        tests::waitUntil([&] { return agent()->decision.isUserControlled; }, kLiveTimeoutMs));
    EXPECT_TRUE(m_window->findChild<QDockWidget*>(QStringLiteral("joints"))->isVisible());
    live().setGravity(false); // prevents a fall
    const auto angles = [&] { return agent()->body.joints[knee.index()]; };
    const double target = angles().measuredRad - math::radFromDeg(20.0);
    panel->chooseJoint(knee);
    Q_EMIT panel->targetsChanged({{knee, target}}, 0.0);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::abs(angles().measuredRad - target) < math::radFromDeg(0.1); },
        kLiveTimeoutMs))
        << "measured " << math::degFromRad(angles().measuredRad) << ", expected "
        << math::degFromRad(target);
    // The simulated knee agrees with the robot's joint sensor.
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            const auto* robot = live().head().exact->findRobot(agent()->identity.robot);
            return robot != nullptr &&
                   std::abs(robot->jointAnglesRad[knee.index()] - target) < math::radFromDeg(0.7);
        },
        kLiveTimeoutMs));
}

TEST_F(LiveWorkspaceTest, ALiveRobotIsRecordedAsKeyframes) {
    ASSERT_TRUE(startWithAgent());
    live().setGravity(false); // prevents a fall
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Motion")));
    MotionWorkspace& editor = m_window->find<studio::MotionWorkspace>();
    Q_EMIT editor.posePanel()->posed({{"lae1", 0.0}}, 0);
    editor.setTime(1.0);
    Q_EMIT editor.posePanel()->posed({{"lae1", -60.0}}, 0);
    const keyframe::Motion asked = *editor.document().motion();
    editor.setTime(2.0);
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("motion-trial"));
    dock->show();
    dock->raise();
    auto* record = dock->findChild<QPushButton*>(QStringLiteral("recordMotion"));
    ASSERT_TRUE(record->isEnabled());
    QTest::mouseClick(record, Qt::LeftButton);
    EXPECT_TRUE(action("motion.record").isChecked());
    const robot::JointId arm = editor.model().findJoint("lae1");
    const std::uint64_t before = agent()->cycle;
    ASSERT_TRUE(tests::waitUntil([&] { return agent()->cycle > before + 5; }, kLiveTimeoutMs));
    const std::uint64_t first = agent()->cycle;
    const double beginsDeg = math::degFromRad(agent()->body.joints[arm.index()].measuredRad);
    QTest::mouseClick(dock->findChild<QPushButton*>(QStringLiteral("playLive")), Qt::LeftButton);
    ASSERT_TRUE(tests::waitUntil([&] { return agent()->cycle > first + 75; }, kLiveTimeoutMs));
    EXPECT_TRUE(record->text().contains(QStringLiteral("Stop recording")));
    QTest::mouseClick(record, Qt::LeftButton);
    const auto& motion = [&]() -> const keyframe::Motion& { return *editor.document().motion(); };
    ASSERT_TRUE(tests::waitUntil([&] { return motion().endS() > 3.0; }, kLiveTimeoutMs));
    EXPECT_EQ(motion().keyframes.front(), asked.keyframes.front()) << "existing keyframes are kept";
    const auto at = motion().keyframeAt(2.0);
    ASSERT_TRUE(at) << "inserted at the playhead";
    EXPECT_EQ(motion().keyframes[*at]->joints.size(), 22U);
    const std::size_t recorded = motion().keyframes.size() - *at;
    EXPECT_LT(recorded, 30U) << "reduced to few keyframes";
    const auto trajectory = keyframe::resolve(motion(), editor.model()).trajectory;
    // Minimum distance of the recorded arm angle to a given angle.
    const auto nearestDeg = [&](double targetDeg) {
        double bestDeg = 360.0;
        for (double timeS = 2.0; timeS <= motion().endS(); timeS += 0.02) {
            const double angleDeg = math::degFromRad(trajectory->angleRad(arm, timeS, 0.0));
            bestDeg = std::min(bestDeg, std::abs(angleDeg - targetDeg));
        }
        return bestDeg;
    };
    EXPECT_LT(nearestDeg(beginsDeg), 5.0);
    EXPECT_LT(nearestDeg(-60.0), 5.0);
    const QString reported = m_window->messages().texts().join(QLatin1Char(' '));
    EXPECT_TRUE(reported.contains(QStringLiteral("keyframes from"))) << reported.toStdString();
    EXPECT_TRUE(action("motion.undo").text().contains(QStringLiteral("Record")));
    editor.document().forget();
}

TEST_F(LiveWorkspaceTest, ARecordedSessionReplaysTheAgentsBelief) {
    ASSERT_TRUE(startWithAgent());
    ASSERT_TRUE(workspace().recorder().isRecording());
    const PlayerId robot = agent()->identity.robot;
    const std::uint64_t first = agent()->cycle;
    ASSERT_TRUE(tests::waitUntil([&] { return agent()->cycle > first + 150; }, kLiveTimeoutMs));
    const auto session = stopAndGetSession();
    ASSERT_TRUE(std::filesystem::exists(session));
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }, kLiveTimeoutMs));
    EXPECT_FALSE(m_window->showsLive());
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->session().log()->progress().stage == logs::LogProgress::Stage::Done;
        },
        kLiveTimeoutMs));
    m_window->session().select(ObjectId::ofRobot(robot));
    const auto goTo = [&](logs::FrameNumber frame) {
        m_window->session().seekFrame(frame);
        return tests::waitUntil(
            [&] {
                return m_window->shown().exact && m_window->shown().exact->index == frame &&
                       agent();
            },
            kLiveTimeoutMs);
    };
    const logs::FrameNumber last = m_window->session().log()->index()->frameCount() - 1;
    ASSERT_TRUE(goTo(last));
    ASSERT_TRUE(
        tests::waitUntil([&] { return agent() && agent()->body.pose.isValid; }, kLiveTimeoutMs));
    const std::uint64_t late = agent()->cycle;
    ASSERT_TRUE(goTo(last - 40));
    ASSERT_TRUE(tests::waitUntil([&] { return agent() && agent()->cycle < late; }, kLiveTimeoutMs));
    // 40 frames of 40 ms are 80 cycles of 20 ms.
    EXPECT_NEAR(static_cast<double>(late - agent()->cycle), 80.0, 8.0);
    // Belief and ground truth belong to the same instant.
    const auto* truth = m_window->shown().exact->findRobot(robot);
    ASSERT_NE(truth, nullptr);
    for (std::size_t i = 0; i < truth->jointAnglesRad.size(); ++i) {
        EXPECT_NEAR(truth->jointAnglesRad[i], agent()->body.joints[i].measuredRad,
                    math::radFromDeg(3.0))
            << i;
    }
}

TEST_F(LiveWorkspaceTest, ReportsASessionWithoutAnEnd) {
    const auto file = m_folder / "whole.session";
    auto writer = logs::SessionWriter::open(file, {});
    ASSERT_TRUE(writer) << writer.error().toString();
    auto frame = std::make_shared<world::AgentFrame>();
    (*writer)->addAgent("Sideline 2").take(frame);
    ASSERT_TRUE((*writer)->flush());
    // A copy made during recording, or after the recorder was killed.
    const auto alone = m_folder / "alone.session";
    std::filesystem::copy_file(file, alone);
    m_window->openFile(qt(alone));
    const auto* messages = m_window->findChild<widgets::MessageBar*>();
    ASSERT_NE(messages, nullptr);
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return messages->texts()
                .join(QLatin1Char('\n'))
                .contains(QStringLiteral("its journal alone.session-wal is missing"));
        },
        kLiveTimeoutMs))
        << messages->texts().join(QLatin1Char('\n')).toStdString();
    if (qEnvironmentVariableIsSet("SIDELINE_PICTURES")) { // for visual inspection
        m_window->grab().save(qEnvironmentVariable("SIDELINE_PICTURES") +
                              QStringLiteral("/session-without-journal.png"));
    }
}

TEST_F(LiveWorkspaceTest, ASessionOfAnyNameOpensAsASession) {
    const auto file = m_folder / "whole.session";
    auto writer = logs::SessionWriter::open(file, {});
    ASSERT_TRUE(writer) << writer.error().toString();
    (*writer)->addAgent("Sideline 2").take(std::make_shared<world::AgentFrame>());
    ASSERT_TRUE((*writer)->close());
    const auto copy = m_folder / "from-monday.log";
    std::filesystem::copy_file(file, copy);
    m_window->openFile(qt(copy));
    EXPECT_TRUE(tests::waitUntil([&] { return workspace().sessionReplay().overview() != nullptr; },
                                 kLiveTimeoutMs));
}

TEST_F(LiveWorkspaceTest, AnOpenedTeamPlaysInTheSimulatorAndStopsCleanly) {
    ASSERT_TRUE(startWithAgent());
    const std::filesystem::path file = m_folder / "three.toml";
    tests::writeFile(file, "name = \"Three\"\n[[players]]\nnumber = 1\nembedded = true\n"
                           "[[players]]\nnumber = 2\nembedded = true\n");
    workspace().teamControls().openFile(qt(file));
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("teams"));
    EXPECT_TRUE(tests::waitUntil([&] { return dock->isVisible() && dock->height() > 100; }, 3000))
        << dock->isVisible() << ", " << dock->width() << " x " << dock->height() << " at "
        << dock->x() << ", " << dock->y();
    action("team.start").trigger();
    const PlayerId second{Side::Right, game::UniformNumber(2)};
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            const auto& frame = live().head().exact;
            return frame && frame->findRobot(second) != nullptr &&
                   workspace().agents().findRobot(second) != nullptr;
        },
        kLiveTimeoutMs))
        << "our agent of the simulator plays from the left";
    m_window->session().select(ObjectId::ofRobot(second));
    EXPECT_TRUE(tests::waitUntil([&] { return agent() && agent()->identity.team == "Three"; },
                                 kLiveTimeoutMs));
    action("team.stop").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return live().head().exact->findRobot(second) == nullptr; },
                                 kLiveTimeoutMs));
}

TEST_F(LiveWorkspaceTest, NothingChangesTheMatchBeforeRefereeCommandsAreEnabled) {
    ASSERT_TRUE(startWithAgent());
    action("simulator.kick-off-left").trigger();
    EXPECT_TRUE(showsMessage(QStringLiteral("Enable referee commands to change the match")));
    workspace().referee().send(monitor::SetScore{3, 0}, QStringLiteral("test"));
    action("referee.enable").trigger();
    EXPECT_TRUE(workspace().referee().areCommandsEnabled());
    EXPECT_EQ(live().head().exact->game.playModeName(), "BeforeKickOff");
    action("simulator.kick-off-left").trigger();
    EXPECT_TRUE(
        tests::waitUntil([&] { return live().head().exact->game.playModeName() == "KickOff_Left"; },
                         kLiveTimeoutMs));
    EXPECT_EQ(live().head().exact->game.scoreLeft, 0) << "the refused command was not sent";
    action("simulator.start").trigger();
    EXPECT_FALSE(workspace().referee().areCommandsEnabled())
        << "the next match starts with commands disabled";
}

// In both views, a robot has its number once.
TEST_F(LiveWorkspaceTest, AnAgentDoesNotDrawTheNumbersThatTheViewsShow) {
    ASSERT_TRUE(startWithAgent());
    ASSERT_TRUE(tests::waitUntil([&] { return beliefSets() > 0; }, kLiveTimeoutMs));
    const std::string sender = drawingName(agent()->identity);
    const drawing::DrawingFilter& filter = m_window->findChild<widgets::DrawingPanel*>()->filter();
    EXPECT_TRUE(filter.shows(sender, "belief.players"));
    EXPECT_FALSE(filter.shows(sender, "belief.players.numbers"));
}

TEST_F(LiveWorkspaceTest, DrawingsAppearAndAppearAgainInReplay) {
    ASSERT_TRUE(startWithAgent());
    ASSERT_NE(workspace().drawings().link(), nullptr);
    auto sender = net::UdpSender::open("127.0.0.1", workspace().drawings().link()->port());
    ASSERT_TRUE(sender);
    for (const std::string& datagram : tests::roboviz::animatedPicture(0)) {
        ASSERT_TRUE(sender->send(datagram));
    }
    const auto shapes = [&] {
        const auto& board = workspace().drawings().board();
        std::size_t count = 0;
        for (const auto& set : board ? board->sets : decltype(board->sets){}) {
            count += set->name.starts_with("belief.") ? 0 : set->shapes.size();
        }
        return count;
    };
    ASSERT_TRUE(tests::waitUntil([&] { return shapes() > 5; }, kLiveTimeoutMs));
    const std::size_t drawn = shapes();
    const double before = live().head().exact->recordTimeS;
    ASSERT_TRUE(tests::waitUntil([&] { return live().head().exact->recordTimeS > before + 0.5; },
                                 kLiveTimeoutMs));
    m_window->openFile(qt(stopAndGetSession()));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }, kLiveTimeoutMs));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->session().log()->progress().stage == logs::LogProgress::Stage::Done;
        },
        kLiveTimeoutMs));
    m_window->session().seekFrame(m_window->session().log()->index()->frameCount() - 1);
    EXPECT_TRUE(tests::waitUntil([&] { return shapes() >= drawn; }, kLiveTimeoutMs));
    m_window->session().seekFrame(0); // backward: before any drawing was sent
    EXPECT_TRUE(tests::waitUntil(
        [&] { return m_window->shown().exact->index == 0 && shapes() == 0; }, kLiveTimeoutMs));
}

TEST_F(LiveWorkspaceTest, TheViewLeavesAndReturnsToTheHeadDuringTheMatch) {
    ASSERT_TRUE(startWithAgent());
    ASSERT_TRUE(tests::waitUntil(
        [&] { return live().head().exact->recordTimeS > 2.0 && live().replay().isOpen(); },
        kLiveTimeoutMs));
    EXPECT_TRUE(live().isAtHead());
    action("replay.second-back").trigger();
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return !live().isAtHead() &&
                   m_window->shown().exact->recordTimeS < live().head().exact->recordTimeS - 0.8;
        },
        kLiveTimeoutMs));
    EXPECT_TRUE(action("live.return").isEnabled());
    action("live.return").trigger();
    EXPECT_TRUE(tests::waitUntil(
        [&] { return live().isAtHead() && m_window->shown().exact == live().head().exact; },
        kLiveTimeoutMs));
}

// Belief, truth, drawings and joints of an earlier frame belong to the time of that frame.
TEST_F(LiveWorkspaceTest, ATimeShiftShowsTheBeliefOfThatTime) {
    ASSERT_TRUE(startWithAgent());
    const PlayerId robot = agent()->identity.robot;
    ASSERT_TRUE(tests::waitUntil(
        [&] { return errorM() < 0.3 && live().head().exact->recordTimeS > 3.0; }, kLiveTimeoutMs));
    const double beforeS = live().head().exact->recordTimeS;
    ASSERT_TRUE(tests::waitUntil([&] { return live().head().exact->recordTimeS > beforeS + 0.5; },
                                 kLiveTimeoutMs));
    const Eigen::Vector3d then = agent()->body.pose.X_ST.p;
    const std::uint64_t cycleThen = agent()->cycle;
    live().command(*live().placeCommand(ObjectId::ofRobot(robot), -13.0, -8.0));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return (agent()->body.pose.X_ST.p - then).norm() > 5.0 && errorM() < 0.5; },
        kLiveTimeoutMs));
    m_window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
    while (m_window->shown().exact->recordTimeS > beforeS + 0.3) {
        const double atS = m_window->shown().exact->recordTimeS;
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ShiftModifier);
        ASSERT_TRUE(tests::waitUntil(
            [&] { return m_window->shown().exact->recordTimeS < atS - 0.5; }, kLiveTimeoutMs));
    }
    ASSERT_TRUE(tests::waitUntil([&] { return isOfOneInstant() && agent(); }, kLiveTimeoutMs));
    EXPECT_LE(agent()->cycle, cycleThen);
    EXPECT_LT((agent()->body.pose.X_ST.p - then).norm(), 1.0);
    EXPECT_LT(errorM(), 0.5) << "belief and truth agree";
    EXPECT_EQ(panel().view().link, widgets::AgentView::Link::Recorded);
    EXPECT_LT(std::abs(drawnAtX() - then.x()), 1.0) << "so do the drawings";
    // Steps forward frame by frame: all views always show the same instant.
    for (int i = 0; i < 5; ++i) {
        const std::uint64_t cycle = agent()->cycle;
        QTest::keyClick(m_window.get(), Qt::Key_Right);
        ASSERT_TRUE(
            tests::waitUntil([&] { return agent() && agent()->cycle > cycle; }, kLiveTimeoutMs));
        EXPECT_TRUE(isOfOneInstant());
        EXPECT_EQ(agent()->cycle - cycle, 2U) << "0.04 s";
        EXPECT_NEAR(agent()->game.serverTimeS, m_window->shown().exact->recordTimeS, 0.011);
    }
    // The agent's view shows the belief of that time, not of the newest frame.
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    const auto eyes = workspace().throughEyes(m_window->shown());
    EXPECT_LT((eyes.exact->robots.front().X_STorso().p - then).norm(), 1.0);
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
    // The match continues, and the newest frame returns with its belief.
    QTest::keyClick(m_window.get(), Qt::Key_End, Qt::ControlModifier);
    EXPECT_TRUE(
        tests::waitUntil([&] { return agent() && (agent()->body.pose.X_ST.p - then).norm() > 5.0; },
                         kLiveTimeoutMs));
    EXPECT_EQ(panel().view().link, widgets::AgentView::Link::Playing);

    // The same after the end of the match.
    QTest::keyClick(m_window.get(), Qt::Key_F5);
    ASSERT_TRUE(tests::waitUntil([&] { return !live().replay().isGrowing(); }, kLiveTimeoutMs));
    ASSERT_TRUE(tests::waitUntil([&] { return isOfOneInstant() && agent(); }, kLiveTimeoutMs));
    EXPECT_GT((agent()->body.pose.X_ST.p - then).norm(), 5.0);
    live().replay().seekTime(beforeS + 0.2);
    ASSERT_TRUE(
        tests::waitUntil([&] { return agent() && (agent()->body.pose.X_ST.p - then).norm() < 1.0; },
                         kLiveTimeoutMs));
    EXPECT_TRUE(isOfOneInstant());
}

TEST_F(LiveWorkspaceTest, ATimeShiftKeepsTheKeyboardFocus) {
    ASSERT_TRUE(startWithAgent());
    ASSERT_TRUE(
        tests::waitUntil([&] { return live().head().exact->recordTimeS > 1.5; }, kLiveTimeoutMs));
    m_window->activateWindow();
    ASSERT_TRUE(tests::waitUntil([&] {
        m_window->find<studio::ReplayWorkspace>().view().field->setFocus();
        return m_window->find<studio::ReplayWorkspace>().view().field->hasFocus();
    }));
    action("replay.second-back").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return !live().isAtHead(); }, kLiveTimeoutMs));
    EXPECT_TRUE(m_window->find<studio::ReplayWorkspace>().view().field->hasFocus());
}

TEST_F(LiveWorkspaceTest, ATimeShiftShowsNothingUnrecorded) {
    action("session.record").trigger(); // turns recording off
    ASSERT_TRUE(startWithAgent());
    ASSERT_TRUE(
        tests::waitUntil([&] { return live().head().exact->recordTimeS > 1.5; }, kLiveTimeoutMs));
    action("replay.second-back").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return !live().isAtHead() && !agent(); }, kLiveTimeoutMs));
    EXPECT_EQ(beliefSets(), 0U);
    EXPECT_EQ(panel().view().fault, QStringLiteral("agents' beliefs were not recorded"));
    action("live.return").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return agent() != nullptr; }, kLiveTimeoutMs));
}

TEST_F(LiveWorkspaceTest, ASessionsBeliefsAreHiddenWithAnotherMatch) {
    ASSERT_TRUE(startWithAgent());
    const std::uint64_t first = agent()->cycle;
    ASSERT_TRUE(tests::waitUntil([&] { return agent()->cycle > first + 50; }, kLiveTimeoutMs));
    const auto session = stopAndGetSession();
    action("file.close").trigger();
    EXPECT_EQ(agent(), nullptr);
    EXPECT_EQ(beliefSets(), 0U);
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }, kLiveTimeoutMs));
    action("replay.end").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return agent() && beliefSets() > 0; }, kLiveTimeoutMs));

    tests::FakeMonitorServer server;
    m_window->find<studio::LiveWorkspace>().controls().connectTo({"127.0.0.1", server.port()});
    const auto isClear = [&] {
        return !agent() && beliefSets() == 0 && !panel().view().frame && !panel().model().truth();
    };
    EXPECT_TRUE(isClear()) << "before the server has sent anything";
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            server.poll();
            return m_window->shown().exact != nullptr;
        },
        kLiveTimeoutMs));
    EXPECT_TRUE(isClear());
    action("simulator.show").trigger(); // shows the session with its beliefs again
    EXPECT_TRUE(tests::waitUntil([&] { return agent() && beliefSets() > 0; }, kLiveTimeoutMs));
    // A log of another match is independent of the session.
    m_window->openFile(qt(tests::sampleLog()));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->session().log()->path() == tests::sampleLog() &&
                   m_window->session().shown().exact;
        },
        kLiveTimeoutMs));
    EXPECT_TRUE(isClear());
}

TEST_F(LiveWorkspaceTest, ASessionWithABadMatchLogDoesNotAffectTheNextLog) {
    const auto file = m_folder / "bad.session";
    {
        auto writer = logs::SessionWriter::open(file, {});
        ASSERT_TRUE(writer);
        (*writer)->beginMatchLog("bad.log", std::chrono::nanoseconds(0));
        ASSERT_TRUE((*writer)->close());
    }
    tests::writeFile(m_folder / "bad.log", "roses are red\n");
    constexpr logs::FrameNumber kFrame = 20;
    const auto openSample = [&] {
        m_window->openFile(qt(tests::sampleLog()));
        return tests::waitUntil(
            [&] {
                const auto& log = m_window->session().log();
                return log && log->index()->frameCount() > kFrame;
            },
            kLiveTimeoutMs);
    };
    ASSERT_TRUE(openSample());
    const double timeS = m_window->session().log()->index()->recordTimeS(kFrame);
    action("file.close").trigger();
    m_window->openFile(qt(file));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return !m_window->messages().texts().filter(QStringLiteral("bad.log")).isEmpty(); },
        kLiveTimeoutMs));
    EXPECT_FALSE(workspace().sessionReplay().isOpen());
    ASSERT_TRUE(openSample());
    EXPECT_EQ(m_window->session().log()->index()->recordTimeS(kFrame), timeS)
        << "with its own time step";
    EXPECT_EQ(recentFiles(m_store).front(), qt(tests::sampleLog()));
}

TEST_F(LiveWorkspaceTest, OutputFollowsTheMatchAndSeeksInIt) {
    ASSERT_TRUE(startWithAgent());
    ASSERT_TRUE(
        tests::waitUntil([&] { return live().head().exact->recordTimeS > 2.0; }, kLiveTimeoutMs));
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("output"));
    dock->show();
    dock->raise();
    auto* output = m_window->findChild<widgets::OutputPanel*>();
    const double begunS = std::chrono::duration<double>(workspace().recorder().begunAt()).count();
    Q_EMIT output->seekRequested(std::chrono::duration<double>(*live().arrivalOf(20.0)).count() -
                                 begunS + 1e-4);
    EXPECT_TRUE(
        tests::waitUntil([&] { return m_window->shown().exact->index == 20U; }, kLiveTimeoutMs));
    EXPECT_FALSE(live().isAtHead());
}

TEST_F(LiveWorkspaceTest, TheMatchThroughTheAgentsEyes) {
    ASSERT_TRUE(startWithAgent());
    const world::AgentFrame& believed = *agent();
    const auto frame = evaluation::makeBeliefFrame(believed, 7, 1.5);
    ASSERT_EQ(frame->robots.front().id, believed.identity.robot);
    EXPECT_LT((frame->robots.front().X_STorso().p - believed.body.pose.X_ST.p).norm(), 1e-9);
    for (std::size_t i = 0; i < believed.body.joints.size(); ++i) {
        EXPECT_NEAR(frame->robots.front().jointAnglesRad[i], believed.body.joints[i].measuredRad,
                    1e-12);
    }
    action("view.agent-eyes").trigger();
    EXPECT_EQ(workspace().throughEyes(m_window->shown()).exact->scene, nullptr);
    action("view.agent-eyes").trigger();
    EXPECT_EQ(workspace().throughEyes(m_window->shown()).exact, m_window->shown().exact);
}

TEST(PruneSessionsTest, DeletesTheOldestWithTheirCompanionFiles) {
    const tests::TempDir folder;
    const std::string kilobyte(1024, 'x');
    for (const char* name : {"2026-01-01_10-00-00", "2026-01-02_10-00-00", "2026-01-03_10-00-00"}) {
        tests::writeFile(folder / (std::string(name) + ".session"), kilobyte);
        tests::writeFile(folder / (std::string(name) + ".log"), kilobyte);
    }
    tests::writeFile(folder / "notes.txt", kilobyte);
    pruneSessions(folder.path(), 4500, folder / "2026-01-03_10-00-00.session");
    EXPECT_FALSE(std::filesystem::exists(folder / "2026-01-01_10-00-00.session"));
    EXPECT_FALSE(std::filesystem::exists(folder / "2026-01-01_10-00-00.log"));
    EXPECT_TRUE(std::filesystem::exists(folder / "2026-01-02_10-00-00.log"));
    EXPECT_TRUE(std::filesystem::exists(folder / "notes.txt"));
    pruneSessions(folder.path(), 0, folder / "2026-01-03_10-00-00.session");
    EXPECT_TRUE(std::filesystem::exists(folder / "2026-01-03_10-00-00.session")) << "in use";
}

} // namespace
} // namespace sideline::studio
