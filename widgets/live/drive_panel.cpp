#include "widgets/live/drive_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "widgets/common/joint_slider.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

DrivePanel::DrivePanel(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    QVBoxLayout* column = columnIn(this);
    auto* top = new QHBoxLayout;
    m_drive = panelButton("drive-on", tr("Drive"), tr("Take control and walk the robot (F2)"));
    m_drive->setCheckable(true);
    m_stop = panelButton("drive-stop", tr("Stop"), tr("Stand still (Space)"));
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("drive-state"));
    m_state->setTextFormat(Qt::PlainText);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    top->addWidget(m_drive);
    top->addWidget(m_stop);
    top->addStretch(1);
    column->addLayout(top);
    column->addWidget(m_state);
    m_stick = new StickPad;
    m_stick->setFocusPolicy(Qt::ClickFocus);
    m_stick->setFocusProxy(this); // whoever uses the stick wants the keys, too
    column->addWidget(m_stick, 1);

    auto* speedRow = new QHBoxLayout;
    m_speed = new QSlider(Qt::Horizontal);
    m_speed->setObjectName(QStringLiteral("drive-speed"));
    m_speed->setRange(10, 100);
    m_speed->setValue(70);
    m_speed->setFocusPolicy(Qt::TabFocus);
    m_speed->setToolTip(tr("Speed at full stick, as a percentage of the robot's maximum"));
    m_speedText = new QLabel;
    m_speedText->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("100 %")));
    speedRow->addWidget(new QLabel(tr("Speed")));
    speedRow->addWidget(m_speed, 1);
    speedRow->addWidget(m_speedText);
    column->addLayout(speedRow);

    auto* fieldRow = new QHBoxLayout;
    fieldRow->addWidget(new QLabel(tr("2D field:")));
    m_field = new QButtonGroup(this);
    const auto add = [&](FieldDrive mode, const char* name, const QString& text,
                         const QString& tip) {
        auto* button = panelButton(name, text, tip);
        button->setCheckable(true);
        m_field->addButton(button, static_cast<int>(mode));
        fieldRow->addWidget(button);
    };
    add(FieldDrive::Select, "drive-field-select", tr("Select"), tr("A click selects, as usual"));
    add(FieldDrive::Place, "drive-field-place", tr("Go"),
        tr("Click the 2D field to send the robot there; drag to set its heading"));
    add(FieldDrive::Path, "drive-field-path", tr("Draw"),
        tr("Draw a line on the 2D field for the robot to follow"));
    m_field->button(static_cast<int>(FieldDrive::Select))->setChecked(true);
    fieldRow->addStretch(1);
    column->addLayout(fieldRow);
    m_keys = new QLabel;
    m_keys->setWordWrap(true);
    m_keys->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_keys);

    connect(m_drive, &QPushButton::clicked, this, [this](bool isOn) {
        setFocus();
        Q_EMIT driveRequested(isOn);
    });
    connect(m_stop, &QPushButton::clicked, this, [this] {
        m_stick->release();
        Q_EMIT stopRequested();
    });
    connect(m_stick, &StickPad::moved, this, &DrivePanel::stickMoved);
    connect(m_speed, &QSlider::valueChanged, this, [this] {
        showState();
        if (!m_stick->state().isCentered()) {
            Q_EMIT stickMoved(m_stick->state());
        }
    });
    connect(m_field, &QButtonGroup::idClicked, this,
            [this] { Q_EMIT fieldDriveChanged(fieldDrive()); });
    showState();
}

double DrivePanel::speedShare() const {
    return m_speed->value() / 100.0;
}

FieldDrive DrivePanel::fieldDrive() const {
    return isMovable() ? static_cast<FieldDrive>(m_field->checkedId()) : FieldDrive::Select;
}

void DrivePanel::setStick(const StickState& state) {
    if (isMovable()) {
        m_stick->setState(state);
    }
}

void DrivePanel::setView(const DriveView& view) {
    const bool wasMovable = isMovable();
    m_view = view;
    if (wasMovable != isMovable()) {
        m_stick->release();
        Q_EMIT fieldDriveChanged(fieldDrive());
    }
    m_stick->setActual(isMovable() ? view.actual : StickState{});
    showState();
}

void DrivePanel::showState() {
    const bool canDrive = m_view.isLive && m_view.canWalk;
    m_drive->setEnabled(canDrive);
    m_drive->setChecked(m_view.isDriven);
    fillButton(m_drive, m_view.isDriven, controlColor());
    for (QWidget* widget : {static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_stick)}) {
        widget->setEnabled(isMovable());
    }
    for (QAbstractButton* button : m_field->buttons()) {
        button->setEnabled(isMovable());
    }
    m_speedText->setText(tr("%1 %").arg(m_speed->value()));
    QString text = m_view.robotName.isEmpty() ? tr("no agent is selected")
                   : !m_view.isLive           ? tr("%1 is not playing").arg(m_view.robotName)
                   : !m_view.canWalk ? tr("%1 does not have a Nao's legs").arg(m_view.robotName)
                   : !m_view.isDriven
                       ? tr("%1 runs its own behavior").arg(m_view.robotName)
                       : QStringLiteral("%1: %2").arg(m_view.robotName, m_view.state);
    if (isMovable() && m_view.remainingM >= 0.05) {
        text += tr(", %1 m to go").arg(m_view.remainingM, 0, 'f', 1);
    }
    m_state->setText(text);
    m_state->setToolTip(text);
    m_keys->setText(m_view.gamepad.isEmpty()
                        ? tr("W A S D walk, Q E turn, Space stops.")
                        : tr("W A S D walk, Q E turn, Space stops; or %1.").arg(m_view.gamepad));
}

// These keys are shortcuts of the window.
bool DrivePanel::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && isMovable()) {
        const auto* key = static_cast<QKeyEvent*>(event); // NOLINT: by its type
        const bool isPlain = key->modifiers() == Qt::NoModifier;
        if (isPlain && (StickPad::isStickKey(key->key()) || key->key() == Qt::Key_Space)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void DrivePanel::keyPressEvent(QKeyEvent* event) {
    if (isMovable() && event->key() == Qt::Key_Space) {
        m_stick->release();
        Q_EMIT stopRequested();
    } else if (isMovable() && event->modifiers() == Qt::NoModifier &&
               StickPad::isStickKey(event->key())) {
        if (!event->isAutoRepeat()) {
            m_stick->pressKey(event->key(), true);
        }
    } else {
        QWidget::keyPressEvent(event);
    }
}

void DrivePanel::keyReleaseEvent(QKeyEvent* event) {
    if (StickPad::isStickKey(event->key())) {
        if (!event->isAutoRepeat()) {
            m_stick->pressKey(event->key(), false);
        }
    } else {
        QWidget::keyReleaseEvent(event);
    }
}

// Whoever types somewhere else does not hold the keys any more.
void DrivePanel::focusOutEvent(QFocusEvent* event) {
    m_stick->release();
    QWidget::focusOutEvent(event);
}

} // namespace sideline::widgets
