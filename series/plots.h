#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "series/summary.h"

namespace sideline::series {

/// Text escaped for HTML.
[[nodiscard]] std::string escaped(std::string_view text);

/// SVG elements for an HTML page, whose style sheet colors their classes.

/// Plots the frequency of each goal difference: lost, drawn and won games.
[[nodiscard]] std::string goalDifferencePlot(const PairingSummary& pairing);
/// Plots the mean score over the units with its confidence sequence.
[[nodiscard]] std::string scorePlot(const PairingSummary& pairing);
/// Plots the capital of the bets on better and on worse over the units, in powers of ten.
[[nodiscard]] std::string evidencePlot(const PairingSummary& pairing);

} // namespace sideline::series
