#pragma once

#include <cstdint>

#include "agentcore/behavior/action_request.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::behavior {

/// Moves the head: searches for the ball, follows it, and glances aside from time to time where the
/// landmarks near the ball do not say where the robot is.
///
/// Sets the head's joints, the decision's reason, and the debug values `head.*` and `ball.*`. A
/// part of behaviors; a value.
class Look {
public:
    Look() = default;
    /// @param searchRadPerS head speed while searching; above 0
    explicit Look(const robot::RobotModel& model, double searchRadPerS = 1.7453);

    void update(const world::AgentFrame& frame, ActionRequest& request, double stepS);
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
    void turnHead(const Gaze& gaze, ActionRequest& request, double stepS) const;

    double m_searchRadPerS = 1.7453;
    robot::RobotModelPtr m_model;
    robot::BodyId m_camera;
    robot::JointId m_pan;
    robot::JointId m_tilt;
    double m_searchSide = 1.0; ///< to which side the head turns while it searches
    double m_glanceS = 0.0;    ///< how much of a look aside is left
    double m_sinceGlanceS = 0.0;
    double m_glanceSide = 1.0;
    Mode m_mode = Mode::Search;
};

} // namespace sideline::behavior
