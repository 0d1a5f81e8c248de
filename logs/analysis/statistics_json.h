#pragma once

#include <nlohmann/json_fwd.hpp>

#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// All of a match's statistics as JSON: names as in docs/analysis.md, units in the names, `null`
/// for what is not known.
[[nodiscard]] nlohmann::ordered_json toJson(const MatchStatistics& statistics);

} // namespace sideline::logs
