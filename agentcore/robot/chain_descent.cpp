#include "agentcore/robot/chain_descent.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;
using Angles = std::array<double, kMaxChainJoints>;
using Vector6d = Eigen::Matrix<double, 6, 1>;
using Vector7d = Eigen::Matrix<double, 7, 1>;
using Matrix7d = Eigen::Matrix<double, 7, 7>;

constexpr double kReachedM = 1e-4;
constexpr double kReachedRad = math::radFromDeg(0.01);
constexpr int kMaxSteps = 200;

// Returns the rotation vector (axis times angle); exact for small angles.
Vector3d rotationVector(const Eigen::Matrix3d& R) {
    const Vector3d sine(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
    const double length = sine.norm();
    if (length > 1e-6) {
        return sine * (std::atan2(length, R.trace() - 1.0) / length);
    }
    if (R.trace() > 0.0) {
        return 0.5 * sine;
    }
    const Eigen::AngleAxisd half(R); // used because the antisymmetric part vanishes
    return half.angle() * half.axis();
}

Vector6d errorOf(const HingeChain::Placed& placed, const ChainTarget& target) {
    Vector6d error = Vector6d::Zero();
    error.head<3>() = target.X_TorsoTip.p - placed.X_TorsoTip.p;
    if (target.constrainsRotation) {
        error.tail<3>() = target.rotationWeightM *
                          rotationVector(target.X_TorsoTip.R * placed.X_TorsoTip.R.transpose());
    }
    return error;
}

// The normal equations of the error at a posture.
struct Slope {
    Matrix7d H = Matrix7d::Zero();
    Vector7d g = Vector7d::Zero();
};

Slope slopeOf(const HingeChain& chain, const HingeChain::Placed& placed, const ChainTarget& target,
              const Vector6d& error) {
    Eigen::Matrix<double, 6, 7> J = Eigen::Matrix<double, 6, 7>::Zero();
    for (std::size_t i = 0; i < chain.count; ++i) {
        const auto column = static_cast<Eigen::Index>(i);
        J.block<3, 1>(0, column) = placed.axes[i].cross(placed.X_TorsoTip.p - placed.anchors[i]);
        if (target.constrainsRotation) {
            J.block<3, 1>(3, column) = target.rotationWeightM * placed.axes[i];
        }
    }
    return {J.transpose() * J, J.transpose() * error};
}

// Computes a damped step without the joints that are at their limits.
Vector7d stepOf(const HingeChain& chain, const Angles& q, const Slope& slope, double damping) {
    Matrix7d A = slope.H;
    Vector7d b = slope.g;
    for (std::size_t i = 0; i < kMaxChainJoints; ++i) {
        const auto k = static_cast<Eigen::Index>(i);
        const bool isFree = i >= chain.trunkCount && i < chain.count &&
                            !(q[i] <= chain.links[i].minRad && b[k] <= 0.0) &&
                            !(q[i] >= chain.links[i].maxRad && b[k] >= 0.0);
        if (!isFree) {
            A.row(k).setZero();
            A.col(k).setZero();
            A(k, k) = 1.0;
            b[k] = 0.0;
        } else {
            A(k, k) += damping;
        }
    }
    return A.ldlt().solve(b);
}

} // namespace

HingeChain::Placed HingeChain::place(std::span<const double> anglesRad) const {
    Placed placed;
    math::Pose X;
    for (std::size_t i = 0; i < count; ++i) {
        const Link& link = links[i];
        X.p += X.R * link.p_Before;
        X.R = X.R * link.R_Before;
        placed.anchors[i] = X.p;
        placed.axes[i] = X.R * link.axis;
        X.R = X.R * Eigen::AngleAxisd(anglesRad[i], link.axis).toRotationMatrix();
    }
    placed.X_TorsoTip = X * X_LastTip;
    return placed;
}

double HingeChain::held(std::size_t joint, double angleRad) const {
    return std::clamp(std::isfinite(angleRad) ? angleRad : 0.0, links[joint].minRad,
                      links[joint].maxRad);
}

HingeChain hingeChain(const RobotModel& model, const LimbChain& chain) {
    SIDELINE_ASSERT(chain.joints.size() <= kMaxChainJoints);
    HingeChain result;
    result.count = chain.joints.size();
    result.trunkCount = chain.trunkJoints;
    BodyId before(std::size_t{0});
    Vector3d anchorBefore = Vector3d::Zero();
    // Bodies between two joints are fixed to each other.
    const auto fixedPose = [&](BodyId body, BodyId ancestor) {
        math::Pose X;
        for (; body.isValid() && body != ancestor; body = model.body(body).parent) {
            X = math::Pose{model.body(body).R_ParentBody, model.body(body).p_ParentBody} * X;
        }
        return X;
    };
    for (std::size_t i = 0; i < result.count; ++i) {
        const Joint& joint = model.joint(chain.joints[i]);
        const math::Pose X = fixedPose(joint.child, before);
        result.links[i] = {X * joint.anchor_Child - anchorBefore, X.R, joint.axis, joint.minRad,
                           joint.maxRad};
        before = joint.child;
        anchorBefore = joint.anchor_Child;
    }
    result.X_LastTip = fixedPose(chain.body, before) * chain.X_BodyTip;
    result.X_LastTip.p -= anchorBefore;
    return result;
}

void judge(const HingeChain& chain, const math::Pose& X_TorsoTip, bool constrainsRotation,
           LimbSolution& solution) {
    const math::Pose reached = chain.place(solution.anglesRad).X_TorsoTip;
    solution.jointCount = chain.count;
    solution.positionErrorM = (X_TorsoTip.p - reached.p).norm();
    solution.rotationErrorRad =
        constrainsRotation ? rotationVector(X_TorsoTip.R * reached.R.transpose()).norm() : 0.0;
    solution.isReachable =
        solution.positionErrorM <= kReachedM && solution.rotationErrorRad <= kReachedRad;
}

LimbSolution descend(const HingeChain& chain, const ChainTarget& target,
                     std::span<const double> startRad) {
    Angles q{};
    for (std::size_t i = 0; i < chain.count; ++i) {
        q[i] = chain.held(i, i < startRad.size() ? startRad[i] : 0.0);
    }
    HingeChain::Placed placed = chain.place(q);
    Vector6d error = errorOf(placed, target);
    double damping = 1e-4;
    for (int step = 0; step < kMaxSteps && error.squaredNorm() > 1e-24 && damping < 1e3; ++step) {
        const Slope slope = slopeOf(chain, placed, target, error);
        bool isBetter = false;
        double gain = 0.0;
        while (!isBetter && damping < 1e3) {
            const Vector7d move = stepOf(chain, q, slope, damping);
            Angles moved = q;
            for (std::size_t i = 0; i < chain.count; ++i) {
                moved[i] = chain.held(i, q[i] + move[static_cast<Eigen::Index>(i)]);
            }
            const HingeChain::Placed there = chain.place(moved);
            const Vector6d errorThere = errorOf(there, target);
            gain = error.squaredNorm() - errorThere.squaredNorm();
            isBetter = gain > 0.0;
            damping = isBetter ? std::max(0.1 * damping, 1e-14) : 8.0 * damping;
            if (isBetter) {
                q = moved;
                placed = there;
                error = errorThere;
            }
        }
        if (gain < 1e-11 * error.squaredNorm()) {
            break;
        }
    }
    for (std::size_t i = 0; i < chain.count; ++i) {
        if (std::isinf(chain.links[i].minRad) && std::isinf(chain.links[i].maxRad)) {
            q[i] = math::wrapRad(q[i]);
        }
    }
    LimbSolution solution;
    solution.anglesRad = q;
    judge(chain, target.X_TorsoTip, target.constrainsRotation, solution);
    return solution;
}

LimbSolution descendFromAnywhere(const HingeChain& chain, const ChainTarget& target,
                                 std::span<const double> nearRad,
                                 std::span<const double> guessRad) {
    constexpr int kSpread = 14;
    // Multiples of these numbers modulo 1 fill a cube evenly (Roberts 2018, plastic number).
    constexpr std::array<double, kMaxChainJoints> kSteps = {0.8986, 0.8075, 0.7256, 0.6520,
                                                            0.5859, 0.5265, 0.4731};
    LimbSolution best = descend(chain, target, nearRad);
    const auto tryFrom = [&](std::span<const double> startRad) {
        const LimbSolution solution = descend(chain, target, startRad);
        if (costOf(solution, target) < costOf(best, target)) {
            best = solution;
        }
    };
    if (!best.isReachable) {
        tryFrom(guessRad);
    }
    for (int spread = 1; spread <= kSpread && !best.isReachable; ++spread) {
        Angles start{};
        for (std::size_t i = 0; i < chain.count; ++i) {
            const double minRad = std::max(chain.links[i].minRad, -math::kPi);
            const double maxRad = std::min(chain.links[i].maxRad, math::kPi);
            const double ratio = std::fmod(0.5 + spread * kSteps[i], 1.0);
            start[i] = i >= chain.trunkCount ? std::lerp(minRad, maxRad, ratio)
                       : i < nearRad.size()  ? nearRad[i]
                                             : 0.0;
        }
        tryFrom(start);
    }
    return best;
}

} // namespace sideline::robot
