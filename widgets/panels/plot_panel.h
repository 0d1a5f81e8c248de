#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QLineEdit>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>
#include <QWidget>

#include "logs/match/signals.h"
#include "logs/replay/frame_fetcher.h"
#include "logs/replay/replay_clock.h"
#include "widgets/format/text_format.h"

class QCustomPlot;
class QCPAxisRect;
class QCPGraph;
class QCPItemLine;

namespace sideline::widgets {

/// Curves of any signals over record time; one plot per unit, all with the same time axis. The
/// cursor is that of the replay; a click seeks. Wheel zooms in time, drag moves, double click
/// asks for all of the time. Whoever owns the panel keeps its stretch of time in step with others.
class PlotPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlotPanel(QWidget* parent = nullptr);
    ~PlotPanel() override;

    /// Signals that can be chosen, and names of joints, come from this frame.
    void setFrame(const logs::FetchedFrame& fetched);
    void clearFrame();
    /// Values for the chosen signals; sent in answer to `signalsWanted`.
    void setTable(std::shared_ptr<const logs::SignalTable> table);
    void setTime(double recordTimeS);
    void setLoop(std::optional<logs::LoopRange> loop);

    /// Adds a curve; one that is there stays.
    void addSignal(const logs::SignalId& id);
    void removeSignal(const logs::SignalId& id);
    void clearSignals();
    [[nodiscard]] const std::vector<logs::SignalId>& signalIds() const { return m_ids; }
    /// The last value of a curve at or before a time, with the time it is from; nothing if there
    /// is none.
    [[nodiscard]] std::optional<std::pair<double, double>> valueAt(const logs::SignalId& id,
                                                                   double recordTimeS) const;
    /// Shows a stretch of record time in all plots, new ones included.
    void showRange(double beginS, double endS);
    /// Follows the light or dark theme.
    void applyPalette();

Q_SIGNALS:
    /// The curves that are to be shown changed; values for these are wanted.
    void signalsWanted(const std::vector<sideline::logs::SignalId>& ids);
    void seekRequested(double recordTimeS);
    /// The user zoomed or moved the time axis.
    void rangeChanged(double beginS, double endS);
    void showAllRequested();
    void messageRequested(const QString& text, bool isError);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Curve {
        QCPGraph* graph = nullptr;
        QColor colour;
    };
    void fillTree(const monitor::MatchFrame& frame);
    void tickTree();
    void filterTree(const QString& text);
    void rebuildPlots();
    void fillCurves();
    void rescaleValues();
    void updateLegend();
    void updateCursors();
    void exportCsv();
    void exportImage();
    void tellSaved(const QString& file, const base::Expected<void>& saved);
    [[nodiscard]] QString nameOf(const logs::SignalId& id) const;
    [[nodiscard]] double gameTimeAt(double recordTimeS) const;

    QCustomPlot* m_plot;
    QTreeWidget* m_tree;
    QLineEdit* m_filter;
    QTreeWidget* m_legend;
    std::vector<std::pair<QToolButton*, QString>> m_buttons; ///< with the names of their icons
    monitor::MatchFramePtr m_frame;
    std::string m_treeSignature;
    std::vector<logs::SignalId> m_ids;
    std::map<logs::SignalId, Curve> m_curves;
    std::vector<QCPAxisRect*> m_rects;
    std::vector<QCPItemLine*> m_cursors;
    std::shared_ptr<const logs::SignalTable> m_table;
    std::optional<logs::LoopRange> m_loop;
    double m_timeS = 0.0;
    double m_beginS = 0.0;
    double m_endS = 1.0;
    bool m_settingRange = false;
    bool m_fillingTree = false;
};

} // namespace sideline::widgets
