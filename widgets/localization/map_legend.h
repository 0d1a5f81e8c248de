#pragma once

#include <cstdint>
#include <vector>

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <QString>

#include "widgets/localization/localize_view.h"

namespace sideline::widgets {

/// A row of the map's legend.
enum class LegendSymbol : std::uint8_t {
    Belief,
    ChosenBelief,
    Truth,
    Spread,
    Trail,
    Candidate,
    Residuals,
    Enlarged,
    SeenLine,
    RefusedLine,
    UnmatchedLine,
    View,
    Ball,
    Player,
};
struct LegendRow {
    LegendSymbol symbol = LegendSymbol::Truth;
    QString text;
    QColor color;
};

/// Rows for the visible content: only layers that are on and not empty.
/// @param hasEnlarged whether some residuals are drawn enlarged
[[nodiscard]] std::vector<LegendRow> legendRows(const LocalizeInstant& instant,
                                                const LocalizeLayers& layers, bool hasEnlarged);

/// Rectangle of a legend: at the lower left of a picture; of its title alone if it is folded.
struct LegendPlace {
    QRectF box;
    QRectF title;
};
[[nodiscard]] LegendPlace placeLegend(const std::vector<LegendRow>& rows, bool isFolded,
                                      const QRectF& view, const QFont& font);
void paintLegend(QPainter& painter, const std::vector<LegendRow>& rows, bool isFolded,
                 const LegendPlace& place);

} // namespace sideline::widgets
