#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "training/farm/farm.h"

namespace sideline::training {

/// What ranks tell each other.
enum class RankWord : std::uint8_t {
    // From rank 0.
    Setup,  ///< `text`: what to run
    Work,   ///< `genomes` that this rank has not got yet in the batch, and `trials`
    Drop,   ///< forget the trials of the batch that have not begun
    Alive,  ///< nothing new; from both sides
    Finish, ///< the run is over
    Leave,  ///< everybody has said Farewell: end together
    Part,   ///< somebody has not: end alone
    // From the others.
    Ready,    ///< `threads` are ready, and no trial waits for one
    Results,  ///< `results` of the batch
    Failed,   ///< the setup did not work; `text` says why
    Farewell, ///< answer to Finish
};

/// A message between rank 0 and another.
struct RankMessage {
    RankWord word = RankWord::Alive;
    std::uint32_t batch = 0;   ///< counts the calls of `Farm::run`
    std::uint32_t threads = 0; ///< of the rank
    double tookS = 0.0;        ///< what the trials of `results` took, in all
    std::string text;
    std::vector<std::pair<std::uint32_t, Genome>> genomes;     ///< with their places in the batch
    std::vector<std::pair<std::uint32_t, TrialJob>> trials;    ///< with their places in the batch
    std::vector<std::pair<std::uint32_t, TrialScore>> results; ///< with their places in the batch
};

[[nodiscard]] std::string bytesOf(const RankMessage& message);
/// Nothing for what is no message.
[[nodiscard]] std::optional<RankMessage> rankMessageFrom(std::string_view bytes);

void appendJob(std::string& bytes, const TrialJob& job);
[[nodiscard]] bool takeJob(std::string_view& bytes, TrialJob& job);
void appendScore(std::string& bytes, const TrialScore& score);
[[nodiscard]] bool takeScore(std::string_view& bytes, TrialScore& score);

} // namespace sideline::training
