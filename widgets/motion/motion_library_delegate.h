#pragma once

#include <QStyledItemDelegate>

namespace sideline::widgets {

/// A motion as a row: its picture, name, length and tags; a lock for those that come with the
/// program. Folders have the default appearance.
class MotionLibraryDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static constexpr int kPicturePx = 64;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
};

} // namespace sideline::widgets
