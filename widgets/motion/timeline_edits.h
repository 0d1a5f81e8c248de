#pragma once

#include <cstddef>
#include <optional>

#include <QCoreApplication>
#include <QString>

#include "widgets/motion/motion_view.h"

namespace sideline::widgets {

class TimelineState;
struct JointRow;

/// The user's edits of a motion on its timeline, each as one undo step with a readable name. No
/// effect without a motion or a selection.
class TimelineEdits {
    Q_DECLARE_TR_FUNCTIONS(TimelineEdits)
public:
    /// @param state reports the edits
    explicit TimelineEdits(TimelineState& state) : m_state(state) {}

    void deleteSelection();
    void duplicateSelection();
    void copySelection();
    void cutSelection();
    [[nodiscard]] bool canPaste() const { return !m_clip.isEmpty(); }
    void paste(double atS, bool isFlipped);
    void flipSelection();
    void reverseSelection();
    /// Reverses the selection in time about the playhead.
    void reverseSelectionAtCursor();
    void setSelectionCurve(keyframe::Curve curve);
    void setSelectionSpeedScale(double scale);
    void insertTime(double atS, double byS);
    void stretchRange(double factor);
    void deleteRange();
    void setLoop(std::optional<keyframe::LoopRange> loop, int gesture = 0);
    void setMarker(double timeS, const QString& name);
    void removeMarker(double timeS);
    /// @param old index of the branch that is replaced; if not set, a branch is added
    void setBranch(std::optional<std::size_t> old, keyframe::Branch branch);
    void removeBranch(std::size_t branch);
    void renameKeyframe(double timeS, const QString& name);
    void setWait(double timeS, std::optional<keyframe::Wait> wait);
    void setMuted(const keyframe::JointName& joint, bool isMuted);
    void setLocked(const keyframe::JointName& joint, bool isLocked);
    /// Adds a key on the joint's curve.
    void insertKey(const JointRow& row, double timeS);

private:
    [[nodiscard]] QString nameOf(const keyframe::JointName& joint) const;

    TimelineState& m_state;
    keyframe::KeyClip m_clip;
};

} // namespace sideline::widgets
