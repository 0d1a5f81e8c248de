#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/chain_descent.h"
#include "agentcore/robot/limb_kinematics.h"

namespace sideline::robot {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

enum Leg : std::size_t { HipYawPitch, HipRoll, HipPitch, Knee, AnklePitch, AnkleRoll, LegJoints };

constexpr double kExactLegM = 1e-12;

Eigen::Matrix3d legTurn(double angleRad, const Vector3d& axis) {
    return Eigen::AngleAxisd(angleRad, axis).toRotationMatrix();
}

// Projects onto the plane in which knee and ankle rotate: y forward, z up.
Vector2d sidewise(const Vector3d& v) {
    return v.tail<2>();
}

double angleOf(const Vector2d& v) {
    return std::atan2(v.y(), v.x());
}

// Of the angles that differ by full turns, returns the one that violates a joint's limits least.
double insideStops(const HingeChain::Link& link, double angleRad) {
    const auto outside = [&](double rad) {
        return std::max({0.0, link.minRad - rad, rad - link.maxRad});
    };
    double best = math::wrapRad(angleRad);
    for (const double other : {best - 2.0 * math::kPi, best + 2.0 * math::kPi}) {
        if (outside(other) < outside(best)) {
            best = other;
        }
    }
    return best;
}

// Whether the closed form applies to the chain.
bool isNaoLeg(const HingeChain& leg) {
    const std::array<Vector3d, 5> axes = {Vector3d::UnitY(), Vector3d::UnitX(), Vector3d::UnitX(),
                                          Vector3d::UnitX(), Vector3d::UnitY()};
    bool fits = leg.count == LegJoints && std::abs(leg.links[HipYawPitch].axis.y()) < kExactLegM;
    for (std::size_t i = 0; i < LegJoints && fits; ++i) {
        const HingeChain::Link& link = leg.links[i];
        fits = link.R_Before.isIdentity(kExactLegM) &&
               (i == 0 || (link.axis.isApprox(axes[i - 1], kExactLegM) &&
                           std::abs(link.p_Before.x()) < kExactLegM));
    }
    return fits && leg.links[HipRoll].p_Before.isZero(kExactLegM) &&
           leg.links[HipPitch].p_Before.isZero(kExactLegM) &&
           leg.X_LastTip.R.isIdentity(kExactLegM) && std::abs(leg.X_LastTip.p.x()) < kExactLegM;
}

// Classifies the joints of a leg by their axes in the rest pose.
LegAxes axesOf(const HingeChain& leg, const HingeChain::Placed& atRest) {
    constexpr double kAxisCos = 0.9;
    LegAxes axes;
    std::size_t pitchCount = 0;
    std::size_t rollCount = 0;
    for (std::size_t i = leg.trunkCount; i < leg.count; ++i) {
        const Vector3d& axis = atRest.axes[i];
        if (std::abs(axis.x()) > kAxisCos) {
            const LegAxis pitch{i, axis.x() > 0.0 ? 1.0 : -1.0};
            (pitchCount == 0   ? axes.hipPitch
             : pitchCount == 1 ? axes.knee
                               : axes.anklePitch) = pitch;
            ++pitchCount;
        } else if (std::abs(axis.y()) > kAxisCos) {
            (rollCount == 0 ? axes.hipRoll : axes.ankleRoll) = {i, axis.y() > 0.0 ? 1.0 : -1.0};
            ++rollCount;
        }
    }
    return axes;
}

} // namespace

LegKinematics::LegKinematics(const RobotModel& model, LimbId limb) {
    SIDELINE_ASSERT(limb == LimbId::LeftFoot || limb == LimbId::RightFoot);
    const LimbChain* chain = limbChain(model, limb);
    SIDELINE_ASSERT(chain != nullptr);
    m_chain = *chain;
    m_hinges = hingeChain(model, m_chain);
    m_isNao = isNaoLeg(m_hinges);
    const HingeChain::Placed atRest = m_hinges.place(std::array<double, kMaxChainJoints>{});
    m_axes = axesOf(m_hinges, atRest);
    if (m_axes.anklePitch.isValid()) {
        const Vector3d& knee = atRest.anchors[m_axes.knee.index];
        const Vector3d& ankle = atRest.anchors[m_axes.anklePitch.index];
        m_hip_T = atRest.anchors[m_axes.hipPitch.index];
        m_thighM = (m_hip_T - knee).norm();
        m_shankM = (knee - ankle).norm();
        m_ankle_Sole = atRest.X_TorsoTip.inverse() * ankle;
    }
}

math::Pose LegKinematics::forward(std::span<const double> anglesRad) const {
    SIDELINE_ASSERT(anglesRad.size() == m_hinges.count);
    return m_hinges.place(anglesRad).X_TorsoTip;
}

std::array<double, kMaxChainJoints> LegKinematics::closedForm(const math::Pose& X_TorsoSole) const {
    const auto& links = m_hinges.links;
    std::array<double, kMaxChainJoints> q{};
    // In the ankle's frame, the hip lies in the plane of the knee, which determines the roll.
    const Vector3d hip_Roll =
        X_TorsoSole.R.transpose() * (links[HipYawPitch].p_Before - X_TorsoSole.p) +
        m_hinges.X_LastTip.p;
    // A deep squat can bring the hip below the ankle, so both signs are possible.
    const double side = hip_Roll.z() < 0.0 ? -1.0 : 1.0;
    q[AnkleRoll] = std::atan2(-side * hip_Roll.x(), side * hip_Roll.z());
    const Eigen::Matrix3d R_AnkleRoll = legTurn(q[AnkleRoll], Vector3d::UnitY());
    const Vector2d hip_Ankle = sidewise(R_AnkleRoll * hip_Roll + links[AnkleRoll].p_Before);

    // Thigh, shank and the line from hip to ankle form a triangle.
    const Vector2d thigh = sidewise(links[Knee].p_Before);
    const Vector2d shank = sidewise(links[AnklePitch].p_Before);
    const double cosine = (hip_Ankle.squaredNorm() - thigh.squaredNorm() - shank.squaredNorm()) /
                          (2.0 * thigh.norm() * shank.norm());
    const double straightRad = angleOf(thigh) - angleOf(shank);
    const double bendRad = std::acos(std::clamp(cosine, -1.0, 1.0));
    // The other solution, with the knee bent forward, is beyond the joint limit.
    q[Knee] = insideStops(links[Knee], straightRad - bendRad);
    const Vector2d hip_Shank = -(Eigen::Rotation2Dd(-q[Knee]) * thigh + shank);
    q[AnklePitch] = insideStops(links[AnklePitch], angleOf(hip_Shank) - angleOf(hip_Ankle));

    // The remaining rotation of the hip: first axis, then roll about y, then pitch about x.
    const Eigen::Matrix3d R_TorsoThigh = X_TorsoSole.R * R_AnkleRoll.transpose() *
                                         legTurn(-q[AnklePitch] - q[Knee], Vector3d::UnitX());
    const Vector3d& first = links[HipYawPitch].axis;
    const Vector3d across = R_TorsoThigh.col(0);
    // The angle between the first axis and the thigh's x axis depends on the roll alone.
    const double rollRad = std::acos(std::clamp(first.dot(across), -1.0, 1.0));
    const double zeroRad = std::atan2(first.z(), first.x());
    q[HipRoll] =
        insideStops(links[HipRoll], (zeroRad > 0.5 * math::kPi ? rollRad : -rollRad) - zeroRad);
    const Vector3d rolled = legTurn(q[HipRoll], Vector3d::UnitY()).col(0);
    q[HipYawPitch] = insideStops(
        links[HipYawPitch], std::atan2(first.dot(rolled.cross(across)),
                                       rolled.dot(across) - first.dot(rolled) * first.dot(across)));
    const Eigen::Matrix3d pitch =
        legTurn(-q[HipRoll], Vector3d::UnitY()) * legTurn(-q[HipYawPitch], first) * R_TorsoThigh;
    q[HipPitch] = insideStops(links[HipPitch], std::atan2(pitch(2, 1), pitch(1, 1)));
    return q;
}

// Knees bend backward, unless their joint limits leave more range the other way.
std::array<double, kMaxChainJoints> LegKinematics::bentKnee(const math::Pose& X_TorsoSole) const {
    constexpr double kMinBendRad = 0.1;
    constexpr double kMaxBendRad = 2.6;
    std::array<double, kMaxChainJoints> q{};
    if (m_thighM * m_shankM > 0.0) {
        const double legM = (X_TorsoSole * m_ankle_Sole - m_hip_T).norm();
        const double cosine =
            (legM * legM - m_thighM * m_thighM - m_shankM * m_shankM) / (2.0 * m_thighM * m_shankM);
        const double bendRad =
            std::clamp(std::acos(std::clamp(cosine, -1.0, 1.0)), kMinBendRad, kMaxBendRad);
        const auto& [knee, kneeSign] = m_axes.knee;
        const HingeChain::Link& link = m_hinges.links[knee];
        const double backRad = kneeSign > 0.0 ? -link.minRad : link.maxRad;
        const double forwardRad = kneeSign > 0.0 ? link.maxRad : -link.minRad;
        const double turnRad = forwardRad > backRad ? bendRad : -bendRad;
        q[m_axes.hipPitch.index] = -0.5 * m_axes.hipPitch.sign * turnRad;
        q[knee] = kneeSign * turnRad;
        q[m_axes.anklePitch.index] = -0.5 * m_axes.anklePitch.sign * turnRad;
    }
    return q;
}

LimbSolution LegKinematics::solveClosed(const math::Pose& X_TorsoSole) const {
    LimbSolution solution;
    if (m_isNao) {
        solution.jointCount = m_hinges.count;
        solution.anglesRad = closedForm(X_TorsoSole);
        for (std::size_t i = 0; i < LegJoints; ++i) {
            solution.anglesRad[i] = m_hinges.held(i, solution.anglesRad[i]);
        }
    } else {
        solution = descend(m_hinges, {.X_TorsoTip = X_TorsoSole}, bentKnee(X_TorsoSole));
        solution.isReachable = false;
    }
    return solution;
}

LimbSolution LegKinematics::solve(const math::Pose& X_TorsoSole,
                                  std::span<const double> nearRad) const {
    const ChainTarget target{.X_TorsoTip = X_TorsoSole};
    if (!m_isNao) {
        std::array<double, kMaxChainJoints> bent = bentKnee(X_TorsoSole);
        std::copy_n(nearRad.begin(), std::min(nearRad.size(), m_hinges.trunkCount), bent.begin());
        return descendFromAnywhere(m_hinges, target, nearRad, bent);
    }
    LimbSolution solution = solveClosed(X_TorsoSole);
    judge(m_hinges, X_TorsoSole, true, solution);
    if (solution.isReachable) {
        return solution;
    }
    const LimbSolution fromClamped = descend(m_hinges, target, solution.anglesRad);
    const LimbSolution fromNear = descend(m_hinges, target, nearRad);
    return costOf(fromNear, target) < costOf(fromClamped, target) ? fromNear : fromClamped;
}

} // namespace sideline::robot
