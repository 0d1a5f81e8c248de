#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "series/summary.h"

namespace sideline::series {

/// Text as HTML shows it.
[[nodiscard]] std::string escaped(std::string_view text);

/// SVG elements for an HTML page, whose style gives their classes colors.

/// How often each goal difference came: lost, drawn and won games.
[[nodiscard]] std::string goalDifferencePlot(const PairingSummary& pairing);
/// Share of points over the units, with the interval that is right at all times.
[[nodiscard]] std::string scorePlot(const PairingSummary& pairing);
/// Capital of the bets on better and on worse over the units, in powers of ten.
[[nodiscard]] std::string evidencePlot(const PairingSummary& pairing);

} // namespace sideline::series
