// What the user can do to a motion on its timeline, each as one edit with a readable name.
#include <algorithm>
#include <cmath>

#include "widgets/format/text_format.h"
#include "widgets/timeline/timeline_state.h"

namespace sideline::widgets {

namespace {

using motions::Edited;
using motions::KeySelection;

constexpr double kDuplicateGapS = 0.1;

} // namespace

QString keysText(std::size_t count) {
    return count == 1 ? TimelineState::tr("1 key") : TimelineState::tr("%1 keys").arg(count);
}

QString curveText(motions::Curve curve) {
    switch (curve) {
    case motions::Curve::Hold:
        return TimelineState::tr("Hold");
    case motions::Curve::Linear:
        return TimelineState::tr("Linear");
    case motions::Curve::Smooth:
        return TimelineState::tr("Smooth");
    case motions::Curve::Sine:
        return TimelineState::tr("Sine");
    case motions::Curve::Cubic:
        return TimelineState::tr("Cubic with handles");
    }
    return {};
}

QString waitText(motions::WaitKind kind) {
    switch (kind) {
    case motions::WaitKind::LeftFootContact:
        return TimelineState::tr("Wait for the left foot to touch");
    case motions::WaitKind::RightFootContact:
        return TimelineState::tr("Wait for the right foot to touch");
    case motions::WaitKind::BothFeetContact:
        return TimelineState::tr("Wait for both feet to touch");
    case motions::WaitKind::Still:
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
        apply(motions::removeKeys(motion(), m_selection),
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
    const double byS = m_cursorS > range->second + motions::kSameTimeS
                           ? m_cursorS - range->first
                           : range->second - range->first + gapS;
    apply(motions::duplicateKeys(motion(), m_selection, byS),
          tr("Duplicate %1").arg(keysText(m_selection.size())));
}

void TimelineState::copySelection() {
    if (!m_selection.empty()) {
        m_clip = motions::copyKeys(motion(), m_selection);
    }
}

void TimelineState::cutSelection() {
    if (!m_selection.empty()) {
        copySelection();
        apply(motions::removeKeys(motion(), m_selection),
              tr("Cut %1").arg(keysText(m_selection.size())));
    }
}

void TimelineState::setMuted(const motions::JointName& joint, bool isMuted) {
    motions::Edited edited{motion(), m_selection};
    if (isMuted) {
        edited.motion.muted.insert(joint);
    } else {
        edited.motion.muted.erase(joint);
    }
    apply(std::move(edited), (isMuted ? tr("Mute %1") : tr("Unmute %1")).arg(toQt(joint)));
}

void TimelineState::setLocked(const motions::JointName& joint, bool isLocked) {
    motions::Edited edited{motion(), m_selection};
    if (isLocked) {
        edited.motion.locked.insert(joint);
        std::erase_if(edited.selection,
                      [&](const motions::KeyRef& key) { return key.joint == joint; });
    } else {
        edited.motion.locked.erase(joint);
    }
    apply(std::move(edited), (isLocked ? tr("Lock %1") : tr("Unlock %1")).arg(toQt(joint)));
}

void TimelineState::paste(double atS, bool isFlipped) {
    if (canPaste()) {
        motions::KeyClip free = m_clip;
        for (motions::Keyframe& keyframe : free.keyframes) {
            std::erase_if(keyframe.joints, [&](const auto& each) {
                return motion().locked.contains(isFlipped ? motions::mirroredJoint(each.first)
                                                          : each.first);
            });
        }
        apply(motions::pasteKeys(motion(), free, atS, isFlipped),
              isFlipped ? tr("Paste keys flipped") : tr("Paste keys"));
    }
}

void TimelineState::selectAll() {
    select(motions::allKeys(motion()));
}

void TimelineState::flipSelection() {
    if (!m_selection.empty()) {
        apply(motions::flipKeys(motion(), m_selection),
              tr("Flip %1").arg(keysText(m_selection.size())));
    }
}

void TimelineState::reverseSelection() {
    if (!m_selection.empty()) {
        apply(motions::reverseKeys(motion(), m_selection),
              tr("Reverse %1").arg(keysText(m_selection.size())));
    }
}

void TimelineState::reverseSelectionAtCursor() {
    if (!m_selection.empty()) {
        apply(motions::reverseKeys(motion(), m_selection, m_cursorS),
              tr("Turn %1 around at %2").arg(keysText(m_selection.size()), secondsText(m_cursorS)));
    }
}

void TimelineState::setSelectionCurve(motions::Curve curve) {
    if (!m_selection.empty()) {
        apply(motions::setCurve(motion(), m_selection, curve),
              tr("Set curve of %1 to %2")
                  .arg(keysText(m_selection.size()), toQt(motions::curveName(curve))));
    }
}

void TimelineState::setSelectionSpeedScale(double scale) {
    if (!m_selection.empty()) {
        apply(motions::setSpeedScale(motion(), m_selection, scale),
              tr("Set gain of %1 to %2").arg(keysText(m_selection.size())).arg(scale));
    }
}

void TimelineState::insertTime(double atS, double byS) {
    if (byS != 0.0) {
        apply(motions::insertTime(motion(), atS, byS),
              byS > 0.0 ? tr("Insert %1").arg(secondsText(byS))
                        : tr("Delete %1").arg(secondsText(-byS)));
    }
}

void TimelineState::stretchRange(double factor) {
    if (m_range && factor > 0.0) {
        const auto [beginS, endS] = *m_range;
        apply(motions::stretchRange(motion(), beginS, endS, factor),
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

void TimelineState::setLoop(std::optional<motions::LoopRange> loop, int gesture) {
    Edited next{motion(), m_selection};
    next.motion.loop = loop;
    apply(std::move(next),
          loop ? (motion().loop ? tr("Change loop") : tr("Set loop")) : tr("Remove loop"), gesture);
}

void TimelineState::setMarker(double timeS, const QString& name) {
    Edited next = motions::setMarker(motion(), timeS, name.toStdString());
    next.selection = m_selection;
    apply(std::move(next), tr("Set marker"));
}

void TimelineState::removeMarker(double timeS) {
    Edited next = motions::removeMarker(motion(), timeS);
    next.selection = m_selection;
    apply(std::move(next), tr("Remove marker"));
}

void TimelineState::setBranch(std::optional<std::size_t> old, motions::Branch branch) {
    Edited next = motions::setBranch(motion(), old, std::move(branch));
    next.selection = m_selection;
    apply(std::move(next), old ? tr("Change branch") : tr("Add branch"));
}

void TimelineState::removeBranch(std::size_t branch) {
    Edited next = motions::removeBranch(motion(), branch);
    next.selection = m_selection;
    apply(std::move(next), tr("Remove branch"));
}

void TimelineState::renameKeyframe(double timeS, const QString& name) {
    Edited next = motions::renameKeyframe(motion(), timeS, name.toStdString());
    next.selection = m_selection;
    apply(std::move(next), tr("Rename keyframe"));
}

void TimelineState::setWait(double timeS, std::optional<motions::Wait> wait) {
    Edited next = motions::setWait(motion(), timeS, wait);
    next.selection = m_selection;
    apply(std::move(next), wait ? tr("Set wait") : tr("Remove wait"));
}

void TimelineState::insertKey(const JointRow& row, double timeS) {
    double angleDeg = row.keys.empty() ? 0.0 : row.keys.front().angleDeg;
    if (m_view.trajectory && row.id.isValid() && row.id.index() < m_view.trajectory->jointCount()) {
        angleDeg = m_view.trajectory->angleRad(row.id, timeS, 0.0) * kDegPerRad;
    }
    motions::Key key;
    key.angleDeg = std::isfinite(angleDeg) ? std::round(angleDeg * 1e4) / 1e4 : 0.0;
    const auto next = firstFrom(row.keys, timeS);
    key.curve = next != row.keys.end() ? next->curve
                : row.keys.empty()     ? motions::Curve::Smooth
                                       : row.keys.back().curve;
    apply(motions::setKey(motion(), {timeS, row.joint}, key), tr("Insert key"));
}

} // namespace sideline::widgets
