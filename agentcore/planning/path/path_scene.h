#pragma once

#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sideline::planning {

/// A round obstacle, such as another robot. Field frame F.
struct DiscObstacle {
    Eigen::Vector2d center_F = Eigen::Vector2d::Zero();
    double radiusM = 0.0; ///< radius to be avoided by the robot's center: includes the robot's own
                          ///< radius
    Eigen::Vector2d velocity_FMps = Eigen::Vector2d::Zero();
};

/// A rectangle along the axes of the field that a robot should not touch or enter, such as the side
/// of a goal. Field frame F.
struct BoxObstacle {
    Eigen::AlignedBox2d box_F;
    double marginM = 0.0; ///< minimum distance from the robot's center
};

/// The obstacles of a robot. Reused from cycle to cycle.
struct PathScene {
    std::vector<DiscObstacle> discs;
    std::vector<BoxObstacle> boxes;

    void clear() {
        discs.clear();
        boxes.clear();
    }
};

} // namespace sideline::planning
