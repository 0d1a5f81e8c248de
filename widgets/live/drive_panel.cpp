#include "widgets/live/drive_panel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "widgets/common/elided_label.h"
#include "widgets/common/joint_slider.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

const QColor kTruthColor(0xc0, 0x39, 0x2b); // clearly different from the robot's own estimate

constexpr int kRunKey = Qt::Key_R;

QPushButton* choice(const char* name, const QString& text, const QString& tip) {
    QPushButton* button = panelButton(name, text, tip);
    button->setCheckable(true);
    return button;
}

} // namespace

DrivePanel::DrivePanel(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    QVBoxLayout* column = columnIn(this);
    auto* top = new QHBoxLayout;
    m_state = new ElidedLabel("drive-state", Qt::ElideRight);
    m_stop = panelButton("drive-stop", tr("Stop"), tr("Stand still (Space)"));
    top->addWidget(m_state, 1);
    top->addWidget(m_stop);
    column->addLayout(top);
    column->addLayout(buildModes());
    m_poseNote = new QLabel;
    m_poseNote->setObjectName(QStringLiteral("drive-pose-note"));
    m_poseNote->setWordWrap(true);
    column->addWidget(m_poseNote);
    m_stick = new StickPad;
    m_stick->setFocusPolicy(Qt::ClickFocus);
    m_stick->setFocusProxy(this); // clicks on the stick also give the panel the keyboard focus
    column->addWidget(m_stick, 1);
    column->addLayout(buildSpeed());
    m_walk = new WalkGauge;
    column->addWidget(m_walk);
    m_hint = new QLabel;
    m_hint->setObjectName(QStringLiteral("drive-hint"));
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_hint);
    connectParts();
    showState();
}

QLayout* DrivePanel::buildSpeed() {
    auto* row = new QHBoxLayout;
    m_speed = new QSlider(Qt::Horizontal);
    m_speed->setObjectName(QStringLiteral("drive-speed"));
    m_speed->setRange(10, 100);
    m_speed->setValue(70);
    m_speed->setFocusPolicy(Qt::TabFocus);
    m_speed->setToolTip(tr("Speed at full stick, as a percentage of the robot's maximum"));
    m_speedText = new QLabel;
    m_speedText->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("100 %")));
    m_parameters = panelButton("drive-parameters", tr("Parameters..."),
                               tr("Change the parameters of the gait while it walks"));
    row->addWidget(new QLabel(tr("Speed")));
    row->addWidget(m_speed, 1);
    m_run = choice("drive-run", tr("Run"), {});
    row->addWidget(m_speedText);
    row->addWidget(m_run);
    row->addWidget(m_parameters);
    return row;
}

QLayout* DrivePanel::buildModes() {
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    m_modes = new QButtonGroup(this);
    const auto add = [&](DriveMode mode, int row, int at, const char* name, const QString& text,
                         const QString& tip) {
        QPushButton* button = choice(name, text, tip);
        m_modes->addButton(button, static_cast<int>(mode));
        grid->addWidget(button, row, at);
    };
    grid->addWidget(new QLabel(tr("Moved by")), 0, 0);
    add(DriveMode::Own, 0, 1, "drive-own", tr("Own decision"), tr("Its own behavior (F2)"));
    add(DriveMode::Stick, 0, 2, "drive-stick", tr("Keys, stick"),
        tr("You: by keys, stick or gamepad (F2); clicks still select"));
    add(DriveMode::Path, 0, 3, "drive-path", tr("Line"),
        tr("Draw a line on the ground, in 3D or on the 2D field, for the robot to follow"));
    add(DriveMode::Place, 1, 1, "drive-place", tr("Go there"),
        tr("Click on the ground to send the robot there; drag to set its heading"));
    add(DriveMode::Face, 1, 2, "drive-face", tr("Face there"),
        tr("Click on the ground to turn the robot toward that point"));
    add(DriveMode::Kick, 1, 3, "drive-kick", tr("Kick there"),
        tr("Click on the ground: the robot walks to the ball and kicks it there"));
    m_ownPose =
        choice("drive-pose-own", tr("Own estimate"), tr("The robot uses its own localization"));
    m_truth = choice("drive-pose-truth", tr("Ground truth"),
                     tr("The robot receives its true pose, as monitors see it"));
    grid->addWidget(new QLabel(tr("Pose from")), 2, 0);
    grid->addWidget(m_ownPose, 2, 1);
    grid->addWidget(m_truth, 2, 2);
    for (int at = 1; at <= 3; ++at) {
        grid->setColumnStretch(at, 1);
    }
    return grid;
}

void DrivePanel::connectParts() {
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
    connect(m_run, &QPushButton::toggled, this, [this] {
        setFocus();
        showState();
        if (!m_stick->state().isCentered()) {
            Q_EMIT stickMoved(m_stick->state());
        }
    });
    connect(m_parameters, &QPushButton::clicked, this, &DrivePanel::parametersRequested);
    connect(m_modes, &QButtonGroup::idClicked, this, [this](int id) {
        setFocus();
        Q_EMIT modeRequested(static_cast<DriveMode>(id));
        showState(); // shows the resulting state
    });
    for (QPushButton* button : {m_ownPose, m_truth}) {
        connect(button, &QPushButton::clicked, this, [this, button] {
            Q_EMIT truthRequested(button == m_truth);
            showState();
        });
    }
}

double DrivePanel::speedRatio() const {
    return m_speed->value() / 100.0;
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
    }
    m_walk->setView(view.walk);
    m_stick->setActual(isMovable() ? view.actual : StickState{});
    showState();
}

void DrivePanel::showState() {
    const bool canDrive = m_view.isLive && m_view.whyNot.isEmpty();
    for (QAbstractButton* button : m_modes->buttons()) {
        const auto mode = static_cast<DriveMode>(m_modes->id(button));
        const bool isOn = mode == m_view.mode;
        button->setEnabled(canDrive);
        button->setChecked(isOn);
        fillButton(static_cast<QPushButton*>(button), // NOLINT: all of them are push buttons
                   isOn && canDrive && mode != DriveMode::Own, controlColor());
    }
    m_stop->setEnabled(isMovable());
    m_stick->setEnabled(isMovable());
    showRun();
    showPose();
    m_speedText->setText(tr("%1 %").arg(m_speed->value()));
    showText(m_state, stateText());
    m_state->setToolTip(stateText());
    const QString keys =
        m_view.gamepad.isEmpty()
            ? tr("W A S D walk, Q E turn, R runs, Space stops.")
            : tr("W A S D walk, Q E turn, R runs, Space stops; or %1.").arg(m_view.gamepad);
    const QString clicks = m_view.mode == DriveMode::Path ? tr("Draw on the ground; Esc cancels.")
                           : m_view.mode == DriveMode::Place
                               ? tr("Click on the ground, drag for the heading; Esc cancels.")
                           : m_view.mode == DriveMode::Face || m_view.mode == DriveMode::Kick
                               ? tr("Click on the ground; Esc cancels.")
                               : QString();
    showText(m_hint, clicks.isEmpty() ? keys : clicks + QLatin1Char('\n') + keys);
}

void DrivePanel::showRun() {
    const bool canRun = m_view.isLive && m_view.canRun;
    m_run->setEnabled(canRun);
    fillButton(m_run, isRunRequested(), controlColor());
    m_run->setToolTip(canRun || !isMovable()
                          ? tr("Pushing the stick forward makes the robot run at full speed, "
                               "regardless of the speed setting; it steers by turning (R)")
                          : tr("No running network is shipped or set for this robot type"));
}

void DrivePanel::showPose() {
    const bool canChoose = m_view.isLive && (m_view.hasTruth || m_view.believesTruth);
    m_ownPose->setEnabled(m_view.isLive);
    m_ownPose->setChecked(!m_view.believesTruth);
    m_truth->setEnabled(canChoose);
    m_truth->setChecked(m_view.believesTruth);
    fillButton(m_truth, m_view.isLive && m_view.believesTruth, kTruthColor);
    const bool usesTruth = m_view.isLive && m_view.believesTruth;
    showText(m_poseNote, !usesTruth           ? QString()
                         : m_view.isTruthLate ? tr("Ground truth is late: using its own estimate")
                                              : tr("Receiving its true pose"));
    m_poseNote->setVisible(usesTruth);
}

QString DrivePanel::stateText() const {
    if (m_view.robotName.isEmpty()) {
        return tr("no agent is selected");
    }
    if (!m_view.isLive) {
        return tr("%1 is not playing").arg(m_view.robotName);
    }
    if (!m_view.whyNot.isEmpty()) {
        return m_view.whyNot;
    }
    QString text = QStringLiteral("%1: %2").arg(
        m_view.robotName, m_view.isDriven() ? m_view.state : tr("own behavior"));
    if (isMovable() && m_view.remainingM >= 0.05) {
        text += tr(", %1 m to go").arg(m_view.remainingM, 0, 'f', 1);
    }
    return text;
}

// Overrides shortcuts of the window that use these keys.
bool DrivePanel::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && isMovable()) {
        const auto* key = static_cast<QKeyEvent*>(event); // NOLINT: implied by its type
        const bool isPlain = key->modifiers() == Qt::NoModifier;
        if (isPlain && (StickPad::isStickKey(key->key()) || key->key() == Qt::Key_Space ||
                        key->key() == kRunKey)) {
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
    } else if (isMovable() && event->key() == kRunKey && event->modifiers() == Qt::NoModifier) {
        if (!event->isAutoRepeat()) {
            m_run->click();
        }
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

// Releases the keys: their release events go to the newly focused widget.
void DrivePanel::focusOutEvent(QFocusEvent* event) {
    m_stick->release();
    QWidget::focusOutEvent(event);
}

} // namespace sideline::widgets
