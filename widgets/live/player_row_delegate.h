#pragma once

#include <QPoint>
#include <QStyledItemDelegate>

namespace sideline::widgets {

/// Draws a player's state with its lamp and two small buttons: start or stop, and restart.
class PlayerRowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    /// Width of lamp and buttons beside the text.
    static constexpr int kExtraWidthPx = 66;

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

    /// Rectangle of a button in a cell, for tests. @param button 0: start or stop, 1: restart
    [[nodiscard]] static QRect buttonRect(const QRect& cell, int button);

Q_SIGNALS:
    void startClicked(int row);
    void stopClicked(int row);
    void restartClicked(int row);
};

} // namespace sideline::widgets
