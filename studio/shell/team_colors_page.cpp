#include "studio/shell/team_colors_page.h"

#include <utility>

#include <QColorDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace sideline::studio {

namespace {

constexpr const char* kColor = "color"; // property of a row's button

} // namespace

TeamColorsPage::TeamColorsPage(QWidget* parent)
    : QWidget(parent), m_table(new QTableWidget), m_remove(new QPushButton(tr("Remove"))) {
    m_table->setObjectName(QStringLiteral("teamColors"));
    m_table->setColumnCount(2);
    m_table->setHorizontalHeaderLabels({tr("Team"), tr("Color")});
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->setColumnWidth(1, 120);
    m_table->verticalHeader()->hide();
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* add = new QPushButton(tr("Add a team"));
    add->setObjectName(QStringLiteral("addTeamColor"));
    m_remove->setObjectName(QStringLiteral("removeTeamColor"));
    auto* note = new QLabel(tr("A team in this list always has its color, in all views. Other "
                               "teams use the colors of their side, see General."));
    note->setWordWrap(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->addWidget(note);
    column->addWidget(m_table, 1);
    column->addLayout(buttons);
    connect(m_table, &QTableWidget::itemChanged, this, [this] {
        if (!m_isFilling) {
            Q_EMIT edited();
        }
    });
    connect(m_table, &QTableWidget::currentCellChanged, this, &TeamColorsPage::updateRemove);
    connect(add, &QPushButton::clicked, this, [this] {
        addRow({QString(), QColor::fromHsv(40 + 67 * m_table->rowCount() % 320, 200, 210)});
        const int row = m_table->rowCount() - 1;
        m_table->setCurrentCell(row, 0);
        m_table->editItem(m_table->item(row, 0));
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        m_table->removeRow(m_table->currentRow());
        updateRemove();
        Q_EMIT edited();
    });
    updateRemove();
}

void TeamColorsPage::setColors(const std::vector<NamedColor>& colors) {
    if (colors == this->colors()) {
        return; // skips a new row without a name
    }
    m_isFilling = true;
    m_table->setRowCount(0);
    for (const NamedColor& color : colors) {
        addRow(color);
    }
    m_isFilling = false;
    updateRemove();
}

std::vector<NamedColor> TeamColorsPage::colors() const {
    std::vector<NamedColor> colors;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString team = m_table->item(row, 0)->text().trimmed();
        if (!team.isEmpty()) {
            colors.push_back({team, m_table->cellWidget(row, 1)->property(kColor).value<QColor>()});
        }
    }
    return colors;
}

void TeamColorsPage::addRow(const NamedColor& color) {
    const bool wasFilling = std::exchange(m_isFilling, true);
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, 0, new QTableWidgetItem(color.team));
    auto* button = new QPushButton;
    paint(button, color.color);
    m_table->setCellWidget(row, 1, button);
    connect(button, &QPushButton::clicked, this, [this, button] {
        const QColor chosen =
            QColorDialog::getColor(button->property(kColor).value<QColor>(), this);
        if (chosen.isValid()) {
            paint(button, chosen);
            Q_EMIT edited();
        }
    });
    m_isFilling = wasFilling;
}

void TeamColorsPage::paint(QPushButton* button, const QColor& color) const {
    button->setProperty(kColor, color);
    button->setText(color.name());
    button->setStyleSheet(QStringLiteral("background: %1; color: %2;")
                              .arg(color.name(), widgets::readableOn(color).name()));
}

void TeamColorsPage::updateRemove() {
    m_remove->setEnabled(m_table->currentRow() >= 0);
}

} // namespace sideline::studio
