#pragma once

#include <functional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "cli/skill_server.h"
#include "training/skill/scoring.h"

namespace sideline::cli {

/// A program of any team that plays one robot.
struct PlayerProgram {
    std::string command; ///< for the shell, with placeholders as in team files
    std::string output;  ///< file for what it prints, all of a start; empty: nowhere
};

/// `training::benchScoring` with a program of another team, which is started anew for each start:
/// on a server that is given, or else on one of ours, in sync mode and as fast as possible.
/// @param typeNumber fills `{type}`
/// @param settings `behavior`, `behaviorSettings` and `workers` do not count
/// @param onTrial called with each as soon as it is there; may be empty
/// Errors: those of `launcher::ChildProcess`, `training::scoreOutside` and the server.
[[nodiscard]] base::Expected<std::vector<training::ScoringTrial>> benchProgram(
    const PlayerProgram& program, const SkillServerArguments& server, int typeNumber,
    const training::ScoringSettings& settings,
    const std::function<void(const training::ScoringTrial&)>& onTrial);

} // namespace sideline::cli
