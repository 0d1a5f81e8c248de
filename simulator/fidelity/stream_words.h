#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::simulator {

/// One message of a recorded stream.
struct StreamMessage {
    enum class Speaker : std::uint8_t { Server, Agent, Trainer };
    Speaker speaker = Speaker::Server;
    std::string_view text;
};

/// What both sides said in one cycle; texts point into the recording.
struct CycleWords {
    std::vector<std::string_view> fromAgent;
    std::vector<std::string_view> fromTrainer;
    std::optional<protocol::Percepts> reported; ///< at the end of the cycle
    protocol::GroundTruth truth;                ///< that came with it
};

/// The messages of a stream, by the cycles of a simulation that has begun one cycle before.
///
/// An answer to message k shows in message k + 2, so the j-th answer belongs to cycle j + 2 and
/// message i to the end of cycle i + 1. Trainers are heard later than agents.
/// Errors: Malformed when a message of the server cannot be read. Any thread.
[[nodiscard]] base::Expected<std::vector<CycleWords>> wordsByCycle(
    std::span<const StreamMessage> messages);

} // namespace sideline::simulator
