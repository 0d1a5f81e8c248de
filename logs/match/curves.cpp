#include "logs/match/curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "logs/match/curve_math.h"

namespace sideline::logs {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// Returns the values of a curve's signal or formula; nullopt if the table lacks a signal.
std::optional<FormulaValues> sourceOf(const SignalTable& table, const CurveId& id) {
    if (id.formula) {
        return id.formula->evaluate(table);
    }
    const auto found = std::ranges::find(table.signals, id.signal);
    if (found == table.signals.end()) {
        return std::nullopt;
    }
    const auto row = static_cast<std::size_t>(found - table.signals.begin());
    return FormulaValues{table.values[row], table.breaks[row]};
}

// Returns a curve's values with the breaks of its signals.
std::optional<FormulaValues> curveOf(const SignalTable& table, const CurveId& id) {
    auto curve = sourceOf(table, id);
    if (curve && !id.isSignal()) {
        deriveCurve(table.recordTimeS, curve->breaks, curve->values, id.averageS, id.derivative,
                    id.formula ? id.formula->isDirection() : isHeading(id.signal));
    }
    return curve;
}

} // namespace

std::string curveName(const CurveId& id, const std::string& signalName) {
    std::string name = signalName;
    if (id.averageS > 0.0) {
        name = fmt::format("mean {:g} s {}", id.averageS, name);
    }
    for (int i = 0; i < id.derivative; ++i) {
        name = "d/dt " + name;
    }
    return name;
}

std::string curveUnit(const CurveId& id) {
    return derivedUnit(id.formula ? std::string_view(id.formula->unit()) : signalUnit(id.signal),
                       id.derivative);
}

std::optional<std::vector<double>> curveValues(const SignalTable& table, const CurveId& id) {
    auto curve = curveOf(table, id);
    return curve ? std::optional(std::move(curve->values)) : std::nullopt;
}

CurveTrack curveTrack(const SignalTable& table, const CurveId& x, const CurveId& y) {
    const auto xs = curveOf(table, x);
    const auto ys = curveOf(table, y);
    CurveTrack track;
    if (!xs || !ys) {
        return track;
    }
    const auto add = [&track](double timeS, double xValue, double yValue) {
        track.recordTimeS.push_back(timeS);
        track.x.push_back(xValue);
        track.y.push_back(yValue);
    };
    for (std::size_t i = 0; i < xs->values.size(); ++i) {
        if (xs->breaks[i] != 0 || ys->breaks[i] != 0) {
            add(table.recordTimeS[i], kNoValue, kNoValue);
        }
        const double xValue = xs->values[i];
        const double yValue = ys->values[i];
        const bool isThere = std::isfinite(xValue) && std::isfinite(yValue);
        add(table.recordTimeS[i], isThere ? xValue : kNoValue, isThere ? yValue : kNoValue);
    }
    return track;
}

CurveStatistics curveStatistics(std::span<const double> timesS, std::span<const double> values,
                                double beginS, double endS) {
    CurveStatistics result{0, kNoValue, kNoValue, kNoValue, kNoValue};
    double mean = 0.0;
    double squares = 0.0; // sum of squared deviations from the running mean (Welford)
    const TableRows rows = rowsBetween(timesS, beginS, endS);
    for (std::size_t i = rows.first; i < rows.end; ++i) {
        const double value = values[i];
        if (!std::isfinite(value)) {
            continue;
        }
        result.min = result.count == 0 ? value : std::min(result.min, value);
        result.max = result.count == 0 ? value : std::max(result.max, value);
        ++result.count;
        const double distance = value - mean;
        mean += distance / static_cast<double>(result.count);
        squares += distance * (value - mean);
    }
    if (result.count > 0) {
        result.mean = mean;
    }
    if (result.count > 1) {
        result.deviation = std::sqrt(squares / static_cast<double>(result.count - 1));
    }
    return result;
}

} // namespace sideline::logs
