#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <QColor>
#include <QString>

#include "agentcore/monitor/match_frame.h"
#include "logs/match/curves.h"

namespace sideline::widgets {

/// A named formula that the user typed.
struct PlotFormula {
    std::string name;
    std::string unit; ///< given by the user; empty: the unit of the formula
    std::shared_ptr<const logs::Formula> formula;
};

/// A curve that the user has chosen. It is identified by the name of its signal, so that it finds
/// the same signal in a different match, where the joint of that name may have a different number.
struct ChosenCurve {
    logs::CurveId id;
    std::string signalName; ///< name of the signal, or of the formula
    QColor color = {};      ///< color chosen by the user; invalid: depends on the place in the list
    QString plot = {}; ///< name of the plot that contains the curve; empty: the plot of its unit

    [[nodiscard]] std::string name() const { return logs::curveName(id, signalName); }
    /// The name for display.
    [[nodiscard]] QString nameText() const;
    [[nodiscard]] QString unitText() const;
    /// `ball.x [m]`
    [[nodiscard]] QString nameWithUnit() const;
    /// Identifies the plot that it is in.
    [[nodiscard]] QString plotKey() const { return plot.isEmpty() ? unitText() : plot; }
};

/// One curve against another.
struct ChosenTrack {
    ChosenCurve x;
    ChosenCurve y;

    /// `ball.y against ball.x`
    [[nodiscard]] QString nameText() const;
};

/// Color of a curve by its place among all curves and tracks.
[[nodiscard]] const QColor& curveColor(std::size_t index);

/// All plotted curves, and the user's formulas, plotted or not.
struct ChosenCurves {
    std::vector<ChosenCurve> curves;
    std::vector<ChosenTrack> tracks;
    std::vector<PlotFormula> formulas; ///< formulas with different names

    [[nodiscard]] bool contains(const logs::CurveId& id) const;
    [[nodiscard]] bool isEmpty() const { return curves.empty() && tracks.empty(); }
    /// All signals needed, each of them once.
    [[nodiscard]] std::vector<logs::SignalId> signalIds() const;
    /// Color of a curve.
    [[nodiscard]] QColor colorOf(std::size_t curve) const;
    /// The formula with a name; null if there is none.
    [[nodiscard]] const PlotFormula* findFormula(std::string_view name) const;
    /// Adds a formula, or replaces one and updates the curves that are computed from it.
    /// @param replaced name of the formula to replace; empty: none
    void setFormula(const std::string& replaced, const PlotFormula& made);
    /// Removes a formula and the curves that are computed from it.
    void removeFormula(std::string_view name);
    /// Removes all curves, and keeps the formulas.
    void clearCurves();
    /// Finds joints and bodies by their names among those of the robots of a frame.
    /// @return whether the needed signals have changed
    bool resolve(const monitor::MatchFrame& frame);

private:
    void replaceFormula(const std::shared_ptr<const logs::Formula>& before,
                        const PlotFormula& after);
};

} // namespace sideline::widgets
