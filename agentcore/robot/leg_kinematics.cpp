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

// In the plane in which knee and ankle legTurn: y forward, z up.
Vector2d sidewise(const Vector3d& v) {
    return v.tail<2>();
}

double angleOf(const Vector2d& v) {
    return std::atan2(v.y(), v.x());
}

// Of the angles that describe the same legTurn, the one that is least outside of a joint's stops.
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

// Whether the chain has the geometry that the closed form is for.
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

} // namespace

LegKinematics::LegKinematics(const RobotModel& model, LimbId limb) {
    SIDELINE_ASSERT(limb == LimbId::LeftFoot || limb == LimbId::RightFoot);
    auto chain = limbChain(model, limb);
    SIDELINE_ASSERT(chain.has_value());
    m_chain = std::move(*chain);
    m_hinges = hingeChain(model, m_chain);
    m_isNao = isNaoLeg(m_hinges);
}

math::Pose LegKinematics::forward(std::span<const double> anglesRad) const {
    SIDELINE_ASSERT(anglesRad.size() == m_hinges.count);
    return m_hinges.place(anglesRad).X_TorsoTip;
}

std::array<double, 7> LegKinematics::closedForm(const math::Pose& X_TorsoSole) const {
    const auto& links = m_hinges.links;
    std::array<double, 7> q{};
    // Seen from the ankle the hip lies in the plane of the knee: that gives the roll.
    const Vector3d hip_Roll =
        X_TorsoSole.R.transpose() * (links[HipYawPitch].p_Before - X_TorsoSole.p) +
        m_hinges.X_LastTip.p;
    // A deep squat can bring the hip below the ankle, so the sign of both does not report the half.
    const double side = hip_Roll.z() < 0.0 ? -1.0 : 1.0;
    q[AnkleRoll] = std::atan2(-side * hip_Roll.x(), side * hip_Roll.z());
    const Eigen::Matrix3d R_AnkleRoll = legTurn(q[AnkleRoll], Vector3d::UnitY());
    const Vector2d hip_Ankle = sidewise(R_AnkleRoll * hip_Roll + links[AnkleRoll].p_Before);

    // Thigh and shank span a triangle with the way from hip to ankle.
    const Vector2d thigh = sidewise(links[Knee].p_Before);
    const Vector2d shank = sidewise(links[AnklePitch].p_Before);
    const double cosine = (hip_Ankle.squaredNorm() - thigh.squaredNorm() - shank.squaredNorm()) /
                          (2.0 * thigh.norm() * shank.norm());
    const double straightRad = angleOf(thigh) - angleOf(shank);
    const double bendRad = std::acos(std::clamp(cosine, -1.0, 1.0));
    // A knee bends backwards: the other solution is beyond its stop.
    q[Knee] = insideStops(links[Knee], straightRad - bendRad);
    const Vector2d hip_Shank = -(Eigen::Rotation2Dd(-q[Knee]) * thigh + shank);
    q[AnklePitch] = insideStops(links[AnklePitch], angleOf(hip_Shank) - angleOf(hip_Ankle));

    // What is left to the hip: first axis, then roll about y, then pitch about x.
    const Eigen::Matrix3d R_TorsoThigh = X_TorsoSole.R * R_AnkleRoll.transpose() *
                                         legTurn(-q[AnklePitch] - q[Knee], Vector3d::UnitX());
    const Vector3d& first = links[HipYawPitch].axis;
    const Vector3d across = R_TorsoThigh.col(0);
    // The first axis sees the thigh's x axis as the roll alone has turned it.
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

LimbSolution LegKinematics::solveClosed(const math::Pose& X_TorsoSole) const {
    if (!m_isNao) {
        return descend(m_hinges, {.X_TorsoTip = X_TorsoSole}, {});
    }
    LimbSolution solution;
    solution.jointCount = m_hinges.count;
    solution.anglesRad = closedForm(X_TorsoSole);
    for (std::size_t i = 0; i < LegJoints; ++i) {
        solution.anglesRad[i] = m_hinges.held(i, solution.anglesRad[i]);
    }
    return solution;
}

LimbSolution LegKinematics::solve(const math::Pose& X_TorsoSole,
                                  std::span<const double> nearRad) const {
    const ChainTarget target{.X_TorsoTip = X_TorsoSole};
    if (!m_isNao) {
        return descend(m_hinges, target, nearRad);
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
