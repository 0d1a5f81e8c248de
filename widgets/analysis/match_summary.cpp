#include "widgets/analysis/match_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QCoreApplication>
#include <QFileInfo>

#include "logs/analysis/statistic_list.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using game::Side;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

QString text(const char* english) {
    return QCoreApplication::translate("sideline::widgets::MatchesPanel", english);
}

double pointsOf(int own, int others) {
    return own > others ? 3.0 : own == others ? 1.0 : 0.0;
}

} // namespace

const std::vector<MatchNumberInfo>& matchNumbers() {
    static const std::vector<MatchNumberInfo> kNumbers = [] {
        std::vector<MatchNumberInfo> numbers;
        for (const logs::TeamStatistic& statistic : logs::teamStatistics()) {
            const logs::StatisticInfo& info = statistic.info;
            numbers.push_back(
                {toQt(info.id), toQt(info.name), toQt(info.unit), info.decimals, toQt(info.about)});
        }
        numbers.push_back(
            {QStringLiteral("points"), text("Points"), {}, 0, text("3 for a win, 1 for a draw")});
        numbers.push_back({QStringLiteral("get_ups"),
                           text("Get-ups"),
                           {},
                           0,
                           text("Falls after which the player got up on its own")});
        numbers.push_back(
            {QStringLiteral("players"), text("Players"), {}, 0, text("On the field at kick-off")});
        numbers.push_back({QStringLiteral("missed_cycles"),
                           text("Missed cycles"),
                           {},
                           0,
                           text("Cycles for which built-in agents got no message")});
        numbers.push_back({QStringLiteral("late_answers"),
                           text("Late answers"),
                           {},
                           0,
                           text("Answers of built-in agents that came after their cycle")});
        return numbers;
    }();
    return kNumbers;
}

MatchSummary summaryOf(const QString& file, const logs::MatchStatistics& match) {
    MatchSummary summary;
    summary.file = file;
    summary.name = QFileInfo(file).fileName();
    summary.teamLeft = toQt(match.teamLeft);
    summary.teamRight = toQt(match.teamRight);
    summary.scoreLeft = match.scoreLeft;
    summary.scoreRight = match.scoreRight;
    logs::BothSides<double> getUps{};
    for (const logs::PlayerStatistics& player : match.players) {
        if (player.id.side != Side::None) {
            getUps.of(player.id.side) += player.getUps;
        }
    }
    for (const MatchNumberInfo& number : matchNumbers()) {
        logs::BothSides<double> values{kUnknown, kUnknown};
        if (number.id == QLatin1String("points")) {
            values = {pointsOf(match.scoreLeft, match.scoreRight),
                      pointsOf(match.scoreRight, match.scoreLeft)};
        } else if (number.id == QLatin1String("get_ups")) {
            values = getUps;
        } else if (summary.values.size() < logs::teamStatistics().size()) {
            const auto& statistic = logs::teamStatistics()[summary.values.size()];
            values = {statistic.value(match.total, Side::Left),
                      statistic.value(match.total, Side::Right)};
        }
        summary.values.push_back(values);
    }
    return summary;
}

std::vector<TeamAverages> averagesOf(const std::vector<MatchSummary>& matches) {
    std::vector<TeamAverages> teams;
    std::vector<std::vector<std::vector<double>>> values; // values by team and number
    const auto teamAt = [&](const QString& name) {
        const auto known = std::ranges::find(teams, name, &TeamAverages::team);
        if (known == teams.end()) {
            teams.emplace_back().team = name;
            values.emplace_back(matchNumbers().size());
            return teams.size() - 1;
        }
        return static_cast<std::size_t>(known - teams.begin());
    };
    for (const MatchSummary& match : matches) {
        if (!match.fault.isEmpty() || match.values.size() != matchNumbers().size()) {
            continue;
        }
        for (const Side side : {Side::Left, Side::Right}) {
            const QString& name = side == Side::Left ? match.teamLeft : match.teamRight;
            if (name.isEmpty()) {
                continue;
            }
            const std::size_t at = teamAt(name);
            const int ahead = (match.scoreLeft - match.scoreRight) * (side == Side::Left ? 1 : -1);
            ++teams[at].matches;
            ++(ahead > 0 ? teams[at].won : ahead < 0 ? teams[at].lost : teams[at].drawn);
            for (std::size_t i = 0; i < match.values.size(); ++i) {
                if (const double value = match.values[i].of(side); !std::isnan(value)) {
                    values[at][i].push_back(value);
                }
            }
        }
    }
    for (std::size_t team = 0; team < teams.size(); ++team) {
        std::ranges::transform(values[team], std::back_inserter(teams[team].numbers),
                               logs::sampleMeanOf);
    }
    return teams;
}

} // namespace sideline::widgets
