#pragma once

#include <QElapsedTimer>

#include "widgets/motion/motion_view.h"

namespace sideline::widgets {

/// Merges steps of the same value in quick succession, such as those of a spin box or an arrow key,
/// into one gesture. GUI thread only.
class StepGesture {
public:
    /// The gesture that a step of `what` belongs to.
    [[nodiscard]] int of(const void* what) {
        constexpr qint64 kSameStepsMs = 1000;
        if (what != m_what || !m_steppedAt.isValid() || m_steppedAt.elapsed() > kSameStepsMs) {
            m_gesture = newGesture();
        }
        m_what = what;
        m_steppedAt.start();
        return m_gesture;
    }
    /// The next step begins a new gesture.
    void end() { m_steppedAt.invalidate(); }

private:
    const void* m_what = nullptr;
    int m_gesture = 0;
    QElapsedTimer m_steppedAt;
};

} // namespace sideline::widgets
