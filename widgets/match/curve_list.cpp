#include "widgets/match/curve_list.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>
#include <QKeyEvent>

namespace sideline::widgets {

namespace {

constexpr int kAgeColumn = 2;

} // namespace

CurveList::CurveList(QWidget* parent) : QTreeWidget(parent) {
    setHeaderLabels({tr("Curve"), tr("At the cursor"), tr("Updated")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    constexpr int kMinListPx = 48; // height of the header and a row
    setMinimumHeight(kMinListPx);
    setTextElideMode(Qt::ElideMiddle); // both ends identify a curve: `left.7.y against left.7.x`
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem* item) { Q_EMIT removeRequested(indexOfTopLevelItem(item)); });
    connect(this, &QTreeWidget::customContextMenuRequested, this, [this](const QPoint& pos) {
        if (QTreeWidgetItem* item = itemAt(pos); item != nullptr) {
            Q_EMIT menuRequested(indexOfTopLevelItem(item), viewport()->mapToGlobal(pos));
        }
    });
}

void CurveList::setRows(const std::vector<CurveListRow>& rows) {
    const int count = static_cast<int>(rows.size());
    const bool isOther = topLevelItemCount() != count;
    while (topLevelItemCount() > count) {
        delete takeTopLevelItem(topLevelItemCount() - 1);
    }
    while (topLevelItemCount() < count) {
        new QTreeWidgetItem(this);
    }
    const auto hasChange = [](const CurveListRow& row) { return !row.change.isEmpty(); };
    const auto hasAge = [](const CurveListRow& row) { return !row.age.isEmpty(); };
    const bool hasTwoLines = std::ranges::any_of(rows, hasChange);
    // The age reduces the width of the names only if a value has an age; the widths stay until
    // curves change.
    if (isOther || std::ranges::any_of(rows, hasAge)) {
        setColumnHidden(kAgeColumn, std::ranges::none_of(rows, hasAge));
    }
    for (int i = 0; i < count; ++i) {
        const CurveListRow& row = rows[static_cast<std::size_t>(i)];
        QTreeWidgetItem* item = topLevelItem(i);
        item->setText(0, row.name);
        item->setForeground(0, row.isThere ? row.color
                                           : palette().color(QPalette::Disabled, QPalette::Text));
        item->setText(1, row.change.isEmpty() ? row.value : row.value + u'\n' + row.change);
        item->setToolTip(1, item->text(1));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setText(2, row.age);
        item->setFirstColumnSpanned(row.value.isEmpty());
        QStringList tip = {row.name, row.toolTip,
                           tr("Double-click to remove the curve; right-click for more")};
        tip.removeAll(QString());
        item->setToolTip(0, tip.join(QLatin1Char('\n')));
    }
    if (std::exchange(m_hasTwoLines, hasTwoLines) != hasTwoLines) {
        doItemsLayout(); // the height of rows is that of the first one
    }
}

void CurveList::setCurrentRow(std::size_t row) {
    setCurrentItem(topLevelItem(static_cast<int>(row)));
}

int CurveList::currentRow() const {
    return currentItem() != nullptr ? indexOfTopLevelItem(currentItem()) : topLevelItemCount() - 1;
}

int CurveList::requestedWidth() const {
    constexpr int kMarginPx = 40; // later values may be wider than the headings
    int namePx = 0;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        if (!isFirstColumnSpanned(i, {})) {
            namePx = std::max(namePx, fontMetrics().horizontalAdvance(topLevelItem(i)->text(0)));
        }
    }
    return namePx + kMarginPx + header()->sectionSizeHint(1) +
           (isColumnHidden(kAgeColumn) ? 0 : header()->sectionSizeHint(kAgeColumn)) +
           2 * frameWidth();
}

void CurveList::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete && currentRow() >= 0) {
        Q_EMIT removeRequested(currentRow());
        return;
    }
    QTreeWidget::keyPressEvent(event);
}

} // namespace sideline::widgets
