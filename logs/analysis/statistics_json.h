#pragma once

#include <nlohmann/json_fwd.hpp>

#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Writes the statistics of a match as JSON: names as in docs/analysis.md, units in the names,
/// `null` for unknown values.
[[nodiscard]] nlohmann::ordered_json toJson(const MatchStatistics& statistics);

} // namespace sideline::logs
