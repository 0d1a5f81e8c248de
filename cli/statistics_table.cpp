#include "cli/statistics_table.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "agentcore/base/plural.h"

namespace sideline::cli {

namespace {

using game::Side;
using logs::MatchStatistics;
using logs::PeriodStatistics;
using logs::TeamStatistics;

// A row of the teams' table: its name and its text for one side.
struct StatisticsRow {
    const char* name;
    std::function<std::string(const PeriodStatistics&, Side)> text;
};

std::string percent(double ratio) {
    return fmt::format("{:.0f} %", ratio * 100.0);
}

std::string ofCount(int part, int count) {
    return count == 0 ? "0" : fmt::format("{} of {} ({:.0f} %)", part, count, 100.0 * part / count);
}

std::string clockOf(double timeS) {
    const long seconds = std::lround(timeS);
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

const std::vector<StatisticsRow>& rows() {
    static const std::vector<StatisticsRow> kRows = {
        {"Goals",
         [](const auto& period, Side side) {
             const TeamStatistics& team = period.teams.of(side);
             return team.ownGoals == 0
                        ? fmt::format("{}", team.goals)
                        : fmt::format("{} (own goals {})", team.goals, team.ownGoals);
         }},
        {"Possession",
         [](const auto& period, Side side) { return percent(period.possessionRatio(side)); }},
        {"Passes, complete",
         [](const auto& period, Side side) {
             const TeamStatistics& team = period.teams.of(side);
             return ofCount(team.completePasses, team.passes);
         }},
        {"  intercepted",
         [](const auto& period, Side side) {
             return fmt::format("{}", period.teams.of(side).interceptedPasses);
         }},
        {"Shots, on target",
         [](const auto& period, Side side) {
             const TeamStatistics& team = period.teams.of(side);
             return ofCount(team.shotsOnTarget, team.shots);
         }},
        {"Expected goals",
         [](const auto& period, Side side) {
             return fmt::format("{:.2f}", period.teams.of(side).expectedGoals);
         }},
        {"Kicks",
         [](const auto& period, Side side) {
             const TeamStatistics& team = period.teams.of(side);
             return team.kicks == 0 ? "0"
                                    : fmt::format("{}, {:.1f} m/s, {:.1f} m", team.kicks,
                                                  team.kickSpeedMps, team.kickDistanceM);
         }},
        {"Dribbles",
         [](const auto& period, Side side) {
             const TeamStatistics& team = period.teams.of(side);
             return team.dribbles == 0 ? "0"
                                       : fmt::format("{}, {:.1f} m", team.dribbles, team.dribbledM);
         }},
        {"Ball recoveries",
         [](const auto& period, Side side) {
             return fmt::format("{}", period.teams.of(side).recoveries);
         }},
        {"Ball in opponents' half",
         [](const auto& period, Side side) {
             return period.inPlayS > 0.0
                        ? percent(period.teams.of(side).ballInOpponentHalfS / period.inPlayS)
                        : "-";
         }},
        {"Distance",
         [](const auto& period, Side side) {
             return fmt::format("{:.0f} m", period.teams.of(side).distanceM);
         }},
        {"Falls",
         [](const auto& period, Side side) {
             const TeamStatistics& team = period.teams.of(side);
             return fmt::format("{}, {:.0f} s down", team.falls, team.downS);
         }},
        {"Fouls", [](const auto& period,
                     Side side) { return fmt::format("{}", period.teams.of(side).fouls); }},
        {"Set plays, won",
         [](const auto& period, Side side) {
             const TeamStatistics& team = period.teams.of(side);
             return ofCount(team.setPlaysWon, team.setPlays);
         }},
    };
    return kRows;
}

std::string teamName(const MatchStatistics& match, Side side) {
    const std::string& name = side == Side::Left ? match.teamLeft : match.teamRight;
    return name.empty() ? std::string(game::sideName(side)) : name;
}

std::string firstShotText(const std::optional<double>& afterS) {
    return afterS ? fmt::format("{:.1f} s", *afterS) : "-";
}

std::string periodTable(const MatchStatistics& match, const PeriodStatistics& period) {
    std::string text;
    for (const StatisticsRow& row : rows()) {
        text += fmt::format("{:<27}{:<22}{}\n", row.name, row.text(period, Side::Left),
                            row.text(period, Side::Right));
    }
    if (&period == &match.total) {
        text += fmt::format("{:<27}{:<22}{}\n", "First shot after kick-off",
                            firstShotText(match.firstShotAfterS.left),
                            firstShotText(match.firstShotAfterS.right));
    }
    return text;
}

std::string head(const MatchStatistics& match) {
    return fmt::format("{:<27}{:<22}{}\n", "", teamName(match, Side::Left),
                       teamName(match, Side::Right));
}

std::string windowsTable(const MatchStatistics& match) {
    std::string text = fmt::format("{:<14}{:>11}{:>9}{:>10}{:>10}{:>12}\n", "Game time",
                                   "possession", "shots", "passes", "falls", "opp. half");
    for (const PeriodStatistics& window : match.windows) {
        const TeamStatistics& left = window.teams.left;
        const TeamStatistics& right = window.teams.right;
        const auto pair = [](int a, int b) { return fmt::format("{} : {}", a, b); };
        const double halfS = left.ballInOpponentHalfS + right.ballInOpponentHalfS;
        text += fmt::format(
            "{:<14}{:>11}{:>9}{:>10}{:>10}{:>12}\n",
            fmt::format("{} - {}", clockOf(window.fromS), clockOf(window.toS)),
            left.possessionS + right.possessionS > 0.0
                ? fmt::format("{:.0f} : {:.0f}", 100.0 * window.possessionRatio(Side::Left),
                              100.0 * window.possessionRatio(Side::Right))
                : "-",
            pair(left.shots, right.shots), pair(left.completePasses, right.completePasses),
            pair(left.falls, right.falls),
            halfS > 0.0 ? fmt::format("{:.0f} : {:.0f}", 100.0 * left.ballInOpponentHalfS / halfS,
                                      100.0 * right.ballInOpponentHalfS / halfS)
                        : "-");
    }
    return text;
}

std::string playersTable(const MatchStatistics& match) {
    std::string text =
        fmt::format("{:<14}{:<6}{:>9}{:>8}{:>7}{:>8}{:>8}{:>7}{:>8}{:>7}{:>11}{:>7}\n", "Player",
                    "robot", "distance", "m/s", "falls", "down s", "up in s", "kicks", "passes",
                    "shots", "control s", "fouls");
    for (const logs::PlayerStatistics& player : match.players) {
        const auto getUpS = player.meanGetUpS();
        text += fmt::format(
            "{:<14}{:<6}{:>9}{:>8.2f}{:>7}{:>8.1f}{:>8}{:>7}{:>8}{:>7}{:>11.1f}{:>7}\n",
            fmt::format("{} {}", teamName(match, player.id.side), player.id.unum.value()),
            player.typeNumber >= 0  ? std::to_string(player.typeNumber)
            : !player.robot.empty() ? player.robot
                                    : "-",
            fmt::format("{:.1f} m", player.distanceM), player.meanSpeedMps(), player.falls,
            player.downS, getUpS ? fmt::format("{:.1f}", *getUpS) : "-", player.kicks,
            fmt::format("{}/{}", player.completePasses, player.passes),
            fmt::format("{}/{}", player.shotsOnTarget, player.shots), player.controlS,
            player.fouls);
    }
    return text;
}

} // namespace

std::string teamsTable(const MatchStatistics& match) {
    return head(match) + periodTable(match, match.total);
}

std::string statisticsTable(const MatchStatistics& match) {
    std::string text =
        fmt::format("{} {} : {} {}\n{} of play, the ball in play for {}; {}",
                    teamName(match, Side::Left), match.scoreLeft, match.scoreRight,
                    teamName(match, Side::Right), clockOf(match.total.clockS),
                    clockOf(match.total.inPlayS), base::plural(match.frames, "frame"));
    if (match.skippedFrames > 0) {
        text += fmt::format(", {} of them damaged or out of sync", match.skippedFrames);
    }
    text += "\n\n" + teamsTable(match);
    if (match.halves.size() > 1) {
        for (const PeriodStatistics& half : match.halves) {
            text += fmt::format("\nHalf {}\n{}", half.half, periodTable(match, half));
        }
    }
    if (match.windows.size() > 1) {
        text += "\n" + windowsTable(match);
    }
    if (!match.players.empty()) {
        text += "\n" + playersTable(match);
    }
    return text;
}

std::string comparisonTable(const std::vector<std::string>& names,
                            const std::vector<MatchStatistics>& matches) {
    constexpr std::size_t kColumn = 22;
    std::string text;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        text += fmt::format("Match {}: {}, {} {} : {} {}\n", i + 1, names[i],
                            teamName(matches[i], Side::Left), matches[i].scoreLeft,
                            matches[i].scoreRight, teamName(matches[i], Side::Right));
    }
    const auto line = [&](const char* name, const auto& textOf) {
        text += fmt::format("{:<27}", name);
        for (std::size_t i = 0; i < matches.size(); ++i) {
            for (const Side side : {Side::Left, Side::Right}) {
                std::string cell = textOf(i, side);
                if (cell.size() >= kColumn) {
                    cell.resize(kColumn - 1);
                }
                text += fmt::format("{:<22}", cell);
            }
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    };
    text += '\n';
    line("", [&](std::size_t i, Side side) {
        return fmt::format("{}: {}", i + 1, teamName(matches[i], side));
    });
    for (const StatisticsRow& row : rows()) {
        line(row.name, [&](std::size_t i, Side side) { return row.text(matches[i].total, side); });
    }
    line("First shot after kick-off", [&](std::size_t i, Side side) {
        return firstShotText(matches[i].firstShotAfterS.of(side));
    });
    return text;
}

} // namespace sideline::cli
