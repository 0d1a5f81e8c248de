#include "viewer3d/view/mouse_grip.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/constants.h"

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3d;
using monitor::ObjectId;

constexpr double kSpeedPerArrow = 3.0;   // m/s per m
constexpr double kLargestSpeedMps = 6.0; // limits accidental throws
constexpr double kClickSpeedMps = 0.5;
constexpr double kShortestArrowM = 0.01;
constexpr double kSteepEnough = 0.25; // sine of the angle between ray and ground
constexpr double kFarthestM = 60.0;
constexpr double kFarthestPoseM = 3.0;
constexpr double kMinApproach = 0.05;
constexpr double kDefaultRobotKg = 4.6;

double massOf(const monitor::MatchFrame& frame, const ObjectId& id) {
    if (id.kind == ObjectId::Kind::Ball) {
        const auto& environment = frame.game.environment;
        return environment && environment->ballMassKg > 0.0 ? environment->ballMassKg
                                                            : game::kBallMassKg;
    }
    const monitor::RobotFrame* robot = frame.findRobot(id.robot);
    return robot != nullptr && robot->model != nullptr ? robot->model->massKg() : kDefaultRobotKg;
}

} // namespace

MouseGrip::MouseGrip(Kind kind, const PickHit& hit, const Ray& ray, const Vector3d& forward_S)
    : m_kind(kind),
      m_hit(hit),
      m_direction_S(ray.direction),
      m_normal_S(kind != Kind::Pull && std::abs(ray.direction.z()) > kSteepEnough
                     ? Vector3d(Vector3d::UnitZ())
                     : forward_S),
      m_target_S(hit.p_S) {}

void MouseGrip::moveTo(const Ray& ray) {
    const double approach = ray.direction.dot(m_normal_S);
    const double distanceM = (m_hit.p_S - ray.origin).dot(m_normal_S) / approach;
    if (std::isfinite(distanceM) && distanceM > 0.0 && distanceM < kFarthestM) {
        m_target_S = ray.origin + distanceM * ray.direction;
        m_target_S.z() = std::max(m_target_S.z(), 0.0);
    }
}

Vector3d MouseGrip::impulse_SNs(const monitor::MatchFrame& frame) const {
    const Vector3d arrow = m_target_S - m_hit.p_S;
    const double massKg = massOf(frame, m_hit.id);
    if (arrow.norm() < kShortestArrowM) {
        const Vector3d level(m_direction_S.x(), m_direction_S.y(), 0.0);
        return level.norm() > kSteepEnough ? Vector3d(massKg * kClickSpeedMps * level.normalized())
                                           : Vector3d(massKg * kClickSpeedMps * m_direction_S);
    }
    const double speedMps = std::min(kSpeedPerArrow * arrow.norm(), kLargestSpeedMps);
    return massKg * speedMps * arrow.normalized();
}

OverlayScene::Handle MouseGrip::handle(const monitor::MatchFrame& frame) const {
    Vector3d from_S = m_hit.p_S;
    if (m_kind != Kind::Push) {
        if (const auto pose = frame.findPose(m_hit.id)) {
            from_S = *pose * m_hit.p_Body;
        }
    }
    OverlayScene::Handle handle{from_S, m_target_S, m_kind == Kind::Push};
    const monitor::RobotFrame* robot =
        m_kind == Kind::Carry ? frame.findRobot(m_hit.id.robot) : nullptr;
    if (robot != nullptr) {
        const double headingRad = robot->headingRad() + m_turnRad;
        handle.facing_S = Vector3d(std::cos(headingRad), std::sin(headingRad), 0.0);
    }
    return handle;
}

PoseGrip::PoseGrip(const Vector3d& p_S, const Ray& ray, const Vector3d& forward_S)
    : m_forward_S(forward_S), m_from_S(p_S), m_held_S(meet(ray)), m_target_S(p_S) {}

void PoseGrip::setPath(Path path, const Ray& ray) {
    if (path != m_path) {
        m_path = path;
        m_from_S = m_target_S;
        m_held_S = meet(ray);
    }
}

void PoseGrip::moveTo(const Ray& ray) {
    const auto met_S = meet(ray);
    if (!met_S || !m_held_S) {
        return;
    }
    Vector3d way = *met_S - *m_held_S;
    if (m_path == Path::Vertical) {
        way = Vector3d(0.0, 0.0, way.z());
    }
    if (way.norm() < kFarthestPoseM) {
        m_target_S = m_from_S + way;
    }
}

Vector3d PoseGrip::normal_S() const {
    switch (m_path) {
    case Path::Level:
        return Vector3d::UnitZ();
    case Path::Vertical:
        return {m_forward_S.x(), m_forward_S.y(), 0.0};
    case Path::View:
        break;
    }
    return m_forward_S;
}

std::optional<Vector3d> PoseGrip::meet(const Ray& ray) const {
    const Vector3d normal = normal_S();
    const double approach = ray.direction.dot(normal);
    if (std::abs(approach) < kMinApproach * normal.norm() || normal.norm() < kMinApproach) {
        return std::nullopt; // the plane is seen edge-on
    }
    const double distanceM = (m_from_S - ray.origin).dot(normal) / approach;
    return distanceM > 0.0 ? std::optional(Vector3d(ray.origin + distanceM * ray.direction))
                           : std::nullopt;
}

} // namespace sideline::viewer3d
