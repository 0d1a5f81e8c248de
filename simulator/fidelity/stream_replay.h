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

/// How far one signal of the simulation is from the recorded one.
struct SignalError {
    std::string name; ///< as `HJ lle3`, `torso x`
    std::string unit;
    std::size_t count = 0;
    double rms = 0.0;
    double worst = 0.0;
    double worstAtS = 0.0; ///< time since the first message
    std::vector<double>
        rmsPerSpan; ///< over time, see `FidelityReport::spanS`; NaN where not reported
};

/// How far a joint went, degrees.
struct JointReach {
    std::string name;
    double recordedMinDeg = 0.0;
    double recordedMaxDeg = 0.0;
    double simulatedMinDeg = 0.0;
    double simulatedMaxDeg = 0.0;
};

/// The errors of a whole stream, and what became of the robot.
struct FidelityReport {
    std::vector<SignalError> signals;
    std::vector<JointReach> reaches;
    double spanS = 1.0;       ///< length of the spans of `rmsPerSpan`
    std::size_t cycles = 0;   ///< simulated
    std::size_t compared = 0; ///< messages of the server that were compared
    /// Since the robot was set up again for the last time.
    struct Path {
        double startS = 0.0;
        std::optional<double> within5cmS; ///< how long the head stayed so near; nothing: to the end
        double within5cmRecordedM = 0.0;  ///< length of the path until then, reported positions
        double within5cmSimulatedM = 0.0;
        double recordedM = 0.0; ///< the same for the whole stream
        double simulatedM = 0.0;
        double durationS = 0.0;
    };
    std::optional<Path> path; ///< only with ground truth in the stream
    [[nodiscard]] const SignalError* find(std::string_view name) const;
};

/// Sends the recorded messages of an agent to a fresh simulation and compares what both servers
/// measured: joints, gyro, accelerometer, forces, and where the stream reports them, positions.
///
/// Noise is off. As the real server's beam noise is not known, every beam is chosen so that the
/// robot stands where the next ground truth has it. A robot that came to the world inside another
/// one had its joints torn: when the recorded robot has stood still for half a second after its
/// last beam, ours is put into its posture and place, unless it has them. Errors: those of
/// `wordsByCycle`, InvalidArgument for a stream in which the agent never gets a body.
[[nodiscard]] base::Expected<FidelityReport> replayStream(std::span<const StreamMessage> messages,
                                                          SimulationSettings settings);

} // namespace sideline::simulator
