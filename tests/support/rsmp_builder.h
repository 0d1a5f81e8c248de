#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/robot/mujoco_robots.h"

namespace sideline::tests {

/// The part `ge` of a field. Branch `monitor-protocol` swaps the goals' width and depth.
[[nodiscard]] std::string rsmpEnvironment(double lengthM = 55, double widthM = 36,
                                          std::string_view goal = "(GoalWidth 1)(GoalDepth 3.66)");

/// A robot of rcssservermj to be put into a scripted scene.
struct RsmpRobot {
    std::string team = "Alpha";
    game::Side side = game::Side::Left; ///< None: no mesh has the side's material
    int unum = 1;
    robot::MujocoRobot type = robot::MujocoRobot::T1;
    math::Pose X_STorso = math::Pose::translation({0, 0, 0.67});
    std::vector<double> jointAnglesRad{}; ///< empty: all zero
    std::string meshEnding = ".STL";      ///< of all meshes
    std::string meshPrefix{};             ///< put in front of the names of the meshes
};

/// A scene of rcssservermj as a test writes it down.
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
    std::string extraPredicates; ///< of the game, as `(foul 1 6 1 2)`
    std::string environment = rsmpEnvironment();
};

/// Writes scenes as the server does (branch `monitor-protocol`): a tree with the ball, the goals
/// and the robots, each robot as nested bodies with their geoms and sites.
[[nodiscard]] std::string rsmpFull(const RsmpScene& scene);

/// The difference from one scene to another. Robots that are new stand behind the others.
[[nodiscard]] std::string rsmpDiff(const RsmpScene& before, const RsmpScene& after);

/// A log of scenes, a full one every `fullEvery` lines and when there are other robots than before.
[[nodiscard]] std::string rsmpLog(const std::vector<RsmpScene>& scenes, int fullEvery);

/// A robot and a ball that move on a course of their own for `count` frames of 0.04 s; the ball is
/// in the right goal in the last third, with the score and the play mode that belong to it.
[[nodiscard]] std::vector<RsmpScene> rsmpMovingScenes(int count);

} // namespace sideline::tests
