#pragma once

#include <cstdint>
#include <optional>

#include <Eigen/Core>

#include "agentcore/monitor/match_frame.h"
#include "viewer3d/scene/overlay_scene.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

/// A mouse that grips an object in order to pull, push or carry it. Plain numbers, no
/// window.
///
/// The mouse moves in a plane through the gripped point: the picture's plane for
/// pulling, so that objects can be lifted; the horizontal one for pushing and carrying, where the
/// view is steep enough to distinguish points in it.
class MouseGrip {
public:
    enum class Kind : std::uint8_t { Pull, Push, Carry };

    /// @param hit the gripped point
    /// @param ray the mouse's ray at that moment
    /// @param forward_S direction of the view, unit
    MouseGrip(Kind kind, const PickHit& hit, const Ray& ray, const Eigen::Vector3d& forward_S);

    void moveTo(const Ray& ray);
    /// Turns the carried object further about the vertical, counterclockwise.
    void turn(double angleRad) { m_turnRad += angleRad; }
    [[nodiscard]] double turnRad() const { return m_turnRad; }

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const PickHit& hit() const { return m_hit; }
    /// Current position of the mouse, never below the ground.
    [[nodiscard]] const Eigen::Vector3d& target_S() const { return m_target_S; }
    /// Impulse of a push, newton-seconds: changes the speed of the object's whole mass
    /// by 3 m/s for every meter of the arrow; by 0.5 m/s away from the viewer without an arrow.
    [[nodiscard]] Eigen::Vector3d impulse_SNs(const monitor::MatchFrame& frame) const;
    /// The arrow drawn during a mouse drag; for pulling, it begins at the object's position in
    /// `frame`. A carried robot has a second arrow, in the direction that it will face.
    [[nodiscard]] OverlayScene::Handle handle(const monitor::MatchFrame& frame) const;

private:
    Kind m_kind;
    PickHit m_hit;
    Eigen::Vector3d m_direction_S; ///< direction of the first ray
    Eigen::Vector3d m_normal_S;    ///< normal of the plane that the mouse moves in
    Eigen::Vector3d m_target_S;
    double m_turnRad = 0.0;
};

/// A mouse that drags a point of a posed robot. Plain numbers, no window.
///
/// The point moves relative to the grip, so that nothing jumps.
class PoseGrip {
public:
    /// Constraint of the point.
    enum class Path : std::uint8_t {
        View,     ///< the plane of the picture through the point
        Vertical, ///< straight up and down
        Level,    ///< horizontally, at the same height
    };

    /// @param p_S position of the point
    /// @param ray the mouse's ray at that moment
    /// @param forward_S direction of the view, unit
    PoseGrip(const Eigen::Vector3d& p_S, const Ray& ray, const Eigen::Vector3d& forward_S);

    /// Constrains the point to another path from its current position.
    void setPath(Path path, const Ray& ray);
    [[nodiscard]] Path path() const { return m_path; }
    void moveTo(const Ray& ray);
    /// Target of the dragged point. Constant while the view is nearly parallel to the path's plane.
    [[nodiscard]] const Eigen::Vector3d& target_S() const { return m_target_S; }

private:
    [[nodiscard]] Eigen::Vector3d normal_S() const;
    [[nodiscard]] std::optional<Eigen::Vector3d> meet(const Ray& ray) const;

    Path m_path = Path::View;
    Eigen::Vector3d m_forward_S;
    Eigen::Vector3d m_from_S;                ///< position of the point when the path was set
    std::optional<Eigen::Vector3d> m_held_S; ///< mouse position in its plane at that time
    Eigen::Vector3d m_target_S;
};

} // namespace sideline::viewer3d
