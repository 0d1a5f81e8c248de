#pragma once

#include <optional>
#include <span>

#include "motions/motion.h"
#include "training/skill/skill_robot.h"

namespace sideline::training {

/// One way to put the behavior `drive` to the test; a row of the table of skills.
struct SkillTest {
    const char* name; ///< as `forward, steady`
    const char* unit;
    keyframe::StartPose start;
    int times; ///< so many trials for each that was asked for
    /// Runs a trial of a robot that is in its start pose.
    /// @param trial its number, from 0: what can go two ways goes by turns
    /// @return what it comes to; nothing if it failed
    std::optional<double> (*run)(SkillRobot& robot, int trial);
};

/// Walking and turning, at full speed.
[[nodiscard]] std::span<const SkillTest> walkTests();
/// Getting up from all sides.
[[nodiscard]] std::span<const SkillTest> getUpTests();

} // namespace sideline::training
