#pragma once

#include <cmath>

#include <QString>

namespace sideline::widgets {

/// A figure with about three digits, such as `4.31`, `43.1`, `431`; "-" if it is not finite.
/// @param mostDecimals maximum number of decimals, for small values
[[nodiscard]] inline QString figureText(double value, int mostDecimals = 2) {
    if (!std::isfinite(value)) {
        return QStringLiteral("-");
    }
    int decimals = mostDecimals;
    // Thresholds at which the rounded figure gets another digit.
    for (double step = mostDecimals > 2 ? 0.9995 : 9.995; decimals > 0 && std::abs(value) >= step;
         step *= 10.0) {
        --decimals;
    }
    return QString::number(value, 'f', decimals);
}

} // namespace sideline::widgets
