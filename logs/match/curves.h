#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "logs/match/signals.h"

namespace sideline::logs {

/// What is drawn of a signal: the signal itself, or what is derived of it. First it is averaged,
/// then differentiated.
struct CurveId {
    SignalId signal;
    int derivative = 0;    ///< how often it is differentiated by time, 0 to 2
    double averageS = 0.0; ///< width of the moving average in seconds; 0 for none

    [[nodiscard]] bool isSignal() const { return derivative == 0 && averageS <= 0.0; }
    friend auto operator<=>(const CurveId&, const CurveId&) = default;
};

/// Name as `ball.x`, `d/dt ball.x`, `mean 0.5 s ball.x` for a signal of that name.
[[nodiscard]] std::string curveName(const CurveId& id, const std::string& signalName);
/// Unit for axes, as `m/s` for the derivative of a place; empty for plain numbers.
[[nodiscard]] std::string curveUnit(const CurveId& id);

/// The values of a curve, one for each row of the table; NaN where there are none. Nothing if the
/// table lacks the signal.
///
/// Where the signal breaks (`SignalTable::breaks`, rows without a value) nothing is averaged or
/// differentiated across. The average at a time is the mean of all values at most half a width
/// before or behind it; the derivative is the central difference, at the ends of a piece that to
/// the one neighbor. Headings do not jump where they pass 180 degrees.
[[nodiscard]] std::optional<std::vector<double>> curveValues(const SignalTable& table,
                                                             const CurveId& id);

/// One curve against another.
struct CurveTrack {
    std::vector<double> recordTimeS; ///< ascending
    std::vector<double> x;           ///< NaN, as y, where the line is interrupted
    std::vector<double> y;
};

/// The track of `y` over `x`, interrupted where one of both breaks; empty if the table lacks one.
[[nodiscard]] CurveTrack curveTrack(const SignalTable& table, const CurveId& x, const CurveId& y);

/// What the values of a curve in an interval are like.
struct CurveStatistics {
    std::size_t count = 0; ///< values; rows without one do not count
    double min = 0.0;      ///< this and the others are NaN where `count` is 0
    double max = 0.0;
    double mean = 0.0;
    double deviation = 0.0; ///< standard deviation of a sample (n - 1); NaN for fewer than 2 values
};

/// Statistics of the values from `beginS` to `endS`, both included.
/// @param timesS ascending, one for each value
[[nodiscard]] CurveStatistics curveStatistics(std::span<const double> timesS,
                                              std::span<const double> values, double beginS,
                                              double endS);

} // namespace sideline::logs
