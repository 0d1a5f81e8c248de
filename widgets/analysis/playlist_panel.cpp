#include "widgets/analysis/playlist_panel.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <QHeaderView>
#include <QSignalBlocker>

#include "logs/analysis/statistic_list.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using game::Side;

QToolButton* actionButton(const char* name, QAction* action) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

constexpr Side kSides[] = {Side::None, Side::Left, Side::Right}; // entries of the team choice

} // namespace

void PlaylistModel::setMoments(std::vector<logs::Occurrence> moments,
                               const MatchNumbersPtr& numbers) {
    m_numbers = numbers;
    setRows(std::move(moments), [](const logs::Occurrence& moment) {
        return std::tuple(moment.when.recordTimeS, moment.kinds, moment.player);
    });
}

void PlaylistModel::setColors(const TeamColors& colors) {
    m_colors = colors;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void PlaylistModel::setPlayed(int row) {
    const int before = std::exchange(m_played, row);
    for (const int changed : {before, row}) {
        if (changed >= 0 && changed < rowCount()) {
            Q_EMIT dataChanged(index(changed, 0), index(changed, ColumnCount - 1));
        }
    }
}

int PlaylistModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PlaylistModel::data(const QModelIndex& index, int role) const {
    const logs::Occurrence* moment = rowAt(index.row());
    if (moment == nullptr) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
        case TimeColumn:
            return clockText(moment->when.gameTimeS, true);
        case PlayerColumn:
            return moment->player.side != Side::None
                       ? playerText(m_numbers->statistics, moment->player)
                   : moment->side != Side::None
                       ? toQt(logs::teamName(m_numbers->statistics, moment->side))
                       : QString();
        default:
            return toQt(moment->what);
        }
    }
    if (role == Qt::DecorationRole && index.column() == PlayerColumn &&
        moment->side != Side::None) {
        return m_colors.of(moment->side);
    }
    if (role == Qt::FontRole && index.row() == m_played) {
        return bold({});
    }
    if (role == Qt::ToolTipRole) {
        return tr("%1\nDouble-click or press Return to seek there").arg(toQt(moment->what));
    }
    return {};
}

QVariant PlaylistModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == TimeColumn     ? tr("Time")
           : section == PlayerColumn ? tr("Player")
                                     : tr("Event");
}

PlaylistPanel::PlaylistPanel(const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_kind(panelChoice("playlistKind", {},
                         tr("Kind of moments to list; intervals such as possession are listed only "
                            "if chosen here"))),
      m_team(panelChoice("playlistTeam", {}, tr("Team whose moments are listed"))),
      m_player(panelChoice("playlistPlayer", {}, tr("Player whose moments are listed"))),
      m_window(panelTool("playlistWindow", QStringLiteral("close"),
                         tr("List the whole match instead of this part"))),
      m_before(numberField("playlistBefore", 0.0, 60.0, 0, 1.0, tr("s before"))),
      m_after(numberField("playlistAfter", 0.0, 60.0, 0, 1.0, tr("s after"))),
      m_count(new ElidedLabel("playlistCount", Qt::ElideRight)),
      m_table(panelTable("playlist", &m_model)) {
    m_kind->setAccessibleName(m_kind->toolTip());
    m_team->setAccessibleName(m_team->toolTip());
    m_player->setAccessibleName(m_player->toolTip());
    m_kind->addItem(tr("All events"));
    for (int i = 0; i < logs::kOccurrenceKindCount; ++i) {
        m_kind->addItem(toQt(logs::occurrenceKindName(static_cast<logs::OccurrenceKind>(i))));
    }
    m_before->setToolTip(tr("Lead time before each moment"));
    m_after->setToolTip(tr("Time after each moment before the next one"));
    m_before->setAccessibleName(m_before->toolTip());
    m_after->setAccessibleName(m_after->toolTip());
    for (QDoubleSpinBox* field : {m_before, m_after}) {
        field->setMinimumWidth(field->sizeHint().width());
    }
    m_table->setAccessibleName(tr("Moments"));
    m_table->setWordWrap(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setColumnWidth(PlaylistModel::TimeColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("00:00.00")) + 12);
    m_table->setColumnWidth(PlaylistModel::PlayerColumn,
                            fontMetrics().horizontalAdvance(QStringLiteral("UTAustin 11")) + 34);
    auto* choices = new QHBoxLayout;
    choices->addWidget(m_kind, 3);
    choices->addWidget(m_team, 2);
    choices->addWidget(m_player, 2);
    choices->addWidget(m_window);
    auto* controls = new QHBoxLayout;
    controls->setSpacing(2);
    controls->addWidget(actionButton("playlistPrevious", actions.previous));
    controls->addWidget(actionButton("playlistPlay", actions.play));
    controls->addWidget(actionButton("playlistNext", actions.next));
    controls->addWidget(m_count, 1);
    controls->addWidget(m_before);
    controls->addWidget(m_after);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(choices);
    column->addLayout(controls);
    column->addWidget(m_table, 1);
    for (QComboBox* choice : {m_kind, m_team, m_player}) {
        connect(choice, &QComboBox::activated, this, &PlaylistPanel::takeChoices);
    }
    connect(m_window, &QToolButton::clicked, this, [this] {
        MomentFilter all = m_filter;
        all.windowS.reset();
        setFilter(all);
    });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT jumpRequested(index.row()); });
    connect(m_before, &QDoubleSpinBox::valueChanged, this, &PlaylistPanel::timesChanged);
    connect(m_after, &QDoubleSpinBox::valueChanged, this, &PlaylistPanel::timesChanged);
    setTimes(3.0, 2.0);
    setNumbers(nullptr);
}

void PlaylistPanel::setTimes(double beforeS, double afterS) {
    m_before->setValue(beforeS);
    m_after->setValue(afterS);
}

void PlaylistPanel::setNumbers(const MatchNumbersPtr& numbers) {
    m_numbers = numbers;
    fillChoices();
    list();
}

void PlaylistPanel::setFilter(const MomentFilter& filter) {
    if (filter == m_filter) {
        return;
    }
    m_filter = filter;
    fillChoices();
    list();
    setCurrent(moments().empty() ? -1 : 0);
    Q_EMIT filterChanged();
}

// Fills in the teams and players of the match and selects those of the filter.
void PlaylistPanel::fillChoices() {
    const auto fill = [](QComboBox* box, const QStringList& texts, int chosen) {
        QStringList before;
        for (int i = 0; i < box->count(); ++i) {
            before << box->itemText(i);
        }
        if (texts != before) {
            box->clear();
            box->addItems(texts);
        }
        box->setCurrentIndex(chosen);
    };
    m_kind->setCurrentIndex(m_filter.kind ? 1 + static_cast<int>(*m_filter.kind) : 0);
    QStringList teams = {tr("Both teams")};
    QStringList players = {tr("All players")};
    m_players.clear();
    int chosen = 0;
    for (const Side side : {Side::Left, Side::Right}) {
        teams << (m_numbers ? toQt(logs::teamName(m_numbers->statistics, side))
                            : toQt(game::sideName(side)));
    }
    if (m_numbers) {
        for (const logs::PlayerStatistics& player : m_numbers->statistics.players) {
            if (m_filter.side != Side::None && player.id.side != m_filter.side) {
                continue;
            }
            m_players.push_back(player.id);
            players << playerText(m_numbers->statistics, player.id);
            if (player.id == m_filter.player) {
                chosen = static_cast<int>(m_players.size());
            }
        }
    }
    fill(m_team, teams, static_cast<int>(std::ranges::find(kSides, m_filter.side) - kSides));
    fill(m_player, players, chosen);
    m_window->setVisible(m_filter.windowS.has_value());
}

void PlaylistPanel::takeChoices() {
    MomentFilter filter = m_filter;
    filter.kind = m_kind->currentIndex() > 0
                      ? std::optional(static_cast<logs::OccurrenceKind>(m_kind->currentIndex() - 1))
                      : std::nullopt;
    filter.side = kSides[std::clamp(m_team->currentIndex(), 0, 2)];
    const auto player = static_cast<std::size_t>(std::max(0, m_player->currentIndex()));
    filter.player =
        player > 0 && player <= m_players.size() ? m_players[player - 1] : game::PlayerId{};
    if (filter.side != Side::None && filter.player.side != Side::None &&
        filter.player.side != filter.side) {
        filter.player = {};
    }
    setFilter(filter);
}

void PlaylistPanel::list() {
    std::vector<logs::Occurrence> listed;
    if (m_numbers) {
        std::ranges::copy_if(m_numbers->occurrences, std::back_inserter(listed),
                             [this](const logs::Occurrence& one) { return m_filter.accepts(one); });
    }
    const auto chosen = current() >= 0
                            ? std::optional(moments()[static_cast<std::size_t>(current())])
                            : std::nullopt;
    m_model.setMoments(std::move(listed), m_numbers);
    if (chosen && current() < 0) { // the choice was lost because entries were inserted or removed
        const auto again = std::ranges::find(moments(), *chosen);
        setCurrent(again == moments().end() ? -1 : static_cast<int>(again - moments().begin()));
    }
    setPlayed(m_played < m_model.rowCount() ? m_played : -1);
    Q_EMIT listChanged();
}

int PlaylistPanel::current() const {
    return m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1;
}

void PlaylistPanel::setCurrent(int row) {
    if (row < 0) {
        m_table->setCurrentIndex({});
        m_table->clearSelection();
    } else {
        m_table->setCurrentIndex(m_model.index(row, PlaylistModel::TimeColumn));
    }
}

void PlaylistPanel::setPlayed(int row) {
    m_played = row;
    m_model.setPlayed(row);
    const auto count = static_cast<int>(moments().size());
    showText(m_count,
             row >= 0 ? tr("%1 of %2").arg(row + 1).arg(count) : tr("%n moments", nullptr, count));
}

} // namespace sideline::widgets
