// Ruler, regions, offside lines, team names, wireframe and the second 3D view in the real window.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLineF>
#include <QMenu>
#include <QTest>

#include "agentcore/math/angles.h"
#include "studio/session/ruler_shapes.h"
#include "studio/shell/settings_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"

namespace sideline::studio {
namespace {

using monitor::ObjectId;
using viewer3d::CameraMode;

constexpr double kMovedPx = 12.0;
const QColor kRulerColor(255, 214, 90);

class FieldToolsTest : public tests::StudioWindowTest {
protected:
    void open() {
        m_window->openFile(qt(m_sample));
        ASSERT_TRUE(tests::waitUntil([&] {
            const MatchPlayer& session = m_window->session();
            return session.isOpen() && session.shown().exact &&
                   session.log()->progress().stage == logs::LogProgress::Stage::Done;
        }));
        m_window->session().seekFrame(33);
        ASSERT_TRUE(
            tests::waitUntil([&] { return m_window->session().shown().exact->index == 33; }));
        QCoreApplication::processEvents();
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(m_window.get(), static_cast<Qt::Key>(key), modifiers);
    }
    widgets::FieldView& field() { return *m_window->find<studio::ReplayWorkspace>().view().field; }
    void drag(const QPointF& from, const QPointF& to) {
        QTest::mousePress(&field(), Qt::LeftButton, {}, from.toPoint());
        tests::moveTo(field(), (from + to) / 2, Qt::LeftButton);
        tests::moveTo(field(), to, Qt::LeftButton);
        QTest::mouseRelease(&field(), Qt::LeftButton, {}, to.toPoint());
    }
    QImage fieldPicture() {
        tests::moveTo(field(), {1, 1}); // away from the measured values
        return tests::picture(field());
    }
    QDockWidget& secondDock() {
        return *m_window->findChild<QDockWidget*>(QStringLiteral("view2"));
    }
    bool secondIsSeen() {
        return tests::waitUntil([&] {
            const viewer3d::MatchView* view =
                m_window->find<studio::ReplayWorkspace>().view().second->view();
            return view != nullptr && view->isExposed();
        });
    }
};

TEST_F(FieldToolsTest, MeasuresWithAKeyAndADragUntilEscape) {
    press(Qt::Key_Q);
    EXPECT_FALSE(action("view.measure").isChecked()) << "nothing to measure yet";
    open();
    const QImage before = fieldPicture();
    press(Qt::Key_Q);
    EXPECT_TRUE(action("view.measure").isChecked());
    drag(field().toWidget(-9, 9.4), field().toWidget(-4, 9.0));
    EXPECT_NE(fieldPicture(), before);
    const QPointF middle = field().toWidget(0, 0);
    press(Qt::Key_Escape);
    EXPECT_FALSE(action("view.measure").isChecked());
    EXPECT_EQ(fieldPicture(), before);
    EXPECT_EQ(field().toWidget(0, 0), middle) << "the drag did not move the field";
}

TEST_F(FieldToolsTest, EscapeEndsTheRulerFirstAndKeepsTheSelection) {
    open();
    action("select.ball").trigger();
    press(Qt::Key_Q);
    press(Qt::Key_Escape);
    EXPECT_EQ(m_window->session().selection(), ObjectId::ball());
    press(Qt::Key_Escape);
    EXPECT_EQ(m_window->session().selection(), ObjectId());
}

TEST_F(FieldToolsTest, ARulerFromABodyFollowsIt) {
    open();
    press(Qt::Key_Q);
    const auto ball = [&] {
        const Eigen::Vector3d p_S = m_window->shown().drawn->ball->X_SBall.p;
        return field().toWidget(p_S.x(), p_S.y());
    };
    const QPointF before = ball();
    drag(before, field().toWidget(10, 9));
    const auto count = m_window->session().log()->index()->frameCount();
    for (logs::FrameNumber frame = 34; frame < count && QLineF(ball(), before).length() < kMovedPx;
         ++frame) {
        m_window->session().seekFrame(frame);
        ASSERT_TRUE(
            tests::waitUntil([&] { return m_window->session().shown().exact->index == frame; }));
        QCoreApplication::processEvents();
    }
    ASSERT_GE(QLineF(ball(), before).length(), kMovedPx) << "it was kicked";
    const QRect around(ball().toPoint() - QPoint(5, 5), QSize(11, 11));
    EXPECT_GT(tests::countPixels(fieldPicture(), around, kRulerColor), 15);
}

TEST_F(FieldToolsTest, ClosingTheMatchEndsTheRuler) {
    open();
    press(Qt::Key_Q);
    action("file.close").trigger();
    EXPECT_FALSE(action("view.measure").isChecked());
    EXPECT_FALSE(action("view.measure").isEnabled());
}

TEST_F(FieldToolsTest, LayersHaveKeysAndAreRemembered) {
    open();
    for (const auto& [key, modifiers] :
         {std::pair<Qt::Key, Qt::KeyboardModifiers>{Qt::Key_V, Qt::ShiftModifier},
          {Qt::Key_C, Qt::ShiftModifier},
          {Qt::Key_R, Qt::ControlModifier},
          {Qt::Key_O, Qt::ShiftModifier},
          {Qt::Key_I, Qt::ShiftModifier}}) {
        const QImage before = fieldPicture();
        press(key, modifiers);
        const QImage changed = fieldPicture();
        EXPECT_NE(changed, before) << key;
        press(key, modifiers);
        EXPECT_EQ(fieldPicture(), before) << key;
        press(key, modifiers);
    }
    press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(m_window->view3d().options().wireframe);
    m_window->close();
    openWindow();
    EXPECT_TRUE(m_window->settings().regions);
    EXPECT_TRUE(action("view.regions").isChecked());
    EXPECT_TRUE(action("view.offside").isChecked());
    EXPECT_FALSE(action("view.team-names").isChecked()) << "on by default";
    EXPECT_TRUE(action("view.cones").isChecked());
    EXPECT_TRUE(action("view.keep-out").isChecked()) << "on by default";
    EXPECT_TRUE(action("view.flip").isChecked());
    EXPECT_GT(field().toWidget(-15, 0).x(), field().toWidget(15, 0).x());
    EXPECT_TRUE(action("view.wireframe").isChecked());
    EXPECT_TRUE(m_window->view3d().options().wireframe);
    EXPECT_FALSE(m_window->view3d().options().teamNames);
}

TEST_F(FieldToolsTest, AKeyFollowsCloselyUntilADrag) {
    open();
    action("select.ball").trigger();
    const QPointF middle = QRectF(field().rect()).center();
    const auto isInTheMiddle = [&] {
        const Eigen::Vector3d& p_S = m_window->shown().drawn->ball->X_SBall.p;
        return QLineF(field().toWidget(p_S.x(), p_S.y()), middle).length() < 2.0;
    };
    EXPECT_FALSE(isInTheMiddle());
    press(Qt::Key_B, Qt::ShiftModifier);
    EXPECT_FALSE(field().isFitted());
    EXPECT_TRUE(isInTheMiddle());
    m_window->session().seekFrame(44);
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact->index == 44; }));
    EXPECT_TRUE(isInTheMiddle());
    drag(middle + QPointF(60, 40), middle + QPointF(20, 20));
    EXPECT_FALSE(action("view.follow").isChecked());
    EXPECT_FALSE(m_window->settings().followsInField);
    EXPECT_FALSE(isInTheMiddle());
}

TEST_F(FieldToolsTest, TheFieldOfViewIsASettingOfBothViews) {
    open();
    action("view.second").trigger();
    ASSERT_TRUE(secondIsSeen());
    action("file.settings").trigger();
    auto* dialog = m_window->findChild<SettingsDialog*>();
    auto* fov = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("fovYDeg"));
    ASSERT_NE(fov, nullptr);
    EXPECT_EQ(fov->value(), 45.0);
    fov->setValue(80.0);
    EXPECT_NEAR(m_window->view3d().cameraPose().fovYRad, math::radFromDeg(80.0), 1e-9);
    EXPECT_NEAR(
        m_window->find<studio::ReplayWorkspace>().view().second->view()->cameraPose().fovYRad,
        math::radFromDeg(80.0), 1e-9);
    dialog->hide();
    m_window->close();
    openWindow();
    EXPECT_NEAR(m_window->view3d().cameraPose().fovYRad, math::radFromDeg(80.0), 1e-9);
}

TEST_F(FieldToolsTest, AKeyPutsThePictureOnTheClipboard) {
    QGuiApplication::clipboard()->clear();
    press(Qt::Key_F12, Qt::ShiftModifier);
    EXPECT_TRUE(QGuiApplication::clipboard()->image().isNull()) << "nothing is shown yet";
    open();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->view3d().isExposed(); }));
    press(Qt::Key_F12, Qt::ShiftModifier);
    ASSERT_TRUE(tests::waitUntil([&] { return !QGuiApplication::clipboard()->image().isNull(); }));
    EXPECT_EQ(QGuiApplication::clipboard()->image().size(), m_window->view3d().size());
    EXPECT_TRUE(showsMessage(QStringLiteral("clipboard")));
}

TEST_F(FieldToolsTest, OpenSettingsDoNotRevertChanges) {
    action("file.settings").trigger();
    press(Qt::Key_V, Qt::ShiftModifier);
    auto* dialog = m_window->findChild<SettingsDialog*>();
    ASSERT_NE(dialog, nullptr);
    QCheckBox* smooth = nullptr;
    for (auto* box : dialog->findChildren<QCheckBox*>()) {
        smooth = box->text().startsWith(QStringLiteral("Smooth")) ? box : smooth;
    }
    ASSERT_NE(smooth, nullptr);
    const AppSettings before = m_window->settings();
    smooth->click();
    EXPECT_NE(m_window->settings(), before) << "the check box changes a setting";
    EXPECT_TRUE(m_window->settings().regions);
}

TEST_F(FieldToolsTest, TheSecondViewExistsOnlyWhileItIsOpen) {
    open();
    viewer3d::MatchView& first = m_window->view3d();
    EXPECT_EQ(m_window->find<studio::ReplayWorkspace>().view().second->view(), nullptr);
    EXPECT_EQ(first.twin(), nullptr);
    press(Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(secondIsSeen());
    viewer3d::MatchView* second = m_window->find<studio::ReplayWorkspace>().view().second->view();
    EXPECT_EQ(first.twin(), second);
    EXPECT_TRUE(action("view.second").isChecked());
    EXPECT_TRUE(tests::waitUntil([&] { return secondDock().width() > 300; })) << "large enough";
    EXPECT_EQ(second->cameraMode(), CameraMode::FollowBall);
    secondDock().close(); // like its close button
    EXPECT_TRUE(tests::waitUntil([&] { return first.twin() == nullptr; }));
    EXPECT_FALSE(action("view.second").isChecked());
    press(Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(secondIsSeen());
    EXPECT_EQ(m_window->find<studio::ReplayWorkspace>().view().second->view(), second)
        << "the same again";
    EXPECT_EQ(first.twin(), second);
}

TEST_F(FieldToolsTest, AClosingWindowHidesItsDocksFirst) {
    open();
    action("view.second").trigger();
    ASSERT_TRUE(secondIsSeen());
    QWidget* window = m_window.get();
    int hidden = 0;
    int wholeThen = 0;
    QObject::connect(&secondDock(), &QDockWidget::visibilityChanged, window, [&](bool isVisible) {
        hidden += isVisible ? 0 : 1;
        wholeThen += !isVisible && qobject_cast<MainWindow*>(window) != nullptr ? 1 : 0;
    });
    m_window.reset(); // like the end of the program, without closing before
    EXPECT_EQ(hidden, 1);
    EXPECT_EQ(wholeThen, 1) << "signals of its docks must not reach destroyed members";
}

TEST_F(FieldToolsTest, CameraKeysActOnTheLastClickedView) {
    open();
    viewer3d::MatchView& first = m_window->view3d();
    press(Qt::Key_V, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(secondIsSeen());
    viewer3d::MatchView& second = *m_window->find<studio::ReplayWorkspace>().view().second->view();
    const CameraMode before = first.cameraMode();
    QTest::mouseClick(&second, Qt::LeftButton, {}, QPoint(5, 5));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->find<studio::ReplayWorkspace>().view().second->hasKeys(); }));
    action("camera.top").trigger();
    EXPECT_EQ(second.cameraMode(), CameraMode::Top);
    EXPECT_EQ(first.cameraMode(), before);
    EXPECT_TRUE(action("camera.top").isChecked());
    QTest::mouseClick(&first, Qt::LeftButton, {}, QPoint(5, 5));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return !m_window->find<studio::ReplayWorkspace>().view().second->hasKeys(); }));
    EXPECT_FALSE(action("camera.top").isChecked()) << "that of the first view";
    action("camera.follow-ball").trigger();
    EXPECT_EQ(first.cameraMode(), CameraMode::FollowBall);
    EXPECT_EQ(second.cameraMode(), CameraMode::Top);
    m_window->close();
    openWindow();
    action("view.second").trigger();
    ASSERT_TRUE(secondIsSeen());
    EXPECT_EQ(m_window->find<studio::ReplayWorkspace>().view().second->view()->cameraMode(),
              CameraMode::Top)
        << "remembered";
}

TEST_F(FieldToolsTest, TheSecondViewHasAMenuOfItsCamera) {
    open();
    action("view.second").trigger();
    ASSERT_TRUE(secondIsSeen());
    auto* camera = m_window->findChild<QToolButton*>(QStringLiteral("second-camera"));
    ASSERT_NE(camera, nullptr);
    EXPECT_EQ(camera->text(), QStringLiteral("Follow ball"));
    const CameraMode before = m_window->view3d().cameraMode();
    camera->menu()->findChild<QAction*>(QStringLiteral("camera.first-person"))->trigger();
    EXPECT_EQ(m_window->find<studio::ReplayWorkspace>().view().second->view()->cameraMode(),
              CameraMode::FirstPerson);
    EXPECT_EQ(m_window->session().selection().kind, ObjectId::Kind::Robot)
        << "the player at the ball, because none was selected";
    EXPECT_EQ(camera->text(), QStringLiteral("Player's eyes"));
    EXPECT_EQ(m_window->view3d().cameraMode(), before);
}

TEST_F(FieldToolsTest, APictureOfTheWindowHasBothViews) {
    open();
    action("view.second").trigger();
    ASSERT_TRUE(secondIsSeen());
    QImage picture;
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->view3d().isExposed(); }));
    m_window->takePicture([&](const QImage& image) { picture = image; });
    ASSERT_TRUE(tests::waitUntil([&] { return !picture.isNull(); }));
    const QWidget* container =
        m_window->find<studio::ReplayWorkspace>().view().second->viewWidget();
    const QImage part =
        picture.copy(QRect(container->mapTo(m_window.get(), QPoint(0, 0)), container->size()));
    int green = 0;
    for (int x = 0; x < part.width(); x += 3) {
        for (int y = 0; y < part.height(); y += 3) {
            const QColor color = part.pixelColor(x, y);
            green += color.green() > color.red() + 20 && color.green() > color.blue() + 20;
        }
    }
    EXPECT_GT(green, part.width() * part.height() / 9 / 4) << "grass";
}

TEST(RulerShapesTest, ReportsDistanceDifferencesAndDirection) {
    const auto textOf = [](const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
        return std::get<drawing::Annotation>(rulerShapes({from, to}).back()).text;
    };
    EXPECT_EQ(textOf({1, 2}, {4, -2}), "5.00 m\ndx 3.00  dy -4.00  -53\u00b0");
    EXPECT_EQ(textOf({0, 0}, {0, 0.25}), "0.250 m\ndx 0.000  dy 0.250  90\u00b0");
    EXPECT_EQ(textOf({5, 0}, {2, -1e-9}), "3.00 m\ndx -3.00  dy 0.00  -180\u00b0");
    const auto named = [](const char* from, const char* to) {
        return std::get<drawing::Annotation>(rulerShapes({{0, 0}, {3, 0}, from, to}).back()).text;
    };
    EXPECT_EQ(named("ball", "goal post G1L"),
              "ball to goal post G1L\n3.00 m\ndx 3.00  dy 0.00  0\u00b0");
    EXPECT_EQ(named("ball", "").substr(0, 10), "from ball\n");
    EXPECT_EQ(named("", "center").substr(0, 10), "to center\n");
    EXPECT_EQ(rulerShapes({{0, 0}, {3, 0}}).size() + 2, rulerShapes({{0, 0}, {3, 1}}).size())
        << "separate lines for x and y, if both differ";
}

} // namespace
} // namespace sideline::studio
