#include "agentcore/motion/walk/arm_pose.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/robot/chain_descent.h"

namespace sideline::motion {

namespace {

using Eigen::Vector3d;

Eigen::Matrix3d turn(double angleRad, const Vector3d& axis) {
    return Eigen::AngleAxisd(angleRad, axis).toRotationMatrix();
}

// Angle about an axis from one direction to another, seen along the axis.
double turnAbout(const Vector3d& axis, const Vector3d& from, const Vector3d& to) {
    return std::atan2(axis.dot(from.cross(to)), from.dot(to) - axis.dot(from) * axis.dot(to));
}

// Direction of the upper arm.
Vector3d directionOf(double side, double pitchRad, double outRad) {
    return turn(pitchRad, Vector3d::UnitX()) * turn(side * outRad, Vector3d::UnitZ()) *
           Vector3d::UnitY();
}

} // namespace

std::optional<ArmPose> ArmPose::of(const robot::RobotModel& model, robot::LimbId hand) {
    constexpr double kParallelCos = 0.9;
    const robot::LimbChain* chain = robot::limbChain(model, hand);
    if (chain == nullptr || chain->joints.size() < chain->trunkJoints + 2) {
        return std::nullopt;
    }
    const robot::HingeChain hinges = robot::hingeChain(model, *chain);
    const robot::HingeChain::Placed atRest = hinges.place(Angles{});
    const std::size_t shoulder = chain->trunkJoints;
    ArmPose arm;
    arm.m_joints.assign(chain->joints.begin() + static_cast<std::ptrdiff_t>(shoulder),
                        chain->joints.end());
    arm.m_side = hand == robot::LimbId::LeftHand ? 1.0 : -1.0;
    for (std::size_t i = 0; i < 2; ++i) {
        arm.m_axes_T[i] = atRest.axes[shoulder + i];
        arm.m_stopsRad[i] = {hinges.links[shoulder + i].minRad, hinges.links[shoulder + i].maxRad};
    }
    if (std::abs(arm.m_axes_T[0].dot(arm.m_axes_T[1])) > kParallelCos) {
        return std::nullopt;
    }
    // The elbow is the last joint that does not turn the forearm about its own axis.
    Vector3d end = atRest.X_TorsoTip.p;
    for (std::size_t i = hinges.count; --i > shoulder + 1 && arm.m_elbow == 0;) {
        const Vector3d forearm = end - atRest.anchors[i];
        if (std::abs(atRest.axes[i].dot(forearm)) < kParallelCos * forearm.norm()) {
            arm.m_elbow = i - shoulder;
            end = atRest.anchors[i];
        }
    }
    arm.m_upperArm_T = (end - atRest.anchors[shoulder + 1]).normalized();
    arm.m_isForward = arm.m_axes_T[0].x() > kParallelCos && arm.m_axes_T[1].z() > kParallelCos &&
                      arm.m_upperArm_T.y() > kParallelCos;
    if (arm.m_elbow > 0) {
        const robot::HingeChain::Link& link = hinges.links[shoulder + arm.m_elbow];
        constexpr double kMuchMore = 1.5;
        if (link.maxRad > -kMuchMore * link.minRad || -link.minRad > kMuchMore * link.maxRad) {
            arm.m_elbowSign = link.maxRad > -link.minRad ? 1.0 : -1.0;
        } else {
            // Both directions are possible; the chosen one bends a hanging arm forward.
            Angles anglesRad{};
            const Angles hanging = arm.anglesRad(-0.5 * math::kPi, 0.0, 0.1);
            std::ranges::copy_n(hanging.begin(), static_cast<std::ptrdiff_t>(arm.m_joints.size()),
                                anglesRad.begin() + static_cast<std::ptrdiff_t>(shoulder));
            const double bentM = hinges.place(anglesRad).X_TorsoTip.p.y();
            anglesRad[shoulder + arm.m_elbow] *= -1.0;
            arm.m_elbowSign = hinges.place(anglesRad).X_TorsoTip.p.y() > bentM ? -1.0 : 1.0;
        }
    }
    return arm;
}

ArmPose::Aim ArmPose::aimAt(const Vector3d& direction_T, double half) const {
    // The intermediate direction has the goal's angle about the first axis and the start's angle
    // about the second axis (Paden and Kahan's second subproblem).
    const auto& [first, second] = m_axes_T;
    const double cosine = first.dot(second);
    const double sine2 = 1.0 - cosine * cosine;
    const double byFirst = first.dot(direction_T);
    const double bySecond = second.dot(m_upperArm_T);
    const double alongFirst = (byFirst - cosine * bySecond) / sine2;
    const double alongSecond = (bySecond - cosine * byFirst) / sine2;
    const double rest = 1.0 - alongFirst * alongFirst - alongSecond * alongSecond -
                        2.0 * alongFirst * alongSecond * cosine;
    const Vector3d between = alongFirst * first + alongSecond * second +
                             half * std::sqrt(std::max(rest, 0.0) / sine2) * first.cross(second);
    Aim aim;
    aim.firstRad = turnAbout(first, between, direction_T);
    aim.secondRad = turnAbout(second, m_upperArm_T, between);
    const auto outside = [](double rad, const std::array<double, 2>& stops) {
        return std::max({0.0, stops[0] - rad, rad - stops[1]});
    };
    aim.outsideRad = outside(aim.firstRad, m_stopsRad[0]) + outside(aim.secondRad, m_stopsRad[1]);
    return aim;
}

std::array<double, 2> ArmPose::aim(const Vector3d& direction_T) const {
    const Aim one = aimAt(direction_T, 1.0);
    const Aim other = aimAt(direction_T, -1.0);
    const auto cost = [](const Aim& each) {
        constexpr double kOutsideWeight = 100.0;
        return kOutsideWeight * each.outsideRad + std::abs(each.firstRad) +
               std::abs(each.secondRad);
    };
    const Aim& better = cost(other) < cost(one) ? other : one;
    return {better.firstRad, better.secondRad};
}

ArmPose::Angles ArmPose::anglesRad(double pitchRad, double outRad, double elbowRad) const {
    Angles angles{};
    if (m_isForward) {
        angles[0] = pitchRad;
        angles[1] = m_side * outRad;
    } else {
        const auto [first, second] = aim(directionOf(m_side, pitchRad, outRad));
        angles[0] = first;
        angles[1] = second;
    }
    if (m_elbow > 0) {
        angles[m_elbow] = m_elbowSign * elbowRad;
    }
    return angles;
}

} // namespace sideline::motion
