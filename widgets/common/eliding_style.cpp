#include "widgets/common/eliding_style.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QStyleOption>
#include <QTabBar>
#include <QToolTip>

namespace sideline::widgets {

namespace {

constexpr int kMaxComboPx = 280;
constexpr int kMaxMenuPx = 560;
constexpr int kMenuFramePx = 70; // check mark, icon and arrow beside the text
constexpr int kTabSpacePx = 16;  // total margin to the left and right of a tab's text
constexpr int kCellMarginPx = 6;

QString inMiddle(const QFontMetrics& metrics, const QString& text, int roomPx) {
    return metrics.elidedText(text, Qt::ElideMiddle, std::max(0, roomPx));
}

int comboRoomPx(const QStyle& style, const QStyleOptionComboBox& box, const QWidget* widget) {
    const QRect field =
        style.subControlRect(QStyle::CC_ComboBox, &box, QStyle::SC_ComboBoxEditField, widget);
    const int iconPx = box.currentIcon.isNull() ? 0 : box.iconSize.width() + 4;
    return field.width() - 2 - iconPx;
}

// Returns the text at a place of a view that does not fit there; empty: all of it is visible.
QString cutText(const QAbstractItemView& view, const QPoint& pos) {
    QString text;
    QString tip;
    int roomPx = 0;
    QFont font = view.font();
    if (const auto* header = qobject_cast<const QHeaderView*>(&view)) {
        const int section = header->logicalIndexAt(pos);
        if (section < 0) {
            return {};
        }
        text = header->model()->headerData(section, header->orientation()).toString();
        tip =
            header->model()->headerData(section, header->orientation(), Qt::ToolTipRole).toString();
        roomPx = header->orientation() == Qt::Horizontal ? header->sectionSize(section)
                                                         : header->width();
    } else {
        const QModelIndex index = view.indexAt(pos);
        text = index.data().toString();
        tip = index.data(Qt::ToolTipRole).toString();
        roomPx = view.visualRect(index).width();
        if (const QVariant own = index.data(Qt::FontRole); own.isValid()) {
            font = own.value<QFont>().resolve(font);
        }
    }
    const bool isCut = QFontMetrics(font).horizontalAdvance(text) + kCellMarginPx > roomPx;
    return !isCut || text.isEmpty() || tip.contains(text) ? QString()
           : tip.isEmpty()                                ? text
                                                          : text + QLatin1Char('\n') + tip;
}

QString cutText(const QComboBox& box) {
    QStyleOptionComboBox option;
    option.initFrom(&box);
    option.editable = box.isEditable();
    option.currentIcon = box.itemIcon(box.currentIndex());
    option.iconSize = box.iconSize();
    const QString text = box.currentText();
    const bool isCut =
        box.fontMetrics().horizontalAdvance(text) > comboRoomPx(*box.style(), option, &box);
    return !isCut || box.toolTip().contains(text) ? QString()
           : box.toolTip().isEmpty()              ? text
                                                  : text + QLatin1Char('\n') + box.toolTip();
}

QString cutText(const QTabBar& tabs, const QPoint& pos) {
    const int index = tabs.tabAt(pos);
    const QString text = index < 0 ? QString() : tabs.tabText(index).remove(QLatin1Char('&'));
    const bool isCut =
        tabs.fontMetrics().horizontalAdvance(text) + kTabSpacePx / 2 > tabs.tabRect(index).width();
    return isCut && !tabs.tabToolTip(index).contains(text) ? text : QString();
}

// The widget that receives the tooltip's event.
QWidget* tipped(QWidget* widget) {
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        return view->viewport();
    }
    return qobject_cast<QComboBox*>(widget) != nullptr || qobject_cast<QTabBar*>(widget) != nullptr
               ? widget
               : nullptr;
}

} // namespace

void ElidingStyle::drawControl(ControlElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        box != nullptr && element == CE_ComboBoxLabel) {
        QStyleOptionComboBox cut(*box);
        cut.currentText =
            inMiddle(box->fontMetrics, box->currentText, comboRoomPx(*this, *box, widget));
        QProxyStyle::drawControl(element, &cut, painter, widget);
        return;
    }
    if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        header != nullptr && element == CE_HeaderLabel &&
        !header->text.contains(QLatin1Char('\n'))) {
        QStyleOptionHeader cut(*header);
        cut.text = inMiddle(header->fontMetrics, header->text, header->rect.width());
        QProxyStyle::drawControl(element, &cut, painter, widget);
        return;
    }
    if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
        item != nullptr && element == CE_MenuItem) {
        QStyleOptionMenuItem cut(*item);
        const QString name = item->text.section(QLatin1Char('\t'), 0, 0);
        const QString keys = item->text.mid(name.size());
        const int roomPx =
            item->rect.width() - kMenuFramePx - item->fontMetrics.horizontalAdvance(keys);
        if (item->rect.width() >= kMaxMenuPx) {
            cut.text = inMiddle(item->fontMetrics, name, roomPx) + keys;
        }
        QProxyStyle::drawControl(element, &cut, painter, widget);
        return;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

QSize ElidingStyle::sizeFromContents(ContentsType type, const QStyleOption* option,
                                     const QSize& size, const QWidget* widget) const {
    const QSize full = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int maxPx = type == CT_ComboBox   ? kMaxComboPx
                      : type == CT_MenuItem ? kMaxMenuPx
                                            : full.width();
    return {std::min(full.width(), maxPx), full.height()};
}

int ElidingStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                              const QWidget* widget) const {
    return metric == PM_TabBarTabHSpace ? kTabSpacePx
                                        : QProxyStyle::pixelMetric(metric, option, widget);
}

void ElidingStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (QWidget* receiver = tipped(widget)) {
        receiver->installEventFilter(this);
    }
}

void ElidingStyle::unpolish(QWidget* widget) {
    if (QWidget* receiver = tipped(widget)) {
        receiver->removeEventFilter(this);
    }
    QProxyStyle::unpolish(widget);
}

bool ElidingStyle::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ToolTip || !watched->isWidgetType()) {
        return QProxyStyle::eventFilter(watched, event);
    }
    auto* widget = static_cast<QWidget*>(watched);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString text;
    if (const auto* box = qobject_cast<QComboBox*>(widget)) {
        text = cutText(*box);
    } else if (const auto* tabs = qobject_cast<QTabBar*>(widget)) {
        text = cutText(*tabs, help->pos());
    } else if (const auto* view = qobject_cast<QAbstractItemView*>(widget->parentWidget())) {
        text = cutText(*view, help->pos());
    }
    if (text.isEmpty()) {
        return QProxyStyle::eventFilter(watched, event);
    }
    QToolTip::showText(help->globalPos(), text, widget);
    return true;
}

} // namespace sideline::widgets
