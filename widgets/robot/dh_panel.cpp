#include "widgets/robot/dh_panel.h"

#include <QApplication>
#include <QClipboard>

#include "agentcore/math/angles.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/panel_parts.h"
#include "widgets/robot/row_table.h"

namespace sideline::widgets {

namespace {

constexpr int kColumns = 6;

// Avoids a negative zero.
QString tidyNumber(double value, int decimals) {
    const QString text = QString::number(value, 'f', decimals);
    return text.toDouble() == 0.0 ? QString::number(0.0, 'f', decimals) : text;
}

} // namespace

DhPanel::DhPanel(QWidget* parent)
    : QWidget(parent),
      m_note(new QLabel),
      m_copy(panelButton("dh-copy", tr("Copy"), tr("Copy the tables for a spreadsheet"))),
      m_table(rowTable("dh-table", kColumns)) {
    auto* column = columnIn(this);
    auto* row = new QHBoxLayout;
    m_note->setObjectName(QStringLiteral("dh-note"));
    m_note->setWordWrap(true);
    row->addWidget(m_note, 1);
    row->addWidget(m_copy);
    column->addLayout(row);
    m_table->setHorizontalHeaderLabels({tr("Limb"), tr("Joint"), tr("theta, \u00b0"), tr("d, m"),
                                        tr("a, m"), tr("alpha, \u00b0")});
    column->addWidget(m_table, 1);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(text()); });
    connect(m_table, &QTableWidget::cellClicked, this,
            [this](int at) { Q_EMIT jointChosen(m_joints[static_cast<std::size_t>(at)]); });
}

void DhPanel::setRobot(const robot::RobotModelPtr& model) {
    const std::pair<robot::LimbId, QString> limbs[] = {{robot::LimbId::Head, tr("head")},
                                                       {robot::LimbId::RightHand, tr("right arm")},
                                                       {robot::LimbId::LeftHand, tr("left arm")},
                                                       {robot::LimbId::RightFoot, tr("right leg")},
                                                       {robot::LimbId::LeftFoot, tr("left leg")}};
    m_table->setRowCount(0);
    m_joints.clear();
    for (const auto& [limb, name] : limbs) {
        const robot::LimbChain* chain = model ? robot::limbChain(*model, limb) : nullptr;
        if (chain == nullptr) {
            continue;
        }
        for (const robot::DhRow& row : robot::dhTable(*model, *chain).rows) {
            const int at = m_table->rowCount();
            m_table->insertRow(at);
            m_joints.push_back(row.joint);
            const double offsetDeg = math::degFromRad(row.thetaOffsetRad);
            const QString theta =
                QStringLiteral("%1q%2%3")
                    .arg(row.sign < 0.0 ? QStringLiteral("-") : QString(),
                         offsetDeg < 0.0 ? QStringLiteral(" - ") : QStringLiteral(" + "))
                    .arg(std::abs(offsetDeg), 0, 'f', 3);
            int cell = 0;
            for (const QString& text :
                 {name, jointText(*model, row.joint), theta, tidyNumber(row.dM, 5),
                  tidyNumber(row.aM, 5), tidyNumber(math::degFromRad(row.alphaRad), 3)}) {
                m_table->setItem(at, cell++, new QTableWidgetItem(text));
            }
        }
    }
    const bool hasAny = m_table->rowCount() > 0;
    m_copy->setEnabled(hasAny);
    showText(m_note,
             hasAny ? tr("Denavit-Hartenberg tables, classic convention: rotation by theta about "
                         "z, translation by d along z and a along x, rotation by alpha about x")
                    : tr("No tables: the limbs of this robot do not have the joint names "
                         "of a Nao (hj1, raj1, rlj1, ...)"));
}

QString DhPanel::text() const {
    QString all;
    for (int column = 0; column < kColumns; ++column) {
        all += m_table->horizontalHeaderItem(column)->text() +
               (column + 1 < kColumns ? QLatin1Char('\t') : QLatin1Char('\n'));
    }
    for (int row = 0; row < m_table->rowCount(); ++row) {
        for (int column = 0; column < kColumns; ++column) {
            all += m_table->item(row, column)->text() +
                   (column + 1 < kColumns ? QLatin1Char('\t') : QLatin1Char('\n'));
        }
    }
    return all;
}

} // namespace sideline::widgets
