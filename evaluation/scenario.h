#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "evaluation/agent_stream.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// Something that a robot does in the embedded simulator, to be localized with exact truth.
struct Scenario {
    std::string_view name;  ///< as `look`
    std::string_view about; ///< one sentence
    double durationS = 0.0;
};

[[nodiscard]] std::span<const Scenario> scenarios();

struct ScenarioOptions {
    std::uint64_t seed = 1;
    int typeNumber = 0;
    double durationS = 0.0;  ///< 0: the scenario's own
    bool hasNoise = true;    ///< of vision, with the camera's offset
    bool hasRounding = true; ///< of what is seen; the other percepts are always rounded
};

/// What an agent perceived in a scenario, and the truth in every cycle.
struct ScenarioRun {
    AgentStream stream;
    TruthTrack truth;
    Eigen::Vector3d cameraOffset_CM = Eigen::Vector3d::Zero(); ///< that the simulator drew
};

/// Runs a scenario in the simulator. Equal options give equal runs.
/// Errors: NotFound for a name that is none.
[[nodiscard]] base::Expected<ScenarioRun> runScenario(std::string_view name,
                                                      const ScenarioOptions& options);

/// Lets a recording's commands act in the simulator (open loop): a real team's walk with exact
/// truth in every cycle.
/// Errors: those of `AgentStream::read`; InvalidArgument when the stream holds no commands.
[[nodiscard]] base::Expected<ScenarioRun> replayInSimulator(const AgentStream& recorded,
                                                            const ScenarioOptions& options);

} // namespace sideline::evaluation
