#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "evaluation/agent_stream.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// A scripted behavior of a robot in the simulator, for localization with exact truth.
struct Scenario {
    std::string_view name;  ///< such as `look`
    std::string_view about; ///< description in one sentence
    double durationS = 0.0;
};

[[nodiscard]] std::span<const Scenario> scenarios();

struct ScenarioOptions {
    std::uint64_t seed = 1;
    int typeNumber = 0;
    robot::RobotModelPtr robot; ///< robot of SimSpark; null: the Nao of this type
    double durationS = 0.0;     ///< 0: default of the scenario
    bool hasNoise = true;       ///< noise of vision, including the camera's offset
    bool hasRounding = true;    ///< rounding of vision; other percepts are always rounded
};

/// The percepts of an agent in a scenario, and the truth in every cycle.
struct ScenarioRun {
    AgentStream stream;
    TruthTrack truth;
    Eigen::Vector3d cameraOffset_CM = Eigen::Vector3d::Zero(); ///< offset that the simulator drew
};

/// Runs a scenario in the simulator. Equal options produce equal runs.
/// Errors: NotFound for an unknown name or type; InvalidArgument for a robot of another server.
[[nodiscard]] base::Expected<ScenarioRun> runScenario(std::string_view name,
                                                      const ScenarioOptions& options);

/// Replays a recording's commands in the simulator (open loop), for example a real team's walk,
/// with exact truth in every cycle. The robot is the recorded one.
/// Errors: InvalidArgument if the stream contains no commands, or its robot is of another server.
[[nodiscard]] base::Expected<ScenarioRun> replayInSimulator(const AgentStream& recorded,
                                                            const ScenarioOptions& options);

} // namespace sideline::evaluation
