#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "simulator/fidelity/stream_words.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Deviation of one simulated signal from the recorded one.
struct SignalError {
    std::string name; ///< such as `HJ lle3`, `torso x`
    std::string unit;
    std::size_t count = 0;
    double rms = 0.0;
    double worst = 0.0;
    double worstAtS = 0.0; ///< time since the first message
    std::vector<double>
        rmsPerSpan; ///< one per interval of `FidelityReport::spanS`; NaN where not reported
};

/// Range of a joint's angles, degrees.
struct JointReach {
    std::string name;
    double recordedMinDeg = 0.0;
    double recordedMaxDeg = 0.0;
    double simulatedMinDeg = 0.0;
    double simulatedMaxDeg = 0.0;
};

/// Deviations of a whole stream and the final state of the robot.
struct FidelityReport {
    std::vector<SignalError> signals;
    std::vector<JointReach> reaches;
    double spanS = 1.0;       ///< length of the intervals of `rmsPerSpan`
    std::size_t cycles = 0;   ///< number of simulated cycles
    std::size_t compared = 0; ///< number of compared server messages
    /// Paths of the recorded and the simulated head since the last correction of the robot's pose.
    struct Path {
        double startS = 0.0;
        std::optional<double> within5cmS; ///< time for which the simulated head stayed within 5 cm
                                          ///< of the recorded one; if not set, until the end
        double within5cmRecordedM = 0.0;  ///< path length until then, from reported positions
        double within5cmSimulatedM = 0.0;
        double recordedM = 0.0; ///< path length over the whole stream
        double simulatedM = 0.0;
        double durationS = 0.0;
    };
    std::optional<Path> path; ///< only for streams with ground truth
    [[nodiscard]] const SignalError* find(std::string_view name) const;
};

/// Sends the recorded messages of an agent to a new simulation and compares the measurements of
/// both servers: joints, gyro, accelerometer, forces, and positions where the stream reports them.
///
/// Noise is off. Since the beam noise of the real server is unknown, each beam is chosen to reach
/// the next ground truth position. A robot created inside another one is pushed apart violently:
/// once the recorded robot has stood still for half a second after its last beam, the simulated one
/// is set to its posture and position if it differs. Errors: those of `messagesByCycle`,
/// InvalidArgument if the agent never gets a robot.
[[nodiscard]] base::Expected<FidelityReport> replayStream(std::span<const StreamMessage> messages,
                                                          SimulationSettings settings);

} // namespace sideline::simulator
