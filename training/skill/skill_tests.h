#pragma once

#include <span>

#include <tl/expected.hpp>

#include "motions/motion.h"
#include "training/skill/skill_robot.h"
#include "training/task/trial_failure.h"

namespace sideline::training {

/// The measured value of a trial, or the reason for its failure.
using TrialValue = tl::expected<double, TrialFailure>;

/// A test of the behavior `drive`; a row of the table of skills.
struct SkillTest {
    const char* name; ///< such as `forward, steady`
    const char* unit;
    keyframe::StartPose start;
    int times; ///< factor for the number of trials
    /// Runs a trial of a robot in its start pose.
    /// @param trial number of the trial, from 0: two-sided tests alternate sides
    TrialValue (*run)(SkillRobot& robot, int trial);
};

/// Walking and turning, at full speed.
[[nodiscard]] std::span<const SkillTest> walkTests();
/// Getting up from all sides.
[[nodiscard]] std::span<const SkillTest> getUpTests();

} // namespace sideline::training
