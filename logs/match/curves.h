#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "logs/match/formula.h"
#include "logs/match/signals.h"

namespace sideline::logs {

/// A curve: a signal or a formula, optionally averaged and then differentiated.
struct CurveId {
    SignalId signal;
    int derivative = 0;    ///< number of differentiations by time, 0 to 2
    double averageS = 0.0; ///< width of the moving average in seconds; 0 for none
    std::shared_ptr<const Formula> formula = {}; ///< replaces `signal`; null for a signal

    /// Whether it is neither averaged nor differentiated.
    [[nodiscard]] bool isSignal() const { return derivative == 0 && averageS <= 0.0; }
    friend auto operator<=>(const CurveId&, const CurveId&) = default;
};

/// Returns a name such as `ball.x`, `d/dt ball.x` or `mean 0.5 s ball.x`.
/// @param signalName name of the signal or the formula
[[nodiscard]] std::string curveName(const CurveId& id, const std::string& signalName);
/// Returns the unit for axes, such as `m/s` for the derivative of a position; empty for plain
/// numbers.
[[nodiscard]] std::string curveUnit(const CurveId& id);

/// Returns the values of a curve, one for each row of the table; NaN where undefined. None if the
/// table lacks the signal.
///
/// Averages and derivatives do not cross breaks of the signal (`SignalTable::breaks`, rows without
/// a value), see `deriveCurve`. Headings are unwrapped at 180 degrees.
[[nodiscard]] std::optional<std::vector<double>> curveValues(const SignalTable& table,
                                                             const CurveId& id);

/// A curve plotted over another curve.
struct CurveTrack {
    std::vector<double> recordTimeS; ///< ascending
    std::vector<double> x;           ///< NaN, like y, where the line is interrupted
    std::vector<double> y;
};

/// Returns `y` over `x`, interrupted where either breaks; empty if the table lacks a signal.
[[nodiscard]] CurveTrack curveTrack(const SignalTable& table, const CurveId& x, const CurveId& y);

/// Statistics of a curve in an interval.
struct CurveStatistics {
    std::size_t count = 0; ///< number of values, without empty rows
    double min = 0.0;      ///< NaN if `count` is 0, like `max` and `mean`
    double max = 0.0;
    double mean = 0.0;
    double deviation = 0.0; ///< standard deviation of a sample (n - 1); NaN for fewer than 2 values
};

/// Computes the statistics of the values from `beginS` to `endS`, both included.
/// @param timesS ascending, one for each value
[[nodiscard]] CurveStatistics curveStatistics(std::span<const double> timesS,
                                              std::span<const double> values, double beginS,
                                              double endS);

} // namespace sideline::logs
