#include "widgets/motion/pose_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QKeyEvent>

#include "agentcore/math/angles.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using math::degFromRad;
using math::radFromDeg;
using robot::JointId;

constexpr double kSameAngleRad = radFromDeg(0.005);

const std::string& keyOf(const robot::RobotModel& model, JointId joint) {
    return model.jointName(joint);
}

QString detailText(const PoseSlider& row) {
    const auto marked = [&](const QString& words) {
        return QStringLiteral("<span style='color:%1'>%2</span>").arg(badColor().name(), words);
    };
    QString text = QStringLiteral("<b>%1</b> %2: %3")
                       .arg(row.name().fullName, row.name().key, degreesText(row.targetRad()));
    if (row.isBeyondLimits()) {
        text += QStringLiteral(", ") + marked(PosePanel::tr("beyond its limit"));
    }
    if (std::isfinite(row.speedRadPerS())) {
        const QString speed =
            PosePanel::tr("%1\u00b0/s").arg(degFromRad(std::abs(row.speedRadPerS())), 0, 'f', 0);
        text += QStringLiteral(", ") +
                (row.isTooFast() ? marked(PosePanel::tr("%1 is too fast").arg(speed)) : speed);
    }
    return text;
}

// Time and keyframe at the cursor, and the number of joints of the pose that are not stored.
QString stateText(const keyframe::Motion* motion, double timeS, bool isOnKeyframe,
                  std::ptrdiff_t changed) {
    if (motion == nullptr) {
        return PosePanel::tr("No motion is open");
    }
    const auto at = motion->keyframeAt(timeS);
    const QString time = numberText(timeS, 3, QStringLiteral("s"));
    QString state = PosePanel::tr("%1, no keyframe").arg(time);
    if (at && isOnKeyframe) {
        const QString name = toQt(motion->keyframes[*at]->name);
        state = PosePanel::tr("%1, keyframe %2").arg(time).arg(*at + 1);
        if (!name.isEmpty()) {
            state += QStringLiteral(" \u201c%1\u201d").arg(name);
        }
    }
    if (changed > 0) {
        state += QStringLiteral(", <span style='color:%1'>%2</span>")
                     .arg(controlColor().name(), PosePanel::tr("%1 not stored").arg(changed));
    }
    return state;
}

// Names of the joints with keys.
std::set<keyframe::JointName> animatedJoints(const keyframe::Motion& motion) {
    std::set<keyframe::JointName> animated;
    for (const auto& keyframe : motion.keyframes) {
        for (const auto& [joint, key] : keyframe->joints) {
            animated.insert(joint);
        }
    }
    return animated;
}

} // namespace

// --- values in

void PosePanel::setView(const MotionView& view) {
    const bool isNewModel = view.model != m_view.model;
    const bool isNewMotion = view.motion != m_view.motion;
    if (isNewModel) {
        shutEditor(false); // the editor's joint no longer exists
    }
    m_view = view;
    if (isNewModel) {
        m_anglesRad.assign(view.model != nullptr ? view.model->joints().size() : 0, 0.0);
        rebuildRows();
    }
    if (isNewMotion) {
        m_animated =
            view.motion != nullptr ? animatedJoints(*view.motion) : std::set<keyframe::JointName>();
    }
    if (!isMovable()) {
        closeEditor();
    }
    showRows();
    showState();
}

void PosePanel::setPose(std::span<const double> anglesRad, std::span<const double> speedRadPerS,
                        double timeS, bool isOnKeyframe) {
    m_timeS = timeS;
    m_isOnKeyframe = isOnKeyframe;
    if (m_view.model != nullptr && anglesRad.size() == m_anglesRad.size()) {
        m_anglesRad.assign(anglesRad.begin(), anglesRad.end());
    }
    for (PoseSlider* row : rows()) {
        const std::size_t joint = row->name().joint.index();
        row->setSpeed(joint < speedRadPerS.size() ? speedRadPerS[joint]
                                                  : std::numeric_limits<double>::quiet_NaN());
    }
    showRows();
    showState();
}

void PosePanel::setCanPaste(bool canPaste) {
    m_canPaste = canPaste;
    showState();
}

bool PosePanel::isMovable() const {
    return m_view.model != nullptr && m_view.motion != nullptr;
}

bool PosePanel::isLocked(JointId joint) const {
    return isMovable() && m_view.motion->locked.contains(keyOf(*m_view.model, joint));
}

// The motion's own angle of a joint at the cursor; nullopt if the motion does not move it there.
std::optional<double> PosePanel::storedRad(JointId joint) const {
    if (m_view.trajectory == nullptr || joint.index() >= m_view.trajectory->jointCount()) {
        return std::nullopt;
    }
    const auto keys = m_view.trajectory->keys(joint);
    if (keys.empty() || keys.front().timeS > m_timeS + keyframe::kSameTimeS) {
        return std::nullopt; // between the pose before the motion and the first key
    }
    return m_view.trajectory->angleRad(joint, m_timeS, 0.0);
}

void PosePanel::showRows() {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (PoseSlider* row : rows()) {
        row->setMovable(isMovable() && !isLocked(row->name().joint));
        row->setAngles(kNone, kNone, m_anglesRad[row->name().joint.index()]);
    }
    showKeys();
    showDetail();
}

void PosePanel::showKeys() {
    const keyframe::Keyframe* here = nullptr;
    if (m_view.motion != nullptr) {
        if (const auto at = m_view.motion->keyframeAt(m_timeS)) {
            here = &*m_view.motion->keyframes[*at];
        }
    }
    using KeyState = PoseSlider::KeyState;
    for (PoseSlider* row : rows()) {
        const JointId joint = row->name().joint;
        const std::string key = keyOf(*m_view.model, joint);
        const bool hasKey = here != nullptr && here->joints.contains(key);
        const auto stored = storedRad(joint);
        row->setKeyState(hasKey                     ? KeyState::Key
                         : m_animated.contains(key) ? KeyState::Animated
                                                    : KeyState::Free,
                         stored && std::abs(*stored - m_anglesRad[joint.index()]) > kSameAngleRad);
    }
}

void PosePanel::showDetail() {
    const auto chosen = static_cast<std::size_t>(chosenIndex());
    showText(m_detail, chosenIndex() >= 0 ? detailText(*rows()[chosen]) : QString());
}

void PosePanel::showState() {
    const bool movable = isMovable();
    const auto changed = std::ranges::count_if(rows(), &PoseSlider::isChanged);
    const QString state = stateText(m_view.motion.get(), m_timeS, m_isOnKeyframe, changed);
    showText(m_state, state);
    m_state->setToolTip(state);
    m_store->setEnabled(movable);
    m_remove->setEnabled(movable && m_isOnKeyframe);
    m_paste->setEnabled(movable && m_canPaste);
    m_pasteFlipped->setEnabled(movable && m_canPaste);
    for (QToolButton* button : m_tools) {
        button->setEnabled(movable);
    }
    m_shelf->setUses(movable, movable);
}

// --- posing

void PosePanel::moveJoint(JointId joint, double angleRad, int gesture) {
    if (!isMovable()) {
        return;
    }
    keyframe::PoseDeg pose;
    const auto put = [&](JointId id, double targetRad) {
        if (isLocked(id)) {
            return;
        }
        const double insideRad = insideStops(m_view.model->joint(id), targetRad);
        m_anglesRad[id.index()] = insideRad;
        pose[keyOf(*m_view.model, id)] = degFromRad(insideRad);
    };
    put(joint, angleRad);
    if (options().mirrors) {
        if (const auto other = mirrorJoint(*m_view.model, joint)) {
            put(other->joint, other->sign * m_anglesRad[joint.index()]);
        }
    }
    showRows();
    showState();
    if (!pose.empty()) {
        Q_EMIT posed(pose, gesture);
    }
}

// --- keys

void PosePanel::moveChosen(std::optional<double> stepRad) {
    if (stepRad) {
        const double nowRad = m_anglesRad[chosenJoint().index()];
        moveJoint(chosenJoint(), nowRad + *stepRad, m_steps.of(this));
    } else {
        moveJoint(chosenJoint(), 0.0, newGesture());
    }
}

// K stores a keyframe, unless it continues typing the name of a joint.
bool PosePanel::takeKey(const QKeyEvent& event) {
    if (event.key() != Qt::Key_K || !isPlainKey(event) || isInWord()) {
        return false;
    }
    if (isMovable()) {
        Q_EMIT storeRequested();
    }
    return true;
}

void PosePanel::openEditor() {
    if (!isMovable() || chosenIndex() < 0 || isLocked(chosenJoint())) {
        return;
    }
    m_isEditing = true;
    const JointSlider* row = chosenRow();
    m_editor->openAt(row->targetBox().translated(row->pos()), m_view.model->joint(chosenJoint()),
                     m_anglesRad[chosenJoint().index()]);
    m_editedFromDeg = m_editor->value();
}

// Closes the editor if it is open. @param isAccepted whether the joint moves to the typed angle
void PosePanel::shutEditor(bool isAccepted) {
    if (!m_isEditing) {
        return;
    }
    m_isEditing = false; // hiding the editor moves the focus, which would call this function again
    const bool hadFocus = m_editor->hasFocus();
    m_editor->interpretText();
    const double editedDeg = m_editor->value();
    m_editor->hide();
    if (hadFocus) {
        setFocus();
    }
    if (isAccepted && editedDeg != m_editedFromDeg && chosenIndex() >= 0) {
        moveJoint(chosenJoint(), radFromDeg(editedDeg), newGesture());
    }
}

bool PosePanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        closeEditor();
        m_list->fitTo(scrollArea()->viewport()->width());
    }
    return QWidget::eventFilter(watched, event);
}

// --- stored poses

void PosePanel::applyPose(const StoredPose& stored) {
    keyframe::PoseDeg pose; // joints that are not in the stored pose keep their angles
    for (const PoseSlider* row : rows()) {
        const robot::Joint& joint = m_view.model->joint(row->name().joint);
        const auto angle = stored.angleRad.find(row->name().key);
        if (angle != stored.angleRad.end() && !isLocked(row->name().joint)) {
            const double insideRad = insideStops(joint, angle->second);
            m_anglesRad[row->name().joint.index()] = insideRad;
            pose[angle->first.toStdString()] = degFromRad(insideRad);
        }
    }
    showRows();
    showState();
    if (!pose.empty()) {
        Q_EMIT posed(pose, newGesture());
    }
}

} // namespace sideline::widgets
