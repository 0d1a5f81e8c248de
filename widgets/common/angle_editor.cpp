#include "widgets/common/angle_editor.h"

#include <algorithm>

#include <QKeyEvent>
#include <QSignalBlocker>

#include "agentcore/math/angles.h"

namespace sideline::widgets {

using math::degFromRad;

AngleEditor::AngleEditor(QWidget* parent) : NumberField(parent) {
    setObjectName(QStringLiteral("editor"));
    setDecimals(2);
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    setAlignment(Qt::AlignRight);
    setKeyboardTracking(false);
    setFrame(false);
    setSuffix(QStringLiteral("\u00b0"));
    hide();
}

void AngleEditor::openAt(const QRect& box, const robot::Joint& joint, double angleRad) {
    constexpr double kFullTurnDeg = 360.0;
    {
        const QSignalBlocker blocker(this);
        setRange(std::max(degFromRad(joint.minRad), -kFullTurnDeg),
                 std::min(degFromRad(joint.maxRad), kFullTurnDeg));
        setValue(degFromRad(angleRad));
    }
    setGeometry(box);
    show();
    raise();
    setFocus();
    selectAll();
}

void AngleEditor::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape:
        Q_EMIT left(false);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT left(true);
        break;
    default:
        NumberField::keyPressEvent(event);
    }
}

void AngleEditor::focusOutEvent(QFocusEvent* event) {
    Q_EMIT left(true);
    NumberField::focusOutEvent(event);
}

bool AngleEditor::focusNextPrevChild(bool isNext) {
    if (!isVisible()) { // the editor was hidden, and the focus moves to another widget
        return NumberField::focusNextPrevChild(isNext);
    }
    Q_EMIT nextRequested(isNext ? 1 : -1);
    return true;
}

// The wheel scrolls the list of joints instead.
void AngleEditor::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

} // namespace sideline::widgets
