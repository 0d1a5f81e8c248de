#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "training/server/server_address.h"
#include "training/server/server_robot.h"
#include "training/skill/scoring.h"
#include "training/skill/skill_bench.h"

namespace sideline::training {

/// Settings for measuring a robot's skills on a server.
struct ServerBenchSettings {
    ServerAddress server;
    std::string team = "Sideline";
    SkillBenchSettings bench; ///< `isExact` and `workers` are ignored
    std::stop_token stop = {};
};

/// Returns the settings with which a robot joins, with a separate number for each type.
/// @param typeNumber the server's number of the robot type
[[nodiscard]] ServerRobotSettings robotSettings(const robot::RobotModelPtr& model, int typeNumber,
                                                const ServerBenchSettings& settings);

/// Runs `benchSkills` with an agent on a SimSpark server, measured by the ground truth sent to
/// monitors; omits tests with pushes. Trainer commands place robot and ball for each trial, so no
/// other robots should play there. The agent receives only regular percepts; trials are not
/// repeatable, since starts and percepts include the server's noise.
/// @param typeNumber the server's number of the robot type
/// @param onRow called with each completed row; may be empty
/// Errors: those of creating the behaviors and of `ServerRobot`; NotFound if no row matches the
/// selection.
[[nodiscard]] base::Expected<std::vector<SkillRow>> benchSkillsOnServer(
    const robot::RobotModelPtr& model, int typeNumber, const ServerBenchSettings& settings,
    const std::function<void(const SkillRow&)>& onRow = {});

/// Runs `benchScoring` with a built-in agent on a server, sequentially; it joins again for each
/// start.
/// @param settings `isExact` and `workers` are ignored
/// Errors: those of `benchSkillsOnServer`.
[[nodiscard]] base::Expected<std::vector<ScoringTrial>> benchScoringOnServer(
    const robot::RobotModelPtr& model, int typeNumber, const ScoringSettings& settings,
    const ServerBenchSettings& server,
    const std::function<void(const ScoringTrial&)>& onTrial = {});

} // namespace sideline::training
