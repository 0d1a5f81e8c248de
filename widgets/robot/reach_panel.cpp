#include "widgets/robot/reach_panel.h"

#include <algorithm>
#include <array>

#include <Eigen/Geometry>

#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/robot/row_table.h"

namespace sideline::widgets {

namespace {

constexpr int kDefaultCount = 4000;
constexpr int kMaxCount = 50'000;

} // namespace

QColor ReachPanel::colorOf(std::size_t index) {
    static constexpr std::array<QRgb, 6> kColors = {0xfff2a71f, 0xffd14fd6, 0xff1fb8ff,
                                                    0xff30c060, 0xffe0504a, 0xff8a8f99};
    return QColor(kColors[index % kColors.size()]);
}

ReachPanel::ReachPanel(QWidget* parent)
    : QWidget(parent),
      m_table(rowTable("reach-table", 5)),
      m_count(new CountField),
      m_shows(new QCheckBox(tr("Show in 3D"))),
      m_all(new QCheckBox(tr("All bodies"))),
      m_state(new QLabel) {
    auto* column = columnIn(this);
    auto* row = new QHBoxLayout;
    m_count->setObjectName(QStringLiteral("reach-count"));
    m_count->setRange(100, kMaxCount);
    m_count->setValue(kDefaultCount);
    m_count->setSingleStep(1000);
    m_count->setKeyboardTracking(false);
    m_count->setToolTip(tr("Random postures tried for each body"));
    m_shows->setObjectName(QStringLiteral("reach-shows"));
    m_shows->setChecked(true);
    m_all->setObjectName(QStringLiteral("reach-all"));
    m_all->setToolTip(tr("Lists all bodies instead of hands and feet"));
    m_state->setWordWrap(true);
    row->addWidget(m_shows);
    row->addWidget(m_all);
    row->addWidget(new QLabel(tr("Postures")));
    row->addWidget(m_count);
    row->addWidget(m_state, 1);
    column->addLayout(row);
    m_table->setHorizontalHeaderLabels(
        {tr("Far end of"), tr("Right, m"), tr("Forward, m"), tr("Up, m"), tr("Without overlaps")});
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    column->addWidget(m_table, 1);
    connect(m_count, &QSpinBox::valueChanged, this, &ReachPanel::pointsChanged);
    connect(m_shows, &QCheckBox::toggled, this, &ReachPanel::showChanged);
    connect(m_all, &QCheckBox::toggled, this, &ReachPanel::fill);
    connect(m_table, &QTableWidget::itemChanged, this, [this](QTableWidgetItem* item) {
        if (m_isFilling || item->column() != 0) {
            return;
        }
        m_chosen.removeAll(item->text());
        if (item->checkState() == Qt::Checked) {
            m_chosen << item->text();
        }
        Q_EMIT pointsChanged();
    });
}

void ReachPanel::setBodies(const QStringList& bodies, const QStringList& ends) {
    const bool isOther = ends != m_ends;
    m_ends = ends;
    QStringList kept;
    for (const QString& body : std::as_const(m_chosen)) {
        if (bodies.contains(body)) {
            kept << body;
        }
    }
    if (isOther || bodies != m_bodies) {
        m_bodies = bodies;
        m_chosen = isOther ? ends : kept;
        fill();
    }
}

QStringList ReachPanel::chosen() const {
    QStringList ordered;
    for (const QString& body : m_bodies) {
        if (m_chosen.contains(body)) {
            ordered << body;
        }
    }
    return ordered;
}

void ReachPanel::setClouds(const std::vector<ReachCloud>& clouds) {
    m_clouds = clouds;
    fill();
}

void ReachPanel::setBusy(bool isBusy) {
    showText(m_state, isBusy ? tr("Computing...") : QString());
}

void ReachPanel::fill() {
    m_isFilling = true;
    QStringList rows;
    for (const QString& body : std::as_const(m_bodies)) {
        if (m_all->isChecked() || m_ends.contains(body) || m_chosen.contains(body)) {
            rows << body;
        }
    }
    m_table->setRowCount(static_cast<int>(rows.size()));
    for (int row = 0; row < rows.size(); ++row) {
        auto* name = new QTableWidgetItem(rows[row]);
        name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable);
        name->setCheckState(m_chosen.contains(rows[row]) ? Qt::Checked : Qt::Unchecked);
        m_table->setItem(row, 0, name);
        const auto cloud = std::ranges::find(m_clouds, rows[row].toStdString(), &ReachCloud::body);
        const bool isThere = cloud != m_clouds.end() && m_chosen.contains(rows[row]);
        Eigen::AlignedBox3d box;
        if (isThere) {
            name->setForeground(colorOf(static_cast<std::size_t>(cloud - m_clouds.begin())));
            for (const Eigen::Vector3d& point : cloud->points_T) {
                box.extend(point);
            }
        }
        for (int axis = 0; axis < 3; ++axis) {
            const QString range = !isThere || box.isEmpty() ? QStringLiteral("-")
                                                            : tr("%1 to %2")
                                                                  .arg(box.min()[axis], 0, 'f', 3)
                                                                  .arg(box.max()[axis], 0, 'f', 3);
            m_table->setItem(row, 1 + axis, new QTableWidgetItem(range));
        }
        const QString percent =
            isThere && cloud->tried > 0
                ? tr("%1 %").arg(100.0 * static_cast<double>(cloud->points_T.size()) /
                                     static_cast<double>(cloud->tried),
                                 0, 'f', 0)
                : QStringLiteral("-");
        m_table->setItem(row, 4, new QTableWidgetItem(percent));
    }
    m_isFilling = false;
}

} // namespace sideline::widgets
