#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QColor>
#include <QLabel>
#include <QWidget>

#include "logs/match/curves.h"
#include "logs/match/log_index.h"
#include "logs/replay/replay_clock.h"

class QCustomPlot;
class QCPAxis;
class QCPAxisRect;
class QCPGraph;
class QCPItemLine;
class QCPItemRect;
class QCPLayoutGrid;
class QCPMarginGroup;
class QMouseEvent;
class QWheelEvent;

namespace sideline::widgets {

class XyPlot;

/// A curve over time.
struct TimeCurve {
    QString name;
    QString unit;
    QString plot; ///< curves with the same value share a plot
    QColor color;
};

/// One curve against another.
struct XyCurve {
    QString xLabel;
    QString yLabel;
    bool hasOneUnit = false; ///< x and y have the same unit
    QColor color;
};

/// Plots of curves over record time, by default one per unit, and all with the same time axis, and
/// to their right, plots of curves against each other.
///
/// The plots scroll where there is no room for all of them.
///
/// A click seeks. The wheel zooms the time axis, with Ctrl or over a value axis the values; a drag
/// moves them in the same way; a double click fits everything again. A drag with Shift marks an
/// interval.
class PlotCanvas : public QWidget {
    Q_OBJECT
public:
    explicit PlotCanvas(QWidget* parent = nullptr);
    ~PlotCanvas() override;

    /// Sets the curves, without values. Keeps ranges of values that the user has chosen.
    void setCurves(const std::vector<TimeCurve>& curves, const std::vector<XyCurve>& tracks);
    /// @param values one for each time, NaN where there is a gap
    void setValues(std::size_t curve, const std::vector<double>& recordTimeS,
                   const std::vector<double>& values);
    void setTrack(std::size_t track, logs::CurveTrack points);
    /// To be called after values were set.
    void refresh();

    /// Sets the log whose game clock the time axes show; null if there is none.
    void setIndex(std::shared_ptr<const logs::LogIndex> index);
    void setTime(double recordTimeS);
    void showRange(double beginS, double endS);
    [[nodiscard]] double visibleBeginS() const { return m_beginS; }
    [[nodiscard]] double visibleEndS() const { return m_endS; }
    /// Shades an interval.
    void setStretch(std::optional<logs::LoopRange> interval);
    /// Shows all values again and resets the user's zoom.
    void fitValues();
    /// Sets the text in the middle while nothing is plotted.
    void setHint(const QString& text);

    [[nodiscard]] QImage picture() const;
    /// The plot as vector graphics, one point of the page per pixel.
    [[nodiscard]] QByteArray pdf() const;

    /// The visible range of values of a plot, by `TimeCurve::plot`; nullopt if there is none.
    [[nodiscard]] std::optional<std::pair<double, double>> valueRange(const QString& plot) const;
    /// The ranges of values that the user has chosen, by plot.
    [[nodiscard]] const std::map<QString, std::pair<double, double>>& valuesByHand() const {
        return m_valuesByHand;
    }
    /// Replaces these ranges; applies to the curves that are set next.
    void setValuesByHand(std::map<QString, std::pair<double, double>> ranges) {
        m_valuesByHand = std::move(ranges);
    }

Q_SIGNALS:
    void seekRequested(double recordTimeS);
    /// The user zoomed or moved the time axis.
    void rangeChanged(double beginS, double endS);
    void showAllRequested();
    /// The user marked an interval, or removed the mark.
    void intervalMarked(std::optional<sideline::logs::LoopRange> interval);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void applyPalette();

    struct Row {
        QString key; ///< `TimeCurve::plot`
        QCPAxisRect* rect = nullptr;
        QCPItemLine* cursor = nullptr;
        QCPItemRect* interval = nullptr;
    };
    struct Drag {
        QPoint from;
        bool isMarking = false;
        bool hasMoved = false;
    };

    Row& rowFor(const TimeCurve& curve, QCPLayoutGrid* grid, QCPMarginGroup* margins);
    void connectAxes(const Row& row);
    void rescaleValues();
    void updateOverlays();
    /// Both draw nothing while the widget is hidden.
    void redraw();
    void redrawOverlays();
    void styleAxes();
    void press(QMouseEvent* event);
    void move(QMouseEvent* event);
    void release(QMouseEvent* event);
    void doubleClick(QMouseEvent* event);
    void wheel(QWheelEvent* event);
    [[nodiscard]] Row* rowAt(const QPointF& pos);
    [[nodiscard]] XyPlot* trackAt(const QPointF& pos) const;
    [[nodiscard]] double timeAt(double x) const;

    QCustomPlot* m_plot;
    QLabel* m_hint;
    std::vector<Row> m_rows;
    std::vector<QCPGraph*> m_graphs;
    std::vector<std::unique_ptr<XyPlot>> m_tracks;
    std::map<QString, std::pair<double, double>>
        m_valuesByHand; ///< ranges chosen by the user, by plot
    std::shared_ptr<const logs::LogIndex> m_index;
    std::optional<logs::LoopRange> m_interval;
    std::optional<Drag> m_drag;
    double m_timeS = 0.0;
    double m_beginS = 0.0;
    double m_endS = 1.0;
    bool m_isSetting = false;
};

} // namespace sideline::widgets
