#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <QByteArray>
#include <QMenu>
#include <QStringList>
#include <QWidget>

#include "agentcore/monitor/match_frame.h"
#include "logs/replay/replay_clock.h"
#include "widgets/match/plot_canvas.h"
#include "widgets/match/plot_data.h"
#include "widgets/match/plot_files.h"
#include "widgets/match/plot_set.h"

namespace sideline::widgets {

/// The user's formulas and named sets of plots, and the export of plots to files, with the dialogs
/// and menus for both. GUI thread only.
class PlotShelf : public QObject {
    Q_OBJECT
public:
    /// @param dialogs parent of dialogs
    /// @param data receives formulas and the curves of sets
    /// @param canvas canvas that shows the same curves
    PlotShelf(QWidget& dialogs, PlotData& data, PlotCanvas& canvas)
        : m_dialogs(dialogs), m_data(data), m_canvas(canvas) {}

    /// Sets the match whose signals formulas can use; null: none.
    void setFrame(const monitor::MatchFramePtr& frame) { m_frame = frame; }
    /// @param names returns names of further signals, such as those of agents
    void setMoreNames(std::function<QStringList()> names) { m_moreNames = std::move(names); }

    /// Opens the editor of a formula. @param name empty: a new one, which is then plotted
    void editFormula(const std::string& name);
    void removeFormula(const std::string& name);

    void fillSets(QMenu& menu);
    /// @param interval selected or repeated interval, if any
    void fillExports(QMenu& menu, const std::optional<logs::LoopRange>& interval);
    /// Adds color, plot and formula of a curve. @param row index of the curve
    void fillCurve(QMenu& menu, std::size_t row);

    /// Returns the formulas and sets as text, to be stored.
    [[nodiscard]] QByteArray stored() const;
    /// Replaces formulas and sets by stored ones.
    /// Errors: those of `storedPlotsFromText`; nothing is replaced then.
    [[nodiscard]] base::Expected<void> restore(const QByteArray& text);

Q_SIGNALS:
    /// Curves, their styles or their formulas have changed.
    void curvesChanged();
    void formulaPlotted(const sideline::widgets::PlotFormula& formula);
    /// A set shows this interval of record time.
    void rangeRequested(double beginS, double endS);
    void storedChanged();
    void messageRequested(const QString& text, bool isError);

private:
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] PlotSet current(const QString& name) const;
    void show(PlotSet set);
    void saveSet();
    void saveSetFile();
    void loadSetFile();
    void fillPlots(QMenu& menu, std::size_t row);
    void report(const std::optional<PlotMessage>& message);

    QWidget& m_dialogs;
    PlotData& m_data;
    PlotCanvas& m_canvas;
    monitor::MatchFramePtr m_frame;
    std::function<QStringList()> m_moreNames;
    std::map<QString, PlotSet> m_sets;
};

} // namespace sideline::widgets
