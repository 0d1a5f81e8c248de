#pragma once

#include <algorithm>
#include <functional>
#include <string_view>

#include <gtest/gtest.h>

#include <QPushButton>
#include <QTest>

#include "studio/shell/layouts.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/viewer3d/picture_checks.h"
#include "widgets/live/drive_panel.h"
#include "widgets/match/field_view.h"

namespace sideline::tests {

/// The real window with a robot of the embedded simulator that can be driven.
class DrivingWindowTest : public StudioWindowTest {
protected:
    static constexpr int kLong = 30'000;     // ms
    static constexpr double kMaxActS = 30.0; // simulated time for what the robot does

    DrivingWindowTest() {
        changeLiveSettings([](studio::LiveSettings& settings) { settings.startsWithAgent = true; });
    }
    studio::LiveWorkspace& workspace() { return m_window->find<studio::LiveWorkspace>(); }
    const world::AgentFramePtr& agent() { return workspace().agentControls().shown(); }
    widgets::DrivePanel& panel() { return *m_window->findChild<widgets::DrivePanel*>(); }
    widgets::FieldView& field() { return *m_window->findChild<widgets::FieldView*>(); }

    void start() {
        m_window->showLayout(QStringLiteral("Live"));
        action("simulator.start").trigger();
        awaitRobot();
    }
    void awaitRobot() {
        ASSERT_TRUE(waitUntil([&] { return agent() && agent()->body.pose.isValid; }, kLong));
        ASSERT_TRUE(waitUntil([&] { return action("agent.drive").isEnabled(); }, kLong));
        // The monitor may show the robot later than the agent's first frame.
        ASSERT_TRUE(waitUntil([&] { return button("drive-pose-truth").isEnabled(); }, kLong));
    }
    void drive() {
        QTest::keyClick(m_window.get(), Qt::Key_F2);
        ASSERT_TRUE(
            waitUntil([&] { return panel().view().isDriven() && panel().hasFocus(); }, kLong));
        ASSERT_TRUE(waitUntil([&] { return agent()->decision.behavior == "drive"; }, kLong));
    }
    QPushButton& button(const char* name) {
        return *panel().findChild<QPushButton*>(QLatin1String(name));
    }
    /// Returns a debug value of the newest frame; -1000 if there is none.
    double value(std::string_view name) {
        const auto found = std::ranges::find(agent()->values, name, &world::DebugValue::name);
        return found == agent()->values.end() ? -1000.0 : found->value;
    }
    /// Returns the simulated position of the torso, projected onto the ground.
    Eigen::Vector2d place() {
        const auto& frame = live().head().exact;
        return frame->findRobot(agent()->identity.robot)->X_STorso().p.head<2>();
    }
    /// Returns the horizontal unit vector of the heading, even when the robot leans.
    Eigen::Vector2d ahead() {
        const auto& frame = live().head().exact;
        return frame->findRobot(agent()->identity.robot)
            ->X_STorso()
            .R.col(1)
            .head<2>()
            .normalized();
    }
    viewer3d::MatchView& view3d() { return m_window->view3d(); }
    /// Selects the robot, and lets the camera of the 3D view follow it from the back.
    void follow() {
        m_window->session().select(monitor::ObjectId::ofRobot(agent()->identity.robot));
        view3d().setCameraMode(viewer3d::CameraMode::FollowPlayer);
        view3d().snapCamera();
    }
    /// Returns the position of a point in the 3D view; see `inView` for points on the ground.
    QPoint pointInView(const Eigen::Vector3d& p_S) {
        return viewer3d::projected(view3d().cameraPose(), p_S, view3d().size());
    }
    QPoint inView(const Eigen::Vector2d& p_S) {
        return pointInView(Eigen::Vector3d(p_S.x(), p_S.y(), 0.0));
    }
    QPoint onField(const Eigen::Vector2d& p_S) {
        return field().toWidget(p_S.x(), p_S.y()).toPoint();
    }
    double nowS() { return agent()->game.serverTimeS; }
    /// Waits for something that the robot does, in simulated time, so that the speed of the machine
    /// does not matter.
    /// @return false after that time, or if the simulation has stood for `kLong`
    bool happensWithin(double durationS, const std::function<bool()>& isSo) {
        constexpr double kProgressS = 0.5;
        const double endS = nowS() + durationS;
        bool isDone = false;
        for (bool runs = true; runs && !isDone && nowS() < endS;) {
            const double fromS = nowS();
            runs = waitUntil(
                [&] {
                    isDone = isDone || isSo();
                    return isDone || nowS() >= fromS + kProgressS;
                },
                kLong);
        }
        return isDone;
    }
    bool comesTo(const Eigen::Vector2d& p_S, double nearM) {
        return happensWithin(kMaxActS, [&] { return (place() - p_S).norm() < nearM; });
    }
};

} // namespace sideline::tests
