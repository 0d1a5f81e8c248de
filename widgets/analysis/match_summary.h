#pragma once

#include <optional>
#include <vector>

#include <QString>

#include "agentcore/game/player_id.h"
#include "logs/analysis/match_statistics.h"
#include "logs/analysis/sample_mean.h"

namespace sideline::widgets {

/// A statistic of the teams of a match, as a column of a table of matches.
struct MatchNumberInfo {
    QString id; ///< id as in files: `complete_passes`
    QString name;
    QString unit;
    int decimals = 0;
    QString about;
};
/// The columns of a table of matches: all statistics of a team, and those that only the results
/// of a series have.
[[nodiscard]] const std::vector<MatchNumberInfo>& matchNumbers();

/// A match in a table of matches.
struct MatchSummary {
    QString file; ///< the log to be opened; empty if there is none
    QString name; ///< for display, `0012.log.zst` or `Game 12`
    QString teamLeft;
    QString teamRight;
    int scoreLeft = 0;
    int scoreRight = 0;
    /// One per number of `matchNumbers`, NaN where unknown; empty if there is a fault.
    std::vector<logs::BothSides<double>> values;
    QString fault;    ///< why the match has no numbers; empty if it has some
    QString events{}; ///< what decided the match, such as `New 1:23, Old 4:05` for goals
    /// Record time of the moment to show first; negative: before its end. If not set, the start.
    std::optional<double> showS{};
    std::optional<game::PlayerId> showRobot{}; ///< robot to follow then; if not set, the ball
};

/// The summary of an analyzed match.
[[nodiscard]] MatchSummary summaryOf(const QString& file, const logs::MatchStatistics& match);

/// Results of a team over all matches in a table, on either side.
struct TeamAverages {
    QString team;
    int matches = 0;
    int won = 0;
    int drawn = 0;
    int lost = 0;
    std::vector<logs::SampleMean> numbers; ///< one per number of `matchNumbers`
};
/// Teams in the order of their first appearance. Ignores matches with a fault.
[[nodiscard]] std::vector<TeamAverages> averagesOf(const std::vector<MatchSummary>& matches);

} // namespace sideline::widgets
