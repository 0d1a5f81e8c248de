#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "agentcore/base/assert.h"
#include "agentcore/robot/posture.h"

namespace sideline::robot {

namespace {

using Eigen::Vector3d;

// Spheres and capsules: all points within a radius of a segment.
struct Round {
    Vector3d center;
    Vector3d half; ///< vector from the center to the segment's end; zero for a sphere
    double radiusM;
};

Round roundOf(const Shape& shape, const math::Pose& X) {
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return {X.p, Vector3d::Zero(), sphere->radiusM};
    }
    const auto& capsule = std::get<Capsule>(shape);
    return {X.p, 0.5 * capsule.lengthM * X.R.col(2), capsule.radiusM};
}

// Minimizes a convex function over [-1, 1].
template <typename Function>
double smallest(const Function& function) {
    double low = -1.0;
    double high = 1.0;
    for (int i = 0; i < 40; ++i) {
        const double a = low + (high - low) / 3.0;
        const double b = high - (high - low) / 3.0;
        if (function(a) < function(b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return function(0.5 * (low + high));
}

// Returns the signed distance from a point to a box's surface, negative inside.
double distanceM(const Box& box, const math::Pose& X_ABox, const Vector3d& p_A) {
    const Vector3d q = (X_ABox.R.transpose() * (p_A - X_ABox.p)).cwiseAbs() - 0.5 * box.sizeM;
    return q.cwiseMax(0.0).norm() + std::min(q.maxCoeff(), 0.0);
}

double depthM(const Box& box, const math::Pose& X_ABox, const Round& round) {
    if (round.half.isZero()) {
        return round.radiusM - distanceM(box, X_ABox, round.center);
    }
    return round.radiusM - smallest([&](double t) {
               return distanceM(box, X_ABox, round.center + t * round.half);
           });
}

double depthM(const Round& a, const Round& b) {
    // The distance to a segment is a convex function, and so is its minimum along another segment.
    const double nearestM = smallest([&](double t) {
        const Vector3d from = a.center + t * a.half - b.center;
        const double length2 = b.half.squaredNorm();
        const double s = length2 > 0.0 ? std::clamp(b.half.dot(from) / length2, -1.0, 1.0) : 0.0;
        return (from - s * b.half).norm();
    });
    return a.radiusM + b.radiusM - nearestM;
}

// Uses the separating axes of two boxes: the directions of their edges and the cross products.
double depthM(const Box& a, const math::Pose& X_AFirst, const Box& b, const math::Pose& X_ASecond) {
    const Eigen::Matrix3d C = X_AFirst.R.transpose() * X_ASecond.R;
    const Vector3d between = X_AFirst.R.transpose() * (X_ASecond.p - X_AFirst.p);
    const Vector3d halfA = 0.5 * a.sizeM;
    const Vector3d halfB = 0.5 * b.sizeM;
    double depth = std::numeric_limits<double>::infinity();
    const auto separate = [&](const Vector3d& axis) {
        const double length = axis.norm();
        if (length < 1e-6) {
            return;
        }
        const double reach =
            halfA.dot(axis.cwiseAbs()) + halfB.dot((C.transpose() * axis).cwiseAbs());
        depth = std::min(depth, (reach - std::abs(between.dot(axis))) / length);
    };
    for (int i = 0; i < 3; ++i) {
        separate(Vector3d::Unit(i));
        separate(C.col(i));
    }
    for (int i = 0; i < 3 && depth > 0.0; ++i) {
        for (int k = 0; k < 3; ++k) {
            separate(Vector3d::Unit(i).cross(C.col(k)));
        }
    }
    return depth;
}

double depthM(const Shape& a, const math::Pose& X_AFirst, const Shape& b,
              const math::Pose& X_ASecond) {
    const auto* boxA = std::get_if<Box>(&a);
    const auto* boxB = std::get_if<Box>(&b);
    if (boxA != nullptr && boxB != nullptr) {
        return depthM(*boxA, X_AFirst, *boxB, X_ASecond);
    }
    if (boxA != nullptr) {
        return depthM(*boxA, X_AFirst, roundOf(b, X_ASecond));
    }
    if (boxB != nullptr) {
        return depthM(*boxB, X_ASecond, roundOf(a, X_AFirst));
    }
    return depthM(roundOf(a, X_AFirst), roundOf(b, X_ASecond));
}

// Returns the radius of a sphere about the body's origin that contains its shape.
double reachM(const Shape& shape) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return 0.5 * box->sizeM.norm();
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return sphere->radiusM;
    }
    const auto& capsule = std::get<Capsule>(shape);
    return 0.5 * capsule.lengthM + capsule.radiusM;
}

// Returns the next colliding body toward the torso.
BodyId collidingParent(const RobotModel& model, BodyId body) {
    do {
        body = model.body(body).parent;
    } while (body.isValid() && !model.body(body).collides);
    return body;
}

// Returns the number of joints between two bodies.
int jointsBetween(const RobotModel& model, BodyId a, BodyId b) {
    int steps = 0;
    // Parents precede children, so the later of two bodies is never an ancestor of the other.
    while (a != b) {
        BodyId& later = a < b ? b : a;
        steps += model.body(later).joint.isValid() ? 1 : 0;
        later = model.body(later).parent;
    }
    return steps;
}

bool areNeighbors(const RobotModel& model, BodyId a, BodyId b) {
    return collidingParent(model, b) == a || collidingParent(model, a) == b ||
           jointsBetween(model, a, b) <= 2;
}

// Calls `visit` with each part of a body, and its pose in A. In SimSpark a body collides with its
// shape; shapes of rcssservermj's robots are less exact than their solids.
template <typename Visit>
void eachPart(const RobotModel& model, const Body& body, const math::Pose& X_ABody,
              const Visit& visit) {
    if (body.solids.empty() || model.traits().server == game::ServerKind::SimSpark) {
        return visit(body.shape, X_ABody);
    }
    for (const Solid& solid : body.solids) {
        visit(solid.shape, X_ABody * solid.X_BodySolid);
    }
}

double bodyReachM(const RobotModel& model, const Body& body) {
    double farM = 0.0;
    eachPart(model, body, {}, [&](const Shape& shape, const math::Pose& X_BodyPart) {
        farM = std::max(farM, X_BodyPart.p.norm() + reachM(shape));
    });
    return farM;
}

// Returns the greatest penetration of any part of one body into any part of the other.
double bodyDepthM(const RobotModel& model, const Body& a, const math::Pose& X_Aa, const Body& b,
                  const math::Pose& X_Ab) {
    double deepM = -std::numeric_limits<double>::infinity();
    eachPart(model, a, X_Aa, [&](const Shape& shapeA, const math::Pose& X_APartA) {
        eachPart(model, b, X_Ab, [&](const Shape& shapeB, const math::Pose& X_APartB) {
            deepM = std::max(deepM, depthM(shapeA, X_APartA, shapeB, X_APartB));
        });
    });
    return deepM;
}

} // namespace

std::vector<BodyOverlap> selfOverlaps(const RobotModel& model, std::span<const math::Pose> X_ABody,
                                      double toleranceM) {
    SIDELINE_ASSERT(X_ABody.size() == model.bodies().size());
    std::array<double, kMaxBodies> reach{};
    for (std::size_t i = 0; i < X_ABody.size(); ++i) {
        reach[i] = model.bodies()[i].collides ? bodyReachM(model, model.bodies()[i]) : -1.0;
    }
    std::vector<BodyOverlap> overlaps;
    for (std::size_t i = 0; i < X_ABody.size(); ++i) {
        for (std::size_t k = i + 1; k < X_ABody.size() && reach[i] >= 0.0; ++k) {
            const double nearM = reach[i] + reach[k] - toleranceM;
            if (reach[k] < 0.0 || (X_ABody[i].p - X_ABody[k].p).squaredNorm() >= nearM * nearM ||
                areNeighbors(model, BodyId(i), BodyId(k))) {
                continue;
            }
            const double depth =
                bodyDepthM(model, model.bodies()[i], X_ABody[i], model.bodies()[k], X_ABody[k]);
            if (depth > toleranceM) {
                overlaps.push_back({BodyId(i), BodyId(k), depth});
            }
        }
    }
    return overlaps;
}

std::vector<std::pair<BodyId, BodyId>> selfCollisions(const RobotModel& model,
                                                      std::span<const math::Pose> X_ABody,
                                                      double toleranceM) {
    std::vector<std::pair<BodyId, BodyId>> pairs;
    for (const BodyOverlap& overlap : selfOverlaps(model, X_ABody, toleranceM)) {
        pairs.emplace_back(overlap.first, overlap.second);
    }
    return pairs;
}

} // namespace sideline::robot
