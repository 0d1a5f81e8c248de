#pragma once

#include <vector>

#include "agentcore/drawing/shape.h"
#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// The parts of a belief that are drawn, each as a set of shapes: `belief.pose`, `belief.ball` ...
struct BeliefLayers {
    bool pose = true;      ///< the robot's own pose: one-sigma ring and heading
    bool ball = true;      ///< ball, its uncertainty and its path to the resting place
    bool players = true;   ///< other robots, with heading and walk; `belief.players.numbers`
    bool landmarks = true; ///< flags and posts of this cycle, connected to their true positions
    bool lines = false;    ///< field lines of this cycle, projected with the believed pose
    bool viewCone = true;  ///< field of view on the ground
    bool forces = true;    ///< forces from the feet's force perceptors
    bool balance = false;  ///< center of mass and support polygon
    bool inertia = false;  ///< gyro and accelerometer as arrows at the torso
    [[nodiscard]] bool operator==(const BeliefLayers&) const = default;
};

/// Length of a force arrow, m per N; the same scale as in the simulator.
inline constexpr double kForceLineMPerN = 0.01;
/// Length of the accelerometer's arrow, m per m/s^2, and of the gyro's, m per rad/s.
inline constexpr double kAccelerationLineMPerMps2 = 0.05;
inline constexpr double kGyroLineMPerRadPerS = 0.25;

/// Draws an agent's beliefs as shapes in the server frame S, for the studio's views and for
/// RoboViz.
///
/// Nothing is drawn for a frame without a valid pose.
/// @param field true positions of landmarks
/// @param out receives the shapes
void appendBeliefShapes(const AgentFrame& frame, const field::FieldModel& field,
                        const BeliefLayers& layers, std::vector<drawing::NamedShape>& out);

} // namespace sideline::world
