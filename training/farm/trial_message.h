#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "training/farm/farm.h"

namespace sideline::training {

/// The payload of `RankWord::Work`: trials of a batch. Each element comes with its index in the
/// batch.
struct TrialWork {
    std::vector<std::pair<std::uint32_t, Genome>>
        genomes; ///< those that the rank has not received yet
    std::vector<std::pair<std::uint32_t, TrialJob>> trials;
};

/// The payload of `RankWord::Results`.
struct TrialResults {
    double tookS = 0.0; ///< total time of the trials
    std::vector<std::pair<std::uint32_t, TrialScore>>
        results; ///< results with their indices in the batch
};

[[nodiscard]] std::string bytesOf(const TrialWork& work);
[[nodiscard]] std::string bytesOf(const TrialResults& results);
/// Returns nullopt if the bytes are not such a message.
[[nodiscard]] std::optional<TrialWork> trialWorkFrom(std::string_view bytes);
[[nodiscard]] std::optional<TrialResults> trialResultsFrom(std::string_view bytes);

void appendJob(std::string& bytes, const TrialJob& job);
[[nodiscard]] bool takeJob(std::string_view& bytes, TrialJob& job);
void appendScore(std::string& bytes, const TrialScore& score);
[[nodiscard]] bool takeScore(std::string_view& bytes, TrialScore& score);

} // namespace sideline::training
