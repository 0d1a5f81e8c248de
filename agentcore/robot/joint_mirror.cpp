#include "agentcore/robot/joint_mirror.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;

constexpr double kParallelCos = 0.99;
constexpr double kNearRatio = 0.05; // fraction of the diagonal of the robot's bounding box

// A joint's axis in the torso's frame.
struct Axis {
    Vector3d p_T;
    Vector3d direction_T;
};

// Mirrors the position, and also the direction, such that equal angles are mirror images.
Axis imageOf(const Axis& axis) {
    return {{-axis.p_T.x(), axis.p_T.y(), axis.p_T.z()},
            {axis.direction_T.x(), -axis.direction_T.y(), -axis.direction_T.z()}};
}

class MirrorFinder {
public:
    MirrorFinder(const RobotModel& model, std::span<const math::Pose> X_TBody)
        : m_model(model),
          m_nearM(kNearRatio * model.extent_T().diagonal().norm()),
          m_mirrors(model.joints().size()) {
        for (const Joint& joint : model.joints()) {
            const math::Pose& X_TChild = X_TBody[joint.child.index()];
            m_axes.push_back({X_TChild * joint.anchor_Child, X_TChild.R * joint.axis});
        }
    }

    std::vector<std::optional<MirrorJoint>> run() {
        pairLimbs(LimbId::LeftFoot, LimbId::RightFoot);
        pairLimbs(LimbId::LeftHand, LimbId::RightHand);
        while (pairNearest()) {
        }
        return std::move(m_mirrors);
    }

private:
    // Returns the cosine of the angle between an axis and the image of another.
    [[nodiscard]] double alongOf(std::size_t joint, std::size_t other) const {
        return imageOf(m_axes[joint]).direction_T.dot(m_axes[other].direction_T);
    }
    [[nodiscard]] bool areParallel(std::size_t joint, std::size_t other) const {
        return std::abs(alongOf(joint, other)) > kParallelCos;
    }

    void pair(std::size_t joint, std::size_t other) {
        const double sign = alongOf(joint, other) > 0.0 ? 1.0 : -1.0;
        m_mirrors[joint] = MirrorJoint{JointId(other), sign};
        m_mirrors[other] = MirrorJoint{JointId(joint), sign};
    }

    void pairLimbs(LimbId leftLimb, LimbId rightLimb) {
        const LimbChain* left = m_model.limbs().find(leftLimb);
        const LimbChain* right = m_model.limbs().find(rightLimb);
        if (left == nullptr || right == nullptr || left->joints.size() != right->joints.size()) {
            return;
        }
        for (std::size_t i = 0; i < left->joints.size(); ++i) {
            if (!areParallel(left->joints[i].index(), right->joints[i].index())) {
                return;
            }
        }
        for (std::size_t i = 0; i < left->joints.size(); ++i) {
            if (!m_mirrors[left->joints[i].index()] && !m_mirrors[right->joints[i].index()]) {
                pair(left->joints[i].index(), right->joints[i].index());
            }
        }
    }

    // Returns the remaining joint that is nearest to the image of a joint, with a parallel axis.
    [[nodiscard]] std::optional<std::size_t> nearestTo(std::size_t joint) const {
        std::optional<std::size_t> nearest;
        double nearestM = m_nearM;
        for (std::size_t other = 0; other < m_axes.size(); ++other) {
            const double awayM = (imageOf(m_axes[joint]).p_T - m_axes[other].p_T).norm();
            if (!m_mirrors[other] && awayM < nearestM && areParallel(joint, other)) {
                nearest = other;
                nearestM = awayM;
            }
        }
        return nearest;
    }

    // Pairs joints that are each other's nearest; returns whether there were such joints.
    bool pairNearest() {
        std::vector<std::optional<std::size_t>> nearest(m_axes.size());
        for (std::size_t i = 0; i < m_axes.size(); ++i) {
            nearest[i] = m_mirrors[i] ? std::nullopt : nearestTo(i);
        }
        bool isAny = false;
        for (std::size_t i = 0; i < m_axes.size(); ++i) {
            if (nearest[i] && nearest[*nearest[i]] == i) {
                pair(i, *nearest[i]);
                isAny = true;
            }
        }
        return isAny;
    }

    const RobotModel& m_model;
    double m_nearM;
    std::vector<Axis> m_axes;
    std::vector<std::optional<MirrorJoint>> m_mirrors;
};

} // namespace

std::vector<std::optional<MirrorJoint>> deriveMirrorJoints(const RobotModel& model,
                                                           std::span<const math::Pose> X_TBody) {
    return MirrorFinder(model, X_TBody).run();
}

} // namespace sideline::robot
