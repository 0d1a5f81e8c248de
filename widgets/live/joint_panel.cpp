#include "widgets/live/joint_panel.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "agentcore/math/angles.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using math::radFromDeg;
using robot::JointId;

constexpr double kStaleS = 0.5;

// Whether the panel wants a key for itself, though the window may have a shortcut on it.
bool isOurs(const QKeyEvent& event) {
    return isJointKey(event) || (event.key() == Qt::Key_Space && isPlainKey(event));
}

// The gains of a joint, where the server's joints have some.
void showRow(GainRow& row, const JointView& view, JointId joint, bool isMovable) {
    const bool hasGains = joint.isValid() && joint.index() < view.gains.size() &&
                          view.usualGains.size() == view.gains.size();
    row.setVisible(hasGains);
    row.setEnabled(isMovable);
    if (hasGains) {
        row.setGains(view.gains[joint.index()], view.usualGains[joint.index()]);
    }
}

std::vector<JointGainWish> wishesFor(const robot::RobotModel& model, JointId joint,
                                     const std::optional<behavior::JointGains>& wish,
                                     bool isMirrored) {
    std::vector<JointGainWish> wishes = {{joint, wish}};
    if (isMirrored) {
        if (const auto other = mirrorJoint(model, joint)) {
            wishes.push_back({other->joint, wish});
        }
    }
    return wishes;
}

} // namespace

void JointPanel::rebuildRows() {
    closeEditor();
    m_rows.clear();
    m_chosen = -1;
    m_list = new QWidget;
    auto* column = new QVBoxLayout(m_list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    QString group;
    int nameWidthPx = 0;
    for (const JointName& name :
         m_view.model != nullptr ? jointNames(*m_view.model) : std::vector<JointName>{}) {
        if (name.group != group) {
            group = name.group;
            auto* heading = new QLabel(group);
            heading->setFont(bold(heading->font()));
            heading->setContentsMargins(4, m_rows.empty() ? 0 : 4, 0, 0);
            column->addWidget(heading);
        }
        auto* row = new JointSlider(name, m_view.model->joint(name.joint));
        row->setEnabled(!name.effector.isEmpty());
        nameWidthPx = std::max(nameWidthPx, row->wantedNameWidth());
        column->addWidget(row);
        const int number = static_cast<int>(m_rows.size());
        m_rows.push_back(row);
        connect(row, &JointSlider::clicked, this, [this, number] {
            setFocus();
            chooseRow(number);
        });
        connect(row, &JointSlider::targetMoved, this,
                [this, row](double angleRad) { moveJoint(row->name().joint, angleRad); });
        connect(row, &JointSlider::editRequested, this, &JointPanel::openEditor);
    }
    for (JointSlider* row : m_rows) {
        row->setNameWidth(nameWidthPx);
    }
    column->addStretch(1);
    m_editor = new AngleEditor(m_list);
    connect(m_editor, &QDoubleSpinBox::valueChanged, this, [this](double angleDeg) {
        if (m_chosen >= 0 && m_editor->isVisible()) {
            moveJoint(chosenJoint(), radFromDeg(angleDeg));
        }
    });
    connect(m_editor, &AngleEditor::nextRequested, this, &JointPanel::editNext);
    connect(m_editor, &AngleEditor::left, this, [this](bool takesIt) {
        if (takesIt) {
            m_editor->interpretText();
            closeEditor();
        } else {
            const QSignalBlocker blocker(m_editor); // what was written does not count
            closeEditor();
        }
    });
    if (!m_rows.empty()) {
        m_rows.back()->installEventFilter(this);
    }
    m_scroll->setWidget(m_list);
    m_targets.assign(m_view.model != nullptr ? m_view.model->joints().size() : 0, 0.0);
    if (!m_rows.empty()) {
        chooseRow(0);
    }
}

// --- values in

void JointPanel::setView(const JointView& view) {
    const bool isOther = view.model != m_view.model || view.robotName != m_view.robotName;
    const bool wasMovable = isMovable() && !isOther;
    const bool isNewModel = view.model != m_view.model;
    m_view = view;
    if (isNewModel) {
        rebuildRows();
    }
    if (isOther || !view.isLive) {
        m_isAsking = false;
    }
    if (!isMovable()) {
        closeEditor();
    } else if (!wasMovable) {
        if (!m_isAsking) { // somebody else gave control, or messages are back
            for (std::size_t i = 0; i < m_targets.size(); ++i) {
                m_targets[i] = m_view.joints[i].wantedRad;
            }
        }
        m_isAsking = false;
    }
    showRows();
    showState();
}

bool JointPanel::hasAngles() const {
    return m_view.model != nullptr && m_view.joints.size() == m_view.model->joints().size();
}

bool JointPanel::isMovable() const {
    return m_view.isLive && m_view.isControlled && hasAngles();
}

std::vector<double> JointPanel::measured() const {
    std::vector<double> anglesRad;
    for (std::size_t i = 0; i < m_view.joints.size(); ++i) {
        const world::JointBelief& joint = m_view.joints[i];
        const double angleRad =
            std::isfinite(joint.measuredRad) ? joint.measuredRad : joint.wantedRad;
        anglesRad.push_back(insideStops(m_view.model->joints()[i], angleRad));
    }
    return anglesRad;
}

void JointPanel::showRows() {
    const bool movable = isMovable();
    for (JointSlider* row : m_rows) {
        const std::size_t joint = row->name().joint.index();
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        const world::JointBelief angles =
            hasAngles() ? m_view.joints[joint] : world::JointBelief{kNone, kNone, kNone, 0.0};
        row->setMovable(movable);
        row->setAngles(angles.measuredRad, angles.expectedRad,
                       movable ? m_targets[joint] : angles.wantedRad);
    }
    showDetail();
}

void JointPanel::showDetail() {
    QString text;
    if (m_chosen >= 0) {
        const JointSlider& row = *m_rows[static_cast<std::size_t>(m_chosen)];
        const double apartRad = row.targetRad() - row.measuredRad();
        text = QStringLiteral("<b>%1</b> %2").arg(row.name().fullName, row.name().effector);
        if (std::isfinite(apartRad)) {
            text += QStringLiteral(": ") + degreesText(row.measuredRad());
            if (row.isApart()) {
                text += QStringLiteral(", <span style='color:%1'>%2</span>")
                            .arg(controlColor().name(), tr("error %1").arg(degreesText(apartRad)));
            }
        }
    }
    if (text != m_detail->text()) {
        m_detail->setText(text);
    }
}

void JointPanel::showState() {
    const bool movable = isMovable();
    const bool canMove = m_view.isLive && hasAngles();
    QString state;
    if (m_view.model == nullptr || m_view.robotName.isEmpty()) {
        state = tr("No robot");
    } else if (m_view.isObserved) {
        state = tr("%1 is a program: it moves its own joints").arg(m_view.robotName);
    } else if (!m_view.isLive) {
        state = tr("%1 is not live").arg(m_view.robotName);
    } else if (m_isAsking) {
        state = tr("%1: requesting control").arg(m_view.robotName);
    } else {
        state = m_view.isControlled ? tr("%1 is under your control").arg(m_view.robotName)
                                    : tr("%1 runs its own behavior").arg(m_view.robotName);
    }
    if (m_view.isLive && m_view.ageS > kStaleS) {
        state += QLatin1Char(' ') + ageText(m_view.ageS);
    }
    m_state->setText(state);
    m_state->setToolTip(state);
    const bool isControl = m_view.isControlled || m_isAsking;
    m_control->setEnabled(canMove);
    fillButton(m_watch, !isControl, palette().color(QPalette::Highlight));
    fillButton(m_control, isControl, controlColor());
    m_freeze->setEnabled(canMove);
    m_take->setEnabled(movable);
    m_zero->setEnabled(movable);
    m_shelf->setUses(movable, hasAngles());
    showGains();
    m_simulatorRow->setVisible(m_view.isInSimulator);
    m_holdTorso->setChecked(m_view.isTorsoHeld);
    m_gravity->setChecked(m_view.hasGravity);
}

// --- control

void JointPanel::requestControl(bool isOn) {
    if (isOn && (!m_view.isLive || !hasAngles() || isMovable())) {
        return;
    }
    m_isAsking = isOn;
    Q_EMIT controlRequested(isOn);
    if (isOn) {
        m_targets = measured();
        sendAll();
    } else {
        closeEditor();
    }
    showState();
}

void JointPanel::freeze() {
    if (!m_view.isLive || !hasAngles()) {
        return;
    }
    if (!isMovable()) {
        m_isAsking = true;
        Q_EMIT controlRequested(true);
    }
    m_targets = measured();
    Q_EMIT freezeRequested();
    showRows();
    showState();
}

void JointPanel::moveAll(const std::vector<double>& anglesRad) {
    if (!isMovable() || anglesRad.size() != m_targets.size()) {
        return;
    }
    closeEditor();
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        m_targets[i] = insideStops(m_view.model->joints()[i], anglesRad[i]);
    }
    sendAll();
    showRows();
}

void JointPanel::sendAll() {
    std::vector<JointTarget> targets;
    for (std::size_t i = 0; i < m_targets.size(); ++i) {
        targets.push_back({JointId(i), m_targets[i]});
    }
    Q_EMIT targetsChanged(targets, speedLimitRadPerS());
}

void JointPanel::moveJoint(JointId joint, double angleRad) {
    if (!isMovable()) {
        return;
    }
    std::vector<JointTarget> targets;
    targets.push_back({joint, insideStops(m_view.model->joint(joint), angleRad)});
    if (m_mirrored->isChecked()) {
        if (const auto other = mirrorJoint(*m_view.model, joint)) {
            targets.push_back({other->joint, insideStops(m_view.model->joint(other->joint),
                                                         other->sign * targets.front().angleRad)});
        }
    }
    for (const JointTarget& target : targets) {
        m_targets[target.joint.index()] = target.angleRad;
    }
    Q_EMIT targetsChanged(targets, speedLimitRadPerS());
    showRows();
}

void JointPanel::showGains() {
    showRow(*m_gains, m_view, chosenJoint(), isMovable());
}

void JointPanel::wishGains(const behavior::JointGains& gains, bool isUsual) {
    if (isMovable() && m_chosen >= 0) {
        const auto wish = isUsual ? std::nullopt : std::optional(gains);
        Q_EMIT gainsWanted(wishesFor(*m_view.model, chosenJoint(), wish, m_mirrored->isChecked()));
    }
}

double JointPanel::speedLimitRadPerS() const {
    return m_speed->currentData().toDouble();
}

// --- joints and keys

JointId JointPanel::chosenJoint() const {
    return m_chosen >= 0 ? m_rows[static_cast<std::size_t>(m_chosen)]->name().joint : JointId();
}

void JointPanel::chooseJoint(JointId joint) {
    const auto found =
        std::ranges::find_if(m_rows, [&](JointSlider* row) { return row->name().joint == joint; });
    if (found != m_rows.end()) {
        chooseRow(static_cast<int>(found - m_rows.begin()));
    }
}

void JointPanel::chooseRow(int row) {
    if (m_rows.empty()) {
        return;
    }
    row = std::clamp(row, 0, static_cast<int>(m_rows.size()) - 1);
    if (row != m_chosen) {
        closeEditor();
        m_chosen = row;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            m_rows[i]->setChosen(static_cast<int>(i) == row);
        }
        Q_EMIT jointChosen(chosenJoint());
    }
    m_scroll->ensureWidgetVisible(m_rows[static_cast<std::size_t>(row)], 0, 20);
    showDetail();
    showGains();
}

void JointPanel::stepChosen(double stepRad) {
    if (m_chosen >= 0) {
        moveJoint(chosenJoint(), m_targets[chosenJoint().index()] + stepRad);
    }
}

void JointPanel::searchFor(const QString& typed) {
    std::vector<const JointName*> names;
    for (const JointSlider* row : m_rows) {
        names.push_back(&row->name());
    }
    if (const auto row = m_search.find(typed, names)) {
        chooseRow(static_cast<int>(*row));
    }
}

bool JointPanel::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && hasFocus() &&
        isOurs(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void JointPanel::keyPressEvent(QKeyEvent* event) {
    if (!hasFocus() || !isOurs(*event)) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (const auto step = jointStepRad(*event)) {
        stepChosen(*step);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        chooseRow(m_chosen - 1);
        break;
    case Qt::Key_Down:
        chooseRow(m_chosen + 1);
        break;
    case Qt::Key_Home:
    case Qt::Key_0:
        if (m_chosen >= 0) {
            moveJoint(chosenJoint(), 0.0);
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        openEditor();
        break;
    case Qt::Key_Space:
        freeze();
        break;
    default:
        searchFor(event->text());
    }
}

void JointPanel::openEditor() {
    if (!isMovable() || m_chosen < 0) {
        return;
    }
    m_editor->openAt(editorBox(), m_view.model->joint(chosenJoint()),
                     m_targets[chosenJoint().index()]);
}

// Writes the angle of the row after or before; the last one hands on to what is beyond the panel.
void JointPanel::editNext(int step) {
    m_editor->interpretText();
    closeEditor();
    const int next = m_chosen + step;
    if (next >= 0 && next < static_cast<int>(m_rows.size())) {
        chooseRow(next);
        openEditor();
    } else {
        focusNextPrevChild(step > 0);
    }
}

QRect JointPanel::editorBox() const {
    const JointSlider* row = m_rows[static_cast<std::size_t>(m_chosen)];
    return row->targetBox().translated(row->pos());
}

void JointPanel::closeEditor() {
    if (m_editor != nullptr && m_editor->isVisible()) {
        const bool hadFocus = m_editor->hasFocus();
        m_editor->hide();
        if (hadFocus) {
            setFocus();
        }
    }
}

bool JointPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_editor->isVisible()) {
        m_editor->setGeometry(editorBox()); // the rows have their new places by now
    }
    return QWidget::eventFilter(watched, event);
}

// --- stored poses

void JointPanel::applyPose(const StoredPose& pose) {
    std::vector<double> wanted = m_targets; // joints that the pose does not name stay
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto angle = pose.angleRad.find(jointKey(m_view.model->joints()[i]));
        if (angle != pose.angleRad.end()) {
            wanted[i] = angle->second;
        }
    }
    moveAll(wanted);
}

} // namespace sideline::widgets
