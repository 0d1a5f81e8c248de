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
constexpr int kLeastWideGroovePx = 12; // more than the least, before sides stand side by side

std::string keyOf(const robot::RobotModel& model, JointId joint) {
    return jointKey(model.joint(joint)).toStdString();
}

} // namespace

// --- values in

void PosePanel::setView(const MotionView& view) {
    const bool isNewModel = view.model != m_view.model;
    const bool isNewMotion = view.motion != m_view.motion;
    if (isNewModel) {
        closeEditor(false); // its joint is no more
    }
    m_view = view;
    if (isNewModel) {
        m_anglesRad.assign(view.model != nullptr ? view.model->joints().size() : 0, 0.0);
        rebuildRows();
    }
    if (isNewMotion) {
        m_animated.clear();
        if (m_view.motion != nullptr) {
            for (const auto& keyframe : m_view.motion->keyframes) {
                for (const auto& [joint, key] : keyframe->joints) {
                    m_animated.insert(joint);
                }
            }
        }
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
    for (PoseSlider* row : m_rows) {
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

// Angle that the motion has for a joint at the cursor, where it is the motion's own.
std::optional<double> PosePanel::storedRad(JointId joint) const {
    if (m_view.trajectory == nullptr || joint.index() >= m_view.trajectory->jointCount()) {
        return std::nullopt;
    }
    const auto keys = m_view.trajectory->keys(joint);
    if (keys.empty() || keys.front().timeS > m_timeS + keyframe::kSameTimeS) {
        return std::nullopt; // on the way from the pose before the motion
    }
    return m_view.trajectory->angleRad(joint, m_timeS, 0.0);
}

void PosePanel::showRows() {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (PoseSlider* row : m_rows) {
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
    for (PoseSlider* row : m_rows) {
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
    QString text;
    if (m_chosen >= 0) {
        const PoseSlider& row = *m_rows[static_cast<std::size_t>(m_chosen)];
        text = QStringLiteral("<b>%1</b> %2: %3")
                   .arg(row.name().fullName, row.name().effector, degreesText(row.targetRad()));
        const auto marked = [&](const QString& words) {
            return QStringLiteral("<span style='color:%1'>%2</span>").arg(badColor().name(), words);
        };
        if (row.isBeyondLimits()) {
            text += QStringLiteral(", ") + marked(tr("beyond its limit"));
        }
        if (std::isfinite(row.speedRadPerS())) {
            const QString speed =
                tr("%1\u00b0/s").arg(degFromRad(std::abs(row.speedRadPerS())), 0, 'f', 0);
            text += QStringLiteral(", ") +
                    (row.isTooFast() ? marked(tr("%1 is too fast").arg(speed)) : speed);
        }
    }
    showText(m_detail, text);
}

void PosePanel::showState() {
    const bool movable = isMovable();
    QString state;
    if (m_view.motion == nullptr) {
        state = tr("No motion is open");
    } else {
        const auto at = m_view.motion->keyframeAt(m_timeS);
        const QString time = numberText(m_timeS, 3, QStringLiteral("s"));
        if (at && m_isOnKeyframe) {
            const QString name = toQt(m_view.motion->keyframes[*at]->name);
            state = tr("%1, keyframe %2").arg(time).arg(*at + 1);
            if (!name.isEmpty()) {
                state += QStringLiteral(" \u201c%1\u201d").arg(name);
            }
        } else {
            state = tr("%1, no keyframe").arg(time);
        }
        const auto changed = std::ranges::count_if(m_rows, &PoseSlider::isChanged);
        if (changed > 0) {
            state += QStringLiteral(", <span style='color:%1'>%2</span>")
                         .arg(controlColor().name(), tr("%1 not stored").arg(changed));
        }
    }
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
    const auto put = [&](JointId id, double wantedRad) {
        if (isLocked(id)) {
            return;
        }
        const double insideRad = insideStops(m_view.model->joint(id), wantedRad);
        m_anglesRad[id.index()] = insideRad;
        pose[keyOf(*m_view.model, id)] = degFromRad(insideRad);
    };
    put(joint, angleRad);
    if (m_options.mirrors) {
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

void PosePanel::stepChosen(double stepRad) {
    if (m_chosen >= 0) {
        moveJoint(chosenJoint(), m_anglesRad[chosenJoint().index()] + stepRad, m_steps.of(this));
    }
}

// --- joints and keys

JointId PosePanel::chosenJoint() const {
    return m_chosen >= 0 ? m_rows[static_cast<std::size_t>(m_chosen)]->name().joint : JointId();
}

void PosePanel::chooseJoint(JointId joint) {
    const auto found = std::ranges::find_if(
        m_rows, [&](const PoseSlider* row) { return row->name().joint == joint; });
    if (found != m_rows.end()) {
        chooseRow(static_cast<int>(found - m_rows.begin()));
    }
}

void PosePanel::chooseRow(int row) {
    if (m_rows.empty()) {
        return;
    }
    row = std::clamp(row, 0, static_cast<int>(m_rows.size()) - 1);
    if (row != m_chosen) {
        closeEditor();
        m_chosen = row;
        m_steps.end();
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            m_rows[i]->setChosen(static_cast<int>(i) == row);
        }
        Q_EMIT jointChosen(chosenJoint());
    }
    m_scroll->ensureWidgetVisible(m_rows[static_cast<std::size_t>(row)], 0, 20);
    showDetail();
}

void PosePanel::searchFor(const QString& typed) {
    std::vector<const JointName*> names;
    for (const PoseSlider* row : m_rows) {
        names.push_back(&row->name());
    }
    if (const auto row = m_search.find(typed, names)) {
        chooseRow(static_cast<int>(*row));
    }
}

// Whether the panel wants a key for itself, though the window may have a shortcut on it.
bool PosePanel::isOurs(const QKeyEvent& event) const {
    // A keyframe is stored by K everywhere, unless it continues with a name.
    return isJointKey(event) && (event.key() != Qt::Key_K || m_search.isInWord());
}

bool PosePanel::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && hasFocus() &&
        isOurs(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void PosePanel::keyPressEvent(QKeyEvent* event) {
    if (hasFocus() && event->key() == Qt::Key_K && isPlainKey(*event) && !m_search.isInWord()) {
        if (isMovable()) {
            Q_EMIT storeRequested();
        }
        return;
    }
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
            moveJoint(chosenJoint(), 0.0, newGesture());
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        openEditor();
        break;
    default:
        searchFor(event->text());
    }
}

void PosePanel::openEditor() {
    if (!isMovable() || m_chosen < 0 || isLocked(chosenJoint())) {
        return;
    }
    m_isEditing = true;
    const PoseSlider* row = m_rows[static_cast<std::size_t>(m_chosen)];
    m_editor->openAt(row->targetBox().translated(row->pos()), m_view.model->joint(chosenJoint()),
                     m_anglesRad[chosenJoint().index()]);
    m_editedFromDeg = m_editor->value();
}

// Writes the angle of the row after or before; the last one hands on to what is beyond the panel.
void PosePanel::editNext(int step) {
    closeEditor();
    const int next = m_chosen + step;
    if (next >= 0 && next < static_cast<int>(m_rows.size())) {
        chooseRow(next);
        openEditor();
    } else {
        focusNextPrevChild(step > 0);
    }
}

// Shuts the editor if it is open.
// @param takesIt whether what was written counts
void PosePanel::closeEditor(bool takesIt) {
    if (!m_isEditing) {
        return;
    }
    m_isEditing = false; // hiding it takes its focus, which would come back to here
    const bool hadFocus = m_editor->hasFocus();
    m_editor->interpretText();
    const double wantedDeg = m_editor->value();
    m_editor->hide();
    if (hadFocus) {
        setFocus();
    }
    if (takesIt && wantedDeg != m_editedFromDeg && m_chosen >= 0) {
        moveJoint(chosenJoint(), radFromDeg(wantedDeg), newGesture());
    }
}

bool PosePanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && !m_rows.empty()) {
        closeEditor();
        const int sidePx = m_rows.front()->leastSideWidth() + kLeastWideGroovePx;
        const bool isWide = m_scroll->viewport()->width() >= 2 * sidePx + m_nameWidthPx;
        if (isWide != m_isWide) {
            m_isWide = isWide;
            arrangeRows();
        }
    }
    return QWidget::eventFilter(watched, event);
}

// --- stored poses

void PosePanel::applyPose(const StoredPose& stored) {
    keyframe::PoseDeg pose; // joints that the stored pose does not name stay
    for (const PoseSlider* row : m_rows) {
        const robot::Joint& joint = m_view.model->joint(row->name().joint);
        const auto angle = stored.angleRad.find(jointKey(joint));
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
