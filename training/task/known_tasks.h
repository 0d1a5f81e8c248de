#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include "motions/motion.h"
#include "training/task/task_registry.h"

namespace sideline::training {

// One function per kind of task, in a file of its own; `task_registry.cpp` lists them.

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

/// The sides on which a robot can lie.
inline constexpr std::array kLyingPoses = {
    keyframe::StartPose::LyingOnFront, keyframe::StartPose::LyingOnBack,
    keyframe::StartPose::LyingOnLeft, keyframe::StartPose::LyingOnRight};

/// Noise of a trial's start: `joint-noise`, `heading-noise`. Most tasks have it.
/// @param jointDeg usual standard deviation of each joint of the start pose
[[nodiscard]] std::vector<agents::ParameterInfo> noiseParameters(double jointDeg,
                                                                 double headingDeg);
/// Reads what `noiseParameters` describes.
void readNoise(const agents::Parameters& parameters, TrialStart& start);
/// Pushes of the robot: `push`, `push-every`.
/// @param pushMps usual change of its velocity
/// @param everyS usual interval
[[nodiscard]] std::vector<agents::ParameterInfo> pushParameters(double pushMps, double everyS);
void readPushes(const agents::Parameters& parameters, TrialStart& start);
/// Where the ball lies: `ball-forward`, `ball-left`, `ball-noise`.
[[nodiscard]] std::vector<agents::ParameterInfo> ballParameters(double forwardM, double noiseM);
void readBall(const agents::Parameters& parameters, TrialStart& start);
/// Of tasks that teach to find the ball: `ball-spread`, `sight-noise`.
[[nodiscard]] std::vector<agents::ParameterInfo> ballSpreadParameters(double spreadM,
                                                                      double sightM);
/// A start whose ball lies up to `spreadM` from its place, along each axis.
[[nodiscard]] TrialStart withBallSpread(TrialStart start, double spreadM, base::Rng& rng);
/// Lists of parameters, one after another.
[[nodiscard]] std::vector<agents::ParameterInfo> joined(
    std::initializer_list<std::vector<agents::ParameterInfo>> lists);
/// `self-collisions`: what becomes of a robot whose limbs overlap as the rules forbid.
[[nodiscard]] agents::ParameterInfo selfCollisionParameter();

} // namespace sideline::training
