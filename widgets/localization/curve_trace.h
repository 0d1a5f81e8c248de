#pragma once

#include <optional>
#include <vector>

#include <QPolygonF>

#include "widgets/localization/localize_curves.h"

namespace sideline::widgets {

/// Factor from SI units to displayed units.
[[nodiscard]] double shownPerUnit(LocalizeQuantity quantity);

/// The visible interval, and its width in pixels.
struct CurveWindow {
    double beginS = 0.0;
    double endS = 1.0;
    int columns = 500;
};

/// Number of times in a window.
[[nodiscard]] std::size_t valuesIn(const std::vector<double>& timeS, const CurveWindow& window);

/// The connected parts of a curve, as points (time, shown value). An interval with many more values
/// than pixels is reduced to the first, minimum, maximum and last of each pixel, so that no spike
/// is lost. Values that are not finite leave a gap; residuals, which only vision frames have, are
/// joined from vision frame to vision frame.
/// @param isAmount uses absolute values, for a logarithmic axis
[[nodiscard]] std::vector<QPolygonF> traceOf(const std::vector<double>& timeS,
                                             const LocalizeCurve& curve, const CurveWindow& window,
                                             bool isAmount);

/// The displayed value at a time: that of the cycle at that time; for a residual, that of the last
/// vision frame before it. nullopt in gaps and outside the curve.
[[nodiscard]] std::optional<double> shownValueAt(const std::vector<double>& timeS,
                                                 const LocalizeCurve& curve, double atS);

/// Range of a value axis, in shown units.
struct ValueRange {
    double lower = 0.0;
    double upper = 1.0;
    [[nodiscard]] bool operator==(const ValueRange&) const = default;
};
enum class RangeKind : std::uint8_t {
    Robust, ///< shows 99 in 100 values of each curve, so that a spike does not flatten the rest
    Full,   ///< all values
};
/// Round bounds for the values that curves have in a window; from 0 if no value is negative,
/// otherwise symmetric about 0; whole decades if the axis is logarithmic. nullopt if there are no
/// values.
[[nodiscard]] std::optional<ValueRange> rangeOf(const std::vector<double>& timeS,
                                                const std::vector<const LocalizeCurve*>& curves,
                                                const CurveWindow& window, RangeKind kind,
                                                bool isLogarithmic);

} // namespace sideline::widgets
