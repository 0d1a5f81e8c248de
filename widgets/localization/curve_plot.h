#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QWidget>

#include "widgets/common/custom_plot.h"
#include "widgets/localization/curve_trace.h"

namespace sideline::widgets {

/// Shared state of all plots.
struct CurveState {
    std::shared_ptr<const LocalizeCurveSet> set;
    double timeS = 0.0;
    double beginS = 0.0;
    double endS = 1.0;
    std::optional<std::pair<double, double>> intervalS;
    QString valueName; ///< which of the agents' own values is plotted
    QColor text = Qt::black;
    QColor base = Qt::white;
};

/// The plot of one quantity.
struct CurveRow {
    LocalizeQuantity quantity = LocalizeQuantity::GroundErrorM;
    bool isLogarithmic = false;
    RangeKind kind = RangeKind::Robust;
    std::optional<ValueRange> byHand; ///< range of values set by the user
    QCPAxisRect* rect = nullptr;

    [[nodiscard]] std::vector<const LocalizeCurve*> curves(const CurveState& state) const;
    [[nodiscard]] CurveWindow window(const CurveState& state) const;
};

/// The header of a plot: its quantity, and the values at the cursor.
class CurveHeader : public QCPLayoutElement {
public:
    /// @param state,row must outlive the header
    CurveHeader(QCustomPlot* plot, const CurveState& state, const CurveRow& row);
    [[nodiscard]] QSize minimumOuterSizeHint() const override;
    [[nodiscard]] QSize maximumOuterSizeHint() const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawValues(QPainter& painter, int left) const;

    const CurveState& m_state;
    const CurveRow& m_row;
};

/// The curves of one quantity, with the interval, beams, and arrows where spikes leave the plot.
class CurveArea : public QCPLayerable {
public:
    CurveArea(QCustomPlot* plot, const CurveState& state, const CurveRow& row);

protected:
    [[nodiscard]] QRect clipRect() const override { return m_row.rect->rect(); }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawInterval(QPainter& painter) const;
    void drawBeams(QPainter& painter) const;
    void drawCurve(QPainter& painter, const LocalizeCurve& curve) const;
    void drawNothing(QPainter& painter) const;

    const CurveState& m_state;
    const CurveRow& m_row;
};

/// The line at the current time, on a layer of its own.
class CurveCursor : public QCPLayerable {
public:
    CurveCursor(QCustomPlot* plot, const CurveState& state, const CurveRow& row);

protected:
    [[nodiscard]] QRect clipRect() const override { return m_row.rect->rect(); }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    const CurveState& m_state;
    const CurveRow& m_row;
};

/// The legend: one entry per estimator, in as many lines as necessary.
class CurveLegend : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    void setCurves(const LocalizeCurveSet* set);
    [[nodiscard]] QStringList names() const;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, lineHeight()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Entry {
        int id = 0;
        QString name;
        QColor color;
        bool isRemovable = false;
        [[nodiscard]] bool operator==(const Entry&) const = default;
    };
    [[nodiscard]] int lineHeight() const { return fontMetrics().height() + 2; }
    /// Layout of the entries for a width.
    [[nodiscard]] std::vector<QRect> places(int width) const;

    std::vector<Entry> m_entries;
};

/// Name and unit over a plot, such as `Ground error, mm`.
/// @param valueName name of a value that agents report
[[nodiscard]] QString titleOf(LocalizeQuantity quantity, bool isAmount, const QString& valueName);
/// A shown value as text.
[[nodiscard]] QString shownText(LocalizeQuantity quantity, double value);

} // namespace sideline::widgets
