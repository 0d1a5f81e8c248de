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

/// Messages of both sides in one cycle; strings point into the recording.
struct CycleMessages {
    std::vector<std::string_view> fromAgent;
    std::vector<std::string_view> fromTrainer;
    std::optional<protocol::Percepts> reported; ///< percepts at the end of the cycle
    protocol::GroundTruth truth;                ///< reported in the same message
};

/// The messages of a stream, grouped by cycles of a simulation that started one cycle earlier.
///
/// A reply to message k takes effect in message k + 2, so the j-th reply belongs to cycle j + 2 and
/// message i to the end of cycle i + 1. Trainer commands are processed later than those of agents.
/// Errors: Malformed if a server message is unreadable. Any thread.
[[nodiscard]] base::Expected<std::vector<CycleMessages>> messagesByCycle(
    std::span<const StreamMessage> messages);

} // namespace sideline::simulator
