#include "agentcore/robot/posture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <variant>

#include "agentcore/base/assert.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::robot {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Contact tolerance while a body comes to rest.
constexpr double kContactM = 1e-6;
constexpr int kMaxTurns = 200;

double cross(const Vector2d& a, const Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
}

Vector2d nearestOnSegment(const Vector2d& from, const Vector2d& to, const Vector2d& point) {
    const Vector2d edge = to - from;
    const double lengthM2 = std::max(edge.squaredNorm(), 1e-18);
    return from + std::clamp(edge.dot(point - from) / lengthM2, 0.0, 1.0) * edge;
}

// Returns the point on a polygon's border that is nearest to a point.
Vector2d nearestOnBorder(std::span<const Vector2d> polygon, const Vector2d& point) {
    Vector2d best = polygon.front();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector2d candidate =
            nearestOnSegment(polygon[i], polygon[(i + 1) % polygon.size()], point);
        if ((candidate - point).squaredNorm() < (best - point).squaredNorm()) {
            best = candidate;
        }
    }
    return best;
}

double lowestOf(const Shape& shape, const math::Pose& X) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        return X.p.z() - 0.5 * X.R.row(2).cwiseAbs().dot(box->sizeM);
    }
    if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        return X.p.z() - sphere->radiusM;
    }
    const auto& capsule = std::get<Capsule>(shape);
    return X.p.z() - 0.5 * capsule.lengthM * std::abs(X.R(2, 2)) - capsule.radiusM;
}

std::array<Vector3d, 8> corners(const Box& box) {
    std::array<Vector3d, 8> result;
    for (unsigned i = 0; i < 8; ++i) {
        const Vector3d sign((i & 1U) != 0 ? 0.5 : -0.5, (i & 2U) != 0 ? 0.5 : -0.5,
                            (i & 4U) != 0 ? 0.5 : -0.5);
        result[i] = sign.cwiseProduct(box.sizeM);
    }
    return result;
}

// Calls `use` with the candidates for the lowest point of a shape, in A.
template <typename Use>
void eachLowPoint(const Shape& shape, const math::Pose& X, const Use& use) {
    if (const auto* box = std::get_if<Box>(&shape)) {
        for (const Vector3d& corner : corners(*box)) {
            use(Vector3d(X * corner));
        }
    } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
        use(Vector3d(X.p - sphere->radiusM * Vector3d::UnitZ()));
    } else {
        const auto& capsule = std::get<Capsule>(shape);
        const Vector3d half = 0.5 * capsule.lengthM * X.R.col(2);
        use(Vector3d(X.p + half - capsule.radiusM * Vector3d::UnitZ()));
        use(Vector3d(X.p - half - capsule.radiusM * Vector3d::UnitZ()));
    }
}

// Appends evenly distributed points on a sphere (Fibonacci lattice).
void appendSphere(const Vector3d& center, double radiusM, int count,
                  std::vector<Vector3d>& points) {
    const double turnRad = std::numbers::pi * (3.0 - std::sqrt(5.0));
    for (int i = 0; i < count; ++i) {
        const double z = 1.0 - (2.0 * i + 1.0) / count;
        const double across = std::sqrt(1.0 - z * z);
        points.emplace_back(center + radiusM * Vector3d(across * std::cos(turnRad * i),
                                                        across * std::sin(turnRad * i), z));
    }
}

// Samples the surface of a robot: corners of boxes, about a hundred points on round shapes.
std::vector<Vector3d> surfaceCloud(const RobotModel& model, std::span<const math::Pose> X_ABody) {
    std::vector<Vector3d> points;
    points.reserve(400);
    for (std::size_t i = 0; i < X_ABody.size(); ++i) {
        const Body& body = model.bodies()[i];
        if (!body.collides) {
            continue;
        }
        if (const auto* box = std::get_if<Box>(&body.shape)) {
            for (const Vector3d& corner : corners(*box)) {
                points.emplace_back(X_ABody[i] * corner);
            }
        } else if (const auto* sphere = std::get_if<Sphere>(&body.shape)) {
            appendSphere(X_ABody[i].p, sphere->radiusM, 150, points);
        } else {
            const auto& capsule = std::get<Capsule>(body.shape);
            const Vector3d half = 0.5 * capsule.lengthM * X_ABody[i].R.col(2);
            appendSphere(X_ABody[i].p + half, capsule.radiusM, 30, points);
            appendSphere(X_ABody[i].p - half, capsule.radiusM, 30, points);
        }
    }
    return points;
}

// The next rotation of a rigid body that is tipping over on the ground.
struct Tipping {
    Vector2d pivot;
    Vector2d direction; ///< unit vector in the direction of the fall
};

// Not set if the body is at rest.
std::optional<Tipping> tipping(const std::vector<Vector2d>& support, const Vector2d& center) {
    if (support.size() >= 3 && marginM(support, center) >= -1e-9) {
        return std::nullopt;
    }
    const Vector2d pivot = nearestOnBorder(support, center);
    const Vector2d away = center - pivot;
    if (away.norm() > 1e-9) {
        return Tipping{pivot, away.normalized()};
    }
    // In unstable balance on a corner or an edge, any direction is valid.
    if (support.size() == 2) {
        const Vector2d edge = (support[1] - support[0]).normalized();
        return Tipping{pivot, {-edge.y(), edge.x()}};
    }
    return Tipping{pivot, Vector2d::UnitY()};
}

// Rotates the cloud about the lowest points until it rests: each rotation ends when the next point
// touches the ground, and lowers the center of mass.
Eigen::Matrix3d restRotation(std::vector<Vector3d> points, Vector3d center) {
    Eigen::Matrix3d turned = Eigen::Matrix3d::Identity();
    for (int turn = 0; turn < kMaxTurns; ++turn) {
        double lowestM = kInfinity;
        for (const Vector3d& point : points) {
            lowestM = std::min(lowestM, point.z());
        }
        std::vector<Vector2d> touching;
        for (const Vector3d& point : points) {
            if (point.z() <= lowestM + kContactM) {
                touching.emplace_back(point.head<2>());
            }
        }
        const auto next = tipping(convexHull(std::move(touching)), center.head<2>());
        if (!next) {
            return turned;
        }
        double angleRad = std::numbers::pi;
        for (const Vector3d& point : points) {
            const double along = next->direction.dot(point.head<2>() - next->pivot);
            const double heightM = point.z() - lowestM;
            if (heightM > kContactM) {
                angleRad = std::min(angleRad, std::atan2(heightM, along));
            }
        }
        const Vector3d axis(-next->direction.y(), next->direction.x(), 0.0);
        const Eigen::Matrix3d R = Eigen::AngleAxisd(angleRad, axis).toRotationMatrix();
        const Vector3d pivot(next->pivot.x(), next->pivot.y(), lowestM);
        for (Vector3d& point : points) {
            point = R * (point - pivot) + pivot;
        }
        center = R * (center - pivot) + pivot;
        turned = R * turned;
    }
    return turned;
}

// Levels the sole of one foot. The foot is chosen whose level sole is closest to the robot's lowest
// point.
Eigen::Matrix3d levelSole(const RobotModel& model, std::span<const math::Pose> X_TBody,
                          const Eigen::Matrix3d& R_STorso) {
    struct Choice {
        Eigen::Matrix3d R;
        double gapM = kInfinity; ///< distance between the sole and the lowest point
        double heightM = kInfinity;
    } best{R_STorso};
    std::vector<math::Pose> poses(X_TBody.begin(), X_TBody.end());
    for (const BodyRole role : {BodyRole::LeftFoot, BodyRole::RightFoot}) {
        const BodyId foot = model.findBody(role);
        if (!foot.isValid()) {
            continue;
        }
        const math::Pose& X_TFoot = X_TBody[foot.index()];
        const Eigen::Matrix3d R_SFoot = R_STorso * X_TFoot.R;
        const Eigen::Matrix3d level =
            math::rotationBy(math::uprightTurnRad(R_SFoot.col(2))) * R_STorso;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            poses[i] = math::Pose{level, Vector3d::Zero()} * X_TBody[i];
        }
        const double soleM = lowestOf(model.body(foot).shape, poses[foot.index()]);
        const double gapM = soleM - lowestHeightM(model, poses);
        const double heightM =
            lowestOf(model.body(foot).shape, {R_SFoot, Vector3d(R_STorso * X_TFoot.p)});
        if (gapM < best.gapM - 1e-6 || (gapM < best.gapM + 1e-6 && heightM < best.heightM - 1e-9)) {
            best = {level, gapM, heightM};
        }
    }
    return best.R;
}

} // namespace

std::size_t convexHull(std::span<Vector2d> points, std::span<Vector2d> hull) {
    SIDELINE_ASSERT(hull.size() > points.size());
    const auto upTo = [&points](std::span<Vector2d>::iterator end) {
        return points.first(static_cast<std::size_t>(end - points.begin()));
    };
    points = upTo(std::remove_if(points.begin(), points.end(),
                                 [](const Vector2d& point) { return !point.allFinite(); }));
    std::ranges::sort(points, [](const Vector2d& a, const Vector2d& b) {
        return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
    });
    points = upTo(std::unique(points.begin(), points.end()));
    if (points.size() < 3) {
        std::ranges::copy(points, hull.begin());
        return points.size();
    }
    // Andrew's monotone chain: the lower side from left to right, then the upper one back.
    std::size_t size = 0;
    const auto walk = [&](const Vector2d& point, std::size_t keep) {
        while (size >= keep + 2 &&
               cross(hull[size - 1] - hull[size - 2], point - hull[size - 1]) <= 0.0) {
            --size;
        }
        hull[size++] = point;
    };
    for (const Vector2d& point : points) {
        walk(point, 0);
    }
    const std::size_t lower = size - 1;
    for (std::size_t i = points.size() - 1; i-- > 0;) {
        walk(points[i], lower);
    }
    return size - 1;
}

std::vector<Vector2d> convexHull(std::vector<Vector2d> points) {
    std::vector<Vector2d> hull(points.size() + 1);
    hull.resize(convexHull(points, hull));
    return hull;
}

double marginM(std::span<const Vector2d> polygon, const Vector2d& point) {
    if (polygon.empty()) {
        return 0.0;
    }
    double insideM = polygon.size() < 3 ? -1.0 : kInfinity;
    for (std::size_t i = 0; i < polygon.size() && polygon.size() >= 3; ++i) {
        const Vector2d edge = polygon[(i + 1) % polygon.size()] - polygon[i];
        insideM = std::min(insideM, cross(edge, point - polygon[i]) / edge.norm());
    }
    return insideM >= 0.0 ? insideM : -(nearestOnBorder(polygon, point) - point).norm();
}

double lowestHeightM(const RobotModel& model, std::span<const math::Pose> X_ABody) {
    SIDELINE_ASSERT(X_ABody.size() == model.bodies().size());
    double lowestM = kInfinity;
    for (std::size_t i = 0; i < X_ABody.size(); ++i) {
        if (model.bodies()[i].collides) {
            lowestM = std::min(lowestM, lowestOf(model.bodies()[i].shape, X_ABody[i]));
        }
    }
    return std::isfinite(lowestM) ? lowestM : X_ABody[0].p.z();
}

double placingHeightM(const RobotModel& model, double defaultM) {
    constexpr double kMaxBuriedM = 0.1;
    const double standingM = model.standingTorsoM();
    return standingM > defaultM + kMaxBuriedM ? standingM + kPlacingClearanceM : defaultM;
}

std::vector<SurfacePoint> lowestPoints(const RobotModel& model, std::span<const math::Pose> X_ABody,
                                       double bandM) {
    const double highestM = lowestHeightM(model, X_ABody) + bandM;
    std::vector<SurfacePoint> points;
    for (std::size_t i = 0; i < X_ABody.size(); ++i) {
        const Body& body = model.bodies()[i];
        if (!body.collides || lowestOf(body.shape, X_ABody[i]) > highestM) {
            continue;
        }
        eachLowPoint(body.shape, X_ABody[i], [&](const Vector3d& p_A) {
            // The lowest point is included despite rounding.
            if (p_A.z() <= highestM + 1e-12) {
                points.push_back({BodyId(i), p_A});
            }
        });
    }
    return points;
}

math::Pose placeOnGround(const RobotModel& model, std::span<const double> anglesRad,
                         GroundRule rule, const Eigen::Matrix3d& R_STorso) {
    std::vector<math::Pose> poses(model.bodies().size());
    forwardKinematics(model, {}, anglesRad, poses);
    math::Pose X_STorso{R_STorso, Vector3d::Zero()};
    if (rule == GroundRule::LevelSole) {
        X_STorso.R = levelSole(model, poses, R_STorso);
    } else if (rule == GroundRule::Rest) {
        for (math::Pose& pose : poses) {
            pose = X_STorso * pose;
        }
        X_STorso.R =
            restRotation(surfaceCloud(model, poses), centerOfMass(model, poses)) * R_STorso;
    }
    forwardKinematics(model, X_STorso, anglesRad, poses);
    X_STorso.p.z() = -lowestHeightM(model, poses);
    return X_STorso;
}

} // namespace sideline::robot
