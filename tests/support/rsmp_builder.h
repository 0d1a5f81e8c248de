#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/mujoco_robots.h"

namespace sideline::tests {

/// The part `ge` for a field. Branch `monitor-protocol` swaps the goals' width and depth.
[[nodiscard]] std::string rsmpEnvironment(double lengthM = 55, double widthM = 36,
                                          std::string_view goal = "(GoalWidth 1)(GoalDepth 3.66)");

/// A robot of rcssservermj for a scripted scene.
struct RsmpRobot {
    std::string team = "Alpha";
    game::Side side = game::Side::Left; ///< None: no mesh has the side's material
    int unum = 1;
    robot::MujocoRobot type = robot::MujocoRobot::T1;
    math::Pose X_STorso = math::Pose::translation({0, 0, 0.67});
    std::vector<double> jointAnglesRad{}; ///< empty: all zero
    std::string meshEnding = ".STL";      ///< file extension of all meshes
    std::string meshPrefix{};             ///< prefix of the mesh names
};

/// A scripted scene of rcssservermj.
struct RsmpScene {
    std::vector<RsmpRobot> robots;
    Eigen::Vector3d p_SBall{0, 0, 0.11};
    double serverTimeS = 0.0;
    double timeS = 0.0;
    std::string teamLeft = "Alpha"; ///< as the server writes it: `<LEFT>` without a team
    std::string teamRight = "Beta";
    int playMode = 0;
    int scoreLeft = 0;
    int scoreRight = 0;
    std::string extraPredicates; ///< of the game, such as `(foul 1 6 1 2)`
    std::string environment = rsmpEnvironment();
};

/// Writes scenes as the server does (branch `monitor-protocol`): a tree with the ball, the goals
/// and the robots, each robot as nested bodies with geoms and sites.
[[nodiscard]] std::string rsmpFull(const RsmpScene& scene);

/// The difference between two scenes. New robots come last.
[[nodiscard]] std::string rsmpDiff(const RsmpScene& before, const RsmpScene& after);

/// A log of scenes, with a full one every `fullEvery` lines and when the set of robots changes.
[[nodiscard]] std::string rsmpLog(const std::vector<RsmpScene>& scenes, int fullEvery);

/// A robot and a ball with scripted motion, `count` frames with an interval of 0.04 s; in the last
/// third the ball is in the right goal, with the corresponding score and play mode.
[[nodiscard]] std::vector<RsmpScene> rsmpMovingScenes(int count);

} // namespace sideline::tests
