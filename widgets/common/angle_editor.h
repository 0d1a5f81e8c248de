#pragma once

#include <QRect>

#include "agentcore/robot/robot_model.h"
#include "widgets/common/number_field.h"

namespace sideline::widgets {

/// The field in which a joint's angle is edited, over the joint's row; degrees. Hidden until it
/// is opened, and hidden again by its owner.
class AngleEditor : public NumberField {
    Q_OBJECT
public:
    explicit AngleEditor(QWidget* parent);

    /// Opens with an angle, whose text is selected. Emits no change of its value.
    /// @param box rectangle in the parent's coordinates
    /// @param joint joint whose limits apply to the value
    void openAt(const QRect& box, const robot::Joint& joint, double angleRad);

Q_SIGNALS:
    /// Editing has ended. @param takesIt whether the value is accepted; false after Escape
    void left(bool takesIt);
    /// Tab was pressed: the value is accepted, and editing continues with the next or previous
    /// joint.
    void nextRequested(int step);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool focusNextPrevChild(bool isNext) override;
};

} // namespace sideline::widgets
