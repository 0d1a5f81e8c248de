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

/// How the skills of a robot are measured on a server.
struct ServerBenchSettings {
    ServerAddress server;
    std::string team = "Sideline";
    SkillBenchSettings bench; ///< `isExact` and `workers` do not count
    std::stop_token stop = {};
};

/// Who joins for the trials of a robot, with a number of its own for each type.
/// @param typeNumber of the robot, as the server counts them
[[nodiscard]] ServerRobotSettings robotSettings(const robot::RobotModelPtr& model, int typeNumber,
                                                const ServerBenchSettings& settings);

/// The same as `benchSkills` with an agent that plays on a SimSpark server, by the truth that the
/// server sends to monitors: all of it that needs nobody to push the robot. Trainer commands put
/// robot and ball where a trial begins, so nobody else should play there. The agent knows no more
/// than any agent; trials do not repeat, as starts and senses have the server's own noise.
/// @param typeNumber of the robot, as the server counts them
/// @param onRow called with each row as soon as it is there; may be empty
/// Errors: those of making the behaviors, of `ServerRobot`, NotFound if no row has such a name.
[[nodiscard]] base::Expected<std::vector<SkillRow>> benchSkillsOnServer(
    const robot::RobotModelPtr& model, int typeNumber, const ServerBenchSettings& settings,
    const std::function<void(const SkillRow&)>& onRow = {});

/// `benchScoring` with an agent of ours on a server; one after another, each joins anew.
/// @param settings `isExact` and `workers` do not count
/// Errors: as of `benchSkillsOnServer`.
[[nodiscard]] base::Expected<std::vector<ScoringTrial>> benchScoringOnServer(
    const robot::RobotModelPtr& model, int typeNumber, const ScoringSettings& settings,
    const ServerBenchSettings& server,
    const std::function<void(const ScoringTrial&)>& onTrial = {});

} // namespace sideline::training
