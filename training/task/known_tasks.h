#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include "motions/motion.h"
#include "training/task/task_registry.h"

namespace sideline::training {

// One function per kind of task, in its own file; `task_registry.cpp` lists them.

[[nodiscard]] TaskInfo getUpTask();
[[nodiscard]] TaskInfo kickTask();
[[nodiscard]] TaskInfo dribbleTask();
[[nodiscard]] TaskInfo standTask();
[[nodiscard]] TaskInfo walkTask();
[[nodiscard]] TaskInfo turnTask();
[[nodiscard]] TaskInfo followTask();
[[nodiscard]] TaskInfo walkToTask();
[[nodiscard]] TaskInfo stopTask();
[[nodiscard]] TaskInfo diveTask();
[[nodiscard]] TaskInfo trackTask();
[[nodiscard]] TaskInfo playTask();

/// Start poses of a lying robot.
inline constexpr std::array kLyingPoses = {
    keyframe::StartPose::LyingOnFront, keyframe::StartPose::LyingOnBack,
    keyframe::StartPose::LyingOnLeft, keyframe::StartPose::LyingOnRight};

/// Noise parameters of a trial's start: `joint-noise`, `heading-noise`. Most tasks have them.
/// @param jointDeg default standard deviation of each joint of the start pose
[[nodiscard]] std::vector<agents::ParameterInfo> noiseParameters(double jointDeg,
                                                                 double headingDeg);
/// Reads the parameters of `noiseParameters`.
void readNoise(const agents::Parameters& parameters, TrialStart& start);
/// Push parameters: `push`, `push-every`.
/// @param pushMps default change of the robot's velocity
/// @param everyS default interval
[[nodiscard]] std::vector<agents::ParameterInfo> pushParameters(double pushMps, double everyS);
void readPushes(const agents::Parameters& parameters, TrialStart& start);
/// Parameters of the ball's position: `ball-forward`, `ball-left`, `ball-noise`.
[[nodiscard]] std::vector<agents::ParameterInfo> ballParameters(double forwardM, double noiseM);
void readBall(const agents::Parameters& parameters, TrialStart& start);
/// Parameters of tasks that train the approach to the ball: `ball-spread`, `sight-noise`.
[[nodiscard]] std::vector<agents::ParameterInfo> ballSpreadParameters(double spreadM,
                                                                      double sightM);
/// Returns a start with the ball shifted by up to `spreadM` along each axis.
[[nodiscard]] TrialStart withBallSpread(TrialStart start, double spreadM, base::Rng& rng);
/// Concatenates lists of parameters.
[[nodiscard]] std::vector<agents::ParameterInfo> joined(
    std::initializer_list<std::vector<agents::ParameterInfo>> lists);
/// `self-collisions`: handling of self-collisions that violate the rules.
[[nodiscard]] agents::ParameterInfo selfCollisionParameter();

/// Parameter `start`: standing, lying on one side, or standing at the ball.
[[nodiscard]] agents::ParameterInfo startParameter(bool acceptsBall);
/// Returns the chosen value of `startParameter`.
[[nodiscard]] keyframe::StartPose startPoseOf(const agents::Parameters& parameters);

} // namespace sideline::training
