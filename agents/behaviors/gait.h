#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/motion/walk/walk_parameters.h"
#include "agentcore/robot/robot_model.h"
#include "agents/behavior_registry.h"
#include "agents/parameters.h"

namespace sideline::agents {

/// Disables a gait when given in place of its file.
inline constexpr std::string_view kNoGait = "none";
/// Name of the parameter for the network that makes the robot run.
inline constexpr std::string_view kRun = "run";
inline constexpr std::string_view kEngine = "engine"; ///< prefix of `motion::WalkEngineSettings`
inline constexpr std::string_view kMix = "mix";       ///< prefix of `motion::GaitMixSettings`

/// Parameters that select the walk: `gait`, a file for each of `motion::FastGait`, `run`, and the
/// conditions for running.
[[nodiscard]] std::vector<ParameterInfo> gaitParameters();
/// Settings of the walk selected by `gaitParameters`; the robot initially stands.
/// Errors: those of `walkSettingsOf`, and those of reading the gait.
[[nodiscard]] base::Expected<behavior::Walk::Settings> gaitSettingsOf(const Parameters& parameters,
                                                                      const BuildContext& context);

/// All parameters of a behavior that walks: `go-forward`, `go-left`, `go-turn`, `numbers-of`,
/// those of `gaitParameters`, and the numbers of the walk or of the fast gait named by
/// `numbers-of`.
[[nodiscard]] std::vector<ParameterInfo> walkingParameters();
/// Settings of a walk with these parameters.
/// Errors: InvalidArgument for a robot that does not support this walk, and for an unknown
/// `numbers-of`; those of reading a gait.
[[nodiscard]] base::Expected<behavior::Walk::Settings> walkSettingsOf(const Parameters& parameters,
                                                                      const BuildContext& context);

/// The parameters of a gait, as strings.
/// @param file with `behavior = "walk"` and `set = { ... }`, as `sideline train` writes it; empty:
///     the gait that is shipped for the robot, or no parameters if there is none
/// Errors: NotFound, Malformed with file and line.
[[nodiscard]] base::Expected<ParameterTexts> gaitOf(const std::string& file,
                                                    const robot::RobotModel& model);

/// `BehaviorInfo::suited` of behaviors that walk: the numbers of the selected or shipped gait.
[[nodiscard]] base::Expected<ParameterTexts> suitedGait(const Parameters& set,
                                                        const robot::RobotModel& model);
/// `BehaviorInfo::file` of behaviors with the numbers of a walk.
[[nodiscard]] NumbersFile gaitFile();
/// The walk that is shipped for a robot; the default numbers if there is none.
/// Errors: those of `gaitOf`; InvalidArgument for its numbers.
[[nodiscard]] base::Expected<motion::WalkParameters> shippedWalk(const robot::RobotModel& model);

} // namespace sideline::agents
