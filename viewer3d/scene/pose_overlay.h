#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::viewer3d {

/// Aids drawn around a robot that is being posed. Server frame S.
struct PoseOverlay {
    /// A draggable ball at the end of a limb.
    struct Handle {
        int id = 0; ///< `robot::LimbId` as a number; others are drawn white
        Eigen::Vector3d p_S;
        bool isFlagged = false; ///< drawn as unreachable
    };
    /// The range of a joint, as an arc about its axis with the current angle.
    struct Range {
        Eigen::Vector3d p_S;    ///< anchor
        Eigen::Vector3d axis_S; ///< unit
        Eigen::Vector3d zero_S; ///< direction of angle 0, unit, perpendicular to the axis
        double minRad = 0.0;
        double maxRad = 0.0;
        double angleRad = 0.0;
    };
    /// A translucent robot: a neighboring keyframe, or the commanded or measured pose at the same
    /// time.
    struct Skin {
        monitor::RobotFrame robot;
        float tint = 0.0F; ///< from -1 (before) to 1 (after); 0: the same moment
    };
    /// A joint's axis, as a line through its anchor.
    struct Axis {
        Eigen::Vector3d p_S;
        Eigen::Vector3d axis_S; ///< direction; length 1 draws a line of 9 cm, 2 one of 18 cm
        bool isChosen = false;
    };
    /// Points of one color, such as the reach of a hand.
    struct Cloud {
        std::vector<Eigen::Vector3d> points_S;
        Eigen::Vector3f color = Eigen::Vector3f::Ones();
    };
    std::vector<Handle> handles;
    std::vector<Range> ranges;
    std::vector<Axis> axes;
    /// Null for none; equal pointers mean equal points.
    std::shared_ptr<const std::vector<Cloud>> clouds;
    std::vector<Skin> skins;
    std::vector<robot::BodyId> flagged; ///< colliding bodies, drawn in the warning color
    std::optional<Eigen::Vector3d> centerOfMass_S;
    bool isBalanced = true; ///< color of the center of mass and the polygon
    std::optional<Eigen::Vector2d> zmp_S;
    std::vector<Eigen::Vector2d> support_S; ///< corners of the support polygon on the ground
    std::vector<Eigen::Vector3d> path_S;    ///< path of the torso or a limb
    std::vector<Eigen::Vector3d> ballPath_S;
};

} // namespace sideline::viewer3d
