#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

/// Curves of a timeline's joints, computed on demand. Where limbs have targets, the curves are
/// those of the view's trajectory.
class JointCurves {
public:
    /// A joint's curve: its track, and the index of the joint in the track.
    struct Curve {
        keyframe::TrajectoryPtr trajectory;
        robot::JointId joint;
        double startRad = 0.0; ///< angle of the motion's entry pose

        [[nodiscard]] double degAt(double timeS) const {
            return trajectory->angleRad(joint, timeS, startRad) * kDegPerRad;
        }
        [[nodiscard]] double speedRadPerS(double timeS) const {
            return trajectory->speedRadPerS(joint, timeS, startRad);
        }
    };

    explicit JointCurves(const TimelineState& state) : m_state(state) {}

    /// Clears the curves if they belong to a motion other than the state's.
    void refresh();
    /// @param row index of the joint's row
    [[nodiscard]] const Curve& of(std::size_t row) const;

private:
    [[nodiscard]] Curve compute(const JointRow& row) const;

    const TimelineState& m_state;
    mutable std::map<std::size_t, Curve> m_curves;
    keyframe::MotionPtr m_motion;         ///< motion of `m_curves`
    keyframe::TrajectoryPtr m_trajectory; ///< trajectory of `m_curves`
};

/// The key in the motion; null if there is none.
[[nodiscard]] const keyframe::Key* keyAt(const TimelineState& state, const keyframe::KeyRef& at);

/// Time and angle of the end of a key's handle.
struct HandleEnd {
    double timeS = 0.0;
    double deg = 0.0;
};
/// The end of a key's handle; nullopt if the curve has none there.
[[nodiscard]] std::optional<HandleEnd> handleEnd(const TimelineState& state,
                                                 const keyframe::KeyRef& at, bool isIn);

} // namespace sideline::widgets
