#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/robot/posture.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::keyframe {

/// Follows a robot over the ground, posture after posture, as if nothing ever slipped.
///
/// Standing, the lower foot's sole stays where it is on the ground; the other foot takes over when
/// it comes lower by 2 mm
/// (more the less flat it is). With feet so far apart that no sole can be flat on the ground, it
/// stands on their edges. When something else than a foot is the lowest for five postures, the
/// robot lies: from then on it comes to rest as a stiff body from posture to posture, until it
/// rests on its feet alone. One motion at a time; one thread.
class GroundTrack {
public:
    /// @param R_STorsoAtStart how the torso is turned before the first posture
    GroundTrack(const robot::RobotModel& model, robot::GroundRule rule,
                const Eigen::Matrix3d& R_STorsoAtStart);

    struct Place {
        math::Pose X_STorso;
        /// Whether the way here from the posture before is no motion of the robot: another foot or
        /// side has become what it rests on, and that moved it.
        bool isJump = false;
    };
    /// The next posture.
    /// @param anglesRad one per joint @param X_TBody poses of all bodies for them, in the torso's
    ///     frame
    [[nodiscard]] Place next(std::span<const double> anglesRad,
                             std::span<const math::Pose> X_TBody);

private:
    struct Foot {
        robot::BodyId body;
        robot::BodyId toe; ///< none for most
        math::Pose X_BodySole;
    };
    /// How a posture would stand on one foot.
    struct Stand {
        std::size_t foot = 0;
        double gapM = 0.0;          ///< from the foot down to the robot's lowest point
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
    std::vector<Foot> m_feet; ///< two, or none
    std::optional<math::Pose> m_before;
    bool m_isLying = false;
    bool m_isOnEdges = false;
    int m_lyingFor = 0;     ///< postures in which something else than a foot was the lowest
    std::size_t m_foot = 0; ///< that carries the robot while it does not lie
    math::Pose m_X_SSole;   ///< of that foot, flat
    robot::BodyId m_resting;
    Eigen::Vector2d m_restingAt_S = Eigen::Vector2d::Zero();
};

} // namespace sideline::keyframe
