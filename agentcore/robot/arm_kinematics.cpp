#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/chain_descent.h"
#include "agentcore/robot/limb_kinematics.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;

enum Arm : std::size_t { ShoulderPitch, ShoulderRoll, ElbowYaw, Elbow, ArmJoints };

constexpr double kExactM = 1e-12;
constexpr double kCoarseRad = math::radFromDeg(4.0);
// Weight of violated joint limits and unreached hand positions relative to the distance to
// `nearRad`.
constexpr double kOutsideWeight = 1e4;

// A posture for one rotation of the upper arm.
struct Posture {
    std::array<double, kMaxChainJoints> anglesRad{};
    double cost = std::numeric_limits<double>::infinity();
};

bool isNaoArm(const HingeChain& arm) {
    const std::array<Vector3d, ArmJoints> axes = {Vector3d::UnitX(), Vector3d::UnitZ(),
                                                  Vector3d::UnitY(), Vector3d::UnitZ()};
    bool fits = arm.count == ArmJoints;
    for (std::size_t i = 0; i < ArmJoints && fits; ++i) {
        fits = arm.links[i].R_Before.isIdentity(kExactM) &&
               arm.links[i].axis.isApprox(axes[i], kExactM);
    }
    return fits && arm.links[ShoulderRoll].p_Before.isZero(kExactM) &&
           arm.links[Elbow].p_Before.isZero(kExactM) && arm.X_LastTip.p.head<1>().isZero(kExactM) &&
           std::abs(arm.X_LastTip.p.z()) < kExactM;
}

class ArmSearch {
public:
    ArmSearch(const HingeChain& arm, const Vector3d& p_TorsoHand, std::span<const double> nearRad)
        : m_arm(arm), m_hand(p_TorsoHand - arm.links[ShoulderPitch].p_Before) {
        for (std::size_t i = 0; i < ArmJoints; ++i) {
            m_near[i] = i < nearRad.size() ? nearRad[i] : 0.0;
        }
    }

    [[nodiscard]] Posture best() const {
        const HingeChain::Link& yaw = m_arm.links[ElbowYaw];
        const double leastRad = std::max(yaw.minRad, -math::kPi); // finite also for joints without
                                                                  // limits
        const double mostRad = std::min(yaw.maxRad, math::kPi);
        const int steps =
            std::max(1, static_cast<int>(std::ceil((mostRad - leastRad) / kCoarseRad)));
        Posture best = at(m_arm.held(ElbowYaw, m_near[ElbowYaw]));
        const double stepRad = (mostRad - leastRad) / steps;
        for (int i = 0; i <= steps; ++i) {
            keepBetter(best, at(leastRad + i * stepRad));
        }
        // Golden-section search around the best sample.
        double low = m_arm.held(ElbowYaw, best.anglesRad[ElbowYaw] - stepRad);
        double high = m_arm.held(ElbowYaw, best.anglesRad[ElbowYaw] + stepRad);
        constexpr double kGolden = 0.6180339887498949;
        Posture a = at(high - kGolden * (high - low));
        Posture b = at(low + kGolden * (high - low));
        for (int i = 0; i < 45; ++i) {
            if (a.cost < b.cost) {
                high = b.anglesRad[ElbowYaw];
                b = a;
                a = at(high - kGolden * (high - low));
            } else {
                low = a.anglesRad[ElbowYaw];
                a = b;
                b = at(low + kGolden * (high - low));
            }
        }
        keepBetter(best, a);
        keepBetter(best, b);
        return best;
    }

private:
    static void keepBetter(Posture& best, const Posture& other) {
        if (other.cost < best.cost) {
            best = other;
        }
    }

    // Returns the best of the up to four postures with this rotation of the upper arm.
    [[nodiscard]] Posture at(double yawRad) const {
        const Vector3d& upper = m_arm.links[ElbowYaw].p_Before;
        const double lowerM = m_arm.X_LastTip.p.y();
        const double cosYaw = std::cos(yawRad);
        const double sinYaw = std::sin(yawRad);
        // The distance from shoulder to hand depends on the elbow alone: along * cos(elbow) +
        // beside * sin(elbow) = requested.
        const double along = upper.y();
        const double beside = sinYaw * upper.z() - cosYaw * upper.x();
        const double requested =
            (m_hand.squaredNorm() - upper.squaredNorm() - lowerM * lowerM) / (2.0 * lowerM);
        const double cosine = requested / std::hypot(along, beside);
        const double middleRad = std::atan2(beside, along);
        const double bendRad = std::acos(std::clamp(cosine, -1.0, 1.0));
        Posture best;
        for (const double elbowRad : {middleRad + bendRad, middleRad - bendRad}) {
            const double sinElbow = std::sin(elbowRad);
            const Vector3d reach = upper + lowerM * Vector3d(-sinElbow * cosYaw, std::cos(elbowRad),
                                                             sinElbow * sinYaw);
            keepBetter(best, shoulder(reach, yawRad, math::wrapRad(elbowRad),
                                      std::max(0.0, std::abs(cosine) - 1.0)));
        }
        return best;
    }

    // Rotates the shoulder so that `reach`, the hand in the frame of the upper arm, points at the
    // target.
    [[nodiscard]] Posture shoulder(const Vector3d& reach, double yawRad, double elbowRad,
                                   double outside) const {
        const double across = std::max(reach.head<2>().norm(), kExactM);
        const double cosine = m_hand.x() / across;
        const double middleRad = std::atan2(reach.y(), reach.x());
        const double openRad = std::acos(std::clamp(cosine, -1.0, 1.0));
        Posture best;
        for (const double sign : {1.0, -1.0}) {
            Posture posture;
            const double rollRad = math::wrapRad(sign * openRad - middleRad);
            const double forward = reach.x() * std::sin(rollRad) + reach.y() * std::cos(rollRad);
            const double pitchRad =
                math::wrapRad(std::atan2(m_hand.z(), m_hand.y()) - std::atan2(reach.z(), forward));
            posture.anglesRad = {pitchRad, rollRad, yawRad, elbowRad};
            posture.cost = cost(posture.anglesRad, outside + std::max(0.0, std::abs(cosine) - 1.0));
            keepBetter(best, posture);
        }
        return best;
    }

    [[nodiscard]] double cost(const std::array<double, kMaxChainJoints>& anglesRad,
                              double outside) const {
        double way = 0.0;
        for (std::size_t i = 0; i < ArmJoints; ++i) {
            outside += std::abs(anglesRad[i] - m_arm.held(i, anglesRad[i]));
            way += (anglesRad[i] - m_near[i]) * (anglesRad[i] - m_near[i]);
        }
        return kOutsideWeight * outside + way;
    }

    const HingeChain& m_arm;
    Vector3d m_hand; ///< position of the hand relative to the shoulder
    std::array<double, ArmJoints> m_near{};
};

} // namespace

LimbSolution solveArm(const RobotModel& model, LimbId hand, const Vector3d& p_TorsoHand,
                      std::span<const double> nearRad) {
    SIDELINE_ASSERT(hand == LimbId::LeftHand || hand == LimbId::RightHand);
    const LimbChain* chain = limbChain(model, hand);
    SIDELINE_ASSERT(chain != nullptr);
    const HingeChain arm = hingeChain(model, *chain);
    const ChainTarget target{.X_TorsoTip = math::Pose::translation(p_TorsoHand),
                             .constrainsRotation = false};
    if (!isNaoArm(arm)) {
        return descendFromAnywhere(arm, target, nearRad, nearRad);
    }
    LimbSolution solution;
    solution.anglesRad = ArmSearch(arm, p_TorsoHand, nearRad).best().anglesRad;
    for (std::size_t i = 0; i < ArmJoints; ++i) {
        solution.anglesRad[i] = arm.held(i, solution.anglesRad[i]);
    }
    judge(arm, target.X_TorsoTip, false, solution);
    if (solution.isReachable) {
        return solution;
    }
    const LimbSolution fromClamped = descend(arm, target, solution.anglesRad);
    const LimbSolution fromNear = descend(arm, target, nearRad);
    return costOf(fromNear, target) < costOf(fromClamped, target) ? fromNear : fromClamped;
}

} // namespace sideline::robot
