#include "logs/match/curve_math.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <fmt/format.h>

namespace sideline::logs {

namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr double kTurnDeg = 360.0;
constexpr double kWindowToleranceS = 1e-6;

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
    const double halfS = 0.5 * widthS + kWindowToleranceS;
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
        values[i] = elapsedS > 0.0 ? (raw[to] - raw[from]) / elapsedS : kUndefined;
    }
}

} // namespace

void deriveCurve(std::span<const double> timesS, std::span<const std::uint8_t> breaks,
                 std::span<double> values, double averageS, int derivative, bool isDirection) {
    // Its undefined values separate the pieces.
    const std::vector<double> unchanged(values.begin(), values.end());
    forPieces(unchanged, breaks, [&](std::size_t first, std::size_t end) {
        const std::span piece = values.subspan(first, end - first);
        const std::span pieceTimesS = timesS.subspan(first, end - first);
        if (isDirection) {
            unwrap(piece);
        }
        if (averageS > 0.0) {
            average(pieceTimesS, piece, averageS);
        }
        for (int i = 0; i < derivative; ++i) {
            differentiate(pieceTimesS, piece);
        }
        if (isDirection && derivative == 0) {
            for (double& angle : piece) {
                angle = std::remainder(angle, kTurnDeg);
            }
        }
    });
}

std::string derivedUnit(std::string_view unit, int times) {
    if (times == 0) {
        return std::string(unit);
    }
    static constexpr std::array<std::string_view, 5> kPowers = {"", "/s", "/s\u00b2", "/s\u00b3",
                                                                "/s\u2074"};
    std::string_view what = unit.empty() ? "1" : unit;
    auto power = static_cast<std::size_t>(times);
    for (const std::size_t known : {2U, 1U}) { // the signal itself may be a derivative
        if (unit.ends_with(kPowers[known])) {
            what.remove_suffix(kPowers[known].size());
            power += known;
            break;
        }
    }
    return fmt::format("{}{}", what, kPowers[std::min(power, kPowers.size() - 1)]);
}

} // namespace sideline::logs
