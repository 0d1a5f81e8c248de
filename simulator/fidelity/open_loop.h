#pragma once

#include <optional>
#include <span>

#include "simulator/fidelity/stream_words.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// What became of a robot and the ball.
struct OpenLoopOutcome {
    /// How far the ball lies from where a trainer put it last; nothing if none did. m
    std::optional<double> ballM;
    double movedM = 0.0; ///< of the torso over the ground, from the last beam to the last message
    bool fell = false;   ///< torso tilted by more than 60 degrees at any time since the last beam
};

/// Lets an agent say what a recorded one said, whatever it receives, in a fresh simulation with the
/// seed, noise of beams and solver of `settings`: the same commands again and again from slightly
/// different places show how results spread. Once the words are over, the joints stop and the ball
/// is watched until it lies still, for ten seconds at most.
/// Errors: InvalidArgument for a stream in which the agent never gets a body. Any thread.
[[nodiscard]] base::Expected<OpenLoopOutcome> runOpenLoop(std::span<const CycleWords> words,
                                                          const SimulationSettings& settings);

} // namespace sideline::simulator
