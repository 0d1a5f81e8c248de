// Driving a robot of the embedded simulator in the real window: with keys, with the stick on the
// screen, and with clicks in the 2D field.
#include <cmath>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <SDL.h>

#include "agentcore/math/angles.h"
#include "tests/studio/driving_window.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

using DriveTest = tests::DrivingWindowTest;

TEST_F(DriveTest, KeysWalkAndReleaseTheRobot) {
    start();
    EXPECT_FALSE(button("drive-stop").isEnabled());
    drive();
    EXPECT_TRUE(action("agent.drive").isChecked());
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d direction = ahead();
    QTest::keyPress(&panel(), Qt::Key_W);
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return (place() - from).dot(direction) > 0.4; }));
    EXPECT_EQ(agent()->decision.reason, "walking");
    EXPECT_GT(panel().view().actual.forward, 0.1);
    QTest::keyRelease(&panel(), Qt::Key_W);
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "standing"; }));

    // Q turns the robot to the left.
    const double before = std::atan2(ahead().y(), ahead().x());
    QTest::keyPress(&panel(), Qt::Key_Q);
    EXPECT_TRUE(happensWithin(kMaxActS, [&] {
        const double turned = math::wrapRad(std::atan2(ahead().y(), ahead().x()) - before);
        return turned > 0.7;
    }));
    QTest::keyClick(&panel(), Qt::Key_Space); // plays and pauses in other workspaces
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return panel().view().state == "standing"; }));
    QTest::keyRelease(&panel(), Qt::Key_Q);

    QTest::keyClick(m_window.get(), Qt::Key_F2);
    EXPECT_TRUE(
        happensWithin(kMaxActS, [&] { return agent()->decision.behavior == "stand and look"; }));
    EXPECT_FALSE(action("agent.drive").isChecked());
    EXPECT_FALSE(button("drive-stop").isEnabled());
}

// R and full speed: a network runs the robot and plans no steps, so measured values are shown.
TEST_F(DriveTest, KeysMakeItRunAndHalt) {
    start();
    drive();
    ASSERT_TRUE(tests::waitUntil([&] { return button("drive-run").isEnabled(); }, kLong));
    QTest::keyClick(&panel(), Qt::Key_R);
    EXPECT_TRUE(button("drive-run").isChecked());
    EXPECT_TRUE(panel().hasFocus());
    const Eigen::Vector2d from = place();
    QTest::keyPress(&panel(), Qt::Key_W);
    ASSERT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "running"; }));
    ASSERT_TRUE(happensWithin(kMaxActS, [&] { return value("walk.comMps") > 1.2; }));
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return (place() - from).norm() > 2.0; }));
    const auto* gauge = panel().findChild<widgets::WalkGauge*>();
    ASSERT_TRUE(gauge->view());
    EXPECT_EQ(gauge->view()->gait, widgets::WalkView::Gait::Run);
    EXPECT_TRUE(gauge->plannedText().startsWith(QStringLiteral("Running")));
    // The measured speed is the net speed, without the sway of the center of mass.
    EXPECT_TRUE(happensWithin(kMaxActS, [&] {
        const QString text = gauge->measuredText();
        return text.startsWith(QStringLiteral("Measured 1.")) ||
               text.startsWith(QStringLiteral("Measured 2."));
    })) << gauge->measuredText().toStdString();
    EXPECT_FALSE(gauge->measuredText().contains(QStringLiteral("margin")))
        << "a running robot has no static margin";
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return panel().view().actual.forward > 0.3; }));
    QTest::keyRelease(&panel(), Qt::Key_W);
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "standing"; }));
    EXPECT_TRUE(button("drive-run").isEnabled());

    // With running turned off, the same keys walk.
    QTest::mouseClick(&button("drive-run"), Qt::LeftButton);
    EXPECT_FALSE(button("drive-run").isChecked());
    QTest::keyPress(&panel(), Qt::Key_W);
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return value("walk.forwardMps") > 0.3; }));
    EXPECT_EQ(agent()->decision.reason, "walking");
    QTest::keyRelease(&panel(), Qt::Key_W);
}

// Before kick-off, robots must stay in their own half; when one is moved back, the reason is shown
// once.
TEST_F(DriveTest, ReportsWhyTheRefereeMovedTheRobot) {
    start();
    const auto robot = monitor::ObjectId::ofRobot(agent()->identity.robot);
    live().command(live().placeCommand(robot, -1.2, 0.0).value());
    ASSERT_TRUE(
        tests::waitUntil([&] { return (place() - Eigen::Vector2d(-1.2, 0.0)).norm() < 0.3; }));
    drive();
    const QString why = QStringLiteral("before kick-off, robots stay in their own half");
    EXPECT_TRUE(m_window->messages().texts().filter(why).isEmpty()) << "a command of the user";
    QTest::keyPress(&panel(), Qt::Key_W);
    ASSERT_TRUE(happensWithin(kMaxActS, [&] { return place().x() < -2.0; }))
        << "the referee moves it back";
    ASSERT_TRUE(showsMessage(why));
    QTest::keyRelease(&panel(), Qt::Key_W);
    QPushButton* kickOff = nullptr;
    for (auto* each : m_window->messages().findChildren<QPushButton*>()) {
        kickOff = each->text() == QStringLiteral("Kick off") ? each : kickOff;
    }
    ASSERT_NE(kickOff, nullptr);
    QTest::mouseClick(kickOff, Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] { return live().head().exact->game.playMode == 1; }));
    EXPECT_TRUE(
        tests::waitUntil([&] { return m_window->messages().texts().filter(why).isEmpty(); }));
}

// The dock names the part that moves the legs, or the reason why the robot only stands.
TEST_F(DriveTest, TheDockShowsWhyTheRobotDoesNotWalk) {
    start();
    const auto* gauge = panel().findChild<widgets::WalkGauge*>();
    EXPECT_TRUE(gauge->plannedText().startsWith(QStringLiteral("Not walking: ")))
        << gauge->plannedText().toStdString();

    // A second robot that is moved by a network.
    agents::AgentBlueprint blueprint;
    blueprint.settings = workspace().agentControls().nextAgent();
    blueprint.behavior = "policy";
    blueprint.parameters = {{"file", tests::exampleFile("training/balance.onnx").string()}};
    workspace().agentControls().startAgent(blueprint);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return gauge->plannedText().startsWith(QStringLiteral("A network moves")); }, kLong))
        << gauge->plannedText().toStdString() << ", " << agent()->decision.behavior;
}

TEST(WalkGaugeTest, NamesTheControllerOfTheRobot) {
    using Gait = widgets::WalkView::Gait;
    widgets::WalkGauge gauge;
    widgets::WalkView view;
    view.gait = Gait::Policy;
    gauge.setView(view);
    EXPECT_EQ(gauge.plannedText(), QStringLiteral("A network moves the joints, without a plan"));
    view.gait = Gait::Unknown;
    gauge.setView(view);
    EXPECT_EQ(gauge.plannedText(), QStringLiteral("A program moves it: its plan is unknown"));
    view.gait = Gait::None;
    view.doing = QStringLiteral("lying");
    gauge.setView(view);
    EXPECT_EQ(gauge.plannedText(), QStringLiteral("Not walking: lying"));
}

TEST_F(DriveTest, TheStickReturnsToItsCenter) {
    start();
    drive();
    auto* stick = panel().findChild<widgets::StickPad*>();
    const QPoint middle = stick->rect().center();
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d left(-ahead().y(), ahead().x());
    QTest::mousePress(stick, Qt::LeftButton, {}, middle);
    QTest::mouseMove(stick, middle - QPoint(stick->width() / 2, 0));
    EXPECT_GT(stick->state().left, 0.9);
    EXPECT_TRUE(panel().hasFocus()) << "keys now drive the robot";
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return (place() - from).dot(left) > 0.1; }));
    QTest::mouseRelease(stick, Qt::LeftButton, {}, middle - QPoint(stick->width() / 2, 0));
    EXPECT_TRUE(stick->state().isCentered());
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "standing"; }));
}

TEST_F(DriveTest, AClickOnTheFieldSetsAGoalAndADragAPath) {
    start();
    drive();
    button("drive-place").click();
    const Eigen::Vector2d from = place();
    field().zoomTo({from.x(), from.y()}, 8.0);
    const Eigen::Vector2d goal = from + Eigen::Vector2d(0.9, 0.5);
    QTest::mouseClick(&field(), Qt::LeftButton, {}, onField(goal));
    EXPECT_TRUE(comesTo(goal, 0.25));
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "arrived"; }));
    EXPECT_LT((place() - goal).norm(), 0.25);

    button("drive-path").click();
    const Eigen::Vector2d corner = place() + Eigen::Vector2d(0.0, -1.0);
    const Eigen::Vector2d end = corner + Eigen::Vector2d(1.0, 0.0);
    QTest::mousePress(&field(), Qt::LeftButton, {}, onField(place()));
    for (int i = 1; i <= 10; ++i) {
        QTest::mouseMove(&field(), onField(place() + 0.1 * i * (corner - place())));
    }
    for (int i = 1; i <= 10; ++i) {
        QTest::mouseMove(&field(), onField(corner + 0.1 * i * (end - corner)));
    }
    QTest::mouseRelease(&field(), Qt::LeftButton, {}, onField(end));
    EXPECT_TRUE(comesTo(corner, 0.5));
    EXPECT_TRUE(comesTo(end, 0.25))
        << "is at " << place().transpose() << ", not at " << end.transpose() << ", believes "
        << agent()->body.X_FT.p.transpose() << ", " << agent()->decision.reason << ", remaining "
        << panel().view().remainingM;

    // In selection mode, a click selects again.
    button("drive-stick").click();
    QTest::mouseClick(&field(), Qt::LeftButton, {}, onField(end + Eigen::Vector2d(2.0, 2.0)));
    EXPECT_EQ(agent()->decision.behavior, "drive");
    EXPECT_TRUE(comesTo(end, 0.3));
}

TEST_F(DriveTest, ClicksIn3DSetAGoalUntilEscape) {
    start();
    drive();
    QTest::mouseClick(&button("drive-place"), Qt::LeftButton);
    follow();
    const Eigen::Vector2d away = ahead(); // away from the camera
    const Eigen::Vector2d goal = place() + 0.9 * away;
    QTest::mouseClick(&view3d(), Qt::LeftButton, {}, inView(goal));
    EXPECT_TRUE(comesTo(goal, 0.25)) << "at " << place().transpose();
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "arrived"; }));

    // Dragging sets the final heading: half a turn.
    view3d().snapCamera();
    const Eigen::Vector2d there = place() + 0.5 * ahead();
    const Eigen::Vector2d backward = -ahead();
    QTest::mousePress(&view3d(), Qt::LeftButton, {}, inView(there));
    for (int i = 1; i <= 5; ++i) {
        QTest::mouseMove(&view3d(), inView(there + 0.08 * i * backward));
    }
    QTest::mouseRelease(&view3d(), Qt::LeftButton, {}, inView(there + 0.4 * backward));
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return ahead().dot(backward) > 0.95; }))
        << "faces " << ahead().transpose() << ", not " << backward.transpose() << ", "
        << agent()->decision.reason << ", is at " << place().transpose() << ", goal "
        << there.transpose() << ", believes " << agent()->body.X_FT.p.transpose() << " and "
        << agent()->body.X_FT.R.col(1).head<2>().transpose() << ", goal "
        << panel().view().remainingM;
    EXPECT_TRUE(comesTo(there, 0.3));

    // The same for a path.
    QTest::mouseClick(&button("drive-path"), Qt::LeftButton);
    view3d().snapCamera();
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d end = from + away;
    QTest::mousePress(&view3d(), Qt::LeftButton, {}, inView(from + 0.3 * away));
    for (int i = 1; i <= 5; ++i) {
        QTest::mouseMove(&view3d(), inView(from + (0.3 + 0.14 * i) * (end - from)));
    }
    QTest::mouseRelease(&view3d(), Qt::LeftButton, {}, inView(end));
    EXPECT_TRUE(comesTo(end, 0.3))
        << "from " << from.transpose() << " to " << end.transpose() << ", is at "
        << place().transpose() << ", " << agent()->decision.reason << ", remaining "
        << panel().view().remainingM << ", pressed at " << inView(from + 0.3 * away).x() << ' '
        << inView(from + 0.3 * away).y() << " of " << view3d().height();

    QTest::mouseClick(&button("drive-face"), Qt::LeftButton);
    EXPECT_EQ(panel().view().mode, widgets::DriveMode::Face);
    QTest::keyClick(&view3d(), Qt::Key_Escape);
    EXPECT_EQ(panel().view().mode, widgets::DriveMode::Stick);
    const QPoint before = inView(place());
    QTest::mouseClick(&view3d(), Qt::LeftButton, {}, before);
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason != "walking"; }));
    QTest::mouseClick(&button("drive-face"), Qt::LeftButton);
    QTest::keyClick(m_window.get(), Qt::Key_Escape);
    EXPECT_EQ(panel().view().mode, widgets::DriveMode::Stick);
    EXPECT_EQ(agent()->decision.behavior, "drive") << "still driven";
}

TEST_F(DriveTest, ClicksTurnTheRobotAndKick) {
    start();
    live().command(monitor::SetPlayMode{game::PlayMode::PlayOn});
    drive();
    QTest::mouseClick(&button("drive-face"), Qt::LeftButton);
    const Eigen::Vector2d left(-ahead().y(), ahead().x());
    const Eigen::Vector2d from = place();
    QTest::mouseClick(&field(), Qt::LeftButton, {}, onField(from + 2.0 * left));
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return ahead().dot(left) > 0.98; }))
        << "faces " << ahead().transpose() << ", not " << left.transpose() << ", at "
        << place().transpose() << ", was at " << from.transpose() << ", "
        << agent()->decision.reason << ", believes " << agent()->body.X_FT.p.transpose();
    EXPECT_LT((place() - from).norm(), 0.3);

    const Eigen::Vector2d ball = place() + 0.5 * ahead();
    const Eigen::Vector2d target = ball + 4.0 * ahead();
    live().command(monitor::BallCommand{Eigen::Vector3d(ball.x(), ball.y(), 0.05),
                                        Eigen::Vector3d::Zero().eval()});
    QTest::mouseClick(&button("drive-kick"), Qt::LeftButton);
    QTest::mouseClick(&field(), Qt::LeftButton, {}, onField(target));
    const auto rolled = [&] {
        const Eigen::Vector3d& p_S = live().head().exact->ball->X_SBall.p;
        return (p_S.head<2>() - ball).dot((target - ball).normalized());
    };
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return rolled() > 1.0; }))
        << agent()->decision.reason << ", the ball has rolled " << rolled() << " m";
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "standing"; }));
    EXPECT_EQ(panel().view().mode, widgets::DriveMode::Kick) << "for the next click";
}

TEST_F(DriveTest, TheSimulatorsPoseCanBeUsedWithEveryMode) {
    start();
    EXPECT_EQ(value("pose.external"), -1000.0);
    EXPECT_TRUE(button("drive-pose-own").isChecked());
    const auto errorM = [&] { return (agent()->body.pose.X_ST.p.head<2>() - place()).norm(); };
    QTest::mouseClick(&button("drive-pose-truth"), Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] { return value("pose.external") == 1.0; }, kLong));
    EXPECT_EQ(agent()->decision.behavior, "stand and look") << "it decides on its own";
    EXPECT_EQ(agent()->body.pose.positionSigmaM, 0.0);
    EXPECT_LT(errorM(), 0.02);
    auto* note = panel().findChild<QLabel*>(QStringLiteral("drive-pose-note"));
    EXPECT_EQ(note->text(), QStringLiteral("Receiving its true pose"));
    drive();
    QTest::mouseClick(&button("drive-path"), Qt::LeftButton);
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d end = from + Eigen::Vector2d(1.2, 0.6);
    field().zoomTo({from.x(), from.y()}, 8.0);
    QTest::mousePress(&field(), Qt::LeftButton, {}, onField(from));
    for (int i = 1; i <= 10; ++i) {
        QTest::mouseMove(&field(), onField(from + 0.1 * i * (end - from)));
    }
    QTest::mouseRelease(&field(), Qt::LeftButton, {}, onField(end));
    EXPECT_TRUE(comesTo(from + 0.5 * (end - from), 0.3));
    EXPECT_EQ(value("pose.external"), 1.0);
    EXPECT_LT(errorM(), 0.05) << "while it walks";
    EXPECT_TRUE(comesTo(end, 0.15));

    // Showing another match keeps the option to use the true pose.
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil([&] { return !m_window->showsLive(); }, kLong));
    EXPECT_TRUE(tests::waitUntil([&] { return !button("drive-pose-truth").isEnabled(); }, kLong));
    EXPECT_FALSE(button("drive-stick").isEnabled());
    action("simulator.show").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return button("drive-pose-own").isEnabled(); }, kLong));
    EXPECT_EQ(value("pose.external"), 1.0);
    QTest::mouseClick(&button("drive-pose-own"), Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] { return value("pose.external") == -1000.0; }, kLong));
    EXPECT_FALSE(note->isVisible());
    EXPECT_EQ(panel().view().mode, widgets::DriveMode::Path);
}

// A virtual gamepad of SDL.
class VirtualPad {
public:
    VirtualPad() {
        SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
        m_index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                            SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
        m_joystick = m_index >= 0 ? SDL_JoystickOpen(m_index) : nullptr;
    }
    ~VirtualPad() {
        pullOut();
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    VirtualPad(const VirtualPad&) = delete;
    VirtualPad& operator=(const VirtualPad&) = delete;

    [[nodiscard]] bool isThere() const { return m_joystick != nullptr; }
    void push(SDL_GameControllerAxis axis, double value) {
        SDL_JoystickSetVirtualAxis(m_joystick, axis, static_cast<Sint16>(32767.0 * value));
    }
    void press(SDL_GameControllerButton button, bool isDown) {
        SDL_JoystickSetVirtualButton(m_joystick, button, isDown ? 1 : 0);
    }
    void pullOut() {
        if (m_joystick != nullptr) {
            SDL_JoystickClose(m_joystick);
            SDL_JoystickDetachVirtual(m_index);
            m_joystick = nullptr;
        }
    }

private:
    int m_index = -1;
    SDL_Joystick* m_joystick = nullptr;
};

TEST_F(DriveTest, AGamepadDrivesTheRobot) {
    VirtualPad pad;
    ASSERT_TRUE(pad.isThere()) << SDL_GetError();
    start();
    EXPECT_TRUE(tests::waitUntil([&] { return !panel().view().gamepad.isEmpty(); }, kLong));
    pad.push(SDL_CONTROLLER_AXIS_LEFTY, -1.0); // no effect while no robot is driven
    QTest::qWait(200);
    EXPECT_TRUE(panel().findChild<widgets::StickPad*>()->state().isCentered());
    pad.push(SDL_CONTROLLER_AXIS_LEFTY, 0.0);
    QTest::qWait(200); // until the centered stick has been polled, even on a busy machine
    drive();
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d direction = ahead();
    pad.push(SDL_CONTROLLER_AXIS_LEFTY, -1.0);
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return (place() - from).dot(direction) > 0.3; }));
    pad.pullOut();
    EXPECT_TRUE(tests::waitUntil([&] { return panel().view().gamepad.isEmpty(); }, kLong));
    EXPECT_TRUE(happensWithin(kMaxActS, [&] { return agent()->decision.reason == "standing"; }))
        << "it stays nearby";
}

} // namespace
} // namespace sideline::studio
