#include "studio/settings/team_colours_page.h"

#include <utility>

#include <QColorDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

namespace sideline::studio {

namespace {

constexpr const char* kColour = "colour"; // property of a row's button

} // namespace

TeamColoursPage::TeamColoursPage(QWidget* parent)
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
    auto* note = new QLabel(tr("A team of this name has its color wherever it plays, in all views. "
                               "Others have the colors of their side, see General."));
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
    connect(m_table, &QTableWidget::currentCellChanged, this, &TeamColoursPage::updateRemove);
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

void TeamColoursPage::setColours(const std::vector<NamedColour>& colours) {
    if (colours == this->colours()) {
        return; // a row that has no name yet stays
    }
    m_isFilling = true;
    m_table->setRowCount(0);
    for (const NamedColour& colour : colours) {
        addRow(colour);
    }
    m_isFilling = false;
    updateRemove();
}

std::vector<NamedColour> TeamColoursPage::colours() const {
    std::vector<NamedColour> colours;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString team = m_table->item(row, 0)->text().trimmed();
        if (!team.isEmpty()) {
            colours.push_back(
                {team, m_table->cellWidget(row, 1)->property(kColour).value<QColor>()});
        }
    }
    return colours;
}

void TeamColoursPage::addRow(const NamedColour& colour) {
    const bool wasFilling = std::exchange(m_isFilling, true);
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, 0, new QTableWidgetItem(colour.team));
    auto* button = new QPushButton;
    paint(button, colour.colour);
    m_table->setCellWidget(row, 1, button);
    connect(button, &QPushButton::clicked, this, [this, button] {
        const QColor chosen =
            QColorDialog::getColor(button->property(kColour).value<QColor>(), this);
        if (chosen.isValid()) {
            paint(button, chosen);
            Q_EMIT edited();
        }
    });
    m_isFilling = wasFilling;
}

void TeamColoursPage::paint(QPushButton* button, const QColor& colour) const {
    button->setProperty(kColour, colour);
    button->setText(colour.name());
    button->setStyleSheet(QStringLiteral("background: %1; color: %2;")
                              .arg(colour.name(), widgets::readableOn(colour).name()));
}

void TeamColoursPage::updateRemove() {
    m_remove->setEnabled(m_table->currentRow() >= 0);
}

} // namespace sideline::studio
