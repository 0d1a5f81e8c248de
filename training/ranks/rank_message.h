#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sideline::training {

/// Kinds of messages between ranks.
enum class RankWord : std::uint8_t {
    // From rank 0.
    Setup,  ///< `payload`: description of the work
    Work,   ///< `payload`: pieces of work of the batch
    Drop,   ///< discard the work that has not begun
    Alive,  ///< heartbeat; from both sides
    Finish, ///< the run has ended
    Leave,  ///< all ranks have sent Farewell: leave together
    Part,   ///< some have not: leave alone
    // From the others.
    Ready,    ///< prepared for work, `capacity` pieces at a time
    Results,  ///< `payload`: results of the batch
    Failed,   ///< the setup failed; `payload` is the reason
    Farewell, ///< answer to Finish
};

/// A message between rank 0 and another. The kind of work determines the payload of Setup, Work and
/// Results.
struct RankMessage {
    RankWord word = RankWord::Alive;
    std::uint32_t batch = 0;    ///< number of the batch that the work or the results belong to
    std::uint32_t capacity = 0; ///< number of pieces of work that the rank does at a time
    std::string payload = {};
};

[[nodiscard]] std::string bytesOf(const RankMessage& message);
/// Returns nullopt if the bytes are not a message.
[[nodiscard]] std::optional<RankMessage> rankMessageFrom(std::string_view bytes);

} // namespace sideline::training
