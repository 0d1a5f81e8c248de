#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QString>

#include "logs/analysis/match_statistics.h"
#include "logs/analysis/occurrences.h"

namespace sideline::widgets {

/// Statistics of a match or of a part of it, as used by all panels of the analysis.
struct MatchNumbers {
    logs::MatchStatistics statistics;
    std::vector<logs::Occurrence> occurrences; ///< in chronological order
};
using MatchNumbersPtr = std::shared_ptr<const MatchNumbers>;

/// The part of a match that is counted.
struct AnalysisPeriod {
    enum class Kind : std::uint8_t { Match, Half, Loop };
    Kind kind = Kind::Match;
    int half = 0; ///< 1 or 2, only for `Kind::Half`
    [[nodiscard]] bool operator==(const AnalysisPeriod&) const = default;
};

/// A filter of moments; fields that are not set match all moments.
struct MomentFilter {
    std::optional<logs::OccurrenceKind> kind; ///< if not set, events of all kinds, but no intervals
    game::Side side = game::Side::None;
    game::PlayerId player{};                          ///< side None for all players
    std::optional<std::pair<double, double>> windowS; ///< record times between which moments begin

    [[nodiscard]] bool accepts(const logs::Occurrence& occurrence) const;
    [[nodiscard]] bool operator==(const MomentFilter&) const = default;
};

/// `UTA 7`.
[[nodiscard]] QString playerText(const logs::MatchStatistics& match, const game::PlayerId& id);

/// A statistic with its unit: `43 %`, "-" for NaN.
[[nodiscard]] QString statisticText(double value, int decimals, std::string_view unit);

} // namespace sideline::widgets
