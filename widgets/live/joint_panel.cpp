#include "widgets/live/joint_panel.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "agentcore/math/angles.h"
#include "agentcore/motion/joint_controller.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using math::radFromDeg;
using robot::JointId;

constexpr double kStaleS = 0.5;

bool isFreezeKey(const QKeyEvent& event) {
    return event.key() == Qt::Key_Space && isPlainKey(event);
}

QString stateText(const JointView& view, bool isAsking) {
    QString state;
    if (view.model == nullptr || view.robotName.isEmpty()) {
        state = JointPanel::tr("No robot");
    } else if (view.isObserved) {
        state = JointPanel::tr("%1 is an external program and moves its own joints")
                    .arg(view.robotName);
    } else if (!view.isLive) {
        state = JointPanel::tr("%1 is not live").arg(view.robotName);
    } else if (isAsking) {
        state = JointPanel::tr("%1: requesting control").arg(view.robotName);
    } else {
        state = (view.isControlled ? JointPanel::tr("%1 is under your control")
                                   : JointPanel::tr("%1 runs its own behavior"))
                    .arg(view.robotName);
    }
    if (view.isLive && view.ageS > kStaleS) {
        state += QLatin1Char(' ') + ageText(view.ageS);
    }
    return state;
}

QString detailText(const JointSlider& row) {
    QString text = QStringLiteral("<b>%1</b> %2").arg(row.name().fullName, row.name().key);
    const double apartRad = row.targetRad() - row.measuredRad();
    if (!std::isfinite(apartRad)) {
        return text;
    }
    text += QStringLiteral(": ") + degreesText(row.measuredRad());
    if (row.isApart()) {
        text +=
            QStringLiteral(", <span style='color:%1'>%2</span>")
                .arg(controlColor().name(), JointPanel::tr("error %1").arg(degreesText(apartRad)));
    }
    return text;
}

// Shows the gains of a joint if the joints of this server have gains.
void showRow(GainRow& row, const JointView& view, JointId joint, bool isMovable) {
    const bool hasGains = joint.isValid() && joint.index() < view.gains.size() &&
                          view.defaultGains.size() == view.gains.size();
    row.setVisible(hasGains);
    row.setEnabled(isMovable);
    if (hasGains) {
        row.setGains(view.gains[joint.index()], view.defaultGains[joint.index()]);
    }
}

std::vector<JointGainRequest> requestsFor(const robot::RobotModel& model, JointId joint,
                                          const std::optional<behavior::JointGains>& request,
                                          bool isMirrored) {
    std::vector<JointGainRequest> requests = {{joint, request}};
    if (isMirrored) {
        if (const auto other = mirrorJoint(model, joint)) {
            requests.push_back({other->joint, request});
        }
    }
    return requests;
}

// Joints that are not in the pose keep their angles.
std::vector<double> withPose(std::vector<double> anglesRad, const StoredPose& pose,
                             const robot::RobotModel& model) {
    for (std::size_t i = 0; i < anglesRad.size(); ++i) {
        const auto angle = pose.angleRad.find(jointKey(model, JointId(i)));
        if (angle != pose.angleRad.end()) {
            anglesRad[i] = angle->second;
        }
    }
    return anglesRad;
}

} // namespace

std::vector<double> heldRad(const JointView& view) {
    std::vector<double> anglesRad;
    for (std::size_t i = 0; i < view.joints.size(); ++i) {
        anglesRad.push_back(
            insideStops(view.model->joints()[i], motion::heldRad(*view.model, view.joints[i])));
    }
    return anglesRad;
}

void JointPanel::rebuildRows() {
    closeEditor();
    m_rows.clear();
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
        nameWidthPx = std::max(nameWidthPx, row->nameWidthHint());
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
        if (chosenRow() != nullptr && m_editor->isVisible()) {
            moveJoint(chosenJoint(), radFromDeg(angleDeg));
        }
    });
    connect(m_editor, &AngleEditor::nextRequested, this, [this](int step) {
        m_editor->interpretText();
        editNext(step);
    });
    connect(m_editor, &AngleEditor::left, this, [this](bool takesIt) {
        if (takesIt) {
            m_editor->interpretText();
            closeEditor();
        } else {
            const QSignalBlocker blocker(m_editor); // discards the typed text
            closeEditor();
        }
    });
    if (!m_rows.empty()) {
        m_rows.back()->installEventFilter(this);
    }
    setRows(m_rows);
    scrollArea()->setWidget(m_list);
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
        if (!m_isAsking) { // control was released elsewhere, or messages have resumed
            for (std::size_t i = 0; i < m_targets.size(); ++i) {
                m_targets[i] = m_view.joints[i].targetRad;
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

void JointPanel::showRows() {
    const bool movable = isMovable();
    for (JointSlider* row : m_rows) {
        const std::size_t joint = row->name().joint.index();
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        const world::JointBelief angles =
            hasAngles() ? m_view.joints[joint] : world::JointBelief{kNone, kNone, kNone, 0.0};
        row->setMovable(movable);
        row->setAngles(angles.measuredRad, angles.expectedRad,
                       movable ? m_targets[joint] : angles.targetRad);
    }
    showDetail();
}

void JointPanel::showDetail() {
    showText(m_detail, chosenRow() != nullptr ? detailText(*chosenRow()) : QString());
    showGains();
}

void JointPanel::showState() {
    const bool movable = isMovable();
    const bool canMove = m_view.isLive && hasAngles();
    const QString state = stateText(m_view, m_isAsking);
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
    m_simulator->setVisible(m_view.isInSimulator);
    m_simulator->setState(m_view.isTorsoHeld, m_view.hasGravity);
}

// --- control

void JointPanel::requestControl(bool isOn) {
    if (isOn && (!m_view.isLive || !hasAngles() || isMovable())) {
        return;
    }
    m_isAsking = isOn;
    Q_EMIT controlRequested(isOn);
    if (isOn) {
        m_targets = heldRad(m_view);
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
    m_targets = heldRad(m_view);
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

void JointPanel::requestGains(const behavior::JointGains& gains, bool isDefault) {
    if (isMovable() && chosenRow() != nullptr) {
        const auto request = isDefault ? std::nullopt : std::optional(gains);
        Q_EMIT gainsRequested(
            requestsFor(*m_view.model, chosenJoint(), request, m_mirrored->isChecked()));
    }
}

double JointPanel::speedLimitRadPerS() const {
    return m_speed->currentData().toDouble();
}

// --- keys

void JointPanel::moveChosen(std::optional<double> stepRad) {
    const double nowRad = m_targets[chosenJoint().index()];
    moveJoint(chosenJoint(), stepRad ? nowRad + *stepRad : 0.0);
}

bool JointPanel::isOwnKey(const QKeyEvent& event) const {
    return (isMovable() && isFreezeKey(event)) || JointRowsPanel::isOwnKey(event);
}

bool JointPanel::takeKey(const QKeyEvent& event) {
    if (isFreezeKey(event)) {
        freeze();
        return true;
    }
    return false;
}

void JointPanel::openEditor() {
    if (!isMovable() || chosenRow() == nullptr) {
        return;
    }
    m_editor->openAt(editorBox(), m_view.model->joint(chosenJoint()),
                     m_targets[chosenJoint().index()]);
}

QRect JointPanel::editorBox() const {
    const JointSlider* row = chosenRow();
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
        m_editor->setGeometry(editorBox()); // the rows have been laid out by now
    }
    return QWidget::eventFilter(watched, event);
}

// --- stored poses

void JointPanel::applyPose(const StoredPose& pose) {
    moveAll(withPose(m_targets, pose, *m_view.model));
}

} // namespace sideline::widgets
