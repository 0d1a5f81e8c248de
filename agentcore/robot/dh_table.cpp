#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"
#include "agentcore/robot/chain_descent.h"
#include "agentcore/robot/limb_kinematics.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;

constexpr double kParallel = 1e-9;

// Returns the angle that rotates `from` to `to` about `axis`, which is normal to both.
double angleAbout(const Vector3d& axis, const Vector3d& from, const Vector3d& to) {
    return std::atan2(axis.dot(from.cross(to)), from.dot(to));
}

math::Pose frame(const Vector3d& origin, const Vector3d& x, const Vector3d& z) {
    math::Pose X;
    X.R.col(0) = x;
    X.R.col(1) = z.cross(x);
    X.R.col(2) = z;
    X.p = origin;
    return X;
}

// Returns the frame of the next axis according to the Denavit-Hartenberg convention: its x axis is
// the common normal of both axes.
math::Pose nextFrame(const math::Pose& X, const Vector3d& anchor, const Vector3d& axis) {
    const Vector3d z = X.R.col(2);
    const Vector3d between = anchor - X.p;
    Vector3d normal = z.cross(axis);
    if (normal.norm() < kParallel) {
        // For parallel axes, the common normal through the frame's origin is chosen.
        const Vector3d across = between - z.dot(between) * z;
        const Vector3d x = across.norm() < kParallel ? Vector3d(X.R.col(0)) : across.normalized();
        return frame(X.p + across, x, axis);
    }
    // Two linear equations determine the foot of the common normal on the next axis.
    const double c = z.dot(axis);
    const double along = (c * z.dot(between) - axis.dot(between)) / (1.0 - c * c);
    const Vector3d foot = anchor + along * axis;
    normal.normalize();
    if (normal.dot(foot - X.p) < -kParallel) {
        normal = -normal;
    }
    return frame(foot, normal, axis);
}

} // namespace

DhTable dhTable(const RobotModel& model, const LimbChain& chain) {
    SIDELINE_ASSERT(!chain.joints.empty());
    const std::vector<double> zeros(chain.joints.size(), 0.0);
    const HingeChain::Placed placed = hingeChain(model, chain).place(zeros);
    DhTable table;
    const Vector3d& first = placed.axes[0];
    const Vector3d x =
        first.cross(std::abs(first.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY()).normalized();
    table.X_TorsoBase = frame(placed.anchors[0], x, first);
    math::Pose X = table.X_TorsoBase;
    for (std::size_t i = 0; i < chain.joints.size(); ++i) {
        DhRow row{.joint = chain.joints[i]};
        if (i + 1 < chain.joints.size()) {
            const math::Pose next = nextFrame(X, placed.anchors[i + 1], placed.axes[i + 1]);
            const Vector3d between = next.p - X.p;
            row.thetaOffsetRad = angleAbout(X.R.col(2), X.R.col(0), next.R.col(0));
            row.dM = X.R.col(2).dot(between);
            row.aM = next.R.col(0).dot(between);
            row.alphaRad = angleAbout(next.R.col(0), X.R.col(2), next.R.col(2));
            X = next;
        }
        table.rows.push_back(row);
    }
    table.X_LastTip = X.inverse() * placed.X_TorsoTip;
    return table;
}

} // namespace sideline::robot
