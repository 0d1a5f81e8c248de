#include "widgets/analysis/team_numbers_panel.h"

#include <algorithm>
#include <cmath>

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include "logs/analysis/statistic_list.h"
#include "widgets/common/icons.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using game::Side;

constexpr int kBarPx = 3;

bool isSame(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

// Draws a bar below each number, growing outward from the middle of the table.
class BarDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const double ratio = index.data(TeamNumbersModel::kRatioRole).toDouble();
        const Side side = TeamNumbersModel::sideOf(index.column());
        if (side == Side::None || !(ratio > 0.0)) {
            return;
        }
        const QRect all = option.rect.adjusted(4, 0, -4, -1);
        QRect bar(all.left(), all.bottom() - kBarPx + 1,
                  std::max(1, static_cast<int>(std::lround(ratio * all.width()))), kBarPx);
        if (side == Side::Left) {
            bar.moveRight(all.right());
        }
        painter->fillRect(bar, index.data(Qt::DecorationPropertyRole).value<QColor>());
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kBarPx);
    }
};

} // namespace

bool TeamNumberRow::operator==(const TeamNumberRow& other) const {
    return statistic == other.statistic && isSame(left, other.left) && isSame(right, other.right);
}

Side TeamNumbersModel::sideOf(int column) {
    return column == LeftColumn ? Side::Left : column == RightColumn ? Side::Right : Side::None;
}

void TeamNumbersModel::setNumbers(const MatchNumbersPtr& numbers) {
    m_numbers = numbers;
    std::vector<TeamNumberRow> rows;
    if (numbers) {
        const auto statistics = logs::teamStatistics();
        for (std::size_t i = 0; i < statistics.size(); ++i) {
            const auto& total = numbers->statistics.total;
            rows.push_back({i, statistics[i].value(total, Side::Left),
                            statistics[i].value(total, Side::Right)});
        }
    }
    setRows(std::move(rows), &TeamNumberRow::statistic);
    Q_EMIT headerDataChanged(Qt::Horizontal, LeftColumn, RightColumn);
}

void TeamNumbersModel::setColors(const TeamColors& colors) {
    m_colors = colors;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int TeamNumbersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<MomentFilter> TeamNumbersModel::momentsAt(const QModelIndex& index) const {
    const TeamNumberRow* row = rowAt(index.row());
    const auto kind =
        row != nullptr ? logs::teamStatistics()[row->statistic].info.behind : std::nullopt;
    if (!kind) {
        return std::nullopt;
    }
    MomentFilter filter;
    filter.kind = kind;
    filter.side = sideOf(index.column());
    return filter;
}

QVariant TeamNumbersModel::data(const QModelIndex& index, int role) const {
    const TeamNumberRow* row = rowAt(index.row());
    if (row == nullptr) {
        return {};
    }
    const logs::StatisticInfo& info = logs::teamStatistics()[row->statistic].info;
    const Side side = sideOf(index.column());
    const double value = side == Side::Left ? row->left : row->right;
    switch (role) {
    case Qt::DisplayRole:
        return side == Side::None ? toQt(info.name)
                                  : statisticText(value, info.decimals, info.unit);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (side == Side::Left    ? Qt::AlignRight
                                            : side == Side::Right ? Qt::AlignLeft
                                                                  : Qt::AlignHCenter));
    case Qt::ToolTipRole:
        return info.behind ? tr("%1.\nClick to list its moments").arg(toQt(info.about))
                           : tr("%1.\nClick to see the players' positions").arg(toQt(info.about));
    case Qt::AccessibleTextRole:
        return side == Side::None
                   ? toQt(info.name)
                   : QStringLiteral("%1, %2: %3")
                         .arg(
                             toQt(info.name),
                             headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
                             statisticText(value, info.decimals, info.unit));
    case Qt::DecorationPropertyRole:
        return m_colors.of(side);
    case kRatioRole: {
        const double most = info.unit == "%" ? 100.0 : std::fmax(row->left, row->right);
        return most > 0.0 && !std::isnan(value) ? value / most : 0.0;
    }
    default:
        return {};
    }
}

QVariant TeamNumbersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    const Side side = sideOf(section);
    if (role == Qt::TextAlignmentRole) {
        return data(index(0, section), role);
    }
    if (role != Qt::DisplayRole || side == Side::None || !m_numbers) {
        return role == Qt::DisplayRole ? QVariant(QString()) : QVariant();
    }
    return toQt(logs::teamName(m_numbers->statistics, side));
}

QString periodText(const AnalysisPeriod& period) {
    switch (period.kind) {
    case AnalysisPeriod::Kind::Match:
        break;
    case AnalysisPeriod::Kind::Half:
        return TeamNumbersPanel::tr("Half %1").arg(period.half);
    case AnalysisPeriod::Kind::Loop:
        return TeamNumbersPanel::tr("Loop A to B");
    }
    return TeamNumbersPanel::tr("Whole match");
}

TeamNumbersPanel::TeamNumbersPanel(QWidget* parent)
    : QWidget(parent),
      m_period(panelChoice("analysisPeriod", {},
                           tr("Part of the match that is counted. Set a loop with [ and ] to count "
                              "only within it"))),
      m_progress(new QProgressBar),
      m_stop(panelTool("analysisStop", QStringLiteral("stop"), tr("Stop counting"))),
      m_hint(new QLabel(tr("Open a match to see its numbers"))),
      m_table(panelTable("teamNumbers", &m_model)) {
    m_period->setAccessibleName(tr("Part of the match"));
    m_progress->setObjectName(QStringLiteral("analysisProgress"));
    m_progress->setAccessibleName(tr("Progress of the analysis"));
    m_progress->setMaximumHeight(fontMetrics().height() + 4);
    m_progress->setFormat(tr("%p %"));
    m_hint->setObjectName(QStringLiteral("analysisHint"));
    m_hint->setWordWrap(true);
    m_table->setAccessibleName(tr("Statistics of both teams"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setItemDelegate(new BarDelegate(m_table));
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6 + kBarPx);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(TeamNumbersModel::NameColumn,
                                                      QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setMinimumSectionSize(56);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->viewport()->setCursor(Qt::PointingHandCursor);
    auto* row = new QHBoxLayout;
    row->addWidget(m_period, 1);
    row->addWidget(m_progress, 1);
    row->addWidget(m_stop);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(m_hint);
    column->addWidget(m_table, 1);
    connect(m_period, &QComboBox::activated, this, &TeamNumbersPanel::periodChosen);
    connect(m_table, &QTableView::clicked, this, &TeamNumbersPanel::activate);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (m_table->hasFocus()) {
            activate(index);
        }
    });
    connect(m_stop, &QToolButton::clicked, this, [this] {
        m_shownProgress.state == AnalysisProgress::State::Stopped ? Q_EMIT resumeRequested()
                                                                  : Q_EMIT
                                                                    stopRequested();
    });
    setPeriods({AnalysisPeriod{}});
    setProgress({});
    m_progress->hide();
    m_stop->hide();
}

void TeamNumbersPanel::activate(const QModelIndex& index) {
    if (const auto filter = m_model.momentsAt(index)) {
        Q_EMIT momentsRequested(*filter);
    } else if (index.isValid()) {
        Q_EMIT positionsRequested(TeamNumbersModel::sideOf(index.column()));
    }
}

void TeamNumbersPanel::addBar(QWidget* bar) {
    static_cast<QVBoxLayout*>(layout())->insertWidget(1, bar);
}

void TeamNumbersPanel::setNumbers(const MatchNumbersPtr& numbers) {
    m_model.setNumbers(numbers);
    m_hint->setVisible(numbers == nullptr);
    m_table->setVisible(numbers != nullptr);
}

void TeamNumbersPanel::setProgress(const AnalysisProgress& progress) {
    using State = AnalysisProgress::State;
    m_shownProgress = progress;
    const bool isBusy =
        (progress.state == State::Counting || progress.state == State::Waiting ||
         progress.state == State::Stopped) &&
        progress.percent < 99; // the analysis of a live match always lags a little behind
    const bool isStopped = progress.state == State::Stopped;
    m_progress->setVisible(isBusy);
    m_stop->setVisible(isBusy);
    m_progress->setRange(0, progress.state == State::Waiting ? 0 : 100);
    m_progress->setValue(progress.percent);
    m_progress->setToolTip(
        isStopped ? tr("Stopped: the numbers cover the first %1 %").arg(progress.percent)
                  : tr("The numbers are updated while the log is read"));
    m_stop->setIcon(icon(isStopped ? QStringLiteral("play") : QStringLiteral("stop")));
    const QString tip = isStopped ? tr("Continue counting") : tr("Stop counting");
    m_stop->setToolTip(tip);
    m_stop->setAccessibleName(tip);
    showText(m_hint, progress.state == State::Nothing   ? tr("Open a match to see its numbers")
                     : progress.state == State::Waiting ? tr("The log is being read")
                                                        : tr("Counting"));
}

void TeamNumbersPanel::setPeriods(const std::vector<AnalysisPeriod>& periods) {
    if (periods == m_periods) {
        return;
    }
    const AnalysisPeriod chosen = period();
    m_periods = periods;
    m_period->clear();
    for (const AnalysisPeriod& one : periods) {
        m_period->addItem(periodText(one));
    }
    const auto at = std::ranges::find(periods, chosen);
    m_period->setCurrentIndex(at == periods.end() ? 0 : static_cast<int>(at - periods.begin()));
}

AnalysisPeriod TeamNumbersPanel::period() const {
    const int index = m_period->currentIndex();
    return index < 0 || index >= static_cast<int>(m_periods.size())
               ? AnalysisPeriod{}
               : m_periods[static_cast<std::size_t>(index)];
}

} // namespace sideline::widgets
