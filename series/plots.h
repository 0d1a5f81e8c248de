#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "series/summary.h"

namespace sideline::series {

/// Text escaped for HTML.
[[nodiscard]] std::string escaped(std::string_view text);

/// SVG elements for an HTML page, whose style gives their classes colors.

/// Frequency of each goal difference: lost, drawn and won games.
[[nodiscard]] std::string goalDifferencePlot(const PairingSummary& pairing);
/// Mean score over the units with its confidence sequence.
[[nodiscard]] std::string scorePlot(const PairingSummary& pairing);
/// Capital of the bets on better and on worse over the units, in powers of ten.
[[nodiscard]] std::string evidencePlot(const PairingSummary& pairing);

} // namespace sideline::series
