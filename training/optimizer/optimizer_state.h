#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "agentcore/base/error.h"
#include "agentcore/base/rng.h"
#include "training/genome/genome.h"

namespace sideline::training {

// Pieces of what optimizers remember, as JSON. Readers throw what nlohmann::json throws;
// `readState` catches it.

[[nodiscard]] nlohmann::json toJson(const base::Rng& rng);
[[nodiscard]] base::Rng rngFromJson(const nlohmann::json& json);
[[nodiscard]] nlohmann::json toJson(std::span<const Genome> genomes);
[[nodiscard]] std::vector<Genome> genomesFromJson(const nlohmann::json& json);

/// Runs a reader on a saved state.
/// @param read takes the JSON, throws or returns false when something about it is wrong
/// Errors: Malformed.
[[nodiscard]] base::Expected<void> readState(
    std::string_view state, const std::function<bool(const nlohmann::json&)>& read);

/// Indexes of the fitnesses, best first; those that are not finite last, equals in their order.
[[nodiscard]] std::vector<std::size_t> ranked(std::span<const double> fitness);

} // namespace sideline::training
