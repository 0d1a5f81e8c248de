#pragma once

#include <vector>

#include <QColor>
#include <QTreeWidget>

namespace sideline::widgets {

/// A row of the list of curves.
struct CurveListRow {
    QString name;
    QColor color;
    QString value;       ///< value at the cursor; empty: the name uses the whole row
    QString change = {}; ///< change of the value in an interval; empty without one
    QString age;         ///< age of the value; empty if it is from the current frame
    QString toolTip;     ///< may be empty
    bool isThere = true; ///< the shown log contains the signal
};

/// The curves that are plotted, with their values at the cursor. One of them is the current one,
/// to which buttons and menus apply.
class CurveList : public QTreeWidget {
    Q_OBJECT
public:
    explicit CurveList(QWidget* parent = nullptr);

    void setRows(const std::vector<CurveListRow>& rows);
    void setCurrentRow(std::size_t row);
    /// The current row; -1 without rows.
    [[nodiscard]] int currentRow() const;
    /// Width that all names need beside their values.
    [[nodiscard]] int requestedWidth() const;

Q_SIGNALS:
    void removeRequested(int row);
    void menuRequested(int row, const QPoint& globalPos);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_hasTwoLines = false; ///< changes are shown below the values
};

} // namespace sideline::widgets
