#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QByteArray>
#include <QString>

#include "agentcore/base/error.h"
#include "logs/replay/replay_clock.h"
#include "widgets/match/chosen_curves.h"

namespace sideline::widgets {

/// The configuration of the plots, without values, which can be applied to any match. A value type.
struct PlotSet {
    QString name;
    ChosenCurves chosen; ///< curves, with only the formulas that they need
    /// Ranges of values that the user has chosen, by `TimeCurve::plot`.
    std::map<QString, std::pair<double, double>> values;
    /// Interval of record time; if not set, the whole match.
    std::optional<logs::LoopRange> time;
};

/// Named sets of plots, and formulas, as they are stored.
struct StoredPlots {
    std::vector<PlotFormula> formulas;
    std::map<QString, PlotSet> sets;
};

/// A set as JSON, for a file.
[[nodiscard]] QByteArray plotSetText(const PlotSet& set);
/// Reads a set.
/// Errors: Malformed names the offset or the part, and what was expected; UnsupportedFormat for a
/// file of something else, or of a later version.
[[nodiscard]] base::Expected<PlotSet> plotSetFromText(const QByteArray& json);
/// Reads a set from a file. Errors: as `plotSetFromText`, and those of reading, with the file.
[[nodiscard]] base::Expected<PlotSet> readPlotSet(const QString& file);

/// All stored plots as JSON.
[[nodiscard]] QByteArray storedPlotsText(const StoredPlots& stored);
/// Reads stored plots; none if the text is empty. Errors: as `plotSetFromText`.
[[nodiscard]] base::Expected<StoredPlots> storedPlotsFromText(const QByteArray& json);

/// Creates a formula from a name and texts that the user has typed.
/// @param unit empty: the unit is derived from the formula
/// Errors: those of `Formula::parse`; InvalidArgument for an empty name, or that of a signal.
[[nodiscard]] base::Expected<PlotFormula> makePlotFormula(const QString& name, const QString& text,
                                                          const QString& unit);

} // namespace sideline::widgets
