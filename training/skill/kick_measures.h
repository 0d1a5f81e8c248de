#pragma once

#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/motion/kick/kick_figures.h"
#include "agentcore/motion/kick/kick_region.h"
#include "training/skill/skill_lab.h"

namespace sideline::training {

/// What kicks have come to, in the direction that the task asks for. All zero without a trial that
/// succeeded.
[[nodiscard]] motion::KickFigures kickFigures(const SkillLab& lab,
                                              std::span<const SkillTrial> trials);

/// What there is to know about a kick.
struct KickMeasures {
    motion::KickFigures figures;
    motion::KickRegion region; ///< of skills whose behavior is `kick`, else unknown
    motion::SwingTable swings; ///< of kicks that are computed, else empty
};

/// Tries a kick until all of it is known: its figures as it is, then with the ball at each cell of
/// a grid around where it should lie, then with slower and slower swings.
/// @param skill with the task `kick`
/// @param settings of the figures; for each cell a tenth of the trials, for each swing a fourth,
///     at least ten of each
/// Errors: those of `SkillLab::make`.
[[nodiscard]] base::Expected<KickMeasures> measureKick(const Skill& skill,
                                                       const robot::RobotModelPtr& model,
                                                       const SkillLabSettings& settings);

/// As the file of a kick holds it: its table `[measured]`.
[[nodiscard]] std::string measuredText(const KickMeasures& measures);

} // namespace sideline::training
