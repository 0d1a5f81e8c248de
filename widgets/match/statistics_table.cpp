#include "widgets/match/statistics_table.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include "widgets/common/elided_label.h"

namespace sideline::widgets {

namespace {

QString numberOf(double value) {
    return std::isfinite(value) ? QString::number(value, 'g', 6) : QStringLiteral("-");
}

} // namespace

StatisticsTable::StatisticsTable(QWidget* parent)
    : QWidget(parent),
      m_interval(new ElidedLabel("interval", Qt::ElideRight)),
      m_table(new QTableWidget(0, 7)) {
    m_table->setHorizontalHeaderLabels(
        {tr("Curve"), tr("Unit"), tr("Count"), tr("Min"), tr("Max"), tr("Mean"), tr("Std. dev.")});
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 5);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    auto* button = new QPushButton(tr("Copy"));
    button->setToolTip(tr("Copy the table, for a spreadsheet or a report"));
    button->setFocusPolicy(Qt::TabFocus);
    auto* top = new QHBoxLayout;
    top->addWidget(m_interval, 1);
    top->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(top);
    column->addWidget(m_table);
    connect(button, &QPushButton::clicked, this, &StatisticsTable::copy);
    auto* keys = new QShortcut(QKeySequence::Copy, m_table);
    keys->setContext(Qt::WidgetWithChildrenShortcut);
    connect(keys, &QShortcut::activated, this, &StatisticsTable::copy);
}

void StatisticsTable::setRows(const QString& interval, const std::vector<StatisticsRow>& rows) {
    m_interval->setText(interval);
    const bool isOther = m_table->rowCount() != static_cast<int>(rows.size());
    m_interval->setToolTip(interval);
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StatisticsRow& row = rows[i];
        const logs::CurveStatistics& values = row.values;
        const QStringList texts = {row.name,
                                   row.unit,
                                   QString::number(values.count),
                                   numberOf(values.min),
                                   numberOf(values.max),
                                   numberOf(values.mean),
                                   numberOf(values.deviation)};
        for (int column = 0; column < texts.size(); ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            if (column == 0) {
                item->setForeground(row.color);
            } else if (column > 1) {
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            }
            m_table->setItem(static_cast<int>(i), column, item);
        }
    }
    if (isOther) {
        updateGeometry();
    }
}

QSize StatisticsTable::sizeHint() const {
    const int aboveRowsPx = layout()->sizeHint().height() - m_table->sizeHint().height();
    const int rowsPx = m_table->rowCount() * m_table->verticalHeader()->defaultSectionSize();
    return {QWidget::sizeHint().width(), aboveRowsPx + m_table->horizontalHeader()->height() +
                                             rowsPx + 2 * m_table->frameWidth()};
}

QString StatisticsTable::text() const {
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < m_table->columnCount(); ++column) {
        cells << m_table->horizontalHeaderItem(column)->text();
    }
    lines << cells.join(QLatin1Char('\t'));
    for (int row = 0; row < m_table->rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < m_table->columnCount(); ++column) {
            cells << m_table->item(row, column)->text();
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void StatisticsTable::copy() {
    QApplication::clipboard()->setText(m_interval->text() + QLatin1Char('\n') + text());
    Q_EMIT copied();
}

} // namespace sideline::widgets
