#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QWidget>

#include "logs/match/curves.h"
#include "logs/match/log_index.h"
#include "logs/replay/frame_fetcher.h"
#include "logs/replay/replay_clock.h"
#include "widgets/match/chosen_curves.h"
#include "widgets/match/curve_list.h"
#include "widgets/match/plot_canvas.h"
#include "widgets/match/signal_tree.h"
#include "widgets/match/statistics_table.h"

namespace sideline::widgets {

/// Curves of any signals over record time, derivatives and averages of them, one against another,
/// and statistics of an interval. The cursor is that of the replay; a click seeks. Whoever
/// owns the panel keeps its interval in step with others.
///
/// What is chosen stays when another match comes.
class PlotPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlotPanel(QWidget* parent = nullptr);
    ~PlotPanel() override;

    /// Signals that can be chosen, and names of joints, come from this frame.
    void setFrame(const logs::FetchedFrame& fetched);
    /// There is no match any more, or another one comes.
    void clearFrame();
    /// Whose game clock the axes show; null without a log.
    void setIndex(std::shared_ptr<const logs::LogIndex> index);
    /// Values for the chosen signals; sent in answer to `signalsWanted`.
    void setTable(std::shared_ptr<const logs::SignalTable> table);
    void setTime(double recordTimeS);
    void setLoop(std::optional<logs::LoopRange> loop);

    /// Adds the curve of a signal; one that is there stays.
    void addSignal(const logs::SignalId& id);
    /// Takes away all curves of a signal, also those that are derived of it.
    void removeSignal(const logs::SignalId& id);
    void clearSignals();
    /// Adds a curve that is derived of a signal.
    void addCurve(const logs::CurveId& id);
    /// Adds a plot of one curve against another.
    void addTrack(const logs::CurveId& x, const logs::CurveId& y);
    /// The signals whose values are needed.
    [[nodiscard]] std::vector<logs::SignalId> signalIds() const { return m_chosen.wanted(); }
    [[nodiscard]] const ChosenCurves& chosen() const { return m_chosen; }
    /// The last value of a signal at or before a time, with the time it is from; nothing if there
    /// is none.
    [[nodiscard]] std::optional<std::pair<double, double>> valueAt(const logs::SignalId& id,
                                                                   double recordTimeS) const;
    /// Shows an interval of record time in all plots, new ones included.
    void showRange(double beginS, double endS);
    /// Follows the light or dark theme.
    void applyPalette();

Q_SIGNALS:
    /// Values for these are wanted, those of now or of the match that has come.
    void signalsWanted(const std::vector<sideline::logs::SignalId>& ids);
    void seekRequested(double recordTimeS);
    /// The user zoomed or moved the time axis.
    void rangeChanged(double beginS, double endS);
    void showAllRequested();
    void messageRequested(const QString& text, bool isError);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitStatistics();
    void fitNames();
    void build();
    void buildButtons(QWidget* side);
    QToolButton* addButton(QLayout* row, const char* iconName, const QString& text,
                           const QString& tip);
    void choose(ChosenCurve curve);
    void remove(std::size_t row);
    void rebuild();
    void wantSignals();
    void fillValues();
    void updateList();
    void updateHint();
    void updateInterval();
    void updateStatistics();
    void fillDerived(QMenu& menu);
    void fillAverages(QMenu& menu);
    void fillAgainst(QMenu& menu);
    void showCurveMenu(int row, const QPoint& globalPos);
    void addPath(const monitor::ObjectId& object);
    void exportCsv();
    void exportImage();
    void reportSaved(const QString& file, const base::Expected<void>& saved);
    [[nodiscard]] ChosenCurve named(const logs::CurveId& id) const;
    [[nodiscard]] const ChosenCurve* current() const;
    [[nodiscard]] std::optional<std::pair<double, double>> curveAt(std::size_t curve,
                                                                   double recordTimeS) const;
    [[nodiscard]] double gameTimeAt(double recordTimeS) const;
    [[nodiscard]] QString intervalText(const logs::LoopRange& interval) const;

    QSplitter* m_splitter;
    bool m_isSplitByHand = false;
    PlotCanvas* m_canvas;
    SignalTree* m_tree;
    CurveList* m_list;
    StatisticsTable* m_statistics;
    std::vector<std::pair<QToolButton*, QString>> m_buttons; ///< with the names of their icons
    monitor::MatchFramePtr m_frame;
    ChosenCurves m_chosen;
    std::vector<std::vector<double>> m_values; ///< of the chosen curves, a row of the table each
    std::vector<bool> m_isAbsent; ///< likewise: the match on the screen has no such signal, so far
    std::shared_ptr<const logs::SignalTable> m_table;
    std::shared_ptr<const logs::LogIndex> m_index;
    std::optional<logs::LoopRange> m_loop;
    std::optional<logs::LoopRange> m_marked;
    double m_timeS = 0.0;
};

} // namespace sideline::widgets
