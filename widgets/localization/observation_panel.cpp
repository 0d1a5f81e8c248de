#include "widgets/localization/observation_panel.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include "widgets/common/elided_label.h"
#include "widgets/common/panel_parts.h"
#include "widgets/localization/observation_model.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {

namespace {

using localization::Verdict;

const QString kDefaultSigmas = QStringLiteral("000.0"); // rarely longer

// Grays out unused observations, and draws sigmas as a bar behind their number.
class ObservationDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        if (index.column() == ObservationModel::SigmasColumn) {
            paintBar(*painter, option, index);
        }
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        const bool isSelected = option->state.testFlag(QStyle::State_Selected);
        if (index.data(ObservationModel::UnusedRole).toBool() || index.parent().isValid()) {
            option->palette.setColor(QPalette::Text,
                                     option->palette.color(QPalette::PlaceholderText));
        } else if (index.column() == ObservationModel::ResultColumn && !isSelected) {
            const auto verdict =
                static_cast<Verdict>(index.data(ObservationModel::VerdictRole).toInt());
            const bool isDark = option->palette.color(QPalette::Base).lightness() < 128;
            if (verdict == Verdict::Refused) {
                option->palette.setColor(QPalette::Text, isDark ? QColor(0xff, 0x7d, 0x6b)
                                                                : QColor(0xb8, 0x24, 0x14));
            } else if (verdict == Verdict::Unmatched) {
                option->palette.setColor(QPalette::Text, isDark ? QColor(0xf0, 0xa6, 0xff)
                                                                : QColor(0x8a, 0x2b, 0x9c));
            }
        }
        if (index.column() == ObservationModel::SigmasColumn) {
            option->text.clear(); // drawn on the bar
        }
    }

private:
    static void paintBar(QPainter& painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) {
        const QVariant sigmas = index.data(ObservationModel::SigmasRole);
        const QRectF cell = QRectF(option.rect).adjusted(4, 0, -4, 0);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const bool isUnused = index.data(ObservationModel::UnusedRole).toBool();
        if (sigmas.isValid()) {
            constexpr double kFullSigmas = 4.0;
            constexpr double kGapPx = 6.0;
            const QFontMetrics metrics(option.font);
            const int defaultPx = metrics.horizontalAdvance(
                kDefaultSigmas); // so that all bars end at the same position
            const int numberPx =
                std::max(defaultPx, metrics.horizontalAdvance(index.data().toString()));
            const QRectF track(cell.left(), cell.center().y() - 3.0,
                               std::max(6.0, cell.width() - numberPx - kGapPx), 6.0);
            const double ratio = std::clamp(sigmas.toDouble() / kFullSigmas, 0.02, 1.0);
            painter.setPen(Qt::NoPen);
            QColor rail = option.palette.color(QPalette::PlaceholderText);
            rail.setAlpha(45);
            painter.setBrush(rail);
            painter.drawRoundedRect(track, 3, 3);
            painter.setBrush(isUnused ? option.palette.color(QPalette::PlaceholderText)
                                      : residualColor(sigmas.toDouble()));
            painter.drawRoundedRect(
                QRectF(track.topLeft(), QSizeF(std::max(4.0, track.width() * ratio), 6.0)), 3, 3);
        }
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        painter.setPen(option.palette.color(isSelected ? QPalette::HighlightedText
                                            : isUnused ? QPalette::PlaceholderText
                                                       : QPalette::Text));
        painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
        painter.restore();
    }
};

} // namespace

struct ObservationPanel::Parts {
    std::shared_ptr<const LocalizeInstant> instant;
    int highlighted = -1;
    bool isQuiet = false; ///< the selection is changed by the program, not by the user
    ElidedLabel* head = nullptr;
    QLabel* empty = nullptr;
    QTreeView* tree = nullptr;
    QStackedLayout* pages = nullptr;
    ObservationModel* model = nullptr;
    ObservationSorter* sorter = nullptr;
    std::array<int, ObservationModel::ColumnCount> widths{}; ///< width that the columns need, px

    void showHighlighted();
    void copy() const;
};

// Selects the row of the highlighted observation, but keeps the user's selection of several rows.
void ObservationPanel::Parts::showHighlighted() {
    QItemSelectionModel* chosen = tree->selectionModel();
    const QModelIndex row = sorter->mapFromSource(model->indexOf(highlighted));
    const bool wasQuiet = std::exchange(isQuiet, true);
    if (!row.isValid()) {
        chosen->clear();
    } else {
        const QModelIndex current = chosen->currentIndex();
        const bool isThere = chosen->isSelected(current) &&
                             current.data(ObservationModel::ObservationRole) == highlighted;
        if (!isThere) {
            chosen->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect |
                                             QItemSelectionModel::Rows);
        }
        tree->scrollTo(isThere ? current : row);
    }
    isQuiet = wasQuiet;
}

void ObservationPanel::Parts::copy() const {
    QModelIndexList rows = tree->selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        return;
    }
    const auto topToBottom = [&](const QModelIndex& a, const QModelIndex& b) {
        return tree->visualRect(a).top() < tree->visualRect(b).top();
    };
    std::ranges::stable_sort(rows, topToBottom);
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < ObservationModel::ColumnCount; ++column) {
        cells << sorter->headerData(column, Qt::Horizontal).toString();
    }
    lines << cells.join(QLatin1Char('\t'));
    for (const QModelIndex& row : rows) {
        cells.clear();
        for (int column = 0; column < ObservationModel::ColumnCount; ++column) {
            cells << row.siblingAtColumn(column).data().toString();
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')) + QLatin1Char('\n'));
}

ObservationPanel::ObservationPanel(QWidget* parent)
    : QWidget(parent), m_parts(std::make_unique<Parts>()) {
    Parts& parts = *m_parts;
    parts.head = new ElidedLabel("head", Qt::ElideRight);
    parts.empty = new QLabel;
    parts.empty->setObjectName(QStringLiteral("empty"));
    parts.empty->setWordWrap(true);
    parts.empty->setAlignment(Qt::AlignCenter);
    parts.empty->setContentsMargins(16, 8, 16, 8);
    parts.empty->setEnabled(false);
    parts.model = new ObservationModel(field::FieldModel(field::newestField().dimensions), this);
    parts.sorter = new ObservationSorter(this);
    parts.sorter->setSourceModel(parts.model);
    buildTree();
    auto* table = new QWidget;
    auto* column = columnIn(table, 4);
    column->setSpacing(4);
    column->addWidget(parts.head);
    column->addWidget(parts.tree, 1);
    parts.pages = new QStackedLayout(this);
    parts.pages->addWidget(parts.empty);
    parts.pages->addWidget(table);
    setInstant(nullptr);
}

ObservationPanel::~ObservationPanel() = default;

void ObservationPanel::buildTree() {
    Parts& parts = *m_parts;
    auto* tree = parts.tree = new QTreeView;
    tree->setModel(parts.sorter);
    tree->setItemDelegate(new ObservationDelegate(tree));
    tree->setUniformRowHeights(true);
    tree->setAlternatingRowColors(true);
    tree->setIndentation(14);
    tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    tree->setSortingEnabled(true);
    tree->sortByColumn(ObservationModel::SigmasColumn, Qt::DescendingOrder);
    tree->setAccessibleName(tr("Observations"));
    QHeaderView* header = tree->header();
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(36);
    const QFontMetrics metrics = fontMetrics();
    const auto setWidth = [&](int column, const QString& longest) {
        const int widthPx = metrics.horizontalAdvance(longest) + 14;
        parts.widths[static_cast<std::size_t>(column)] = widthPx;
        tree->setColumnWidth(column, widthPx);
    };
    setWidth(ObservationModel::NameColumn, QStringLiteral("right penalty area, f"));
    const QString place = QStringLiteral("12.34 m -12.1\u00b0 / 12.34 m -12.1\u00b0");
    setWidth(ObservationModel::MeasuredColumn, place);
    setWidth(ObservationModel::ExpectedColumn, place);
    setWidth(ObservationModel::InnovationColumn,
             QStringLiteral("-12 mm 0.12\u00b0 / -123 mm 0.12\u00b0"));
    setWidth(ObservationModel::SigmasColumn, QStringLiteral("000000 12.3"));
    setWidth(ObservationModel::GateColumn, QStringLiteral("Gate 12"));
    setWidth(ObservationModel::ResultColumn, QStringLiteral("unmatched w"));
    auto* copy = new QAction(tr("Copy"), tree);
    copy->setObjectName(QStringLiteral("copy"));
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(copy, &QAction::triggered, this, [this] { m_parts->copy(); });
    auto* all = new QAction(tr("Select all"), tree);
    connect(all, &QAction::triggered, tree, &QTreeView::selectAll);
    auto* open = new QAction(tr("Show the ends of all lines"), tree);
    connect(open, &QAction::triggered, tree, &QTreeView::expandAll);
    auto* close = new QAction(tr("Hide the ends"), tree);
    connect(close, &QAction::triggered, tree, &QTreeView::collapseAll);
    tree->addActions({copy, all, open, close});
    tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(tree->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ObservationPanel::takeSelection);
    connect(tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ObservationPanel::takeSelection);
}

// Reports the user's selection.
void ObservationPanel::takeSelection() {
    Parts& parts = *m_parts;
    if (parts.isQuiet) {
        return;
    }
    const QItemSelectionModel* chosen = parts.tree->selectionModel();
    const QModelIndex current = chosen->currentIndex();
    int observation = -1;
    if (chosen->hasSelection()) {
        const QModelIndex row = chosen->isSelected(current) || chosen->selectedRows().isEmpty()
                                    ? current
                                    : chosen->selectedRows().front();
        observation = row.isValid() ? row.data(ObservationModel::ObservationRole).toInt() : -1;
    }
    if (observation != parts.highlighted) {
        parts.highlighted = observation;
        Q_EMIT observationPicked(observation);
    }
}

// If not everything fits, the most important columns stay; tooltips show the rest.
void ObservationPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const QTreeView& tree = *m_parts->tree;
    constexpr int kRimPx = 26; // including the scroll bar
    int roomPx = width() - kRimPx;
    for (const int column : {ObservationModel::NameColumn, ObservationModel::SigmasColumn,
                             ObservationModel::ResultColumn, ObservationModel::InnovationColumn,
                             ObservationModel::GateColumn, ObservationModel::MeasuredColumn,
                             ObservationModel::ExpectedColumn}) {
        roomPx -= m_parts->widths[static_cast<std::size_t>(column)];
        const bool isHidden = roomPx < 0;
        if (tree.isColumnHidden(column) != isHidden) {
            m_parts->tree->setColumnHidden(column, isHidden);
        }
    }
}

void ObservationPanel::setField(const field::FieldModel& field) {
    m_parts->model->setField(field);
}

void ObservationPanel::setInstant(std::shared_ptr<const LocalizeInstant> instant) {
    Parts& parts = *m_parts;
    parts.instant = std::move(instant);
    const QString none = noVisionText(parts.instant.get());
    const QString text = visionText(parts.instant.get());
    showText(parts.empty, none);
    if (parts.head->text() != text) {
        parts.head->setText(text);
        parts.head->setToolTip(text);
    }
    parts.pages->setCurrentIndex(none.isEmpty() ? 1 : 0);
    const bool wasQuiet = std::exchange(parts.isQuiet, true);
    parts.model->setVision(none.isEmpty() ? parts.instant->vision
                                          : localization::PoseDiagnostics{});
    parts.isQuiet = wasQuiet;
    parts.showHighlighted();
}

void ObservationPanel::setHighlighted(int observation) {
    if (observation != m_parts->highlighted) {
        m_parts->highlighted = observation;
        m_parts->showHighlighted();
    }
}

} // namespace sideline::widgets
