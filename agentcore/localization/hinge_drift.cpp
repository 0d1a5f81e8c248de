#include "agentcore/localization/hinge_drift.h"

#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::localization {

namespace {

using Eigen::Vector3d;

using game::kStepS;
constexpr double kKept = 0.8; // fraction of the gap between the bodies that remains after a step
// Maximum joint speed; faster changes are not plausible.
constexpr double kFastestRadPerS = 20.0;
// Minimum cosine between a joint's axis and a camera axis that it affects.
constexpr double kMinAxisCosine = 0.2;

} // namespace

void HingeDrift::advance(const robot::RobotModel& model, robot::BodyId camera,
                         std::span<const double> jointAnglesRad, const Vector3d* gyro_TRadPerS,
                         int missedSteps) {
    std::array<robot::BodyId, kMaxJoints> chain;
    std::size_t count = 0;
    for (robot::BodyId id = camera; count < kMaxJoints && model.body(id).parent.isValid();
         id = model.body(id).parent) {
        chain[count++] = id;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const robot::JointId joint = model.body(chain[i]).joint;
        if (joint.isValid() && (joint.index() >= jointAnglesRad.size() ||
                                !std::isfinite(jointAnglesRad[joint.index()]))) {
            // The camera's direction is unknown; the previous angles cannot be used afterward.
            m_isKnown = false;
            m_hasAngles = false;
            return;
        }
    }
    m_isKnown = true;
    const double kept = missedSteps == 0 ? kKept : std::pow(kKept, 1 + missedSteps);
    m_turn_T *= kept;
    m_shift_T *= kept;
    const bool isMoving = m_hasAngles && gyro_TRadPerS != nullptr && missedSteps == 0;
    Vector3d turning_T = gyro_TRadPerS != nullptr ? *gyro_TRadPerS : Vector3d::Zero();
    math::Pose X_TBody;
    std::array<Vector3d, kMaxJoints> changed_T;
    std::size_t changedCount = 0;
    for (std::size_t i = count; i-- > 0;) {
        X_TBody = X_TBody * robot::bodyTransform(model, chain[i], jointAnglesRad);
        const robot::JointId joint = model.body(chain[i]).joint;
        if (!joint.isValid()) {
            continue;
        }
        const double angleRad = jointAnglesRad[joint.index()];
        const double rate = math::wrapRad(angleRad - m_anglesRad[i]) / kStepS;
        const Vector3d axis_T = X_TBody.R * model.joint(joint).axis;
        if (angleRad != m_anglesRad[i]) {
            changed_T[changedCount++] = axis_T;
        }
        m_anglesRad[i] = angleRad;
        if (isMoving && std::abs(rate) < kFastestRadPerS &&
            model.joint(joint).kind == robot::JointKind::Hinge) {
            const Vector3d turn_T = axis_T * rate;
            m_turn_T -= 0.5 * kStepS * kStepS * turning_T.cross(turn_T);
            turning_T += turn_T;
        }
    }
    if (isMoving) {
        m_shift_T -= 0.5 * kStepS * kStepS * gyro_TRadPerS->cross(gyro_TRadPerS->cross(X_TBody.p));
    }
    m_renewedAxes.fill(!m_hasAngles);
    for (std::size_t i = 0; i < changedCount; ++i) {
        const Vector3d axis_C = X_TBody.R.transpose() * changed_T[i];
        for (int k = 0; k < 3; ++k) {
            m_renewedAxes[static_cast<std::size_t>(k)] |= std::abs(axis_C(k)) > kMinAxisCosine;
        }
    }
    m_hasAngles = true;
    const math::Pose X_TC = cameraOf(model, X_TBody);
    m_X_TC = {math::rotationBy(m_turn_T) * X_TC.R, X_TC.p + m_shift_T};
}

} // namespace sideline::localization
