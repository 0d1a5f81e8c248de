#include "widgets/localization/curve_trace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sideline::widgets {

namespace {

constexpr double kMinAmount = 1e-6; // lowest end of a logarithmic axis
constexpr double kHoleS = 0.5;      // cycles farther apart are not connected

std::size_t countOf(const std::vector<double>& timeS, const LocalizeCurve& curve) {
    return std::min(timeS.size(), curve.values.size());
}

// Index of the first and one past the last value in a window, extended by a neighbor on each side.
std::pair<std::size_t, std::size_t> indicesIn(const std::vector<double>& timeS, std::size_t count,
                                              const CurveWindow& window) {
    const auto end = timeS.begin() + static_cast<std::ptrdiff_t>(count);
    const auto first = std::lower_bound(timeS.begin(), end, window.beginS);
    const auto last = std::upper_bound(first, end, window.endS);
    return {static_cast<std::size_t>(first - timeS.begin()) - (first != timeS.begin() ? 1U : 0U),
            static_cast<std::size_t>(last - timeS.begin()) + (last != end ? 1U : 0U)};
}

// Maximum time between two values that are connected.
double bridgeS(const std::vector<double>& timeS, const LocalizeCurve& curve) {
    if (curve.quantity != LocalizeQuantity::Residual) {
        return kHoleS;
    }
    constexpr std::size_t kSample = 64;
    std::vector<double> steps;
    double before = std::nan("");
    for (std::size_t i = 0; i < countOf(timeS, curve) && steps.size() < kSample; ++i) {
        if (std::isfinite(curve.values[i])) {
            if (std::isfinite(before)) {
                steps.push_back(timeS[i] - before);
            }
            before = timeS[i];
        }
    }
    if (steps.empty()) {
        return kHoleS;
    }
    const auto middle = steps.begin() + static_cast<std::ptrdiff_t>((steps.size() - 1) / 2);
    std::nth_element(steps.begin(), middle, steps.end());
    return std::max(kHoleS, 2.5 * *middle);
}

// The values of one pixel column.
class Column {
public:
    void add(const QPointF& point) {
        if (m_count == 0) {
            m_first = m_least = m_greatest = point;
        }
        if (point.y() < m_least.y()) {
            m_least = point;
        }
        if (point.y() > m_greatest.y()) {
            m_greatest = point;
        }
        m_last = point;
        ++m_count;
    }
    void flushInto(QPolygonF& run) {
        if (m_count > 0) {
            const bool rises = m_least.x() < m_greatest.x();
            for (const QPointF& point :
                 {m_first, rises ? m_least : m_greatest, rises ? m_greatest : m_least, m_last}) {
                if (run.isEmpty() || run.back() != point) {
                    run << point;
                }
            }
        }
        m_count = 0;
    }

private:
    int m_count = 0;
    QPointF m_first;
    QPointF m_least;
    QPointF m_greatest;
    QPointF m_last;
};

// The next larger round number.
double roundedUp(double value) {
    if (!(value > 0.0)) {
        return 0.0;
    }
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    static constexpr std::array kSteps = {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0};
    for (const double step : kSteps) {
        if (value <= step * decade * (1.0 + 1e-9)) {
            return step * decade;
        }
    }
    return 10.0 * decade;
}

// The range of a curve's values in a window.
struct ValueSpread {
    double least = 0.0;
    double low = 0.0; ///< 1 in 100 values is less than this
    double high = 0.0;
    double greatest = 0.0;
};

std::optional<ValueSpread> spreadOf(const std::vector<double>& timeS, const LocalizeCurve& curve,
                                    const CurveWindow& window, bool isAmount) {
    const auto [from, to] = indicesIn(timeS, countOf(timeS, curve), window);
    const double factor = shownPerUnit(curve.quantity);
    constexpr std::size_t kSample = 4096; // enough for the first percentile
    const std::size_t stride = std::max((to - from) / kSample, std::size_t{1});
    std::vector<double> sample;
    std::optional<ValueSpread> spread;
    for (std::size_t i = from; i < to; ++i) {
        double value = factor * static_cast<double>(curve.values[i]);
        if (!std::isfinite(value) || timeS[i] < window.beginS || timeS[i] > window.endS) {
            continue;
        }
        value = isAmount ? std::max(std::abs(value), kMinAmount) : value;
        if (!spread) {
            spread = ValueSpread{.least = value, .greatest = value};
        }
        spread->least = std::min(spread->least, value);
        spread->greatest = std::max(spread->greatest, value);
        if (i % stride == 0) {
            sample.push_back(value);
        }
    }
    if (spread) {
        const auto at = [&](double ratio, double otherwise) {
            if (sample.empty()) {
                return otherwise;
            }
            const auto place =
                sample.begin() + static_cast<std::ptrdiff_t>(
                                     std::floor(ratio * static_cast<double>(sample.size() - 1)));
            std::nth_element(sample.begin(), place, sample.end());
            return *place;
        };
        spread->low = at(0.01, spread->least);
        spread->high = at(0.99, spread->greatest);
    }
    return spread;
}

ValueRange decades(double lower, double upper) {
    constexpr double kMaxDecades = 6.0;
    const double top = roundedUp(std::max(upper, 10.0 * kMinAmount));
    const double bottom = std::max(lower, top * std::pow(10.0, -kMaxDecades));
    ValueRange range{std::pow(10.0, std::floor(std::log10(bottom) + 1e-9)), top};
    if (range.upper < 9.9 * range.lower) { // ensures that a labeled tick is visible
        range.upper = 10.0 * range.lower;
    }
    return range;
}

} // namespace

double shownPerUnit(LocalizeQuantity quantity) {
    switch (quantity) {
    case LocalizeQuantity::GroundErrorM:
    case LocalizeQuantity::HeightErrorM:
    case LocalizeQuantity::GroundSigmaM:
        return 1000.0;
    case LocalizeQuantity::HeadingErrorRad:
    case LocalizeQuantity::HeadingSigmaRad:
        return 180.0 / std::numbers::pi;
    case LocalizeQuantity::Residual:
    case LocalizeQuantity::Value:
        break;
    }
    return 1.0;
}

std::size_t valuesIn(const std::vector<double>& timeS, const CurveWindow& window) {
    const auto [from, to] = indicesIn(timeS, timeS.size(), window);
    return to - from;
}

std::vector<QPolygonF> traceOf(const std::vector<double>& timeS, const LocalizeCurve& curve,
                               const CurveWindow& window, bool isAmount) {
    const auto [from, to] = indicesIn(timeS, countOf(timeS, curve), window);
    const double factor = shownPerUnit(curve.quantity);
    const double longestS = bridgeS(timeS, curve);
    const bool joinsOverNothing = curve.quantity == LocalizeQuantity::Residual;
    const int columns = std::max(window.columns, 1);
    const double columnsPerS = columns / std::max(window.endS - window.beginS, 1e-9);
    const bool isDense = to - from > static_cast<std::size_t>(4 * columns);
    std::vector<QPolygonF> runs;
    QPolygonF run;
    Column column;
    long columnNumber = -1;
    double beforeS = std::nan("");
    const auto endRun = [&] {
        column.flushInto(run);
        if (!run.isEmpty()) {
            runs.push_back(std::move(run));
            run = {};
        }
        beforeS = std::nan("");
    };
    for (std::size_t i = from; i < to; ++i) {
        double value = factor * static_cast<double>(curve.values[i]);
        if (!std::isfinite(value)) {
            if (!joinsOverNothing) {
                endRun();
            }
            continue;
        }
        if (isAmount) {
            value = std::max(std::abs(value), kMinAmount);
        }
        if (timeS[i] - beforeS > longestS) {
            endRun();
        }
        const auto number = std::lround(std::floor((timeS[i] - window.beginS) * columnsPerS));
        if (!isDense || number != columnNumber) {
            column.flushInto(run);
            columnNumber = number;
        }
        column.add({timeS[i], value});
        beforeS = timeS[i];
    }
    endRun();
    return runs;
}

std::optional<double> shownValueAt(const std::vector<double>& timeS, const LocalizeCurve& curve,
                                   double atS) {
    const auto end = timeS.begin() + static_cast<std::ptrdiff_t>(countOf(timeS, curve));
    const auto behind = std::upper_bound(timeS.begin(), end, atS + 1e-6);
    const bool looksBack = curve.quantity == LocalizeQuantity::Residual;
    const double oldestS = atS - (looksBack ? bridgeS(timeS, curve) : kHoleS);
    for (auto at = behind; at != timeS.begin();) {
        --at;
        if (*at < oldestS) {
            break;
        }
        const double value =
            static_cast<double>(curve.values[static_cast<std::size_t>(at - timeS.begin())]);
        if (std::isfinite(value)) {
            return shownPerUnit(curve.quantity) * value;
        }
        if (!looksBack) {
            break;
        }
    }
    return std::nullopt;
}

std::optional<ValueRange> rangeOf(const std::vector<double>& timeS,
                                  const std::vector<const LocalizeCurve*>& curves,
                                  const CurveWindow& window, RangeKind kind, bool isLogarithmic) {
    std::optional<ValueRange> around;
    bool goesBelow = false;
    for (const LocalizeCurve* curve : curves) {
        const auto spread = spreadOf(timeS, *curve, window, isLogarithmic);
        if (!spread) {
            continue;
        }
        // Curves without far outliers are not cut.
        constexpr double kNear = 1.4;
        const bool showsAll = kind == RangeKind::Full;
        const double upper =
            showsAll || spread->greatest <= kNear * spread->high ? spread->greatest : spread->high;
        const double nearLow = spread->low < 0.0 ? kNear * spread->low : spread->low / kNear;
        const double lower = showsAll || spread->least >= nearLow ? spread->least : spread->low;
        around = around ? ValueRange{std::min(around->lower, lower), std::max(around->upper, upper)}
                        : ValueRange{lower, upper};
        goesBelow = goesBelow || spread->least < 0.0;
    }
    if (!around) {
        return std::nullopt;
    }
    if (isLogarithmic) {
        return decades(around->lower, around->upper);
    }
    constexpr double kAir = 1.04;
    constexpr double kMinUpper = 1e-3;
    const double upper =
        roundedUp(kAir * std::max({around->upper, goesBelow ? -around->lower : 0.0, kMinUpper}));
    return ValueRange{goesBelow ? -upper : 0.0, upper};
}

} // namespace sideline::widgets
