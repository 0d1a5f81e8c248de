// Installed servers that the studio starts in the real window: found or missing, running, failing,
// gone. The servers are small scripts; one is Sideline's own server under the name rcssserver3d.
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

#include "agentcore/net/frame_server.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/robot/mujoco_robots.h"
#include "studio/workspaces/live/agent_dialog.h"
#include "studio/workspaces/live/server_setup_dialog.h"
#include "tests/studio/studio_window.h"
#include "tests/support/fake_rcssservermj.h"
#include "tests/support/rsmp_builder.h"
#include "widgets/live/output_panel.h"

namespace sideline::studio {
namespace {

namespace fs = std::filesystem;

constexpr int kTimeoutMs = 30'000;

// The monitor port of rcssservermj: sends a scene 25 times a second, and logs its commands.
constexpr const char* kFakeMujoco = R"(#!/usr/bin/python3
import os, socket, struct, sys
here = os.path.dirname(os.path.abspath(__file__))
words = sys.argv[1:]
print('Starting server... ' + ' '.join(words), flush=True)
open(here + '/pid', 'w').write(str(os.getpid()))
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(('127.0.0.1', int(words[words.index('--mport') + 1])))
listener.listen()
listener.settimeout(0.04)
monitors = []
while True:
    try:
        monitor, _ = listener.accept()
        monitors.append(monitor)
    except socket.timeout:
        pass
    scene = open(here + '/scene', 'rb').read()
    for monitor in monitors:
        try:
            if scene:
                monitor.sendall(struct.pack('>I', len(scene)) + scene)
            monitor.setblocking(False)
            open(here + '/commands', 'ab').write(monitor.recv(65536) + b'\n')
        except BlockingIOError:
            pass
        except OSError:
            monitors.remove(monitor)
            break
        finally:
            try:
                monitor.setblocking(True)
            except OSError:
                pass
)";

class ServerProgramsTest : public tests::StudioWindowTest {
protected:
    void SetUp() override {
        StudioWindowTest::SetUp();
        m_window->showLayout(QStringLiteral("Live"));
        process().setPlaces({.path = (m_folder / "bin").string(), .environments = {}});
        tests::RsmpScene scene;
        scene.robots = {{.team = "Alpha", .side = game::Side::Left, .unum = 3}};
        fs::create_directories(m_folder / "bin");
        tests::writeFile(m_folder.path() / "bin/scene", tests::rsmpFull(scene));
    }
    void script(const char* name, const std::string& text) {
        const fs::path file = m_folder.path() / "bin" / name;
        tests::writeFile(file, text);
        fs::permissions(file, fs::perms::owner_all);
    }
    void choose(ServerChoice which, const char* arguments = "") {
        ChosenServer chosen;
        chosen.which = which;
        const auto spare = [] { return net::FrameServer::listen({})->port(); };
        for (launcher::ServerOptions* options : {&chosen.simSpark, &chosen.mujoco}) {
            options->agentPort = spare();
            options->monitorPort = spare();
            options->folder = m_folder.path();
            options->arguments = arguments;
        }
        workspace().serverControls().choose(chosen);
    }
    LiveWorkspace& workspace() { return m_window->find<studio::LiveWorkspace>(); }
    ServerProcess& process() { return workspace().serverProcess(); }
    bool isPlaying() {
        return tests::waitUntil([&] { return live().isLive() && live().head().exact; }, kTimeoutMs);
    }
    bool isPortFree(int port) {
        net::ServerOptions probe;
        probe.port = static_cast<std::uint16_t>(port);
        return net::FrameServer::listen(probe).has_value();
    }
    bool hasOutput(const QString& part) {
        const auto& model = m_window->findChild<widgets::OutputPanel*>()->model();
        return tests::waitUntil([&] {
            for (int row = 0; row < model.rowCount(); ++row) {
                if (model.line(row).text.contains(part)) {
                    return true;
                }
            }
            return false;
        });
    }
    std::string heard() {
        std::ifstream file(m_folder.path() / "bin/commands");
        return {std::istreambuf_iterator<char>(file), {}};
    }
};

TEST_F(ServerProgramsTest, AMissingServerReportsTheSearchedPlaces) {
    choose(ServerChoice::Rcssservermj);
    EXPECT_EQ(action("simulator.start").text(), QStringLiteral("Start rcssservermj"));
    action("simulator.start").trigger();
    EXPECT_TRUE(
        showsMessage(QStringLiteral("Cannot start rcssservermj: rcssservermj not found in %1")
                         .arg(qt(m_folder / "bin"))));
    EXPECT_FALSE(live().isLive());
}

TEST_F(ServerProgramsTest, IsWatchedFromItsStartAndStoppedWithTheMatch) {
    script("rcssserver3d", "#!/bin/sh\necho here it comes $*\nexec " SIDELINE_PROGRAM
                           " server --no-realtime \"$@\"\n");
    choose(ServerChoice::Rcssserver3d);
    action("simulator.start").trigger();
    ASSERT_TRUE(isPlaying());
    EXPECT_EQ(live().view().serverKind, game::ServerKind::SimSpark);
    EXPECT_TRUE(hasOutput(QStringLiteral("here it comes --agent-port")));
    EXPECT_EQ(action("simulator.start").text(), QStringLiteral("Stop the server"));
    EXPECT_TRUE(action("referee.full-state").isEnabled());
    const int port = process().options().monitorPort;
    // A new agent gets the server's port by default.
    EXPECT_EQ(workspace().agentControls().nextAgent().port, process().options().agentPort);
    action("simulator.start").trigger();
    EXPECT_FALSE(live().isLive());
    EXPECT_TRUE(tests::waitUntil([&] { return isPortFree(port); }, kTimeoutMs));
    EXPECT_TRUE(m_window->messages().texts().filter(QStringLiteral("ended")).isEmpty());
    // The output of a second start is shown, too.
    action("simulator.start").trigger();
    ASSERT_TRUE(isPlaying());
    EXPECT_TRUE(hasOutput(QStringLiteral("here it comes --agent-port")));
    m_window.reset(); // closing the window ends the server
    EXPECT_TRUE(isPortFree(port));
}

TEST_F(ServerProgramsTest, APortInUseStartsNothing) {
    script("rcssservermj", kFakeMujoco);
    const auto other = net::FrameServer::listen({});
    ASSERT_TRUE(other);
    choose(ServerChoice::Rcssservermj);
    ChosenServer chosen = workspace().serverControls().chosen();
    chosen.mujoco.monitorPort = other->port();
    workspace().serverControls().choose(chosen);
    action("simulator.start").trigger();
    EXPECT_TRUE(showsMessage(
        QStringLiteral("port %1 is in use, probably by another server").arg(other->port())));
    EXPECT_FALSE(live().isLive());
    EXPECT_FALSE(fs::exists(m_folder.path() / "bin/pid"));
    for (auto* button : m_window->messages().findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Use free ports")) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    EXPECT_TRUE(isPlaying());
    EXPECT_NE(process().options().monitorPort, other->port());
    EXPECT_EQ(readServerChoice(m_store).mujoco.monitorPort, other->port())
        << "the user's choice is kept";
}

TEST_F(ServerProgramsTest, AnOldVersionReportsItsUnknownOption) {
    script("rcssservermj", "#!/bin/sh\necho 'usage: rcssservermj [-h]' >&2\n"
                           "echo 'error: unrecognized arguments: --new' >&2\nexit 2\n");
    choose(ServerChoice::Rcssservermj, "--new");
    action("simulator.start").trigger();
    EXPECT_TRUE(showsMessage(QStringLiteral(
        "rcssservermj did not start; exited: exit code 2; last output: usage: rcssservermj [-h] / "
        "error: unrecognized arguments: --new; this version of rcssservermj does not support one "
        "of the options set in the form; reset that option, or install a newer version")));
    EXPECT_FALSE(live().isLive());
    EXPECT_TRUE(hasOutput(QStringLiteral("unrecognized arguments: --new")));
}

TEST_F(ServerProgramsTest, ACrashIsReportedAndTheServerCanBeRestarted) {
    script("rcssservermj", kFakeMujoco);
    choose(ServerChoice::Rcssservermj);
    action("simulator.start").trigger();
    ASSERT_TRUE(isPlaying());
    EXPECT_TRUE(m_window->messages().texts().filter(QStringLiteral("No connection")).isEmpty())
        << "a short startup time must not be reported";
    int pid = 0;
    std::ifstream(m_folder.path() / "bin/pid") >> pid;
    ASSERT_GT(pid, 1);
    ASSERT_EQ(::kill(pid, SIGKILL), 0);
    EXPECT_TRUE(showsMessage(
        QStringLiteral("rcssservermj ended during the match; crashed: SIGKILL, Killed")));
    EXPECT_FALSE(live().isLive());
    EXPECT_TRUE(live().hasMatch()) << "the recording can be viewed";
    for (auto* button : m_window->messages().findChildren<QPushButton*>()) {
        if (button->text() == QStringLiteral("Start it again")) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    EXPECT_TRUE(isPlaying());
}

TEST_F(ServerProgramsTest, AServerWithoutMonitorDataIsReported) {
    script("rcssservermj", kFakeMujoco);
    tests::writeFile(m_folder.path() / "bin/scene", "");
    choose(ServerChoice::Rcssservermj);
    action("simulator.start").trigger();
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return !m_window->messages()
                        .texts()
                        .filter(QStringLiteral("rcssservermj 0.2.0 and older send nothing"))
                        .isEmpty();
        },
        kTimeoutMs));
}

TEST_F(ServerProgramsTest, UnsupportedCommandsGiveAReason) {
    script("rcssservermj", kFakeMujoco);
    choose(ServerChoice::Rcssservermj);
    action("simulator.start").trigger();
    ASSERT_TRUE(isPlaying());
    action("referee.enable").trigger();
    for (const char* name : {"kickOffLeft", "dropBall", "placeBall", "kickBall", "placeAgent"}) {
        EXPECT_TRUE(child<QPushButton>(name).isEnabled()) << name;
    }
    for (const char* name : {"setScore", "setTime", "kill", "setBattery", "fullState", "select",
                             "killServer", "reposition"}) {
        EXPECT_FALSE(child<QPushButton>(name).isEnabled()) << name;
        EXPECT_TRUE(child<QPushButton>(name).toolTip().contains(QStringLiteral("rcssservermj")))
            << child<QPushButton>(name).toolTip().toStdString();
    }
    EXPECT_TRUE(action("simulator.drop-ball").isEnabled());
    EXPECT_FALSE(action("referee.reset-clock").isEnabled());
    EXPECT_TRUE(action("referee.reset-clock").toolTip().contains(QStringLiteral("rcssservermj")));
    // Commands are sent in the form that this server accepts: positions for the ball, headings from
    // +x, upright torsos.
    workspace().referee().send(monitor::BallCommand{std::nullopt, Eigen::Vector3d(3.0, 0.0, 0.0)},
                               QStringLiteral("test"));
    const auto place = live().placeCommand(
        monitor::ObjectId::ofRobot({game::Side::Left, game::UniformNumber(3)}), 2.0, 1.0);
    ASSERT_TRUE(place);
    workspace().referee().send(*place, QStringLiteral("test"));
    workspace().referee().send(monitor::SetScore{3, 0}, QStringLiteral("test"));
    EXPECT_TRUE(tests::waitUntil([&] {
        return heard().find("(ball(pos 0 0 0.11)(vel 3 0 0))") != std::string::npos;
    })) << heard();
    EXPECT_TRUE(tests::waitUntil(
        [&] { return heard().find("(move 2 1 0.683354 90)") != std::string::npos; }));
    EXPECT_EQ(heard().find("score"), std::string::npos);
    // Its own play modes are listed, SimSpark's passes are not.
    auto& modes = child<QLineEdit>("modeFilter");
    modes.setText(QStringLiteral("penalty_shoot_left"));
    QTest::mouseClick(&child<QPushButton>("setMode"), Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] {
        return heard().find("(playMode penalty_shoot_left)") != std::string::npos;
    })) << heard();
    modes.setText(QStringLiteral("pass_left"));
    EXPECT_FALSE(child<QPushButton>("setMode").isEnabled());
}

TEST_F(ServerProgramsTest, ATeamForTheOtherServerIsRefusedWithAReason) {
    script("rcssservermj", kFakeMujoco);
    choose(ServerChoice::Rcssservermj);
    action("simulator.start").trigger();
    ASSERT_TRUE(isPlaying());
    TeamControls& teams = workspace().teamControls();
    for (const char* name : {"one", "two"}) {
        tests::writeFile(m_folder.path() / (std::string(name) + ".toml"),
                         "[[players]]\nnumber = 1\nembedded = true\n");
        teams.openFile(qt(m_folder.path() / (std::string(name) + ".toml")));
    }
    auto& match = *teams.panel()->findChild<QPushButton*>(QStringLiteral("match"));
    ASSERT_TRUE(tests::waitUntil([&] { return match.isEnabled(); }));
    QTest::mouseClick(&match, Qt::LeftButton);
    EXPECT_TRUE(
        showsMessage(QStringLiteral("is a team for rcssserver3d (`server` in its file), but the "
                                    "shown match is on rcssservermj")));
}

// Output written after a restart of a program appears wherever its output is shown.
TEST_F(ServerProgramsTest, ASecondStartOfAProgramShowsItsLines) {
    script("player", "#!/bin/sh\necho run $(date +%N) of $0\n");
    tests::writeFile(m_folder.path() / "one.toml",
                     "name = \"Talkers\"\n[[players]]\nnumber = 6\nprogram = \"" +
                         (m_folder.path() / "bin/player").string() + "\"\n");
    TeamControls& teams = workspace().teamControls();
    teams.openFile(qt(m_folder.path() / "one.toml"));
    auto& start = *teams.panel()->findChild<QPushButton*>(QStringLiteral("startAll"));
    const auto& model = m_window->findChild<widgets::OutputPanel*>()->model();
    const auto runsInOutput = [&] {
        int runs = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            runs += model.line(row).text.startsWith(QStringLiteral("run ")) ? 1 : 0;
        }
        return runs;
    };
    const auto runsInTeams = [&] {
        return teams.panel()
            ->findChild<QPlainTextEdit*>(QStringLiteral("output"))
            ->toPlainText()
            .count(QStringLiteral(" run "));
    };
    for (int run = 1; run <= 3; ++run) {
        ASSERT_TRUE(tests::waitUntil([&] { return start.isEnabled(); }, kTimeoutMs));
        QTest::mouseClick(&start, Qt::LeftButton);
        EXPECT_TRUE(tests::waitUntil([&] { return runsInOutput() == run; }, kTimeoutMs)) << run;
        EXPECT_TRUE(tests::waitUntil([&] { return runsInTeams() == run; }, kTimeoutMs))
            << run << ": "
            << teams.panel()
                   ->findChild<QPlainTextEdit*>(QStringLiteral("output"))
                   ->toPlainText()
                   .toStdString();
    }
}

// Joints of a T1 have gains, which are set by hand.
TEST_F(ServerProgramsTest, GainsOfTheChosenJointAreSent) {
    script("rcssservermj", kFakeMujoco);
    choose(ServerChoice::Rcssservermj);
    action("simulator.start").trigger();
    ASSERT_TRUE(isPlaying());
    tests::FakeRcssservermj agents({.recording = tests::dataFile("mj/agent.rec.xz")});
    agents::AgentBlueprint blueprint;
    blueprint.settings = workspace().agentControls().nextAgent();
    EXPECT_EQ(runtime::modelOf(blueprint.settings).name(), "T1");
    blueprint.settings.port = agents.port();
    blueprint.settings.unum = 1;
    blueprint.behavior = "hold-pose";
    workspace().agentControls().startAgent(blueprint);
    auto& joints = *workspace().agentControls().jointPanel();
    auto& control = *joints.findChild<QPushButton*>(QStringLiteral("control"));
    ASSERT_TRUE(tests::waitUntil([&] { return control.isEnabled(); }, kTimeoutMs));
    auto& kp = *joints.findChild<QDoubleSpinBox*>(QStringLiteral("kp"));
    EXPECT_FALSE(kp.isEnabled()) << "in mode Watch, nothing here moves the robot";
    QTest::mouseClick(&control, Qt::LeftButton);
    ASSERT_TRUE(tests::waitUntil([&] { return kp.isEnabled(); }, kTimeoutMs));
    joints.chooseJoint(robot::findMujocoRobot("T1")->findJoint("llj4"));
    const double defaultGain = kp.value();
    EXPECT_GT(defaultGain, 1.0);
    const auto wasHeard = [&](double value) {
        return tests::waitUntil(
            [&] {
                const auto messages = agents.heard();
                protocol::mujoco::Message message;
                for (auto it = messages.rbegin(); it != messages.rend(); ++it) {
                    protocol::mujoco::parseMessage(*it, message);
                    for (const auto& action : message.actions) {
                        const auto* motor = std::get_if<protocol::mujoco::Motor>(&action);
                        if (motor != nullptr && motor->name == "lle4") {
                            return std::abs(motor->kpNmPerRad.value - value) < 1e-2;
                        }
                    }
                }
                return false;
            },
            kTimeoutMs);
    };
    kp.setFocus();
    kp.selectAll();
    QTest::keyClicks(&kp, QStringLiteral("77"));
    QTest::keyClick(&kp, Qt::Key_Return);
    EXPECT_TRUE(wasHeard(77.0));
    auto& back = *joints.findChild<QPushButton*>(QStringLiteral("defaultGains"));
    EXPECT_TRUE(tests::waitUntil([&] { return back.isEnabled(); }));
    QTest::mouseClick(&back, Qt::LeftButton);
    EXPECT_TRUE(wasHeard(defaultGain));
}

TEST_F(ServerProgramsTest, TheFormShowsTheCommandLineAndStartsIt) {
    script("rcssservermj", kFakeMujoco);
    choose(ServerChoice::Embedded);
    action("simulator.server").trigger();
    auto* dialog = m_window->findChild<ServerSetupDialog*>();
    ASSERT_NE(dialog, nullptr);
    auto& which = *dialog->findChild<QComboBox*>(QStringLiteral("which"));
    auto& command = *dialog->findChild<QLabel*>(QStringLiteral("command"));
    auto& start = *dialog->findChild<QPushButton*>(QStringLiteral("start"));
    EXPECT_FALSE(command.isVisible());
    which.setFocus();
    QTest::keyClick(&which, Qt::Key_Down);
    EXPECT_FALSE(start.isEnabled()) << "there is no rcssserver3d";
    EXPECT_TRUE(dialog->findChild<QLabel*>(QStringLiteral("verdict"))
                    ->text()
                    .contains(QStringLiteral("rcssserver3d not found in")));
    QTest::keyClick(&which, Qt::Key_Down);
    EXPECT_TRUE(start.isEnabled());
    auto& rules = *dialog->findChild<QComboBox*>(QStringLiteral("rules"));
    rules.setFocus();
    QTest::keyClicks(rules.lineEdit(), QStringLiteral("ssim26"));
    QTest::mouseClick(dialog->findChild<QCheckBox*>(QStringLiteral("sync")), Qt::LeftButton, {},
                      QPoint(8, 8));
    EXPECT_TRUE(command.text().endsWith(QStringLiteral("--sync --no-render --rules ssim26")))
        << command.text().toStdString();
    QTest::mouseClick(&start, Qt::LeftButton);
    ASSERT_TRUE(isPlaying());
    EXPECT_TRUE(hasOutput(QStringLiteral("--rules ssim26")));
    EXPECT_EQ(readServerChoice(m_store).mujoco.rules, "ssim26") << "remembered for the next start";
}

} // namespace
} // namespace sideline::studio
