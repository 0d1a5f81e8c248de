#include "logs/match/curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace sideline::logs {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr double kTurnDeg = 360.0;
constexpr double kTimeToleranceS = 1e-6;

std::optional<std::size_t> rowOf(const SignalTable& table, const SignalId& id) {
    const auto found = std::ranges::find(table.signals, id);
    return found == table.signals.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - table.signals.begin()));
}

// Calls `handle` with the row range [first, end) of each continuous piece.
template <typename Handle>
void forPieces(std::span<const double> values, std::span<const std::uint8_t> breaks,
               const Handle& handle) {
    std::size_t first = 0;
    for (std::size_t i = 0; i <= values.size(); ++i) {
        const bool isGap = i == values.size() || std::isnan(values[i]);
        if (isGap || breaks[i] != 0) {
            if (i > first) {
                handle(first, i);
            }
            first = isGap ? i + 1 : i;
        }
    }
}

// Unwraps angles, so that they continue past 180 degrees.
void unwrap(std::span<double> angles) {
    double turns = 0.0;
    for (std::size_t i = 1; i < angles.size(); ++i) {
        const double step = angles[i] + turns - angles[i - 1];
        turns -= kTurnDeg * std::round(step / kTurnDeg);
        angles[i] += turns;
    }
}

void average(std::span<const double> timesS, std::span<double> values, double widthS) {
    const std::vector<double> raw(values.begin(), values.end());
    const double halfS = 0.5 * widthS + kTimeToleranceS;
    std::size_t first = 0;
    std::size_t end = 0;
    double sum = 0.0;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        for (; end < raw.size() && timesS[end] <= timesS[i] + halfS; ++end) {
            sum += raw[end];
        }
        for (; timesS[first] < timesS[i] - halfS; ++first) {
            sum -= raw[first];
        }
        values[i] = sum / static_cast<double>(end - first);
    }
}

void differentiate(std::span<const double> timesS, std::span<double> values) {
    const std::vector<double> raw(values.begin(), values.end());
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const std::size_t from = i == 0 ? 0 : i - 1;
        const std::size_t to = std::min(i + 1, raw.size() - 1);
        const double elapsedS = timesS[to] - timesS[from];
        values[i] = elapsedS > 0.0 ? (raw[to] - raw[from]) / elapsedS : kNoValue;
    }
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
    const std::string_view unit = signalUnit(id.signal);
    if (id.derivative == 0) {
        return std::string(unit);
    }
    static constexpr std::array<std::string_view, 5> kPowers = {"", "/s", "/s\u00b2", "/s\u00b3",
                                                                "/s\u2074"};
    std::string_view what = unit.empty() ? "1" : unit;
    auto power = static_cast<std::size_t>(id.derivative);
    for (const std::size_t known : {2U, 1U}) { // the signal itself may be a derivative
        if (unit.ends_with(kPowers[known])) {
            what.remove_suffix(kPowers[known].size());
            power += known;
            break;
        }
    }
    return fmt::format("{}{}", what, kPowers[std::min(power, kPowers.size() - 1)]);
}

std::optional<std::vector<double>> curveValues(const SignalTable& table, const CurveId& id) {
    const auto row = rowOf(table, id.signal);
    if (!row) {
        return std::nullopt;
    }
    std::vector<double> values = table.values[*row];
    if (id.isSignal()) {
        return values;
    }
    const bool isDirection = isHeading(id.signal);
    // Works on a copy: the pieces are those of the unchanged signal.
    forPieces(table.values[*row], table.breaks[*row], [&](std::size_t first, std::size_t end) {
        const std::span piece(values.data() + first, end - first);
        const std::span timesS(table.recordTimeS.data() + first, end - first);
        if (isDirection) {
            unwrap(piece);
        }
        if (id.averageS > 0.0) {
            average(timesS, piece, id.averageS);
        }
        for (int i = 0; i < id.derivative; ++i) {
            differentiate(timesS, piece);
        }
        if (isDirection && id.derivative == 0) {
            for (double& angle : piece) {
                angle = std::remainder(angle, kTurnDeg);
            }
        }
    });
    return values;
}

CurveTrack curveTrack(const SignalTable& table, const CurveId& x, const CurveId& y) {
    const auto xs = curveValues(table, x);
    const auto ys = curveValues(table, y);
    CurveTrack track;
    if (!xs || !ys) {
        return track;
    }
    const auto& xBreaks = table.breaks[*rowOf(table, x.signal)];
    const auto& yBreaks = table.breaks[*rowOf(table, y.signal)];
    const auto add = [&track](double timeS, double xValue, double yValue) {
        track.recordTimeS.push_back(timeS);
        track.x.push_back(xValue);
        track.y.push_back(yValue);
    };
    for (std::size_t i = 0; i < xs->size(); ++i) {
        if (xBreaks[i] != 0 || yBreaks[i] != 0) {
            add(table.recordTimeS[i], kNoValue, kNoValue);
        }
        const bool isThere = std::isfinite((*xs)[i]) && std::isfinite((*ys)[i]);
        add(table.recordTimeS[i], isThere ? (*xs)[i] : kNoValue, isThere ? (*ys)[i] : kNoValue);
    }
    return track;
}

CurveStatistics curveStatistics(std::span<const double> timesS, std::span<const double> values,
                                double beginS, double endS) {
    const auto first = std::ranges::lower_bound(timesS, beginS - kTimeToleranceS) - timesS.begin();
    const auto end = std::ranges::upper_bound(timesS, endS + kTimeToleranceS) - timesS.begin();
    CurveStatistics result{0, kNoValue, kNoValue, kNoValue, kNoValue};
    double mean = 0.0;
    double squares = 0.0; // sum of squared deviations from the running mean (Welford)
    for (auto i = first; i < end; ++i) {
        const double value = values[static_cast<std::size_t>(i)];
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
