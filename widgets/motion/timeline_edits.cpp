// What the user can do to a motion on its timeline, each as one edit with a readable name.
#include <algorithm>
#include <cmath>

#include "widgets/common/text_format.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

namespace {

using keyframe::Edited;
using keyframe::KeySelection;

constexpr double kDuplicateGapS = 0.1;

} // namespace

QString keysText(std::size_t count) {
    return TimelineState::tr("%n keys", nullptr, static_cast<int>(count));
}

QString curveText(keyframe::Curve curve) {
    switch (curve) {
    case keyframe::Curve::Hold:
        return TimelineState::tr("Hold");
    case keyframe::Curve::Linear:
        return TimelineState::tr("Linear");
    case keyframe::Curve::Smooth:
        return TimelineState::tr("Smooth");
    case keyframe::Curve::Sine:
        return TimelineState::tr("Sine");
    case keyframe::Curve::Cubic:
        return TimelineState::tr("Cubic with handles");
    }
    return {};
}

QString waitText(keyframe::WaitKind kind) {
    switch (kind) {
    case keyframe::WaitKind::LeftFootContact:
        return TimelineState::tr("Wait for the left foot to touch");
    case keyframe::WaitKind::RightFootContact:
        return TimelineState::tr("Wait for the right foot to touch");
    case keyframe::WaitKind::BothFeetContact:
        return TimelineState::tr("Wait for both feet to touch");
    case keyframe::WaitKind::Still:
        return TimelineState::tr("Wait until the robot is still");
    }
    return {};
}

QString secondsText(double timeS) {
    const double rest = timeS * 100.0 - std::round(timeS * 100.0);
    return numberText(timeS, std::abs(rest) > 0.01 ? 3 : 2, QStringLiteral("s"));
}

void TimelineState::apply(Edited edited, const QString& text, int gesture) {
    if (!hasMotion()) {
        return;
    }
    const KeySelection selected = edited.selection;
    Q_EMIT this->edited({.motion = std::move(edited.motion),
                         .selection = std::move(edited.selection),
                         .text = text,
                         .gesture = gesture});
    if (m_selection != selected) {
        setSelection(selected);
        Q_EMIT selectionChanged(m_selection);
    }
}

void TimelineState::deleteSelection() {
    if (!m_selection.empty()) {
        apply(keyframe::removeKeys(motion(), m_selection),
              tr("Delete %1").arg(keysText(m_selection.size())));
    }
}

// The copies start at the playhead if that is clear of the originals, else right behind them.
void TimelineState::duplicateSelection() {
    const auto range = selectedRange();
    if (!range) {
        return;
    }
    const double gapS = std::max(kDuplicateGapS, snapStepS);
    const double byS = m_cursorS > range->second + keyframe::kSameTimeS
                           ? m_cursorS - range->first
                           : range->second - range->first + gapS;
    apply(keyframe::duplicateKeys(motion(), m_selection, byS),
          tr("Duplicate %1").arg(keysText(m_selection.size())));
}

void TimelineState::copySelection() {
    if (!m_selection.empty()) {
        m_clip = keyframe::copyKeys(motion(), m_selection);
    }
}

void TimelineState::cutSelection() {
    if (!m_selection.empty()) {
        copySelection();
        apply(keyframe::removeKeys(motion(), m_selection),
              tr("Cut %1").arg(keysText(m_selection.size())));
    }
}

void TimelineState::setMuted(const keyframe::JointName& joint, bool isMuted) {
    keyframe::Edited edited{motion(), m_selection};
    if (isMuted) {
        edited.motion.muted.insert(joint);
    } else {
        edited.motion.muted.erase(joint);
    }
    apply(std::move(edited), (isMuted ? tr("Mute %1") : tr("Unmute %1")).arg(toQt(joint)));
}

void TimelineState::setLocked(const keyframe::JointName& joint, bool isLocked) {
    keyframe::Edited edited{motion(), m_selection};
    if (isLocked) {
        edited.motion.locked.insert(joint);
        std::erase_if(edited.selection,
                      [&](const keyframe::KeyRef& key) { return key.joint == joint; });
    } else {
        edited.motion.locked.erase(joint);
    }
    apply(std::move(edited), (isLocked ? tr("Lock %1") : tr("Unlock %1")).arg(toQt(joint)));
}

void TimelineState::paste(double atS, bool isFlipped) {
    if (canPaste()) {
        keyframe::KeyClip free = m_clip;
        for (keyframe::Keyframe& keyframe : free.keyframes) {
            std::erase_if(keyframe.joints, [&](const auto& each) {
                return motion().locked.contains(isFlipped ? keyframe::mirroredJoint(each.first)
                                                          : each.first);
            });
        }
        apply(keyframe::pasteKeys(motion(), free, atS, isFlipped),
              isFlipped ? tr("Paste keys mirrored") : tr("Paste keys"));
    }
}

void TimelineState::selectAll() {
    select(keyframe::allKeys(motion()));
}

void TimelineState::flipSelection() {
    if (!m_selection.empty()) {
        apply(keyframe::flipKeys(motion(), m_selection),
              tr("Mirror %1").arg(keysText(m_selection.size())));
    }
}

void TimelineState::reverseSelection() {
    if (!m_selection.empty()) {
        apply(keyframe::reverseKeys(motion(), m_selection),
              tr("Reverse %1").arg(keysText(m_selection.size())));
    }
}

void TimelineState::reverseSelectionAtCursor() {
    if (!m_selection.empty()) {
        apply(keyframe::reverseKeys(motion(), m_selection, m_cursorS),
              tr("Reverse %1 about %2").arg(keysText(m_selection.size()), secondsText(m_cursorS)));
    }
}

void TimelineState::setSelectionCurve(keyframe::Curve curve) {
    if (!m_selection.empty()) {
        apply(keyframe::setCurve(motion(), m_selection, curve),
              tr("Set curve of %1 to %2")
                  .arg(keysText(m_selection.size()), toQt(keyframe::curveName(curve))));
    }
}

void TimelineState::setSelectionSpeedScale(double scale) {
    if (!m_selection.empty()) {
        apply(keyframe::setSpeedScale(motion(), m_selection, scale),
              tr("Set gain of %1 to %2").arg(keysText(m_selection.size())).arg(scale));
    }
}

void TimelineState::insertTime(double atS, double byS) {
    if (byS != 0.0) {
        apply(keyframe::insertTime(motion(), atS, byS),
              byS > 0.0 ? tr("Insert %1").arg(secondsText(byS))
                        : tr("Delete %1").arg(secondsText(-byS)));
    }
}

void TimelineState::stretchRange(double factor) {
    if (m_range && factor > 0.0) {
        const auto [beginS, endS] = *m_range;
        apply(keyframe::stretchRange(motion(), beginS, endS, factor),
              tr("Stretch %1 to %2")
                  .arg(secondsText(endS - beginS), secondsText((endS - beginS) * factor)));
        setRange(std::pair(beginS, beginS + (endS - beginS) * factor));
    }
}

void TimelineState::deleteRange() {
    if (m_range) {
        const auto [beginS, endS] = *m_range;
        setRange(std::nullopt);
        insertTime(beginS, beginS - endS);
    }
}

void TimelineState::setLoop(std::optional<keyframe::LoopRange> loop, int gesture) {
    Edited next{motion(), m_selection};
    next.motion.loop = loop;
    apply(std::move(next),
          loop ? (motion().loop ? tr("Change loop") : tr("Set loop")) : tr("Remove loop"), gesture);
}

void TimelineState::setMarker(double timeS, const QString& name) {
    Edited next = keyframe::setMarker(motion(), timeS, name.toStdString());
    next.selection = m_selection;
    apply(std::move(next), tr("Set marker"));
}

void TimelineState::removeMarker(double timeS) {
    Edited next = keyframe::removeMarker(motion(), timeS);
    next.selection = m_selection;
    apply(std::move(next), tr("Remove marker"));
}

void TimelineState::setBranch(std::optional<std::size_t> old, keyframe::Branch branch) {
    Edited next = keyframe::setBranch(motion(), old, std::move(branch));
    next.selection = m_selection;
    apply(std::move(next), old ? tr("Change branch") : tr("Add branch"));
}

void TimelineState::removeBranch(std::size_t branch) {
    Edited next = keyframe::removeBranch(motion(), branch);
    next.selection = m_selection;
    apply(std::move(next), tr("Remove branch"));
}

void TimelineState::renameKeyframe(double timeS, const QString& name) {
    Edited next = keyframe::renameKeyframe(motion(), timeS, name.toStdString());
    next.selection = m_selection;
    apply(std::move(next), tr("Rename keyframe"));
}

void TimelineState::setWait(double timeS, std::optional<keyframe::Wait> wait) {
    Edited next = keyframe::setWait(motion(), timeS, wait);
    next.selection = m_selection;
    apply(std::move(next), wait ? tr("Set wait") : tr("Remove wait"));
}

void TimelineState::insertKey(const JointRow& row, double timeS) {
    double angleDeg = row.keys.empty() ? 0.0 : row.keys.front().angleDeg;
    if (m_view.trajectory && row.id.isValid() && row.id.index() < m_view.trajectory->jointCount()) {
        angleDeg = m_view.trajectory->angleRad(row.id, timeS, 0.0) * kDegPerRad;
    }
    keyframe::Key key;
    key.angleDeg = std::isfinite(angleDeg) ? std::round(angleDeg * 1e4) / 1e4 : 0.0;
    const auto next = firstFrom(row.keys, timeS);
    key.curve = next != row.keys.end() ? next->curve
                : row.keys.empty()     ? keyframe::Curve::Smooth
                                       : row.keys.back().curve;
    apply(keyframe::setKey(motion(), {timeS, row.joint}, key), tr("Insert key"));
}

} // namespace sideline::widgets
