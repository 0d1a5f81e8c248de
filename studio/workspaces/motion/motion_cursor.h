#pragma once

#include "motions/edit/edits.h"

namespace sideline::studio {

/// Position of the editor in the motion: the time, and the joints that are posed there without
/// being stored. GUI thread only.
class MotionCursor {
public:
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Sets the time; discards the unstored pose if it changes.
    void setTimeS(double timeS) {
        if (timeS != m_timeS) {
            m_unstored.clear();
        }
        m_timeS = timeS;
    }
    /// Returns the joints whose pose has not been stored as keys.
    [[nodiscard]] const keyframe::PoseDeg& unstored() const { return m_unstored; }
    /// Poses these joints; the unstored pose of other joints stays.
    void pose(const keyframe::PoseDeg& pose) {
        for (const auto& [joint, angleDeg] : pose) {
            m_unstored[joint] = angleDeg;
        }
    }
    void dropUnstored() { m_unstored.clear(); }

private:
    double m_timeS = 0.0;
    keyframe::PoseDeg m_unstored;
};

} // namespace sideline::studio
