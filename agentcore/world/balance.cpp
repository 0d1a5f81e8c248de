#include "agentcore/world/balance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/base/assert.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::world {

namespace {

// A corner this little above the lowest one still touches: soles lie on soft contacts.
constexpr double kTouchM = 0.006;

double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
}

// The four corners of a body's lower side, as its shape has them.
void appendSole(const robot::Body& body, const math::Pose& X_SBody,
                std::vector<Eigen::Vector3d>& corners_S) {
    const auto* box = std::get_if<robot::Box>(&body.shape);
    if (box == nullptr) {
        return;
    }
    const Eigen::Vector3d half = 0.5 * box->sizeM;
    for (const double x : {-half.x(), half.x()}) {
        for (const double y : {-half.y(), half.y()}) {
            corners_S.push_back(X_SBody * Eigen::Vector3d(x, y, -half.z()));
        }
    }
}

bool isLoaded(const BodyBelief& belief, robot::BodyId body) {
    return std::ranges::any_of(belief.forces, [&](const ForceBelief& force) {
        return force.body == body && force.force_BodyN.norm() > 0.0;
    });
}

// Corners of the soles: of those that tell a force, or of all if none does.
std::vector<Eigen::Vector3d> soleCorners(const robot::RobotModel& model, const BodyBelief& belief,
                                         std::span<const math::Pose> X_SBody) {
    std::vector<Eigen::Vector3d> loaded_S;
    std::vector<Eigen::Vector3d> all_S;
    for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
        if (perceptor.kind == robot::PerceptorKind::ForceResistance) {
            const std::size_t i = perceptor.body.index();
            appendSole(model.bodies()[i], X_SBody[i], all_S);
            if (isLoaded(belief, perceptor.body)) {
                appendSole(model.bodies()[i], X_SBody[i], loaded_S);
            }
        }
    }
    return loaded_S.empty() ? all_S : loaded_S;
}

double marginOf(const std::vector<Eigen::Vector2d>& hull, const Eigen::Vector2d& point) {
    if (hull.empty()) {
        return 0.0;
    }
    if (hull.size() < 3) {
        // Standing on an edge or a corner: only exactly above it is there balance.
        const Eigen::Vector2d edge = hull.back() - hull.front();
        const double lengthM2 = std::max(edge.squaredNorm(), 1e-12);
        const double share = std::clamp(edge.dot(point - hull.front()) / lengthM2, 0.0, 1.0);
        return -(point - hull.front() - share * edge).norm();
    }
    double margin = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Eigen::Vector2d edge = hull[(i + 1) % hull.size()] - hull[i];
        margin = std::min(margin, cross(edge, point - hull[i]) / edge.norm());
    }
    return margin;
}

} // namespace

std::vector<Eigen::Vector2d> convexHull(std::vector<Eigen::Vector2d> points) {
    std::erase_if(points, [](const Eigen::Vector2d& point) { return !point.allFinite(); });
    std::ranges::sort(points, [](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
        return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
    });
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) {
        return points;
    }
    // Andrew's monotone chain: the lower side from left to right, then the upper one back.
    std::vector<Eigen::Vector2d> hull;
    hull.reserve(points.size() + 1);
    const auto walk = [&hull](const Eigen::Vector2d& point, std::size_t keep) {
        while (hull.size() >= keep + 2 &&
               cross(hull.back() - hull[hull.size() - 2], point - hull.back()) <= 0.0) {
            hull.pop_back();
        }
        hull.push_back(point);
    };
    for (const Eigen::Vector2d& point : points) {
        walk(point, 0);
    }
    const std::size_t lower = hull.size() - 1;
    for (std::size_t i = points.size() - 1; i-- > 0;) {
        walk(points[i], lower);
    }
    hull.pop_back();
    return hull;
}

Balance balanceOf(const robot::RobotModel& model, const BodyBelief& body,
                  std::span<const math::Pose> X_SBody) {
    SIDELINE_ASSERT(X_SBody.size() == model.bodies().size());
    Balance balance;
    balance.centerOfMass_S = robot::centreOfMass(model, X_SBody);
    const std::vector<Eigen::Vector3d> corners_S = soleCorners(model, body, X_SBody);
    double lowestM = std::numeric_limits<double>::infinity();
    for (const Eigen::Vector3d& corner : corners_S) {
        lowestM = std::min(lowestM, corner.z());
    }
    std::vector<Eigen::Vector2d> touching_S;
    for (const Eigen::Vector3d& corner : corners_S) {
        if (corner.z() <= lowestM + kTouchM) {
            touching_S.emplace_back(corner.head<2>());
        }
    }
    balance.support_S = convexHull(std::move(touching_S));
    balance.marginM = marginOf(balance.support_S, balance.centerOfMass_S.head<2>());
    return balance;
}

} // namespace sideline::world
