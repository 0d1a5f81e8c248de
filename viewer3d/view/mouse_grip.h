#pragma once

#include <cstdint>

#include <Eigen/Core>

#include "agentcore/monitor/match_frame.h"
#include "viewer3d/scene/overlay_scene.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

/// A mouse that has taken hold of an object in order to pull, push or carry it. Plain numbers, no
/// window.
///
/// The mouse moves in a plane through the point where it took hold: the picture's plane for
/// pulling, so that things can be lifted; the level one for pushing and carrying, where the view is
/// steep enough to tell places in it apart.
class MouseGrip {
public:
    enum class Kind : std::uint8_t { Pull, Push, Carry };

    /// @param hit where the object was taken hold of
    /// @param ray the mouse's ray at that moment
    /// @param forward_S direction of the view, unit
    MouseGrip(Kind kind, const PickHit& hit, const Ray& ray, const Eigen::Vector3d& forward_S);

    void moveTo(const Ray& ray);

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const PickHit& hit() const { return m_hit; }
    /// Where the mouse is now, never below the ground.
    [[nodiscard]] const Eigen::Vector3d& target_S() const { return m_target_S; }
    /// What a push gives the object, newton-seconds: enough to change the speed of its whole mass
    /// by 3 m/s for every metre of the arrow; 0.5 m/s away from the viewer without an arrow.
    [[nodiscard]] Eigen::Vector3d impulse_SNs(const monitor::MatchFrame& frame) const;
    /// The arrow that shows it; for pulling, it begins where the object is in `frame`.
    [[nodiscard]] OverlayScene::Handle handle(const monitor::MatchFrame& frame) const;

private:
    Kind m_kind;
    PickHit m_hit;
    Eigen::Vector3d m_direction_S; ///< of the first ray
    Eigen::Vector3d m_normal_S;    ///< of the plane that the mouse moves in
    Eigen::Vector3d m_target_S;
};

} // namespace sideline::viewer3d
