#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/robot/nao.h"

namespace sideline::tests {

/// A robot for a scripted scene.
struct ScriptedRobot {
    game::PlayerId id;
    robot::NaoType type = robot::NaoType::Standard;
    math::Pose X_STorso = math::Pose::translation({0, 0, 0.39});
    std::vector<double> jointAnglesRad; ///< empty: all zero
};

/// A scripted scene.
struct ScriptedScene {
    std::vector<ScriptedRobot> robots;
    Eigen::Vector3d p_SBall{0, 0, 0.042};
    double timeS = 0.0;
    int playMode = 0; ///< index into the 21 modes of rcssserver3d 0.7.3
    int scoreLeft = 0;
    int scoreRight = 0;
    int half = 1;
    std::string extraPredicates; ///< inserted first, such as `(foul 1 6 1 2)`
};

/// Writes scenes as the server does: trees of transforms, with robots as top-level nodes and world
/// poses of their bodies.
[[nodiscard]] std::string fullMessage(const ScriptedScene& scene);

/// The difference between two scenes with the same robots, with only those transforms that changed
/// by more than 0.005.
[[nodiscard]] std::string diffMessage(const ScriptedScene& before, const ScriptedScene& after);

/// A robot of a team.
[[nodiscard]] ScriptedRobot scriptedRobot(game::Side side, int unum, double x_S = 0.0,
                                          double y_S = 0.0,
                                          robot::NaoType type = robot::NaoType::Standard);

} // namespace sideline::tests
