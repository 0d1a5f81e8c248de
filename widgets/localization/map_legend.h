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

/// What a row of the map's legend explains.
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

/// Rows for what is shown: only of layers that are on and have something to show.
/// @param hasEnlarged whether some residuals are drawn enlarged
[[nodiscard]] std::vector<LegendRow> legendRows(const LocalizeInstant& instant,
                                                const LocalizeLayers& layers, bool hasEnlarged);

/// Where a legend lies: at the lower left of a picture; its title alone if it is folded.
struct LegendPlace {
    QRectF box;
    QRectF title;
};
[[nodiscard]] LegendPlace placeLegend(const std::vector<LegendRow>& rows, bool isFolded,
                                      const QRectF& view, const QFont& font);
void paintLegend(QPainter& painter, const std::vector<LegendRow>& rows, bool isFolded,
                 const LegendPlace& place);

} // namespace sideline::widgets
