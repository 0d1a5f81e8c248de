#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/robot/posture.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::keyframe {

/// Tracks a robot's pose over the ground through a sequence of postures, assuming no slip.
///
/// While the robot stands, the sole of the lower foot stays fixed on the ground; the other foot
/// becomes the support foot when it is lower by 2 mm, or by more if it is tilted. With feet so far
/// apart that neither sole can be flat on the ground, the robot stands on their edges. When a body
/// other than a foot is lowest for five postures, the robot lies: from then on it comes to rest as
/// a rigid body in each posture, until it rests on its feet alone. One motion at a time; one
/// thread.
class GroundTrack {
public:
    /// @param R_STorsoAtStart orientation of the torso before the first posture
    GroundTrack(const robot::RobotModel& model, robot::GroundRule rule,
                const Eigen::Matrix3d& R_STorsoAtStart);

    struct Place {
        math::Pose X_STorso;
        /// Whether the displacement since the previous posture is not a motion of the robot but
        /// results from a change of the contact bodies.
        bool isJump = false;
    };
    /// Processes the next posture.
    /// @param anglesRad one per joint
    /// @param X_TBody poses of all bodies for these angles, in the torso's frame
    [[nodiscard]] Place next(std::span<const double> anglesRad,
                             std::span<const math::Pose> X_TBody);

private:
    struct Foot {
        robot::BodyId body;
        robot::BodyId toe; ///< invalid for most robots
        math::Pose X_BodySole;
    };
    /// How the robot would stand on one foot in a posture.
    struct Stand {
        std::size_t foot = 0;
        double gapM = 0.0;          ///< height of the foot above the robot's lowest point
        bool isLowestAFoot = false; ///< whether that point is on either foot
    };
    [[nodiscard]] Stand standOn(std::size_t foot, std::span<const math::Pose> X_TBody) const;
    [[nodiscard]] std::optional<Stand> chooseFoot(std::span<const math::Pose> X_TBody);
    [[nodiscard]] bool isOfFeet(robot::BodyId body) const;
    [[nodiscard]] math::Pose soleInTorso(std::size_t foot,
                                         std::span<const math::Pose> X_TBody) const;
    [[nodiscard]] math::Pose placeByFoot(std::span<const math::Pose> X_TBody) const;
    [[nodiscard]] std::optional<math::Pose> placeOnEdges(std::span<const double> anglesRad,
                                                         std::span<const math::Pose> X_TBody) const;
    [[nodiscard]] Place standUp(const math::Pose& X_STorso, std::span<const math::Pose> X_TBody);
    [[nodiscard]] Place stand(std::span<const double> anglesRad,
                              std::span<const math::Pose> X_TBody, const Stand& chosen);
    [[nodiscard]] math::Pose placeAtRest(std::span<const double> anglesRad,
                                         std::span<const math::Pose> X_TBody);
    [[nodiscard]] bool restsOnFeet(const math::Pose& X_STorso,
                                   std::span<const math::Pose> X_TBody) const;
    void stepOnto(std::size_t foot, const math::Pose& X_STorso,
                  std::span<const math::Pose> X_TBody);
    [[nodiscard]] Place start(std::span<const double> anglesRad,
                              std::span<const math::Pose> X_TBody);
    [[nodiscard]] Place remember(const math::Pose& X_STorso, bool isJump);

    robot::RobotModelPtr m_model;
    robot::GroundRule m_rule;
    Eigen::Matrix3d m_startRotation;
    std::vector<Foot> m_feet; ///< two feet, or none
    std::optional<math::Pose> m_before;
    bool m_isLying = false;
    bool m_isOnEdges = false;
    int m_lyingFor = 0;     ///< number of postures in which a body other than a foot was lowest
    std::size_t m_foot = 0; ///< support foot unless the robot is lying
    math::Pose m_X_SSole;   ///< pose of that foot's sole, flat on the ground
    robot::BodyId m_resting;
    Eigen::Vector2d m_restingAt_S = Eigen::Vector2d::Zero();
};

} // namespace sideline::keyframe
