#include "widgets/motion/timeline_edits.h"

#include <algorithm>
#include <cmath>

#include "agentcore/robot/built_in_robots.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

namespace {

using keyframe::Edited;
using keyframe::KeySelection;

constexpr double kDuplicateGapS = 0.1;

const robot::RobotModel& robotOf(const MotionView& view) {
    return view.model != nullptr ? *view.model : robot::defaultRobot();
}

} // namespace

void TimelineEdits::deleteSelection() {
    if (!m_state.selection().empty()) {
        m_state.apply(keyframe::removeKeys(m_state.motion(), m_state.selection()),
                      tr("Delete %1").arg(keysText(m_state.selection().size())));
    }
}

// The copies start at the playhead if they do not overlap the originals there, otherwise right
// after them.
void TimelineEdits::duplicateSelection() {
    const auto range = m_state.selectedRange();
    if (!range) {
        return;
    }
    const double byS = m_state.cursorS() > range->second + keyframe::kSameTimeS
                           ? m_state.cursorS() - range->first
                           : range->second - range->first + kDuplicateGapS;
    m_state.apply(keyframe::duplicateKeys(m_state.motion(), m_state.selection(), byS),
                  tr("Duplicate %1").arg(keysText(m_state.selection().size())));
}

void TimelineEdits::copySelection() {
    if (!m_state.selection().empty()) {
        m_clip = keyframe::copyKeys(m_state.motion(), m_state.selection());
    }
}

void TimelineEdits::cutSelection() {
    if (!m_state.selection().empty()) {
        copySelection();
        m_state.apply(keyframe::removeKeys(m_state.motion(), m_state.selection()),
                      tr("Cut %1").arg(keysText(m_state.selection().size())));
    }
}

QString TimelineEdits::nameOf(const keyframe::JointName& joint) const {
    const auto& model = m_state.view().model;
    return model ? jointText(*model, joint) : toQt(joint);
}

void TimelineEdits::setMuted(const keyframe::JointName& joint, bool isMuted) {
    keyframe::Edited edited{m_state.motion(), m_state.selection()};
    if (isMuted) {
        edited.motion.muted.insert(joint);
    } else {
        edited.motion.muted.erase(joint);
    }
    m_state.apply(std::move(edited),
                  (isMuted ? tr("Mute %1") : tr("Unmute %1")).arg(nameOf(joint)));
}

void TimelineEdits::setLocked(const keyframe::JointName& joint, bool isLocked) {
    keyframe::Edited edited{m_state.motion(), m_state.selection()};
    if (isLocked) {
        edited.motion.locked.insert(joint);
        std::erase_if(edited.selection,
                      [&](const keyframe::KeyRef& key) { return key.joint == joint; });
    } else {
        edited.motion.locked.erase(joint);
    }
    m_state.apply(std::move(edited),
                  (isLocked ? tr("Lock %1") : tr("Unlock %1")).arg(nameOf(joint)));
}

void TimelineEdits::paste(double atS, bool isFlipped) {
    if (canPaste()) {
        keyframe::KeyClip free =
            isFlipped ? keyframe::flippedKeys(m_clip, robotOf(m_state.view())) : m_clip;
        for (keyframe::Keyframe& keyframe : free.keyframes) {
            std::erase_if(keyframe.joints, [&](const auto& each) {
                return m_state.motion().locked.contains(each.first);
            });
        }
        m_state.apply(keyframe::pasteKeys(m_state.motion(), free, atS),
                      isFlipped ? tr("Paste keys mirrored") : tr("Paste keys"));
    }
}

void TimelineEdits::flipSelection() {
    if (!m_state.selection().empty()) {
        m_state.apply(
            keyframe::flipKeys(m_state.motion(), m_state.selection(), robotOf(m_state.view())),
            tr("Mirror %1").arg(keysText(m_state.selection().size())));
    }
}

void TimelineEdits::reverseSelection() {
    if (!m_state.selection().empty()) {
        m_state.apply(keyframe::reverseKeys(m_state.motion(), m_state.selection()),
                      tr("Reverse %1").arg(keysText(m_state.selection().size())));
    }
}

void TimelineEdits::reverseSelectionAtCursor() {
    if (!m_state.selection().empty()) {
        m_state.apply(
            keyframe::reverseKeys(m_state.motion(), m_state.selection(), m_state.cursorS()),
            tr("Reverse %1 about %2")
                .arg(keysText(m_state.selection().size()), secondsText(m_state.cursorS())));
    }
}

void TimelineEdits::setSelectionCurve(keyframe::Curve curve) {
    if (!m_state.selection().empty()) {
        m_state.apply(
            keyframe::setCurve(m_state.motion(), m_state.selection(), curve),
            tr("Set curve of %1 to %2")
                .arg(keysText(m_state.selection().size()), toQt(keyframe::curveName(curve))));
    }
}

void TimelineEdits::setSelectionSpeedScale(double scale) {
    if (!m_state.selection().empty()) {
        m_state.apply(
            keyframe::setSpeedScale(m_state.motion(), m_state.selection(), scale),
            tr("Set gain of %1 to %2").arg(keysText(m_state.selection().size())).arg(scale));
    }
}

void TimelineEdits::insertTime(double atS, double byS) {
    if (byS != 0.0) {
        m_state.apply(keyframe::insertTime(m_state.motion(), atS, byS),
                      byS > 0.0 ? tr("Insert %1").arg(secondsText(byS))
                                : tr("Delete %1").arg(secondsText(-byS)));
    }
}

void TimelineEdits::stretchRange(double factor) {
    if (m_state.range() && factor > 0.0) {
        const auto [beginS, endS] = *m_state.range();
        m_state.apply(keyframe::stretchRange(m_state.motion(), beginS, endS, factor),
                      tr("Stretch %1 to %2")
                          .arg(secondsText(endS - beginS), secondsText((endS - beginS) * factor)));
        m_state.setRange(std::pair(beginS, beginS + (endS - beginS) * factor));
    }
}

void TimelineEdits::deleteRange() {
    if (m_state.range()) {
        const auto [beginS, endS] = *m_state.range();
        m_state.setRange(std::nullopt);
        insertTime(beginS, beginS - endS);
    }
}

void TimelineEdits::setLoop(std::optional<keyframe::LoopRange> loop, int gesture) {
    Edited next{m_state.motion(), m_state.selection()};
    next.motion.loop = loop;
    m_state.apply(std::move(next),
                  loop ? (m_state.motion().loop ? tr("Change loop") : tr("Set loop"))
                       : tr("Remove loop"),
                  gesture);
}

void TimelineEdits::setMarker(double timeS, const QString& name) {
    Edited next = keyframe::setMarker(m_state.motion(), timeS, name.toStdString());
    next.selection = m_state.selection();
    m_state.apply(std::move(next), tr("Set marker"));
}

void TimelineEdits::removeMarker(double timeS) {
    Edited next = keyframe::removeMarker(m_state.motion(), timeS);
    next.selection = m_state.selection();
    m_state.apply(std::move(next), tr("Remove marker"));
}

void TimelineEdits::setBranch(std::optional<std::size_t> old, keyframe::Branch branch) {
    Edited next = keyframe::setBranch(m_state.motion(), old, std::move(branch));
    next.selection = m_state.selection();
    m_state.apply(std::move(next), old ? tr("Change branch") : tr("Add branch"));
}

void TimelineEdits::removeBranch(std::size_t branch) {
    Edited next = keyframe::removeBranch(m_state.motion(), branch);
    next.selection = m_state.selection();
    m_state.apply(std::move(next), tr("Remove branch"));
}

void TimelineEdits::renameKeyframe(double timeS, const QString& name) {
    Edited next = keyframe::renameKeyframe(m_state.motion(), timeS, name.toStdString());
    next.selection = m_state.selection();
    m_state.apply(std::move(next), tr("Rename keyframe"));
}

void TimelineEdits::setWait(double timeS, std::optional<keyframe::Wait> wait) {
    Edited next = keyframe::setWait(m_state.motion(), timeS, wait);
    next.selection = m_state.selection();
    m_state.apply(std::move(next), wait ? tr("Set wait") : tr("Remove wait"));
}

void TimelineEdits::insertKey(const JointRow& row, double timeS) {
    double angleDeg = row.keys.empty() ? 0.0 : row.keys.front().angleDeg;
    if (m_state.view().trajectory && row.id.isValid() &&
        row.id.index() < m_state.view().trajectory->jointCount()) {
        angleDeg = m_state.view().trajectory->angleRad(row.id, timeS, 0.0) * kDegPerRad;
    }
    keyframe::Key key;
    key.angleDeg = std::isfinite(angleDeg) ? std::round(angleDeg * 1e4) / 1e4 : 0.0;
    const auto next = firstFrom(row.keys, timeS);
    key.curve = next != row.keys.end() ? next->curve
                : row.keys.empty()     ? keyframe::Curve::Smooth
                                       : row.keys.back().curve;
    m_state.apply(keyframe::setKey(m_state.motion(), {timeS, row.joint}, key), tr("Insert key"));
}

} // namespace sideline::widgets
