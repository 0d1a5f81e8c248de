#include "widgets/robot/robot_compare_panel.h"

#include <algorithm>

#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/robot/row_table.h"

namespace sideline::widgets {

namespace {

const QColor kChangedGround(0xe0, 0x90, 0x00, 60);

} // namespace

RobotComparePanel::RobotComparePanel(QWidget* parent)
    : QWidget(parent),
      m_other(panelChoice("compare-other", {}, tr("The robot to compare with"))),
      m_onlyDifferences(new QCheckBox(tr("Differences only"))),
      m_count(new QLabel),
      m_table(rowTable("compare-table", 4)) {
    auto* column = columnIn(this);
    auto* row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("With")));
    m_other->setMinimumContentsLength(18);
    m_other->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    row->addWidget(m_other);
    m_onlyDifferences->setObjectName(QStringLiteral("compare-only-differences"));
    m_onlyDifferences->setChecked(true);
    row->addWidget(m_onlyDifferences);
    m_count->setObjectName(QStringLiteral("compare-count"));
    row->addWidget(m_count, 1);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    connect(m_other, &QComboBox::activated, this, &RobotComparePanel::otherChosen);
    connect(m_onlyDifferences, &QCheckBox::toggled, this, &RobotComparePanel::fill);
    connect(m_table, &QTableWidget::cellClicked, this,
            [this](int at) { Q_EMIT subjectChosen(m_table->item(at, 0)->text()); });
}

void RobotComparePanel::setOthers(const QStringList& others) {
    const int before = m_other->currentIndex();
    m_other->clear();
    m_other->addItems(others);
    m_other->setCurrentIndex(std::clamp(before, 0, static_cast<int>(others.size()) - 1));
}

void RobotComparePanel::setValues(const QString& before, const QString& after,
                                  const std::vector<robot::ComparedValue>& values) {
    m_values = values;
    m_table->setHorizontalHeaderLabels({tr("Body, joint"), tr("Value"), before, after});
    fill();
}

void RobotComparePanel::fill() {
    const auto differences = std::ranges::count(m_values, false, &robot::ComparedValue::isSame);
    showText(m_count, differences == 0
                          ? tr("No difference")
                          : tr("%n differences", nullptr, static_cast<int>(differences)));
    m_table->setRowCount(0);
    for (const robot::ComparedValue& value : m_values) {
        if (value.isSame && m_onlyDifferences->isChecked()) {
            continue;
        }
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        const QString unit = value.unit.empty() ? QString() : QLatin1Char(' ') + toQt(value.unit);
        const auto text = [&](const std::string& one) {
            return one.empty() ? QStringLiteral("-") : toQt(one) + unit;
        };
        const QString what = value.what.empty() ? tr("present") : toQt(value.what);
        int cell = 0;
        for (const QString& each :
             {toQt(value.subject), what, text(value.before), text(value.after)}) {
            auto* item = new QTableWidgetItem(each);
            item->setToolTip(each);
            if (!value.isSame && cell > 1) {
                item->setBackground(kChangedGround);
            }
            m_table->setItem(row, cell++, item);
        }
    }
}

} // namespace sideline::widgets
