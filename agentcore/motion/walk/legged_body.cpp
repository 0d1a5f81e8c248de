#include "agentcore/motion/walk/legged_body.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::motion {

Eigen::Matrix3d levelFromTorso(double leanRad, double rollRad) {
    return (Eigen::AngleAxisd(-rollRad, Eigen::Vector3d::UnitY()) *
            Eigen::AngleAxisd(-leanRad, Eigen::Vector3d::UnitX()))
        .toRotationMatrix();
}

bool LeggedBody::isLegged(const robot::RobotModel& model) {
    return std::ranges::all_of(
        std::array{robot::LimbId::LeftFoot, robot::LimbId::RightFoot, robot::LimbId::LeftHand,
                   robot::LimbId::RightHand},
        [&](robot::LimbId limb) { return robot::limbChain(model, limb).has_value(); });
}

LeggedBody::LeggedBody(const robot::RobotModel& model)
    : m_model(model.shared()),
      m_legs{robot::LegKinematics(*m_model, robot::LimbId::LeftFoot),
             robot::LegKinematics(*m_model, robot::LimbId::RightFoot)} {
    SIDELINE_ASSERT(isLegged(model));
    std::array<math::Pose, robot::kMaxBodies> poses{};
    const std::array<double, robot::kMaxJoints> zero{};
    const std::span bodies(poses.data(), m_model->bodies().size());
    robot::forwardKinematics(*m_model, {}, std::span(zero.data(), m_model->joints().size()),
                             bodies);
    for (const Foot foot : kFeet) {
        const auto& joints = m_legs[indexOf(foot)].chain().joints;
        const Eigen::Vector3d hip = robot::jointFrame(*m_model, joints.front(), bodies).p;
        const math::Pose sole =
            m_legs[indexOf(foot)].forward(std::span(zero.data(), joints.size()));
        m_hips_T += 0.5 * Eigen::Vector3d(0.0, hip.y(), hip.z());
        m_hipM = std::abs(hip.x());
        m_legM = hip.z() - sole.p.z();
        const auto arm = robot::limbChain(*m_model, foot == Foot::Left ? robot::LimbId::LeftHand
                                                                       : robot::LimbId::RightHand);
        std::ranges::copy_n(arm->joints.begin(), 4, m_sides[indexOf(foot)].arm.begin());
        m_sides[indexOf(foot)].toe = m_model->findJoint(foot == Foot::Left ? "llj7" : "rlj7");
    }
}

void LeggedBody::set(robot::JointId joint, double angleRad, std::span<double> wantedRad) const {
    const robot::Joint& info = m_model->joint(joint);
    wantedRad[joint.index()] = std::clamp(angleRad, info.minRad, info.maxRad);
}

void LeggedBody::placeSole(Foot foot, const math::Pose& X_TorsoSole, const LegTilt& tilt,
                           std::span<double> wantedRad) const {
    enum Leg : std::size_t { HipYawPitch, HipRoll, HipPitch, Knee, AnklePitch, AnkleRoll };
    const robot::LegKinematics& leg = m_legs[indexOf(foot)];
    robot::LimbSolution solution = leg.solveClosed(X_TorsoSole);
    auto& angles = solution.anglesRad;
    angles[HipPitch] += tilt.hipPitchRad;
    angles[AnklePitch] += tilt.anklePitchRad;
    angles[HipRoll] += tilt.hipRollRad;
    angles[AnkleRoll] += tilt.ankleRollRad;
    const auto& joints = leg.chain().joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        set(joints[i], angles[i], wantedRad);
    }
}

void LeggedBody::placeArm(Foot side, double pitchRad, double outRad, double elbowRad,
                          std::span<double> wantedRad) const {
    const double sign = sideOf(side);
    const std::array<double, 4> angles = {pitchRad, sign * outRad, 0.0, -sign * elbowRad};
    for (std::size_t i = 0; i < angles.size(); ++i) {
        set(m_sides[indexOf(side)].arm[i], angles[i], wantedRad);
    }
}

void LeggedBody::bendToe(Foot foot, double angleRad, std::span<double> wantedRad) const {
    if (const robot::JointId toe = m_sides[indexOf(foot)].toe; toe.isValid()) {
        set(toe, angleRad, wantedRad);
    }
}

void LeggedBody::blend(std::span<const double> fromRad, double legShare, double armShare,
                       std::span<double> wantedRad) const {
    const auto enter = [&](robot::JointId joint, double share) {
        double& rad = wantedRad[joint.index()];
        rad = std::lerp(fromRad[joint.index()], rad, share);
    };
    for (const Foot foot : kFeet) {
        const Side& side = m_sides[indexOf(foot)];
        for (const robot::JointId joint : m_legs[indexOf(foot)].chain().joints) {
            enter(joint, legShare);
        }
        for (const robot::JointId joint : side.arm) {
            enter(joint, armShare);
        }
        if (side.toe.isValid()) {
            enter(side.toe, legShare);
        }
    }
}

bool LeggedBody::isStraight(std::span<const double> measuredRad) const {
    constexpr std::size_t kKnee = 3;
    constexpr double kStraightRad = 0.3;
    return std::ranges::all_of(kFeet, [&](Foot foot) {
        return std::abs(measuredRad[m_legs[indexOf(foot)].chain().joints[kKnee].index()]) <
               kStraightRad;
    });
}

math::Pose LeggedBody::X_TorsoSole(Foot foot, std::span<const double> measuredRad) const {
    const robot::LegKinematics& leg = m_legs[indexOf(foot)];
    std::array<double, 7> anglesRad{};
    const auto& joints = leg.chain().joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        anglesRad[i] = measuredRad[joints[i].index()];
    }
    return leg.forward(std::span(anglesRad).first(joints.size()));
}

Footing LeggedBody::footing(std::span<const double> measuredRad,
                            const Eigen::Vector3d& up_T) const {
    // Ahead is where the torso looks, seen from above; who lies looks along its own up.
    const Eigen::Vector3d forward_T = Eigen::Vector3d::UnitY();
    Eigen::Vector3d ahead_T = forward_T - up_T * up_T.dot(forward_T);
    if (!(ahead_T.norm() > 1e-3)) {
        ahead_T = Eigen::Vector3d::UnitZ() - up_T * up_T.z();
    }
    ahead_T.normalize();
    math::Pose X_GT;
    X_GT.R.row(0) = ahead_T.transpose();
    X_GT.R.row(1) = up_T.cross(ahead_T).transpose();
    X_GT.R.row(2) = up_T.transpose();
    Footing footing;
    for (const Foot foot : kFeet) {
        footing.X_GSole[indexOf(foot)] = X_GT * X_TorsoSole(foot, measuredRad);
    }
    const Eigen::Vector3d& left = footing.X_GSole[0].p;
    const Eigen::Vector3d& right = footing.X_GSole[1].p;
    Eigen::Vector3d origin = 0.5 * (left + right);
    origin.z() = std::min(left.z(), right.z());
    for (math::Pose& sole : footing.X_GSole) {
        sole.p -= origin;
    }
    X_GT.p = -origin;
    footing.X_GT = X_GT;
    return footing;
}

} // namespace sideline::motion
