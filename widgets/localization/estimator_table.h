#pragma once

#include <QStyledItemDelegate>
#include <QTableView>

#include "widgets/localization/estimator_model.h"

namespace sideline::widgets {

/// Draws an estimator's name with a mark for the chosen estimator, a check box in its color, which
/// shows or hides it, and a button that removes a variant.
class EstimatorNameDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    enum class Part { Mark, Box, Text, Remove };
    /// Rectangle of a part in a cell; empty if the row has none.
    [[nodiscard]] static QRect place(Part part, const QRect& cell, bool isRemovable);
    /// Width of a cell without its text.
    [[nodiscard]] static int extraWidth(bool isRemovable);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
};

/// The table of estimators. The table is as tall as its rows; columns that do not fit its width are
/// hidden, the least important first.
class EstimatorTable : public QTableView {
    Q_OBJECT
public:
    explicit EstimatorTable(QWidget* parent = nullptr);

    void setRows(const std::vector<EstimatorRow>& rows, int chosen);
    [[nodiscard]] const EstimatorModel& estimators() const { return m_model; }
    /// Rectangles of the parts of a row's name, in the viewport.
    [[nodiscard]] QRect place(EstimatorNameDelegate::Part part, int row) const;

Q_SIGNALS:
    void shownChanged(int id, bool isShown);
    void chosenChanged(int id);
    void removeRequested(int id);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override { mousePressEvent(event); }
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void choose(int row);
    void toggle(int row);
    void copy() const;
    void fitColumns();
    void fitHeight();

    EstimatorModel m_model;
};

} // namespace sideline::widgets
