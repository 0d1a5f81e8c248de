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
        std::array{robot::LimbId::LeftFoot, robot::LimbId::RightFoot}, [&](robot::LimbId limb) {
            return robot::limbChain(model, limb) != nullptr &&
                   robot::LegKinematics(model, limb).axes().anklePitch.isValid();
        });
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
    const auto anchor = [&](robot::JointId joint) -> Eigen::Vector3d {
        return robot::jointFrame(*m_model, joint, bodies).p;
    };
    for (const Foot foot : kFeet) {
        const robot::LegKinematics& leg = m_legs[indexOf(foot)];
        const auto& joints = leg.chain().joints;
        // Uses the first of the joints whose axes intersect in one point: its anchor has the
        // smallest rounding error.
        const Eigen::Vector3d pitch = anchor(joints[leg.axes().hipPitch.index]);
        const auto first = std::ranges::find_if(
            joints, [&](robot::JointId joint) { return (anchor(joint) - pitch).norm() < 1e-9; });
        const Eigen::Vector3d hip = anchor(*first);
        const math::Pose sole = leg.forward(std::span(zero.data(), joints.size()));
        m_hips_T += 0.5 * Eigen::Vector3d(0.0, hip.y(), hip.z());
        m_hipM = std::abs(sole.p.x());
        m_legM = hip.z() - sole.p.z();
        Side& side = m_sides[indexOf(foot)];
        const bool isLeft = foot == Foot::Left;
        side.arm =
            ArmPose::of(*m_model, isLeft ? robot::LimbId::LeftHand : robot::LimbId::RightHand);
        const robot::BodyId toe =
            m_model->findBody(isLeft ? robot::BodyRole::LeftToe : robot::BodyRole::RightToe);
        if (toe.isValid() && m_model->body(toe).joint.isValid()) {
            side.toe = m_model->body(toe).joint;
            const Eigen::Vector3d axis = bodies[toe.index()].R * m_model->joint(side.toe).axis;
            side.toeSign = axis.x() < 0.0 ? -1.0 : 1.0;
        }
    }
}

void LeggedBody::set(robot::JointId joint, double angleRad, std::span<double> targetRad) const {
    const robot::Joint& info = m_model->joint(joint);
    targetRad[joint.index()] = std::clamp(angleRad, info.minRad, info.maxRad);
}

void LeggedBody::placeSole(Foot foot, const math::Pose& X_TorsoSole, const LegTilt& tilt,
                           std::span<double> targetRad) const {
    const robot::LegKinematics& leg = m_legs[indexOf(foot)];
    robot::LimbSolution solution = leg.solveClosed(X_TorsoSole);
    const robot::LegAxes& axes = leg.axes();
    const auto turn = [&](const robot::LegAxis& axis, double angleRad) {
        solution.anglesRad[axis.index] += axis.sign * angleRad;
    };
    turn(axes.hipPitch, tilt.hipPitchRad);
    turn(axes.anklePitch, tilt.anklePitchRad);
    turn(axes.hipRoll, tilt.hipRollRad);
    turn(axes.ankleRoll, tilt.ankleRollRad);
    const auto& joints = leg.chain().joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        set(joints[i], solution.anglesRad[i], targetRad);
    }
}

void LeggedBody::placeArm(Foot side, double pitchRad, double outRad, double elbowRad,
                          std::span<double> targetRad) const {
    if (const auto& arm = m_sides[indexOf(side)].arm) {
        const auto anglesRad = arm->anglesRad(pitchRad, outRad, elbowRad);
        for (std::size_t i = 0; i < arm->joints().size(); ++i) {
            set(arm->joints()[i], anglesRad[i], targetRad);
        }
    }
}

void LeggedBody::bendToe(Foot foot, double angleRad, std::span<double> targetRad) const {
    if (const robot::JointId toe = m_sides[indexOf(foot)].toe; toe.isValid()) {
        set(toe, m_sides[indexOf(foot)].toeSign * angleRad, targetRad);
    }
}

void LeggedBody::blend(std::span<const double> fromRad, double legRatio, double armRatio,
                       std::span<double> targetRad) const {
    const auto enter = [&](robot::JointId joint, double fraction) {
        double& rad = targetRad[joint.index()];
        rad = std::lerp(fromRad[joint.index()], rad, fraction);
    };
    for (const Foot foot : kFeet) {
        const Side& side = m_sides[indexOf(foot)];
        const robot::LimbChain& leg = m_legs[indexOf(foot)].chain();
        // Joints of the trunk belong to both chains.
        for (std::size_t i = foot == Foot::Left ? 0 : leg.trunkJoints; i < leg.joints.size(); ++i) {
            enter(leg.joints[i], legRatio);
        }
        if (side.arm) {
            for (const robot::JointId joint : side.arm->joints()) {
                enter(joint, armRatio);
            }
        }
        if (side.toe.isValid()) {
            enter(side.toe, legRatio);
        }
    }
}

bool LeggedBody::isStraight(std::span<const double> measuredRad) const {
    constexpr double kStraightRad = 0.3;
    return std::ranges::all_of(kFeet, [&](Foot foot) {
        const robot::LegKinematics& leg = m_legs[indexOf(foot)];
        const robot::JointId knee = leg.chain().joints[leg.axes().knee.index];
        return std::abs(measuredRad[knee.index()]) < kStraightRad;
    });
}

math::Pose LeggedBody::X_TorsoSole(Foot foot, std::span<const double> measuredRad) const {
    const robot::LegKinematics& leg = m_legs[indexOf(foot)];
    std::array<double, robot::kMaxChainJoints> anglesRad{};
    const auto& joints = leg.chain().joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        anglesRad[i] = measuredRad[joints[i].index()];
    }
    return leg.forward(std::span(anglesRad).first(joints.size()));
}

Footing LeggedBody::footing(std::span<const double> measuredRad,
                            const Eigen::Vector3d& up_T) const {
    // Ahead is the torso's forward axis projected onto the ground; for a lying robot, its up axis.
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
