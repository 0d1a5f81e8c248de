#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QBoxLayout>
#include <QMenu>
#include <QSplitter>
#include <QWidget>

#include "logs/match/curves.h"
#include "logs/match/log_index.h"
#include "logs/replay/frame_fetcher.h"
#include "logs/replay/replay_clock.h"
#include "widgets/match/chosen_curves.h"
#include "widgets/match/curve_list.h"
#include "widgets/match/plot_canvas.h"
#include "widgets/match/plot_data.h"
#include "widgets/match/plot_files.h"
#include "widgets/match/plot_menus.h"
#include "widgets/match/plot_shelf.h"
#include "widgets/match/signal_tree.h"
#include "widgets/match/statistics_table.h"

namespace sideline::widgets {

/// Curves of any signals over record time, formulas of them, derivatives and averages, plots of one
/// against another, and statistics of an interval. The cursor is that of the replay; a click seeks.
/// The owner synchronizes the panel's interval with those of other panels.
///
/// The chosen curves stay when a different match is opened.
class PlotPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlotPanel(QWidget* parent = nullptr);
    ~PlotPanel() override;

    /// Offers the signals of a frame, with names of its joints.
    void setFrame(const logs::FetchedFrame& fetched);
    /// The match was closed, or another one is being opened.
    void clearFrame();
    /// Sets the log whose game clock the axes show; null without one.
    void setIndex(std::shared_ptr<const logs::LogIndex> index);
    /// Values for the chosen signals; sent in response to `signalsRequested`.
    void setTable(std::shared_ptr<const logs::SignalTable> table);
    void setTime(double recordTimeS);
    void setLoop(std::optional<logs::LoopRange> loop);

    /// Adds the curve of a signal, unless there is one already.
    void addSignal(const logs::SignalId& id) { choose(named({id, 0, 0.0})); }
    /// Removes all curves of a signal, also those that are derived from it.
    void removeSignal(const logs::SignalId& id);
    /// Removes all curves; formulas stay.
    void clearSignals();
    /// Adds a curve that is derived from a signal.
    void addCurve(const logs::CurveId& id) { choose(named(id)); }
    /// Adds a plot of one curve against another. Both are derived from signals.
    void addTrack(const logs::CurveId& x, const logs::CurveId& y) {
        chooseTrack({named(x), named(y)});
    }
    /// The signals whose values are needed.
    [[nodiscard]] std::vector<logs::SignalId> signalIds() const {
        return m_data.chosen.signalIds();
    }
    [[nodiscard]] const ChosenCurves& chosen() const { return m_data.chosen; }
    /// The user's formulas and named sets of plots, to be kept by the owner.
    [[nodiscard]] PlotShelf& shelf() { return m_shelf; }
    /// The last value of a signal at or before a time, with the time it is from; nullopt if there
    /// is none.
    [[nodiscard]] std::optional<std::pair<double, double>> valueAt(const logs::SignalId& id,
                                                                   double recordTimeS) const {
        return m_data.valueAt(id, recordTimeS);
    }
    /// Shows an interval of record time in all plots, new ones included.
    void showRange(double beginS, double endS);

Q_SIGNALS:
    /// Values of these signals of the current match are needed.
    void signalsRequested(const std::vector<sideline::logs::SignalId>& ids);
    void seekRequested(double recordTimeS);
    /// The user zoomed or moved the time axis.
    void rangeChanged(double beginS, double endS);
    void showAllRequested();
    void messageRequested(const QString& text, bool isError);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitStatistics();
    void fitNames();
    void build();
    void buildButtons(QWidget* side);
    void choose(ChosenCurve curve);
    void chooseTrack(const ChosenTrack& track);
    void remove(std::size_t row);
    void rebuild();
    void requestSignals() { Q_EMIT signalsRequested(m_data.chosen.signalIds()); }
    void fillValues();
    void updateList();
    void updateMenus();
    void updateHint();
    void updateInterval();
    void updateStatistics();
    void showCurveMenu(int row, const QPoint& globalPos);
    void toggleFormula(const std::string& name, bool isOn);
    void showChanged();
    [[nodiscard]] std::optional<logs::LoopRange> selected() const {
        return m_marked ? m_marked : m_loop;
    }
    [[nodiscard]] ChosenCurve named(const logs::CurveId& id) const;

    QSplitter* m_splitter;
    QBoxLayout* m_right = nullptr; ///< plots and statistics
    bool m_isSplitByHand = false;
    PlotCanvas* m_canvas;
    SignalTree* m_tree;
    CurveList* m_list;
    StatisticsTable* m_statistics;
    PlotMenus m_menus;
    monitor::MatchFramePtr m_frame;
    PlotData m_data;
    PlotShelf m_shelf;
    std::optional<logs::LoopRange> m_loop;
    std::optional<logs::LoopRange> m_marked;
    double m_timeS = 0.0;
};

} // namespace sideline::widgets
