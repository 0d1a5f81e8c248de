#pragma once

#include <functional>
#include <vector>

#include <QLabel>
#include <QWidget>

#include "widgets/common/custom_plot.h"

namespace sideline::widgets {

/// A plot of an experiment, in the colors of the theme: the wheel zooms, a drag moves, a double
/// click shows everything; a click is reported. GUI thread only.
class TrainPlot : public QWidget {
    Q_OBJECT
public:
    explicit TrainPlot(QWidget* parent = nullptr);

    [[nodiscard]] QCustomPlot& plot() { return *m_plot; }
    /// Sets the number of plots, one below the other, with a common x axis.
    void setRows(int count);
    [[nodiscard]] QCPAxisRect* row(int index) const {
        return m_rows[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] int rowCount() const { return static_cast<int>(m_rows.size()); }
    /// Sets the function that shows the full range, at first and after a double click.
    void setFit(std::function<void()> fit) { m_fit = std::move(fit); }
    /// Shows everything, unless the user has zoomed.
    void follow();
    /// Applies the theme to what was added, and redraws.
    void redraw();
    /// Sets the text in the middle while nothing is plotted.
    void setHint(const QString& text);

Q_SIGNALS:
    void clicked(int row, double x, double y, const QPointF& pos);

protected:
    void changeEvent(QEvent* event) override;

private:
    void press(QMouseEvent* event);
    void release(QMouseEvent* event);

    QCustomPlot* m_plot;
    QLabel* m_hint;
    std::vector<QCPAxisRect*> m_rows;
    std::function<void()> m_fit;
    bool m_isByHand = false;
    QPoint m_pressed;
};

/// A range with a margin at both ends; never empty.
[[nodiscard]] QCPRange withRoom(QCPRange range);

/// Colors of curves.
namespace trainColor {
inline const QColor kBest(0x2e, 0x9e, 0x4f);
inline const QColor kMiddle(0x3a, 0x7b, 0xd5);
inline const QColor kChampion(0xe0, 0x7b, 0x1a);
} // namespace trainColor

} // namespace sideline::widgets
