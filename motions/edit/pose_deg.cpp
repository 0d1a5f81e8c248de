#include "motions/edit/pose_deg.h"

#include <cmath>

#include "agentcore/math/angles.h"

namespace sideline::keyframe {

double roundedDeg(double angleRad) {
    return std::round(math::degFromRad(angleRad) * 100.0) / 100.0;
}

PoseDeg poseDeg(const robot::RobotModel& model, std::span<const double> anglesRad) {
    PoseDeg pose;
    for (std::size_t i = 0; i < model.joints().size() && i < anglesRad.size(); ++i) {
        if (!model.joints()[i].effector.empty()) {
            pose[model.jointName(robot::JointId(i))] = roundedDeg(anglesRad[i]);
        }
    }
    return pose;
}

} // namespace sideline::keyframe
