#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "agentcore/base/error.h"
#include "agentcore/base/rng.h"
#include "training/genome/genome.h"

namespace sideline::training {

// JSON conversions of optimizers' state. Readers throw nlohmann::json's exceptions; `readState`
// catches them.

[[nodiscard]] nlohmann::json toJson(const base::Rng& rng);
[[nodiscard]] base::Rng rngFromJson(const nlohmann::json& json);
[[nodiscard]] nlohmann::json toJson(std::span<const Genome> genomes);
[[nodiscard]] std::vector<Genome> genomesFromJson(const nlohmann::json& json);

/// Runs a reader on a saved state.
/// @param read reads the JSON; throws or returns false if it is invalid
/// Errors: Malformed.
[[nodiscard]] base::Expected<void> readState(
    std::string_view state, const std::function<bool(const nlohmann::json&)>& read);

/// Returns the indices of the fitnesses, best first; those that are not finite last, ties in their
/// original order.
[[nodiscard]] std::vector<std::size_t> ranked(std::span<const double> fitness);

} // namespace sideline::training
