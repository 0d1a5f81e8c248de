#include "widgets/live/player_row_delegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/common/icons.h"
#include "widgets/live/team_model.h"

namespace sideline::widgets {

namespace {

constexpr int kIconPx = 16;
constexpr int kLampPx = 9;
constexpr int kGapPx = 4;
constexpr int kButtons = 2;
constexpr int kButtonsPx = kButtons * (kIconPx + kGapPx);

} // namespace

QRect PlayerRowDelegate::buttonRect(const QRect& cell, int button) {
    const int right = cell.right() - kGapPx / 2 - (kButtons - 1 - button) * (kIconPx + kGapPx);
    return {right - kIconPx + 1, cell.center().y() - kIconPx / 2 + 1, kIconPx, kIconPx};
}

void PlayerRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = std::exchange(item.text, {});
    const QWidget* view = option.widget;
    QStyle* style = view != nullptr ? view->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, view);

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect cell = option.rect;
    const QRect lamp(cell.left() + kGapPx, cell.center().y() - kLampPx / 2, kLampPx, kLampPx);
    painter->setPen(Qt::NoPen);
    painter->setBrush(
        lampColor(static_cast<TeamPlayerView::Lamp>(index.data(TeamModel::LampRole).toInt())));
    painter->drawEllipse(lamp);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor ink =
        option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    painter->setPen(ink);
    const QRect words = cell.adjusted(kLampPx + 2 * kGapPx, 0, -kButtonsPx - kGapPx, 0);
    painter->drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                      option.fontMetrics.elidedText(text, Qt::ElideRight, words.width()));
    const bool isActive = index.data(TeamModel::ActiveRole).toBool();
    icon(isActive ? QStringLiteral("stop") : QStringLiteral("play"), ink)
        .paint(painter, buttonRect(cell, 0));
    icon(QStringLiteral("restart"), ink)
        .paint(painter, buttonRect(cell, 1), Qt::AlignCenter,
               isActive ? QIcon::Normal : QIcon::Disabled);
    painter->restore();
}

QSize PlayerRowDelegate::sizeHint(const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
    const QSize text = QStyledItemDelegate::sizeHint(option, index);
    return {text.width() + kLampPx + 3 * kGapPx + kButtonsPx, std::max(text.height(), kIconPx + 2)};
}

bool PlayerRowDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                                    const QStyleOptionViewItem& option, const QModelIndex& index) {
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool isActive = index.data(TeamModel::ActiveRole).toBool();
        if (mouse->button() == Qt::LeftButton &&
            buttonRect(option.rect, 0).contains(mouse->position().toPoint())) {
            if (isActive) {
                Q_EMIT stopClicked(index.row());
            } else {
                Q_EMIT startClicked(index.row());
            }
            return true;
        }
        if (mouse->button() == Qt::LeftButton && isActive &&
            buttonRect(option.rect, 1).contains(mouse->position().toPoint())) {
            Q_EMIT restartClicked(index.row());
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

bool PlayerRowDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
                                  const QStyleOptionViewItem& option, const QModelIndex& index) {
    const bool isActive = index.data(TeamModel::ActiveRole).toBool();
    if (event->type() == QEvent::ToolTip && buttonRect(option.rect, 0).contains(event->pos())) {
        QToolTip::showText(event->globalPos(), isActive ? tr("Stop it") : tr("Start it"), view);
        return true;
    }
    if (event->type() == QEvent::ToolTip && buttonRect(option.rect, 1).contains(event->pos())) {
        QToolTip::showText(event->globalPos(), tr("Restart it"), view);
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

} // namespace sideline::widgets
