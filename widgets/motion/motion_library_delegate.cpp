#include "widgets/motion/motion_library_delegate.h"

#include <QApplication>
#include <QPainter>
#include <QPixmapCache>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/motion/motion_library_model.h"
#include "widgets/motion/pose_slider.h"

namespace sideline::widgets {

namespace {

constexpr int kGapPx = 6;
constexpr int kLockPx = 12;
constexpr int kLines = 3;

bool isFile(const QModelIndex& index) {
    return !index.data(MotionLibraryModel::PathRole).toString().isEmpty();
}

QRect pictureBox(const QRect& row) {
    constexpr int kPx = MotionLibraryDelegate::kPicturePx;
    return {row.left() + 3, row.center().y() - kPx / 2, kPx, kPx};
}

QRect lineBox(const QRect& row, const QFontMetrics& metrics, int line) {
    const int leftPx = pictureBox(row).right() + 1 + kGapPx;
    const int topPx = row.center().y() - kLines * metrics.height() / 2;
    return {leftPx, topPx + line * metrics.height(), row.right() - 3 - leftPx, metrics.height()};
}

// Caches the icon: rows are painted often, and icons are drawn from files.
void drawIcon(QPainter& painter, const QString& name, const QColor& color, const QRect& box) {
    const QString key =
        QStringLiteral("motion-library-%1-%2-%3").arg(name, color.name()).arg(box.width());
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = icon(name, color).pixmap(box.size());
        QPixmapCache::insert(key, pixmap);
    }
    painter.drawPixmap(box, pixmap);
}

// The background of a picture is light in both themes, to suit the robots, but subdued in the dark
// one.
void drawPicture(QPainter& painter, const QRect& box, const QImage& picture, bool isDark) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(isDark ? QColor(0x8d, 0x95, 0xa0) : QColor(0xdf, 0xe5, 0xec));
    painter.drawRoundedRect(box, 4, 4);
    if (!picture.isNull()) {
        const QSizeF size = QSizeF(picture.size()).scaled(box.size(), Qt::KeepAspectRatio);
        QRectF inside(QPointF(), size);
        inside.moveCenter(QRectF(box).center());
        painter.drawImage(inside, picture);
    } else {
        drawIcon(painter, QStringLiteral("robot"), {0x9a, 0xa4, 0xb0},
                 box.adjusted(20, 20, -20, -20));
    }
}

} // namespace

void MotionLibraryDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
    if (!isFile(index)) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    item.text.clear();
    item.icon = {};
    QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, option.widget);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setRenderHint(QPainter::SmoothPixmapTransform);
    const QRect row = option.rect;
    drawPicture(*painter, pictureBox(row),
                index.data(MotionLibraryModel::PictureRole).value<QImage>(),
                option.palette.color(QPalette::Base).lightness() < 128);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QPalette::ColorGroup group =
        option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    const QColor ink =
        option.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    QColor faint = isSelected ? ink : option.palette.color(group, QPalette::PlaceholderText);
    if (index.data(MotionLibraryModel::OpenRole).toBool()) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(controlColor());
        painter->drawRect(QRect(row.left(), row.top() + 2, 3, row.height() - 4));
    }
    QRect name = lineBox(row, option.fontMetrics, 0);
    if (index.data(MotionLibraryModel::ShippedRole).toBool()) {
        const QRect lock(name.right() - kLockPx, name.center().y() - kLockPx / 2, kLockPx, kLockPx);
        drawIcon(*painter, QStringLiteral("lock"), faint, lock);
        name.setRight(lock.left() - 3);
    }
    painter->setPen(ink);
    painter->setFont(bold(option.font));
    const auto words = [&](const QRect& box, const QString& text) {
        painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, box.width()));
    };
    words(name, index.data(Qt::DisplayRole).toString());
    painter->setFont(option.font);
    const bool isBad = !index.data(MotionLibraryModel::ProblemRole).toString().isEmpty();
    painter->setPen(isBad && !isSelected ? badColor() : faint);
    words(lineBox(row, option.fontMetrics, 1),
          index.data(MotionLibraryModel::DetailRole).toString());
    painter->setPen(faint);
    words(lineBox(row, option.fontMetrics, 2), index.data(MotionLibraryModel::TagsRole).toString());
    painter->restore();
}

QSize MotionLibraryDelegate::sizeHint(const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const {
    if (!isFile(index)) {
        const QSize base = QStyledItemDelegate::sizeHint(option, index);
        return {base.width(), option.fontMetrics.height() + 8};
    }
    return {kPicturePx + 100, std::max(kPicturePx, kLines * option.fontMetrics.height()) + 4};
}

void MotionLibraryDelegate::updateEditorGeometry(QWidget* editor,
                                                 const QStyleOptionViewItem& option,
                                                 const QModelIndex&) const {
    editor->setGeometry(lineBox(option.rect, option.fontMetrics, 0).adjusted(-3, -3, 3, 3));
}

} // namespace sideline::widgets
