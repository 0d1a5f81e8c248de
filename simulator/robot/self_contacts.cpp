#include "simulator/robot/self_contacts.h"

#include <variant>

#include "agentcore/robot/limb_joints.h"
#include "simulator/robot/robot_body.h"

namespace sideline::simulator {

namespace {

struct PlacedBox {
    robot::BodyId body;
    math::Pose X_SBox;
    Eigen::Vector3d halfM;
    double radiusM; ///< radius of its bounding sphere
};

// Boxes with disjoint bounding spheres are disjoint on some axis. This excludes most pairs.
bool areFarApart(const PlacedBox& a, const PlacedBox& b) {
    constexpr double kMarginM = 1e-6; // far above rounding errors
    const double reachM = a.radiusM + b.radiusM + kMarginM;
    return (b.X_SBox.p - a.X_SBox.p).squaredNorm() > reachM * reachM;
}

// The server's overlap test (`BoxCollider::CheckSeparatingPlane`): cross products of edges are not
// normalized, so `toleranceM` has more weight for nearly parallel edges.
bool isSeparating(const Eigen::Vector3d& axis, const PlacedBox& a, const PlacedBox& b,
                  double toleranceM) {
    const double reach = (a.X_SBox.R.transpose() * axis).cwiseAbs().dot(a.halfM) +
                         (b.X_SBox.R.transpose() * axis).cwiseAbs().dot(b.halfM);
    return std::abs((b.X_SBox.p - a.X_SBox.p).dot(axis)) + toleranceM > reach;
}

bool overlap(const PlacedBox& a, const PlacedBox& b, double toleranceM) {
    for (int i = 0; i < 3; ++i) {
        if (isSeparating(a.X_SBox.R.col(i), a, b, toleranceM) ||
            isSeparating(b.X_SBox.R.col(i), a, b, toleranceM)) {
            return false;
        }
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            if (isSeparating(a.X_SBox.R.col(i).cross(b.X_SBox.R.col(j)), a, b, toleranceM)) {
                return false;
            }
        }
    }
    return true;
}

// The next body toward the torso that has a collider: the torso for a thigh, the shank for a foot.
robot::BodyId colliderAbove(const robot::RobotModel& model, robot::BodyId body) {
    robot::BodyId above = model.body(body).parent;
    while (above.isValid() && !model.body(above).collides) {
        above = model.body(above).parent;
    }
    return above;
}

bool isOnArm(const robot::RobotModel& model, robot::BodyId body) {
    const auto limb = robot::limbOf(model, body);
    return limb == robot::LimbId::LeftHand || limb == robot::LimbId::RightHand;
}

// Bodies connected by a joint may overlap. So may leg bodies that have only bodies without a
// collider between them (`addNotCollideWithColliderName` in the leg's files); arm bodies may not.
bool mayOverlap(const robot::RobotModel& model, robot::BodyId first, robot::BodyId second) {
    const auto isJoined = [&](robot::BodyId upper, robot::BodyId lower) {
        return model.body(lower).parent == upper ||
               (colliderAbove(model, lower) == upper && !isOnArm(model, lower));
    };
    return isJoined(first, second) || isJoined(second, first);
}

} // namespace

std::vector<SelfContact> selfContacts(const RobotBody& robot, double toleranceM) {
    const robot::RobotModel& model = robot.model();
    std::vector<PlacedBox> boxes;
    boxes.reserve(model.bodies().size());
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        const auto* box = std::get_if<robot::Box>(&model.bodies()[i].shape);
        if (box != nullptr && model.bodies()[i].collides) {
            const robot::BodyId id(i);
            const Eigen::Vector3d halfM = box->sizeM / 2.0;
            boxes.push_back({id, robot.pose(id), halfM, halfM.norm()});
        }
    }
    std::vector<SelfContact> contacts;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = i + 1; j < boxes.size(); ++j) {
            if (!areFarApart(boxes[i], boxes[j]) && overlap(boxes[i], boxes[j], toleranceM) &&
                !mayOverlap(model, boxes[i].body, boxes[j].body)) {
                contacts.push_back({boxes[i].body, boxes[j].body});
            }
        }
    }
    return contacts;
}

} // namespace sideline::simulator
