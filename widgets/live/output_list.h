#pragma once

#include <utility>

#include <QAbstractScrollArea>

#include "widgets/live/output_model.h"

namespace sideline::widgets {

/// Shows an `OutputModel` as rows of one height. The cost depends only on the visible rows, not on
/// the number of lines.
class OutputList : public QAbstractScrollArea {
    Q_OBJECT
public:
    /// @param model must outlive this object
    explicit OutputList(const OutputModel& model, QWidget* parent = nullptr);

    /// Sets whether the model's cursor row is marked.
    void setMarksCursor(bool marksCursor);
    /// Sets the width of the column of sources; 0 hides it.
    void setSourceWidth(int widthPx);

    [[nodiscard]] bool isAtEnd() const;
    void scrollToEnd();
    /// Scrolls a row into view, if necessary.
    void scrollToRow(int row);
    /// First and last chosen row; the last is less than the first if no row is chosen.
    [[nodiscard]] std::pair<int, int> chosenRows() const;
    /// Place of a row in the viewport.
    [[nodiscard]] QRect rowRect(int row) const;
    [[nodiscard]] int rowAt(const QPoint& pos) const;

Q_SIGNALS:
    /// A single row was chosen by a click or a key.
    void rowChosen(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void showRange();
    void forget();
    void choose(int row, bool isExtended);
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int pageRows() const;
    void drawRow(QPainter& painter, int row) const;

    const OutputModel& m_model;
    bool m_marksCursor = false;
    int m_sourceWidthPx = 0;
    int m_anchor = -1; ///< the selection extends from this row to the current one
    int m_current = -1;
    bool m_isClick = false; ///< the button is down, and has selected a single row
};

} // namespace sideline::widgets
