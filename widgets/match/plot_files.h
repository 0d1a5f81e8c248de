#pragma once

#include <optional>

#include <QString>
#include <QWidget>

#include "widgets/match/plot_canvas.h"
#include "widgets/match/plot_data.h"

namespace sideline::widgets {

/// A message to the user.
struct PlotMessage {
    QString text;
    bool isError = false;
};

/// Asks the user for a file and saves the values of the curves as CSV.
/// @param interval interval of record time, both ends included; if not set, the whole match
/// @return nullopt if the user canceled
[[nodiscard]] std::optional<PlotMessage> saveValues(
    QWidget& parent, const PlotData& data,
    const std::optional<logs::LoopRange>& interval = std::nullopt);

/// Asks the user for a file and saves the plot as PNG or PDF.
/// @return nullopt if the user canceled
[[nodiscard]] std::optional<PlotMessage> savePlot(QWidget& parent, const PlotCanvas& canvas);

} // namespace sideline::widgets
