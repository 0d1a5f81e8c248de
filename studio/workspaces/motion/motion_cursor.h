#pragma once

#include "motions/edit/edits.h"

namespace sideline::studio {

/// Where the editor is in the motion: the time, and what is posed there without being stored.
/// GUI thread only.
class MotionCursor {
public:
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Another time has no unstored pose yet.
    void setTimeS(double timeS) {
        if (timeS != m_timeS) {
            m_unstored.clear();
        }
        m_timeS = timeS;
    }
    /// Joints that were posed, but have no keys of it.
    [[nodiscard]] const keyframe::PoseDeg& unstored() const { return m_unstored; }
    /// Poses these joints, and leaves what was posed of others.
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
