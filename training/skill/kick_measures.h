#pragma once

#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/motion/kick/kick_figures.h"
#include "agentcore/motion/kick/kick_region.h"
#include "training/skill/skill_lab.h"

namespace sideline::training {

/// Computes a kick's statistics relative to the task's direction. All zero without a successful
/// trial.
[[nodiscard]] motion::KickFigures kickFigures(const SkillLab& lab,
                                              std::span<const SkillTrial> trials);

/// All measurements of a kick.
struct KickMeasures {
    motion::KickFigures figures;
    motion::KickRegion region; ///< for skills with the behavior `kick`, otherwise empty
    motion::SwingTable swings; ///< for computed kicks, otherwise empty
};

/// Measures a kick completely: first its statistics, then the success with the ball at each cell of
/// a grid around its nominal position, then slower swings.
/// @param skill skill with the task `kick`
/// @param settings number of trials for the statistics; a tenth of them for each cell, a quarter
///     for each swing, at least ten of each
/// Errors: those of `SkillLab::make`.
[[nodiscard]] base::Expected<KickMeasures> measureKick(const Skill& skill,
                                                       const robot::RobotModelPtr& model,
                                                       const SkillLabSettings& settings);

/// Formats as the table `[measured]` of a kick's file.
[[nodiscard]] std::string measuredText(const KickMeasures& measures);

} // namespace sideline::training
