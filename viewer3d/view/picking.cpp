#include "viewer3d/view/picking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3d;
using monitor::ObjectId;

constexpr double kPaddingM = 0.01;
constexpr double kSlackRad = 0.005; // angle of about five pixels of a typical view
constexpr double kUnknownBodyRadiusM = 0.05;

// Half sizes of the box around a shape, in the frame of the shape.
Vector3d halfSizes(const robot::Shape& shape) {
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        return box->sizeM / 2.0;
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        return {capsule->radiusM, capsule->radiusM, capsule->radiusM + capsule->lengthM / 2.0};
    }
    return Vector3d::Constant(std::get<robot::Sphere>(shape).radiusM);
}

// Distance along the ray to a box around a pose; nullopt if it misses or starts inside it.
std::optional<double> hitBox(const Ray& ray, const math::Pose& pose, const Vector3d& half) {
    const Vector3d origin = pose.R.transpose() * (ray.origin - pose.p);
    const Vector3d direction = pose.R.transpose() * ray.direction;
    double enter = -std::numeric_limits<double>::infinity();
    double leave = std::numeric_limits<double>::infinity();
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
        if (std::abs(direction[axis]) < 1e-12) {
            if (std::abs(origin[axis]) > half[axis]) {
                return std::nullopt;
            }
            continue;
        }
        double first = (-half[axis] - origin[axis]) / direction[axis];
        double second = (half[axis] - origin[axis]) / direction[axis];
        if (first > second) {
            std::swap(first, second);
        }
        enter = std::max(enter, first);
        leave = std::min(leave, second);
    }
    return enter > 0.0 && enter <= leave ? std::optional(enter) : std::nullopt;
}

} // namespace

std::optional<Eigen::Vector2d> placeInView(const CameraPose& camera, const Vector3d& p_S,
                                           double width, double height) {
    const Vector3d seen = p_S - camera.eye;
    const double depthM = seen.dot(camera.forward);
    const double halfM =
        camera.orthographic ? camera.halfHeightM : depthM * std::tan(camera.fovYRad / 2.0);
    if (!(halfM > 0.0)) {
        return std::nullopt;
    }
    const double pixelsPerM = height / 2.0 / halfM;
    return Eigen::Vector2d(width / 2.0 + pixelsPerM * seen.dot(camera.forward.cross(camera.up)),
                           height / 2.0 - pixelsPerM * seen.dot(camera.up));
}

Ray rayThrough(const CameraPose& camera, double x, double y, double width, double height) {
    const double u = (2.0 * x - width) / height; // rightward, in half heights of the view
    const double v = 1.0 - 2.0 * y / height;     // upward
    const Vector3d right = camera.forward.cross(camera.up).normalized();
    if (camera.orthographic) {
        return {camera.eye + camera.halfHeightM * (u * right + v * camera.up), camera.forward};
    }
    const double slope = std::tan(camera.fovYRad / 2.0);
    return {camera.eye, (camera.forward + slope * (u * right + v * camera.up)).normalized()};
}

std::optional<PickHit> pickPoint(const monitor::MatchFrame& frame, const Ray& ray) {
    std::optional<PickHit> nearest;
    double nearestM = std::numeric_limits<double>::infinity();
    // Considers a box in a body.
    const auto consider = [&](const math::Pose& X_SBody, const math::Pose& X_BodyBox,
                              const Vector3d& half, const ObjectId& id) {
        const math::Pose X_SBox = X_SBody * X_BodyBox;
        const double padding = kPaddingM + kSlackRad * (X_SBox.p - ray.origin).norm();
        const auto distanceM = hitBox(ray, X_SBox, half + Vector3d::Constant(padding));
        if (distanceM && *distanceM < nearestM) {
            nearestM = *distanceM;
            const Vector3d met_S = ray.origin + *distanceM * ray.direction;
            // On the true surface, not on the enlarged one.
            const Vector3d p_Box =
                (X_SBox.R.transpose() * (met_S - X_SBox.p)).cwiseMax(-half).cwiseMin(half);
            nearest = PickHit{id, X_SBox * p_Box, X_BodyBox * p_Box};
        }
    };
    if (frame.ball) {
        consider(frame.ball->X_SBall, {}, Vector3d::Constant(frame.game.ballRadiusM()),
                 ObjectId::ball());
    }
    for (const monitor::RobotFrame& robot : frame.robots) {
        for (std::size_t i = 0; i < robot.X_SBody.size(); ++i) {
            const ObjectId id = ObjectId::ofRobot(robot.id, static_cast<std::int32_t>(i));
            if (robot.model == nullptr) {
                consider(robot.X_SBody[i], {}, Vector3d::Constant(kUnknownBodyRadiusM), id);
                continue;
            }
            const robot::Body& body = robot.model->bodies()[i];
            if (body.solids.empty()) {
                consider(robot.X_SBody[i], {}, halfSizes(body.shape), id);
            }
            for (const robot::Solid& solid : body.solids) {
                consider(robot.X_SBody[i], solid.X_BodySolid, halfSizes(solid.shape), id);
            }
        }
    }
    return nearest;
}

std::optional<ObjectId> pick(const monitor::MatchFrame& frame, const Ray& ray) {
    const auto hit = pickPoint(frame, ray);
    return hit ? std::optional(hit->id) : std::nullopt;
}

} // namespace sideline::viewer3d
