#include "widgets/localization/estimator_table.h"

#include <algorithm>
#include <array>

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr int kRoomForRows = 7;

using Part = EstimatorNameDelegate::Part;

constexpr int kMarkPx = 10;
constexpr int kBoxPx = 13;
constexpr int kButtonPx = 16;
constexpr int kIndentPx = 8;
constexpr int kGapPx = 4;

// Columns after the name, in the order in which they stay visible in a narrow table.
constexpr std::array kByImportance = {
    EstimatorModel::MeanColumn,        EstimatorModel::P95Column,        EstimatorModel::NowColumn,
    EstimatorModel::HeadingColumn,     EstimatorModel::ValidColumn,      EstimatorModel::TimeColumn,
    EstimatorModel::ConsistencyColumn, EstimatorModel::NowHeadingColumn, EstimatorModel::MaxColumn};

void drawMark(QPainter& painter, const QRect& place, const QColor& color, bool isChosen) {
    const QPointF center = QRectF(place).center();
    QColor rim = color;
    rim.setAlphaF(isChosen ? 1.0F : 0.35F);
    painter.setPen(QPen(rim, 1.2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(center, 4.0, 4.0);
    if (isChosen) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(center, 2.2, 2.2);
    }
}

void drawBox(QPainter& painter, const QRect& place, const QColor& color, bool isShown) {
    painter.setPen(QPen(color, 1.6));
    painter.setBrush(isShown ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(place).adjusted(0.8, 0.8, -0.8, -0.8), 2.5, 2.5);
    if (isShown) {
        painter.setPen(QPen(readableOn(color), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF origin = place.topLeft();
        painter.drawPolyline(QPolygonF{origin + QPointF(3.2, 6.8), origin + QPointF(5.6, 9.2),
                                       origin + QPointF(10.0, 4.2)});
    }
}

} // namespace

// --- names

QRect EstimatorNameDelegate::place(Part part, const QRect& cell, bool isRemovable) {
    const auto square = [&](int left, int size) {
        return QRect(left, cell.center().y() - size / 2, size, size);
    };
    const int mark = cell.left() + kGapPx;
    const int box = mark + kMarkPx + kGapPx + (isRemovable ? kIndentPx : 0);
    const int text = box + kBoxPx + kGapPx + 1;
    const int button = cell.right() + 1 - (isRemovable ? kButtonPx + 2 : 0);
    switch (part) {
    case Part::Mark:
        return square(mark, kMarkPx);
    case Part::Box:
        return square(box, kBoxPx);
    case Part::Remove:
        return isRemovable ? square(button, kButtonPx) : QRect();
    case Part::Text:
        break;
    }
    return {text, cell.top(), std::max(button - text, 0), cell.height()};
}

int EstimatorNameDelegate::extraWidth(bool isRemovable) {
    const QRect cell(0, 0, 1000, 20);
    return cell.width() - place(Part::Text, cell, isRemovable).width();
}

void EstimatorNameDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const {
    const auto* model = qobject_cast<const EstimatorModel*>(index.model());
    const EstimatorRow* row = model != nullptr ? model->rowAt(index.row()) : nullptr;
    if (row == nullptr) {
        return;
    }
    QStyleOptionViewItem plain = option;
    initStyleOption(&plain, index);
    const QColor color = plain.palette.color(QPalette::Text);
    const QString text = plain.text;
    plain.text.clear();
    QStyle* style = plain.widget != nullptr ? plain.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &plain, painter, plain.widget);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    drawMark(*painter, place(Part::Mark, option.rect, row->isRemovable), color,
             row->id == model->chosen());
    drawBox(*painter, place(Part::Box, option.rect, row->isRemovable), row->color, row->isShown);
    const QRect room = place(Part::Text, option.rect, row->isRemovable);
    painter->setFont(plain.font);
    painter->setPen(color);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(plain.font).elidedText(text, Qt::ElideRight, room.width()));
    if (row->isRemovable) {
        icon(QStringLiteral("close"))
            .paint(painter, place(Part::Remove, option.rect, true).adjusted(2, 2, -2, -2));
    }
    painter->restore();
}

bool EstimatorNameDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
                                      const QStyleOptionViewItem& option,
                                      const QModelIndex& index) {
    const auto* model = qobject_cast<const EstimatorModel*>(index.model());
    const EstimatorRow* row = model != nullptr ? model->rowAt(index.row()) : nullptr;
    if (row == nullptr || event->type() != QEvent::ToolTip) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    const auto isOver = [&](Part part) {
        return place(part, option.rect, row->isRemovable).contains(event->pos());
    };
    QString tip = index.data(Qt::ToolTipRole).toString();
    if (isOver(Part::Remove)) {
        tip = tr("Remove this variant");
    } else if (isOver(Part::Box)) {
        tip = row->isShown ? tr("Hide it on the map and in the curves")
                           : tr("Show it on the map and in the curves");
    }
    QToolTip::showText(event->globalPos(), tip, view);
    return true;
}

// --- table

EstimatorTable::EstimatorTable(QWidget* parent) : QTableView(parent) {
    setObjectName(QStringLiteral("estimators"));
    setModel(&m_model);
    setItemDelegateForColumn(EstimatorModel::NameColumn, new EstimatorNameDelegate(this));
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMinimumWidth(120);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(10);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setMinimumSectionSize(20);
    fitHeight();
}

void EstimatorTable::setRows(const std::vector<EstimatorRow>& rows, int chosen) {
    const int before = m_model.rowCount();
    m_model.setRows(rows, chosen);
    if (before != m_model.rowCount()) {
        fitHeight();
    }
}

QRect EstimatorTable::place(Part part, int row) const {
    const EstimatorRow* shown = m_model.rowAt(row);
    return EstimatorNameDelegate::place(part,
                                        visualRect(m_model.index(row, EstimatorModel::NameColumn)),
                                        shown != nullptr && shown->isRemovable);
}

void EstimatorTable::choose(int row) {
    const EstimatorRow* chosen = m_model.rowAt(row);
    if (chosen != nullptr && chosen->id != m_model.chosen()) {
        const int id = chosen->id;
        m_model.setChosen(id);
        Q_EMIT chosenChanged(id);
    }
}

void EstimatorTable::toggle(int row) {
    if (const EstimatorRow* toggled = m_model.rowAt(row)) {
        Q_EMIT shownChanged(toggled->id, !toggled->isShown);
    }
}

void EstimatorTable::mousePressEvent(QMouseEvent* event) {
    const int row = rowAt(event->pos().y());
    const EstimatorRow* pressed = m_model.rowAt(row);
    if (pressed == nullptr || event->button() != Qt::LeftButton) {
        return;
    }
    // The clickable area is larger than the mark, so that it is easy to hit.
    const auto isOver = [&](Part part) {
        const QRect there = place(part, row);
        return !there.isEmpty() && there.adjusted(-2, -4, 2, 4).contains(event->pos());
    };
    if (isOver(Part::Box)) {
        toggle(row);
    } else if (isOver(Part::Remove)) {
        Q_EMIT removeRequested(pressed->id);
    } else {
        choose(row);
    }
}

void EstimatorTable::mouseMoveEvent(QMouseEvent* event) {
    const int row = rowAt(event->pos().y());
    const bool isOnButton = row >= 0 && (place(Part::Box, row).contains(event->pos()) ||
                                         place(Part::Remove, row).contains(event->pos()));
    viewport()->setCursor(isOnButton ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void EstimatorTable::keyPressEvent(QKeyEvent* event) {
    const int row = m_model.indexOf(m_model.chosen());
    const EstimatorRow* chosen = m_model.rowAt(row);
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
        const int next = row + (event->key() == Qt::Key_Up && row > 0 ? -1 : 1);
        if (event->key() == Qt::Key_Down || row > 0) {
            choose(std::min(next, m_model.rowCount() - 1));
        }
    } else if (event->key() == Qt::Key_Space) {
        toggle(row);
    } else if (event->key() == Qt::Key_Delete && chosen != nullptr && chosen->isRemovable) {
        Q_EMIT removeRequested(chosen->id);
    } else {
        event->ignore();
    }
}

void EstimatorTable::contextMenuEvent(QContextMenuEvent* event) {
    const EstimatorRow* at =
        m_model.rowAt(rowAt(viewport()->mapFromGlobal(event->globalPos()).y()));
    const int id = at != nullptr ? at->id : -1;
    const auto showOnly = [this](auto&& isRequested) {
        std::vector<std::pair<int, bool>> changes; // a slot may change the rows
        for (int row = 0; row < m_model.rowCount(); ++row) {
            const EstimatorRow& each = *m_model.rowAt(row);
            if (each.isShown != isRequested(each)) {
                changes.emplace_back(each.id, isRequested(each));
            }
        }
        for (const auto& [changed, isShown] : changes) {
            Q_EMIT shownChanged(changed, isShown);
        }
    };
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (at != nullptr) {
        menu->addAction(tr("Show only this one"), this, [showOnly, id] {
            showOnly([id](const EstimatorRow& row) { return row.id == id; });
        });
    }
    menu->addAction(tr("Show all"), this,
                    [showOnly] { showOnly([](const EstimatorRow&) { return true; }); });
    if (at != nullptr && at->isRemovable) {
        menu->addAction(tr("Remove"), this, [this, id] { Q_EMIT removeRequested(id); });
    }
    menu->addSeparator();
    menu->addAction(icon(QStringLiteral("copy")), tr("Copy table"), this, [this] { copy(); });
    menu->popup(event->globalPos());
}

void EstimatorTable::copy() const {
    QGuiApplication::clipboard()->setText(m_model.asText());
}

void EstimatorTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void EstimatorTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        fitHeight();
        fitColumns();
    }
}

void EstimatorTable::fitHeight() {
    const int rowPx = fontMetrics().height() + 6;
    verticalHeader()->setDefaultSectionSize(rowPx);
    // Reserves room for a first variant, so that the rows below do not move under the mouse.
    const int rows = std::max(m_model.rowCount(), kRoomForRows);
    setFixedHeight(horizontalHeader()->sizeHint().height() + rowPx * rows + 2 * frameWidth());
}

void EstimatorTable::fitColumns() {
    QFont boldFont = font();
    boldFont.setBold(true);
    const QFontMetrics metrics(boldFont);
    const auto widthOf = [&](int column) {
        const QString sample =
            column == EstimatorModel::ConsistencyColumn
                ? EstimatorModel::tr("%1 underconfident").arg(QStringLiteral("0.00"))
            : column == EstimatorModel::NowHeadingColumn ? QStringLiteral("-0.000")
                                                         : QStringLiteral("0.000");
        int widest = metrics.horizontalAdvance(sample);
        for (const QString& line : m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole)
                                       .toString()
                                       .split(QLatin1Char('\n'))) {
            widest = std::max(widest, fontMetrics().horizontalAdvance(line));
        }
        return widest + 10;
    };
    int left = viewport()->width() - EstimatorNameDelegate::extraWidth(false) -
               fontMetrics().horizontalAdvance(QStringLiteral("Magma composite "));
    int taken = 0;
    bool isFull = false;
    for (const int column : kByImportance) {
        const int width = widthOf(column);
        // The columns for mean, p95 and now always stay visible; the name is elided instead.
        const bool isNeeded = column == EstimatorModel::MeanColumn ||
                              column == EstimatorModel::P95Column ||
                              column == EstimatorModel::NowColumn;
        isFull = isFull || (!isNeeded && width > left);
        setColumnHidden(column, isFull);
        if (!isFull) {
            setColumnWidth(column, width);
            left -= width;
            taken += width;
        }
    }
    setColumnWidth(EstimatorModel::NameColumn, std::max(viewport()->width() - taken, 60));
}

} // namespace sideline::widgets
