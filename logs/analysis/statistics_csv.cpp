#include "logs/analysis/statistics_csv.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "logs/analysis/statistic_list.h"
#include "logs/match/csv.h"

namespace sideline::logs {

namespace {

using game::Side;

// Formats with full precision; empty for NaN.
std::string numberOf(double value) {
    return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

std::string headingOf(const StatisticInfo& info) {
    std::string heading(info.id);
    if (info.unit == "%") {
        heading += "_percent";
    } else if (info.unit == "m/s") {
        heading += "_mps";
    } else if (!info.unit.empty()) {
        heading += "_" + std::string(info.unit);
    }
    return heading;
}

void addPeriod(std::string& text, std::string_view name, const PeriodStatistics& period) {
    for (const TeamStatistic& statistic : teamStatistics()) {
        text += fmt::format("{},{},{},{},{}\n", name, statistic.info.id, statistic.info.unit,
                            numberOf(statistic.value(period, Side::Left)),
                            numberOf(statistic.value(period, Side::Right)));
    }
}

} // namespace

std::string teamsCsv(const MatchStatistics& match) {
    std::string text =
        fmt::format("period,statistic,unit,left,right\nmatch,team,,{},{}\n",
                    csvField(teamName(match, Side::Left)), csvField(teamName(match, Side::Right)));
    addPeriod(text, "match", match.total);
    for (const PeriodStatistics& half : match.halves) {
        addPeriod(text, fmt::format("half {}", half.half), half);
    }
    return text;
}

std::string playersCsv(const MatchStatistics& match) {
    std::string text = "side,team,number,robot";
    for (const PlayerStatistic& statistic : playerStatistics()) {
        text += "," + headingOf(statistic.info);
    }
    text += '\n';
    for (const PlayerStatistics& player : match.players) {
        text += fmt::format("{},{},{},{}", game::sideName(player.id.side),
                            csvField(teamName(match, player.id.side)), player.id.unum.value(),
                            player.typeNumber >= 0 ? std::to_string(player.typeNumber)
                                                   : csvField(player.robot));
        for (const PlayerStatistic& statistic : playerStatistics()) {
            text += "," + numberOf(statistic.value(player));
        }
        text += '\n';
    }
    return text;
}

std::string occurrencesCsv(const MatchStatistics& match,
                           const std::vector<Occurrence>& occurrences) {
    std::string text = "frame,game_time_s,record_time_s,duration_s,half,team,number,what\n";
    for (const Occurrence& occurrence : occurrences) {
        text += fmt::format(
            "{},{:.3f},{:.3f},{:.3f},{},{},{},{}\n", occurrence.when.frame,
            occurrence.when.gameTimeS, occurrence.when.recordTimeS,
            occurrence.untilS - occurrence.when.recordTimeS, occurrence.when.half,
            occurrence.side == Side::None ? std::string()
                                          : csvField(teamName(match, occurrence.side)),
            occurrence.player.side == Side::None ? std::string()
                                                 : std::to_string(occurrence.player.unum.value()),
            csvField(occurrence.what));
    }
    return text;
}

} // namespace sideline::logs
