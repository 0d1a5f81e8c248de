#pragma once

#include <cstdint>
#include <string_view>

#include "agentcore/behavior/behavior.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::behavior {

/// Moves the head.
///
/// `Follow` searches for the ball, follows it, and glances aside from time to time where the
/// landmarks near the ball do not say where the robot is. `Learn` searches likewise; once it knows
/// the ball it looks, several times a second, where the next view tells most: by the landmarks that
/// it would see, weighted with what the pose is not sure of (see `expectedGain`), and by how long
/// the ball has not been seen.
///
/// Sets the head's joints and the debug values `head.*` and `ball.*`. A part of behaviors; a
/// value.
class Look {
public:
    enum class Aim : std::uint8_t { Follow, Learn };

    Look() = default;
    /// @param searchRadPerS head speed while searching; above 0
    explicit Look(const robot::RobotModel& model, Aim aim = Aim::Follow,
                  double searchRadPerS = 1.7453);

    /// Once per cycle.
    /// @return what it does, for display
    std::string_view update(const Context& context, ActionRequest& request);
    /// @param searchRadPerS as in the constructor
    void setSearchSpeed(double searchRadPerS) { m_searchRadPerS = searchRadPerS; }
    /// The robot has fallen: it searches from the start.
    void forget() { m_mode = Mode::Search; }

private:
    enum class Mode : std::uint8_t { Search, Follow, Glance };
    struct Gaze {
        double panRad = 0.0;  ///< positive to the left
        double tiltRad = 0.0; ///< positive upwards
    };

    [[nodiscard]] Gaze searchGaze(double panNowRad, double stepS);
    [[nodiscard]] Gaze followGaze(const Gaze& ball, const world::AgentFrame& frame, double stepS);
    [[nodiscard]] Gaze learnGaze(const Gaze& ball, const Context& context, double panNowRad);
    void turnHead(const Gaze& gaze, ActionRequest& request, double stepS) const;

    Aim m_aim = Aim::Follow;
    double m_searchRadPerS = 1.7453;
    robot::RobotModelPtr m_model;
    robot::BodyId m_camera;
    robot::JointId m_pan;
    robot::JointId m_tilt;
    double m_searchSide = 1.0; ///< to which side the head turns while it searches
    double m_glanceS = 0.0;    ///< how much of a look aside is left
    double m_sinceGlanceS = 0.0;
    double m_glanceSide = 1.0;
    double m_choiceS = 0.0;       ///< until it chooses anew where to look
    double m_besideBallRad = 0.0; ///< where it looks, from the ball
    Mode m_mode = Mode::Search;
};

/// How much a view in a direction would tell of the robot's pose on the ground: half the logarithm
/// of the share by which the volume of its uncertainty shrinks, by the landmarks in view.
/// @param pose valid @param headingRad of the view, in S
[[nodiscard]] double expectedGain(const localization::PoseEstimate& pose,
                                  const field::FieldModel& field, double headingRad);

} // namespace sideline::behavior
