#pragma once

#include <vector>

#include "agentcore/drawing/shape.h"
#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// Which parts of a belief are drawn. Each is a set of shapes: `belief.pose`, `belief.ball` ...
struct BeliefLayers {
    bool pose = true;      ///< where the robot thinks it is: ring of one sigma, heading
    bool ball = true;      ///< ball, its spread, and its way to where it comes to rest
    bool players = true;   ///< other robots, with number, heading and walk
    bool landmarks = true; ///< flags and posts of this cycle, joined to where they really are
    bool lines = false;    ///< field lines of this cycle, put where the belief says
    bool viewCone = true;  ///< what the camera can see, on the ground
    bool forces = true;    ///< of the feet's force perceptors
    bool balance = false;  ///< center of mass and support polygon
    bool inertia = false;  ///< gyro and accelerometer as arrows at the torso
    [[nodiscard]] bool operator==(const BeliefLayers&) const = default;
};

/// Length of a force's line, m per N; the same scale as the simulator's arrows.
inline constexpr double kForceLineMPerN = 0.01;
/// Length of the accelerometer's line, m per m/s^2, and of the gyro's, m per rad/s.
inline constexpr double kAccelerationLineMPerMps2 = 0.05;
inline constexpr double kGyroLineMPerRadPerS = 0.25;

/// What an agent believes, as shapes in the server frame S: for the studio's own views and, sent as
/// drawings, for RoboViz.
///
/// Nothing of a frame without a valid pose is drawn, as there is no place for it.
/// @param field where landmarks really are
/// @param out the shapes are appended
void appendBeliefShapes(const AgentFrame& frame, const field::FieldModel& field,
                        const BeliefLayers& layers, std::vector<drawing::NamedShape>& out);

} // namespace sideline::world
