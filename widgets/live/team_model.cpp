#include "widgets/live/team_model.h"

#include <array>
#include <utility>

#include <QColor>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

const QString kNothing = QStringLiteral("\u2013"); // NOLINT: QString has no constexpr form

QString numberOf(const TeamPlayerView& player) {
    return player.number > 0 ? QString::number(player.number) : TeamModel::tr("all");
}

QString countText(qint64 count) {
    return count < 0 ? kNothing : QString::number(count);
}

// Content of a cell, compared with the previous one to find changed cells.
QString cellText(const TeamPlayerView& player, int column) {
    switch (column) {
    case TeamModel::NumberColumn:
        return numberOf(player);
    case TeamModel::TypeColumn:
        return player.typeNumber < 0 ? kNothing : QString::number(player.typeNumber);
    case TeamModel::RunsColumn:
        return player.runs;
    case TeamModel::StartColumn:
        return numberText(player.startsAfterS, 1, TeamModel::tr("s"));
    case TeamModel::StateColumn:
        return player.state;
    case TeamModel::CpuColumn:
        return player.cpuPercent < 0.0
                   ? kNothing
                   : QStringLiteral("%1 %").arg(player.cpuPercent, 0, 'f',
                                                player.cpuPercent < 9.95 ? 1 : 0);
    case TeamModel::CycleColumn:
        return player.cycleMs < 0.0 ? kNothing : numberText(player.cycleMs, 2, TeamModel::tr("ms"));
    case TeamModel::MissedColumn:
        return countText(player.missedCycles);
    case TeamModel::LateColumn:
        return countText(player.lateAnswers);
    case TeamModel::TextColumn:
        return player.reason.isEmpty() ? player.lastLine : player.reason;
    default:
        return {};
    }
}

QString tipText(const TeamPlayerView& player) {
    QStringList lines = {
        TeamModel::tr("Player %1, type %2, runs %3")
            .arg(cellText(player, TeamModel::NumberColumn), cellText(player, TeamModel::TypeColumn),
                 player.runs),
        TeamModel::tr("Starts %1 after Start all").arg(cellText(player, TeamModel::StartColumn)),
        player.reason.isEmpty() ? player.state
                                : QStringLiteral("%1: %2").arg(player.state, player.reason)};
    if (player.cpuPercent >= 0.0) {
        QString cost =
            TeamModel::tr("CPU %1 of one core").arg(cellText(player, TeamModel::CpuColumn));
        if (player.memoryMiB >= 0.0) {
            cost += TeamModel::tr(", memory %1")
                        .arg(numberText(player.memoryMiB, 0, TeamModel::tr("MiB")));
        }
        lines << cost;
    }
    if (player.cycleMs >= 0.0) {
        lines << TeamModel::tr("Sense to act %1, missed cycles %2, late answers %3")
                     .arg(cellText(player, TeamModel::CycleColumn),
                          cellText(player, TeamModel::MissedColumn),
                          cellText(player, TeamModel::LateColumn));
    }
    if (!player.lastLine.isEmpty()) {
        lines << TeamModel::tr("Last line: %1").arg(player.lastLine);
    }
    for (QString& line : lines) {
        line = line.toHtmlEscaped();
    }
    return QStringLiteral("<qt>%1</qt>").arg(lines.join(QStringLiteral("<br>")));
}

} // namespace

QColor lampColor(TeamPlayerView::Lamp lamp) {
    switch (lamp) {
    case TeamPlayerView::Lamp::Busy:
        return {0xe0, 0xa8, 0x00};
    case TeamPlayerView::Lamp::Good:
        return {0x2c, 0xa0, 0x3c};
    case TeamPlayerView::Lamp::Trouble:
        return {0xf0, 0x78, 0x10};
    case TeamPlayerView::Lamp::Silent:
        return {0x9a, 0x4f, 0xc8};
    case TeamPlayerView::Lamp::Bad:
        return {0xd8, 0x30, 0x30};
    default:
        return {0x90, 0x90, 0x90};
    }
}

void TeamModel::setPlayers(const std::vector<TeamPlayerView>& players) {
    if (players.size() != m_players.size()) {
        beginResetModel();
        m_players = players;
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < players.size(); ++i) {
        if (players[i] == m_players[i]) {
            continue;
        }
        const TeamPlayerView before = std::exchange(m_players[i], players[i]);
        for (int column = 0; column < ColumnCount; ++column) {
            const bool isLamp = column == StateColumn && (before.lamp != players[i].lamp ||
                                                          before.isActive != players[i].isActive);
            if (isLamp || cellText(before, column) != cellText(players[i], column)) {
                const QModelIndex cell = index(static_cast<int>(i), column);
                Q_EMIT dataChanged(cell, cell);
            }
        }
    }
}

int TeamModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_players.size());
}

int TeamModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TeamModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const TeamPlayerView& player = m_players[static_cast<std::size_t>(index.row())];
    const bool isNumber = index.column() == NumberColumn || index.column() == TypeColumn ||
                          index.column() == StartColumn || index.column() == CpuColumn ||
                          index.column() == CycleColumn || index.column() == MissedColumn ||
                          index.column() == LateColumn;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(player, index.column());
    case Qt::ToolTipRole:
        return tipText(player);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter) |
                                   (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case LampRole:
        return static_cast<int>(player.lamp);
    case ActiveRole:
        return player.isActive;
    default:
        return {};
    }
}

QVariant TeamModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    static constexpr std::array<std::pair<const char*, const char*>, ColumnCount> kTexts = {
        {{QT_TR_NOOP("No."), QT_TR_NOOP("Player number")},
         {QT_TR_NOOP("Type"), QT_TR_NOOP("Robot type")},
         {QT_TR_NOOP("Runs"), QT_TR_NOOP("Program or built-in agent")},
         {QT_TR_NOOP("Start"), QT_TR_NOOP("Delay after Start all")},
         {QT_TR_NOOP("State"), QT_TR_NOOP("State of the process")},
         {QT_TR_NOOP("CPU"), QT_TR_NOOP("Percent of one core, including child processes")},
         {QT_TR_NOOP("Cycle"), QT_TR_NOOP("Time from percepts to command; built-in agents only")},
         {QT_TR_NOOP("Missed"),
          QT_TR_NOOP("Missed server cycles; built-in agents and recorded programs only")},
         {QT_TR_NOOP("Late"),
          QT_TR_NOOP("Answers that came after their cycle, because the computer is too slow or "
                     "busy; built-in agents and recorded programs only")},
         {QT_TR_NOOP("Output"), QT_TR_NOOP("Why it is not running, or its last output line")}}};
    const auto& [text, tip] = kTexts[static_cast<std::size_t>(section)];
    return role == Qt::DisplayRole   ? tr(text)
           : role == Qt::ToolTipRole ? QVariant(tr(tip))
                                     : QVariant();
}

} // namespace sideline::widgets
