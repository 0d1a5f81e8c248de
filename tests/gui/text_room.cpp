#include "tests/gui/text_room.h"

#include <algorithm>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOption>
#include <QTabBar>
#include <QToolButton>

#include "widgets/common/elided_label.h"

namespace sideline::tests {

namespace {

constexpr int kRoundingPx = 1;
constexpr int kNamePx = 40; // an elided name in fewer pixels identifies nothing

bool elides(const QLabel& label) {
    return dynamic_cast<const widgets::ElidedLabel*>(&label) != nullptr;
}

QString pathOf(const QWidget& widget, const QWidget& window) {
    QStringList names;
    for (const QWidget* each = &widget; each != nullptr && each != &window;
         each = each->parentWidget()) {
        if (!each->objectName().isEmpty() && !each->objectName().startsWith(QLatin1String("qt_"))) {
            names.prepend(each->objectName());
        }
    }
    return names.join(QLatin1Char('/'));
}

QString withoutMark(QString text) {
    return text.remove(QLatin1Char('&'));
}

class Reader {
public:
    explicit Reader(const QWidget& window) : m_window(window) {}

    QStringList read() {
        for (const auto* widget : m_window.findChildren<QWidget*>()) {
            if (widget->isVisible() && widget->window() == m_window.window() &&
                !isParked(*widget)) {
                readOne(*widget);
            }
        }
        return m_findings;
    }

private:
    // Docks behind the front tab wait beyond the window's upper left corner.
    bool isParked(const QWidget& widget) const {
        for (const QWidget* each = &widget; each != &m_window; each = each->parentWidget()) {
            const QPoint end = each->mapTo(&m_window, QPoint(each->width(), each->height()));
            if (end.x() < 0 && end.y() < 0) {
                return true;
            }
        }
        return false;
    }
    void report(const QWidget& widget, const QString& what, const QString& text, int needPx,
                int roomPx) {
        m_findings << QStringLiteral("%1 %2: '%3' %4 (%5 of %6 px)")
                          .arg(QLatin1String(widget.metaObject()->className()),
                               pathOf(widget, m_window), text.left(60), what,
                               QString::number(roomPx), QString::number(needPx));
    }
    void compare(const QWidget& widget, const QString& text, int needPx, int roomPx) {
        if (!text.isEmpty() && needPx > roomPx + kRoundingPx) {
            report(widget, QStringLiteral("is clipped"), text, needPx, roomPx);
        }
    }
    // Text that is elided if it does not fit, and shown in the tooltip.
    void compareElided(const QWidget& widget, const QString& text, int needPx, int roomPx) {
        if (!text.isEmpty() && needPx > roomPx + kRoundingPx && roomPx < kNamePx) {
            report(widget, QStringLiteral("is elided to nothing"), text, needPx, roomPx);
        }
    }
    void readOne(const QWidget& widget) {
        bool isControl = true;
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
            readLabel(*label);
            isControl = !label->text().isEmpty();
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
            readButton(*button);
        } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
            readComboBox(*box);
        } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
            readTabs(*tabs);
        } else if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) {
            readHeader(*header);
            isControl = false;
        } else if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget)) {
            readCells(*view);
        } else if (const auto* number = qobject_cast<const QAbstractSpinBox*>(&widget)) {
            if (const auto* edit = number->findChild<QLineEdit*>()) {
                compare(*number, edit->displayText(),
                        edit->fontMetrics().horizontalAdvance(edit->displayText()),
                        edit->contentsRect().width() - 2);
            }
        } else {
            isControl = qobject_cast<const QLineEdit*>(&widget) != nullptr;
        }
        if (const auto* area = qobject_cast<const QAbstractScrollArea*>(&widget)) {
            readScrollBars(*area);
        }
        if (isControl && !widget.size().isEmpty()) {
            readPlace(widget);
        }
    }
    void readLabel(const QLabel& label) {
        if (label.text().isEmpty()) {
            return;
        }
        const QRect room = label.contentsRect();
        if (elides(label)) {
            compareElided(label, label.text(), label.fontMetrics().horizontalAdvance(label.text()),
                          room.width());
            return;
        }
        const int slackPx = label.height() - label.sizeHint().height();
        if (label.wordWrap()) {
            const int needPx = label.heightForWidth(label.width());
            if (needPx > label.height() + kRoundingPx) {
                report(label, QStringLiteral("has too few lines"), label.text(), needPx,
                       label.height());
            }
            return;
        }
        compare(label, label.text(), label.sizeHint().width(), label.width());
        if (slackPx < -2) {
            report(label, QStringLiteral("is cut below"), label.text(), label.sizeHint().height(),
                   label.height());
        }
    }
    void readButton(const QAbstractButton& button) {
        if (button.text().isEmpty() || button.parentWidget()->inherits("QDockWidget")) {
            return;
        }
        const QString text = withoutMark(button.text());
        int textPx = 0;
        for (const QString& line : text.split(QLatin1Char('\n'))) {
            textPx = std::max(textPx, button.fontMetrics().horizontalAdvance(line));
        }
        int roomPx = button.width() - 4;
        if (qobject_cast<const QCheckBox*>(&button) || qobject_cast<const QRadioButton*>(&button)) {
            textPx = button.sizeHint().width();
            roomPx = button.width();
        } else if (const auto* tool = qobject_cast<const QToolButton*>(&button)) {
            if (tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()) {
                return;
            }
            textPx = tool->sizeHint().width() - 4;
        } else if (!button.icon().isNull()) {
            textPx += button.iconSize().width() + 4;
        }
        compare(button, text, textPx, roomPx);
    }
    void readComboBox(const QComboBox& box) {
        QStyleOptionComboBox option;
        option.initFrom(&box);
        option.editable = box.isEditable();
        option.subControls = QStyle::SC_All;
        const QRect edit = box.style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                       QStyle::SC_ComboBoxEditField, &box);
        const int iconPx =
            box.itemIcon(box.currentIndex()).isNull() ? 0 : box.iconSize().width() + 4;
        compareElided(box, box.currentText(),
                      box.fontMetrics().horizontalAdvance(box.currentText()) + iconPx,
                      edit.width());
    }
    void readTabs(const QTabBar& tabs) {
        for (int i = 0; i < tabs.count(); ++i) {
            if (!tabs.isTabVisible(i)) {
                continue;
            }
            const QString text = withoutMark(tabs.tabText(i));
            const int iconPx = tabs.tabIcon(i).isNull() ? 0 : tabs.iconSize().width() + 4;
            compareElided(tabs, text, tabs.fontMetrics().horizontalAdvance(text) + iconPx + 8,
                          tabs.tabRect(i).width());
            if (tabs.tabRect(i).right() > tabs.width() + kRoundingPx) {
                report(tabs, QStringLiteral("is beyond the tabs' edge"), text,
                       tabs.tabRect(i).right(), tabs.width());
            }
        }
    }
    void readHeader(const QHeaderView& header) {
        if (header.model() == nullptr || header.orientation() != Qt::Horizontal) {
            return;
        }
        for (int i = 0; i < header.count(); ++i) {
            if (header.isSectionHidden(i)) {
                continue;
            }
            const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
            int needPx = 0;
            for (const QString& line : text.split(QLatin1Char('\n'))) {
                needPx = std::max(needPx, header.fontMetrics().horizontalAdvance(line));
            }
            compareElided(header, text, needPx + 4, header.sectionSize(i));
        }
    }
    void readCells(const QAbstractItemView& view) {
        const QAbstractItemModel* model = view.model();
        if (model == nullptr) {
            return;
        }
        const QRect shown = view.viewport()->rect();
        int y = 1;
        while (y < shown.height()) {
            const QModelIndex first = view.indexAt(QPoint(2, y));
            const QModelIndex row = first.isValid() ? first : view.indexAt(QPoint(60, y));
            if (!row.isValid()) {
                break;
            }
            for (int column = 0; column < model->columnCount(row.parent()); ++column) {
                readCell(view, row.siblingAtColumn(column));
            }
            y = std::max(y + 4, view.visualRect(row).bottom() + 2);
        }
    }
    void readCell(const QAbstractItemView& view, const QModelIndex& index) {
        const QString text = index.data(Qt::DisplayRole).toString();
        const QRect place = view.visualRect(index);
        if (text.isEmpty() || place.isEmpty() || !view.viewport()->rect().intersects(place) ||
            text.contains(QLatin1Char('\n'))) {
            return;
        }
        QFont font = view.font();
        const QVariant own = index.data(Qt::FontRole);
        font = own.isValid() ? own.value<QFont>().resolve(font) : font;
        const int needPx = QFontMetrics(font).horizontalAdvance(text) + 4;
        if (qobject_cast<const QListView*>(&view) != nullptr) {
            return; // draws its rows itself, or scrolls
        }
        compareElided(view, text, needPx, place.width());
    }
    void readScrollBars(const QAbstractScrollArea& area) {
        for (const bool isVertical : {true, false}) {
            const auto barOf = [isVertical](const QAbstractScrollArea& each) {
                return isVertical ? each.verticalScrollBar() : each.horizontalScrollBar();
            };
            if (!barOf(area)->isVisible()) {
                continue;
            }
            for (const QWidget* up = area.parentWidget(); up != nullptr; up = up->parentWidget()) {
                const auto* outer = qobject_cast<const QScrollArea*>(up);
                if (outer != nullptr && barOf(*outer)->isVisible() && isVertical &&
                    qobject_cast<const QPlainTextEdit*>(&area) == nullptr) {
                    report(area, QStringLiteral("has a scroll bar within a scroll bar"), {}, 0,
                           area.height());
                }
            }
        }
        // Long text scrolls in its editor.
        const auto* plain = qobject_cast<const QScrollArea*>(&area);
        if (plain != nullptr && plain->widget() != nullptr &&
            area.horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
            plain->widget()->width() > area.viewport()->width()) {
            report(area, QStringLiteral("is wider than its place and does not scroll"), {},
                   plain->widget()->width(), area.viewport()->width());
        }
    }
    // Whether a widget lies inside its parents, or can be scrolled to.
    void readPlace(const QWidget& widget) {
        bool scrollsX = false;
        bool scrollsY = false;
        for (const QWidget* up = widget.parentWidget(); up != nullptr; up = up->parentWidget()) {
            if (const auto* area = qobject_cast<const QAbstractScrollArea*>(up->parentWidget());
                area != nullptr && area->viewport() == up) {
                scrollsX = scrollsX || area->horizontalScrollBar()->isVisible();
                scrollsY = scrollsY || area->verticalScrollBar()->isVisible();
                if (qobject_cast<const QScrollArea*>(area) == nullptr) {
                    return; // editors in cells, and marks in text
                }
            }
            const QRect place(widget.mapTo(up, QPoint(0, 0)), widget.size());
            const bool isWide = place.left() < 0 || place.right() > up->width();
            const bool isHigh = place.top() < 0 || place.bottom() > up->height();
            if ((isWide && !scrollsX) || (isHigh && !scrollsY)) {
                report(widget,
                       QStringLiteral("reaches beyond %1 (%2,%3 %4x%5 in %6x%7)")
                           .arg(pathOf(*up, m_window))
                           .arg(place.x())
                           .arg(place.y())
                           .arg(place.width())
                           .arg(place.height())
                           .arg(up->width())
                           .arg(up->height()),
                       widget.property("text").toString(), place.right(), up->width());
                return;
            }
            if (up == &m_window) {
                return;
            }
        }
    }

    const QWidget& m_window;
    QStringList m_findings;
};

} // namespace

QStringList textsWithoutRoom(const QWidget& window) {
    return Reader(window).read();
}

} // namespace sideline::tests
