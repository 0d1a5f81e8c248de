#include "widgets/common/joint_slider.h"

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using math::degFromRad;

// The owner of a slider shows each target at once.
class JointSliderTest : public ::testing::Test {
protected:
    JointSliderTest() : m_slider(name(), joint()) {
        m_slider.setMovable(true);
        m_slider.setAngles(-0.5, -0.5, -0.5);
        QObject::connect(&m_slider, &JointSlider::targetMoved, [this](double targetRad) {
            m_targetRad = targetRad;
            ++m_moves;
            m_slider.setAngles(-0.5, -0.5, targetRad);
        });
    }
    void SetUp() override { ASSERT_TRUE(tests::showWidget(m_slider, 420, 24)); }
    static const robot::Joint& joint() {
        const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
        return model.joint(model.findJoint("lle4"));
    }
    static JointName name() {
        JointName made;
        made.name = QStringLiteral("knee");
        return made;
    }
    void begin() {
        m_at = {m_slider.xOf(-0.5), m_slider.height() / 2.0};
        tests::press(m_slider, m_at);
    }
    void moveBy(double px, Qt::KeyboardModifiers modifiers) {
        m_at += QPointF(px, 0.0);
        QMouseEvent event(QEvent::MouseMove, m_at, m_slider.mapToGlobal(m_at), Qt::NoButton,
                          Qt::LeftButton, modifiers);
        QApplication::sendEvent(&m_slider, &event);
    }
    [[nodiscard]] double radPerPx() const {
        return 1.0 / (m_slider.xOf(-0.5) - m_slider.xOf(-1.5));
    }

    JointSlider m_slider;
    QPointF m_at;
    double m_targetRad = -0.5;
    int m_moves = 0;
};

TEST_F(JointSliderTest, ADragWithShiftIsTenTimesFinerOverAllOfItsMoves) {
    begin();
    for (int i = 0; i < 5; ++i) {
        moveBy(-4.0, Qt::ShiftModifier);
    }
    EXPECT_EQ(m_moves, 5);
    EXPECT_NEAR(m_targetRad, -0.5 - 20.0 * 0.1 * radPerPx(), 1e-9);
    for (int i = 0; i < 5; ++i) { // and back again
        moveBy(4.0, Qt::ShiftModifier);
    }
    EXPECT_NEAR(m_targetRad, -0.5, 1e-9);
}

TEST_F(JointSliderTest, ShiftComesAndGoesWithinADragWithoutAJump) {
    begin();
    moveBy(-20.0, Qt::NoModifier);
    EXPECT_NEAR(m_targetRad, -0.5 - 20.0 * radPerPx(), 1e-9);
    moveBy(-5.0, Qt::ShiftModifier);
    moveBy(-5.0, Qt::ShiftModifier);
    EXPECT_NEAR(m_targetRad, -0.5 - 21.0 * radPerPx(), 1e-9);
    moveBy(-3.0, Qt::NoModifier);
    moveBy(-3.0, Qt::NoModifier);
    EXPECT_NEAR(m_targetRad, -0.5 - 27.0 * radPerPx(), 1e-9);
    tests::release(m_slider, m_at);
    moveBy(-9.0, Qt::NoModifier);
    EXPECT_NEAR(m_targetRad, -0.5 - 27.0 * radPerPx(), 1e-9);
}

} // namespace
} // namespace sideline::widgets
