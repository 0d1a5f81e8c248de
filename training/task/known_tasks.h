#pragma once

#include <array>

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
/// `self-collisions`: what becomes of a robot whose limbs overlap as the rules forbid.
[[nodiscard]] agents::ParameterInfo selfCollisionParameter();

} // namespace sideline::training
