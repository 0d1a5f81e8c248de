// Driving a robot of the embedded simulator in the real window: by keys, by the stick on the
// screen, and by clicks on the 2D field.
#include <cmath>

#include <gtest/gtest.h>

#include <QPushButton>
#include <QTest>
#include <SDL.h>

#include "agentcore/math/angles.h"
#include "studio/shell/layouts.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "widgets/live/drive_panel.h"
#include "widgets/match/field_view.h"

namespace sideline::studio {
namespace {

constexpr int kLong = 30'000; // ms

class DriveTest : public tests::StudioWindowTest {
protected:
    DriveTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = true; });
    }
    LiveWorkspace& workspace() { return m_window->workspace(); }
    const world::AgentFramePtr& agent() { return workspace().agentControls().shown(); }
    widgets::DrivePanel& panel() { return *workspace().driveControls().panel(); }
    widgets::FieldView& field() { return *m_window->findChild<widgets::FieldView*>(); }

    void start() {
        m_window->showLayout(liveLayout());
        action("simulator.start").trigger();
        ASSERT_TRUE(tests::waitUntil([&] { return agent() && agent()->body.pose.isValid; }, kLong));
        ASSERT_TRUE(tests::waitUntil([&] { return action("agent.drive").isEnabled(); }, kLong));
    }
    void drive() {
        QTest::keyClick(m_window.get(), Qt::Key_F2);
        ASSERT_TRUE(
            tests::waitUntil([&] { return panel().view().isDriven && panel().hasFocus(); }, kLong));
        ASSERT_TRUE(tests::waitUntil([&] { return agent()->decision.behavior == "drive"; }, kLong));
    }
    QPushButton& button(const char* name) {
        return *panel().findChild<QPushButton*>(QLatin1String(name));
    }
    // Of the torso, as the simulator has it; on the ground.
    Eigen::Vector2d place() {
        const auto& frame = live().head().exact;
        return frame->findRobot(agent()->identity.robot)->X_STorso().p.head<2>();
    }
    Eigen::Vector2d ahead() {
        const auto& frame = live().head().exact;
        return frame->findRobot(agent()->identity.robot)->X_STorso().R.col(1).head<2>();
    }
    QPoint onField(const Eigen::Vector2d& p_S) {
        return field().toWidget(p_S.x(), p_S.y()).toPoint();
    }
    bool comesTo(const Eigen::Vector2d& p_S, double nearM) {
        return tests::waitUntil([&] { return (place() - p_S).norm() < nearM; }, kLong);
    }
};

TEST_F(DriveTest, KeysWalkTheRobotAndLetItGo) {
    start();
    EXPECT_FALSE(button("drive-stop").isEnabled());
    drive();
    EXPECT_TRUE(action("agent.drive").isChecked());
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d direction = ahead();
    QTest::keyPress(&panel(), Qt::Key_W);
    EXPECT_TRUE(tests::waitUntil([&] { return (place() - from).dot(direction) > 0.4; }, kLong));
    EXPECT_EQ(agent()->decision.reason, "walking");
    EXPECT_GT(panel().view().actual.forward, 0.1);
    QTest::keyRelease(&panel(), Qt::Key_W);
    EXPECT_TRUE(tests::waitUntil([&] { return agent()->decision.reason == "standing"; }, kLong));

    // The other side of the field is left of it now, or right.
    const double before = std::atan2(ahead().y(), ahead().x());
    QTest::keyPress(&panel(), Qt::Key_Q);
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            const double turned = math::wrapRad(std::atan2(ahead().y(), ahead().x()) - before);
            return turned > 0.7;
        },
        kLong));
    QTest::keyClick(&panel(), Qt::Key_Space); // it plays and pauses elsewhere
    EXPECT_TRUE(tests::waitUntil([&] { return panel().view().state == "standing"; }, kLong));
    QTest::keyRelease(&panel(), Qt::Key_Q);

    QTest::keyClick(m_window.get(), Qt::Key_F2);
    EXPECT_TRUE(
        tests::waitUntil([&] { return agent()->decision.behavior == "stand and look"; }, kLong));
    EXPECT_FALSE(action("agent.drive").isChecked());
    EXPECT_FALSE(button("drive-stop").isEnabled());
}

TEST_F(DriveTest, TheStickSpringsBack) {
    start();
    drive();
    auto* stick = panel().findChild<widgets::StickPad*>();
    const QPoint middle = stick->rect().center();
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d left(-ahead().y(), ahead().x());
    QTest::mousePress(stick, Qt::LeftButton, {}, middle);
    QTest::mouseMove(stick, middle - QPoint(stick->width() / 2, 0));
    EXPECT_GT(stick->state().left, 0.9);
    EXPECT_TRUE(panel().hasFocus()) << "the keys are for the robot now";
    EXPECT_TRUE(tests::waitUntil([&] { return (place() - from).dot(left) > 0.1; }, kLong));
    QTest::mouseRelease(stick, Qt::LeftButton, {}, middle - QPoint(stick->width() / 2, 0));
    EXPECT_TRUE(stick->state().isCentered());
    EXPECT_TRUE(tests::waitUntil([&] { return agent()->decision.reason == "standing"; }, kLong));
}

TEST_F(DriveTest, AClickOnTheFieldSendsItThereAndALineIsFollowed) {
    start();
    drive();
    button("drive-field-place").click();
    const Eigen::Vector2d from = place();
    field().zoomTo({from.x(), from.y()}, 8.0);
    const Eigen::Vector2d goal = from + Eigen::Vector2d(0.9, 0.5);
    QTest::mouseClick(&field(), Qt::LeftButton, {}, onField(goal));
    EXPECT_TRUE(comesTo(goal, 0.25));
    EXPECT_TRUE(tests::waitUntil([&] { return agent()->decision.reason == "arrived"; }, kLong));
    EXPECT_LT((place() - goal).norm(), 0.25);

    button("drive-field-path").click();
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
        << agent()->body.X_FT.p.transpose() << ", " << agent()->decision.reason << ", to go "
        << panel().view().remainingM;

    // Whoever selects again selects.
    button("drive-field-select").click();
    QTest::mouseClick(&field(), Qt::LeftButton, {}, onField(end + Eigen::Vector2d(2.0, 2.0)));
    EXPECT_EQ(agent()->decision.behavior, "drive");
    EXPECT_TRUE(comesTo(end, 0.3));
}

// A gamepad that SDL makes up.
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

TEST_F(DriveTest, AGamepadWalksIt) {
    VirtualPad pad;
    ASSERT_TRUE(pad.isThere()) << SDL_GetError();
    start();
    EXPECT_TRUE(tests::waitUntil([&] { return !panel().view().gamepad.isEmpty(); }, kLong));
    pad.push(SDL_CONTROLLER_AXIS_LEFTY, -1.0); // nobody drives: nothing happens
    QTest::qWait(200);
    EXPECT_TRUE(panel().findChild<widgets::StickPad*>()->state().isCentered());
    pad.push(SDL_CONTROLLER_AXIS_LEFTY, 0.0);
    drive();
    const Eigen::Vector2d from = place();
    const Eigen::Vector2d direction = ahead();
    pad.push(SDL_CONTROLLER_AXIS_LEFTY, -1.0);
    EXPECT_TRUE(tests::waitUntil([&] { return (place() - from).dot(direction) > 0.3; }, kLong));
    pad.pullOut();
    EXPECT_TRUE(tests::waitUntil([&] { return panel().view().gamepad.isEmpty(); }, kLong));
    EXPECT_TRUE(tests::waitUntil([&] { return agent()->decision.reason == "standing"; }, kLong))
        << "it does not run away";
}

} // namespace
} // namespace sideline::studio
