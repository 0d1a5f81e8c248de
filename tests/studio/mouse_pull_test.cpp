// Pulling a robot of the running simulator in the real window with the mouse, without enabled
// referee commands.
#include <gtest/gtest.h>

#include <QApplication>
#include <QLineF>
#include <QPushButton>
#include <QSignalSpy>

#include "agentcore/math/angles.h"
#include "agentcore/net/frame_client.h"
#include "tests/studio/studio_window.h"
#include "tests/viewer3d/picture_checks.h"
#include "tests/widgets/input_events.h"

namespace sideline::studio {
namespace {

using Eigen::Vector3d;
using game::PlayerId;
using game::Side;

const PlayerId kPulled{Side::Left, game::UniformNumber(4)};

class MousePullTest : public tests::StudioWindowTest {
protected:
    void SetUp() override {
        StudioWindowTest::SetUp();
        action("simulator.start").trigger();
        live().addRobot({QStringLiteral("Tests"), kPulled.unum.value(), 0});
        ASSERT_TRUE(tests::waitUntil([&] {
            return live().head().exact && live().head().exact->findRobot(kPulled) != nullptr;
        }));
        m_window->session().select(monitor::ObjectId::ofRobot(kPulled));
        m_window->view3d().setCameraMode(viewer3d::CameraMode::FollowPlayer);
        ASSERT_TRUE(comesToRest());
        ASSERT_FALSE(m_window->find<studio::LiveWorkspace>().referee().areCommandsEnabled());
    }
    Vector3d torso() { return live().head().exact->findRobot(kPulled)->X_STorso().p; }
    // Waits for a number of updates; unlike drawn frames, none of them is skipped.
    bool updates(int count) {
        QSignalSpy changes(&live(), &LiveSession::viewChanged);
        return tests::waitUntil([&] { return changes.count() >= count; });
    }
    bool comesToRest() {
        for (int i = 0; i < 50; ++i) {
            const Vector3d before = torso();
            if (!updates(2)) {
                return false;
            }
            if ((torso() - before).norm() < 0.002) {
                m_window->view3d().snapCamera();
                return true;
            }
        }
        return false;
    }
    void setPaused(bool isPaused) {
        action("simulator.pause").trigger();
        ASSERT_TRUE(tests::waitUntil([&] { return live().view().isPaused == isPaused; }));
    }
    QPoint onRobot() {
        return viewer3d::projected(m_window->view3d().cameraPose(), torso(),
                                   m_window->view3d().size());
    }
    void press(Qt::KeyboardModifier key) {
        m_mouse = onRobot();
        QTest::mousePress(&m_window->view3d(), Qt::LeftButton, key, m_mouse);
    }
    void moveBy(const QPoint& way) {
        m_mouse += way;
        QTest::mouseMove(&m_window->view3d(), m_mouse);
    }
    void release(Qt::KeyboardModifier key) {
        QTest::mouseRelease(&m_window->view3d(), Qt::LeftButton, key, m_mouse);
    }

    QPoint m_mouse;
};

TEST_F(MousePullTest, CtrlDragLiftsARobotWhileTheButtonIsPressed) {
    const double standingM = torso().z();
    press(Qt::ControlModifier);
    ASSERT_TRUE(updates(3));
    moveBy({0, -80});
    ASSERT_TRUE(tests::waitUntil([&] { return torso().z() > standingM + 0.05; }))
        << "from " << standingM << " m to " << torso().z() << " m";
    ASSERT_TRUE(updates(5));
    EXPECT_GT(torso().z(), standingM + 0.05) << "it is still held";
    release(Qt::ControlModifier);
    EXPECT_TRUE(tests::waitUntil([&] { return torso().z() < standingM + 0.02; })) << "it falls";
}

TEST_F(MousePullTest, ShiftDragPushesARobot) {
    const Vector3d before = torso();
    press(Qt::ShiftModifier);
    ASSERT_TRUE(updates(3));
    moveBy({90, 0});
    ASSERT_TRUE(updates(3));
    EXPECT_LT((torso() - before).head<2>().norm(), 0.02) << "only the arrow is drawn so far";
    release(Qt::ShiftModifier);
    EXPECT_TRUE(tests::waitUntil([&] { return (torso() - before).head<2>().norm() > 0.1; }));
}

// An agent that has sent the file of its robot and nothing else yet.
TEST_F(MousePullTest, ShiftDragPushesARobotWithoutANumberAndNotTheBall) {
    auto agent =
        net::FrameClient::connect("127.0.0.1", static_cast<std::uint16_t>(live().view().agentPort));
    ASSERT_TRUE(agent) << agent.error().toString();
    ASSERT_TRUE(agent->send("(scene rsg/agent/nao/nao_hetero.rsg 0)"));
    const PlayerId nameless;
    const auto shown = [&] { return live().head().exact->findRobot(nameless); };
    ASSERT_TRUE(tests::waitUntil([&] { return shown() != nullptr; }));
    ASSERT_TRUE(agent->send("(beam -4 -4 0)"));
    ASSERT_TRUE(tests::waitUntil([&] { return shown()->X_STorso().p.x() < -3.0; }));
    ASSERT_TRUE(updates(25)); // it stands at rest
    m_window->session().select(monitor::ObjectId::ofRobot(nameless));
    ASSERT_TRUE(updates(5));
    m_window->view3d().snapCamera();
    const Vector3d before = shown()->X_STorso().p;
    const Vector3d ball_S = live().head().exact->ball->X_SBall.p;
    m_mouse =
        viewer3d::projected(m_window->view3d().cameraPose(), before, m_window->view3d().size());
    QTest::mousePress(&m_window->view3d(), Qt::LeftButton, Qt::ShiftModifier, m_mouse);
    ASSERT_TRUE(updates(3));
    moveBy({90, 0});
    ASSERT_TRUE(updates(3));
    release(Qt::ShiftModifier);
    EXPECT_TRUE(
        tests::waitUntil([&] { return (shown()->X_STorso().p - before).head<2>().norm() > 0.1; }));
    EXPECT_LT((live().head().exact->ball->X_SBall.p - ball_S).norm(), 0.01);
}

TEST_F(MousePullTest, AStandingRobotIsPulledWhilePaused) {
    setPaused(true);
    const Vector3d before = torso();
    const auto cycle = live().view().cycle;
    press(Qt::ControlModifier);
    ASSERT_TRUE(updates(3));
    moveBy({60, -60});
    ASSERT_TRUE(tests::waitUntil([&] { return torso().z() > before.z() + 0.05; }))
        << "from " << before.z() << " m to " << torso().z() << " m";
    moveBy({0, 300}); // below the ground
    ASSERT_TRUE(tests::waitUntil([&] { return torso().z() < before.z() + 0.05; }));
    EXPECT_GT(torso().z(), before.z() - 0.02) << "its feet stay on the ground";
    EXPECT_GT((torso() - before).head<2>().norm(), 0.03);
    EXPECT_EQ(live().view().cycle, cycle);
    release(Qt::ControlModifier);
    ASSERT_TRUE(updates(2));
    setPaused(false);
    ASSERT_TRUE(updates(5));
    EXPECT_GT(torso().z(), before.z() - 0.05) << "placed at rest, it keeps standing";
}

TEST_F(MousePullTest, APushWhilePausedActsInTheNextCycle) {
    setPaused(true);
    const Vector3d before = torso();
    press(Qt::ShiftModifier);
    moveBy({90, 0});
    ASSERT_TRUE(updates(2));
    release(Qt::ShiftModifier);
    ASSERT_TRUE(updates(2));
    EXPECT_LT((torso() - before).norm(), 1e-6);
    setPaused(false);
    EXPECT_TRUE(tests::waitUntil([&] { return (torso() - before).head<2>().norm() > 0.1; }));
}

// Operations that need the referee show a message, and the field does not move.
TEST_F(MousePullTest, RefereeOperationsOfferToEnableCommands) {
    const QString hint = QStringLiteral("Enable referee commands to move robots and the ball");
    widgets::FieldView& field = *m_window->find<studio::ReplayWorkspace>().view().field;
    const auto isReported = [&] { return m_window->messages().texts().contains(hint); };
    const auto inField = [&] { return field.toWidget(torso().x(), torso().y()); };
    const QPointF before = inField();
    const QPointF target_S(torso().x() - 3.0, torso().y() + 2.0);
    const auto dragTo = [&] {
        tests::drag(field, inField(), field.toWidget(target_S.x(), target_S.y()),
                    Qt::ControlModifier);
    };
    dragTo();
    EXPECT_TRUE(isReported());
    EXPECT_LT(QLineF(inField(), before).length(), 2.0) << "neither robot nor field has moved";
    auto* arm = m_window->messages().findChild<QPushButton*>();
    ASSERT_NE(arm, nullptr);
    QTest::mouseClick(arm, Qt::LeftButton);
    EXPECT_TRUE(m_window->find<studio::LiveWorkspace>().referee().areCommandsEnabled());
    dragTo();
    EXPECT_TRUE(tests::waitUntil([&] {
        return std::abs(torso().x() - target_S.x()) < 0.1 &&
               std::abs(torso().y() - target_S.y()) < 0.1;
    })) << "now it moves there";
    action("referee.enable").trigger();
    ASSERT_FALSE(m_window->find<studio::LiveWorkspace>().referee().areCommandsEnabled());
    press(Qt::ControlModifier); // still pulls the robot
    moveBy({0, -10});
    release(Qt::ControlModifier);
    EXPECT_FALSE(isReported());
    QTest::mousePress(&m_window->view3d(), Qt::LeftButton, Qt::ControlModifier | Qt::ShiftModifier,
                      onRobot());
    QTest::mouseMove(&m_window->view3d(), onRobot() + QPoint(30, 0));
    QTest::mouseMove(&m_window->view3d(), onRobot() + QPoint(60, 0));
    EXPECT_TRUE(tests::waitUntil(isReported)) << "in the 3D view, too";
    QTest::mouseRelease(&m_window->view3d(), Qt::LeftButton,
                        Qt::ControlModifier | Qt::ShiftModifier, onRobot());
    QTest::keyClick(m_window.get(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_FALSE(isReported()) << "commands are enabled";
}

TEST_F(MousePullTest, TheWheelTurnsADraggedRobot) {
    action("referee.enable").trigger();
    const auto headingRad = [&] { return live().head().exact->findRobot(kPulled)->headingRad(); };
    const double before = headingRad();
    widgets::FieldView& field = *m_window->find<studio::ReplayWorkspace>().view().field;
    const QPointF at = field.toWidget(torso().x(), torso().y());
    tests::sendMouse(field, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton,
                     Qt::ControlModifier);
    tests::turnWheel(field, at, 1, 0, Qt::ControlModifier);
    tests::turnWheel(field, at, 1, 0, Qt::ControlModifier);
    tests::sendMouse(field, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton,
                     Qt::ControlModifier);
    EXPECT_TRUE(tests::waitUntil([&] {
        return std::abs(math::wrapRad(headingRad() - before - math::radFromDeg(30.0))) < 0.05;
    })) << "from "
        << before << " to " << headingRad();
}

TEST_F(MousePullTest, ThePaletteHasTheRefereeCommands) {
    const auto run = [&](const QString& query) {
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = m_window->findChild<widgets::CommandPalette*>();
        ASSERT_NE(palette, nullptr);
        ASSERT_TRUE(QTest::qWaitForWindowActive(palette));
        QTest::keyClicks(QApplication::focusWidget(), query);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        activate();
    };
    const auto isIn = [&](std::string_view mode) {
        return tests::waitUntil([&] { return live().head().exact->game.playModeName() == mode; },
                                3000);
    };
    run(QStringLiteral("play mode game over"));
    EXPECT_TRUE(showsMessage(QStringLiteral("Enable referee commands to change the match")));
    EXPECT_EQ(live().head().exact->game.playModeName(), "BeforeKickOff");
    action("referee.enable").trigger();
    EXPECT_TRUE(m_window->messages().texts().isEmpty());
    run(QStringLiteral("play mode game over"));
    EXPECT_TRUE(isIn("GameOver"));
    // The finished match starts again.
    QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ShiftModifier);
    EXPECT_TRUE(isIn("BeforeKickOff"));
    run(QStringLiteral("from the game")); // removes the selected robot
    EXPECT_TRUE(
        tests::waitUntil([&] { return live().head().exact->findRobot(kPulled) == nullptr; }));
}

} // namespace
} // namespace sideline::studio
