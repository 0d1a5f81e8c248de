#include "viewer3d/view/mouse_grip.h"

#include <algorithm>
#include <cmath>

namespace sideline::viewer3d {

namespace {

using Eigen::Vector3d;
using monitor::ObjectId;

constexpr double kSpeedPerArrow = 3.0;   // m/s per m
constexpr double kLargestSpeedMps = 6.0; // a slip of the hand throws nothing out of the hall
constexpr double kClickSpeedMps = 0.5;
constexpr double kShortestArrowM = 0.01;
constexpr double kSteepEnough = 0.25; // sine of the angle between ray and ground
constexpr double kFarthestM = 60.0;
constexpr double kUsualBallKg = 0.026;
constexpr double kUsualRobotKg = 4.6;

double massOf(const monitor::MatchFrame& frame, const ObjectId& id) {
    if (id.kind == ObjectId::Kind::Ball) {
        const auto& environment = frame.game.environment;
        return environment && environment->ballMassKg > 0.0 ? environment->ballMassKg
                                                            : kUsualBallKg;
    }
    const monitor::RobotFrame* robot = frame.findRobot(id.robot);
    return robot != nullptr && robot->model != nullptr ? robot->model->massKg() : kUsualRobotKg;
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
    return {from_S, m_target_S, m_kind == Kind::Push};
}

} // namespace sideline::viewer3d
