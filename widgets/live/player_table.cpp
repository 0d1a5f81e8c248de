#include "widgets/live/player_table.h"

#include <utility>

#include <QHeaderView>
#include <QMenu>

#include "widgets/common/icons.h"
#include "widgets/live/player_row_delegate.h"

namespace sideline::widgets {

namespace {

// If the table is narrower than this, the column is hidden to make room for others; the tooltips
// are complete.
constexpr std::pair<TeamModel::Column, int> kNarrow[] = {
    {TeamModel::StartColumn, 700},  {TeamModel::RunsColumn, 620}, {TeamModel::LateColumn, 560},
    {TeamModel::MissedColumn, 520}, {TeamModel::TypeColumn, 460}, {TeamModel::CycleColumn, 360}};

} // namespace

PlayerTable::PlayerTable(TeamModel& model, QWidget* parent) : QTableView(parent) {
    setObjectName(QStringLiteral("players"));
    setModel(&model);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(20);
    auto* delegate = new PlayerRowDelegate(this);
    setItemDelegateForColumn(TeamModel::StateColumn, delegate);
    const std::pair<TeamModel::Column, QString> widths[] = {
        {TeamModel::NumberColumn, QStringLiteral("All ")},
        {TeamModel::TypeColumn, QStringLiteral("Type ")},
        {TeamModel::RunsColumn, QStringLiteral("built-in agent (stand) ")},
        {TeamModel::StartColumn, QStringLiteral("10.0 s ")},
        {TeamModel::StateColumn, QStringLiteral("could not start")},
        {TeamModel::CpuColumn, QStringLiteral("100 % ")},
        {TeamModel::CycleColumn, QStringLiteral("10.00 ms ")},
        {TeamModel::MissedColumn, QStringLiteral("Missed ")},
        {TeamModel::LateColumn, QStringLiteral("12345 ")}};
    for (const auto& [section, text] : widths) {
        const int more = section == TeamModel::StateColumn ? PlayerRowDelegate::kExtraWidthPx : 6;
        setColumnWidth(section, fontMetrics().horizontalAdvance(text) + more);
    }
    connect(this, &QWidget::customContextMenuRequested, this, &PlayerTable::showMenu);
    connect(delegate, &PlayerRowDelegate::startClicked, this, &PlayerTable::startRequested);
    connect(delegate, &PlayerRowDelegate::stopClicked, this, &PlayerTable::stopRequested);
    connect(delegate, &PlayerRowDelegate::restartClicked, this, &PlayerTable::restartRequested);
}

int PlayerTable::player() const {
    return currentIndex().isValid() ? currentIndex().row() : -1;
}

void PlayerTable::showMenu(const QPoint& pos) {
    const QModelIndex index = indexAt(pos);
    if (!index.isValid()) {
        return;
    }
    const int row = index.row();
    const bool isActive = index.data(TeamModel::ActiveRole).toBool();
    QMenu menu;
    menu.addAction(icon(QStringLiteral("play")), tr("Start"), this,
                   [this, row] { Q_EMIT startRequested(row); })
        ->setEnabled(!isActive);
    menu.addAction(icon(QStringLiteral("stop")), tr("Stop"), this,
                   [this, row] { Q_EMIT stopRequested(row); })
        ->setEnabled(isActive);
    menu.addAction(icon(QStringLiteral("restart")), tr("Restart"), this,
                   [this, row] { Q_EMIT restartRequested(row); })
        ->setEnabled(isActive);
    menu.exec(viewport()->mapToGlobal(pos));
}

void PlayerTable::resizeEvent(QResizeEvent* event) {
    for (const auto& [section, minWidth] : kNarrow) {
        setColumnHidden(section, width() < minWidth);
    }
    QTableView::resizeEvent(event);
}

} // namespace sideline::widgets
