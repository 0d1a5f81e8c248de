#pragma once

#include <optional>
#include <span>

#include "simulator/fidelity/stream_words.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Final state of a robot and the ball.
struct OpenLoopOutcome {
    /// Distance of the ball from where a trainer last placed it, m; nullopt if none did.
    std::optional<double> ballM;
    double movedM =
        0.0; ///< displacement of the torso over the ground from the last beam to the last message
    bool fell =
        false; ///< whether the torso tilted by more than 60 degrees at any time since the last beam
};

/// Sends the commands of a recorded agent to a new simulation, regardless of its percepts, with the
/// seed, beam noise and solver of `settings`: repeated runs from slightly different positions show
/// the spread of the results. After the last command the joints stop and the simulation continues
/// until the ball rests, for at most ten seconds.
/// Errors: InvalidArgument if the agent never gets a robot. Any thread.
[[nodiscard]] base::Expected<OpenLoopOutcome> runOpenLoop(std::span<const CycleMessages> words,
                                                          const SimulationSettings& settings);

} // namespace sideline::simulator
