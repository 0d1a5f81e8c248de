#pragma once

#include <optional>

#include <QPoint>
#include <QWindow>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/ruler.h"
#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/camera_rig.h"
#include "viewer3d/view/picking.h"

namespace sideline::viewer3d {

/// Determines what the mouse points at in a view. Places are in pixels from the window's upper left
/// corner.
struct MouseContext {
    QWindow& window;
    MatchScene& scene;
    const CameraRig& rig;
    const monitor::MatchFramePtr& frame; ///< null before the first frame

    [[nodiscard]] Ray rayAt(const QPoint& place) const;
    /// Intersection of the ray through a place with the ground; nullopt at or above the horizon.
    [[nodiscard]] std::optional<Eigen::Vector3d> groundAt(const QPoint& place) const;
    /// The ball or a robot, a mark of the field, or the place on the ground; nullopt above the
    /// horizon.
    [[nodiscard]] std::optional<monitor::RulerEnd> rulerEndAt(const QPoint& place) const;
};

} // namespace sideline::viewer3d
