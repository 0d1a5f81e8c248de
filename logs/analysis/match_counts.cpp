#include "logs/analysis/match_counts.h"

#include <algorithm>

namespace sideline::logs {

using game::Side;

void countEvents(PeriodStatistics& period, const MatchStatistics& match, double fromS,
                 double untilS) {
    const auto isIn = [&](const Moment& when) {
        return when.recordTimeS >= fromS && when.recordTimeS < untilS;
    };
    for (const Goal& goal : match.goals) {
        if (isIn(goal.when)) {
            ++period.teams.of(goal.side).goals;
            if (goal.isOwnGoal) {
                ++period.teams.of(goal.by.side).ownGoals;
            }
        }
    }
    for (const Kick& kick : match.kicks) {
        if (!isIn(kick.when)) {
            continue;
        }
        TeamStatistics& team = period.teams.of(kick.by.side);
        ++team.kicks;
        team.kickSpeedMps += (kick.speedMps - team.kickSpeedMps) / team.kicks;
        team.kickDistanceM += (kick.distanceM - team.kickDistanceM) / team.kicks;
        team.passes += kick.isPass ? 1 : 0;
        team.completePasses += kick.isPass && kick.outcome == KickOutcome::Teammate ? 1 : 0;
        team.interceptedPasses += kick.isPass && kick.outcome == KickOutcome::Opponent ? 1 : 0;
        if (kick.shot != ShotKind::None) {
            ++team.shots;
            team.shotsOnTarget += kick.shot == ShotKind::OnTarget ? 1 : 0;
            team.expectedGoals += kick.expectedGoals;
        }
    }
    for (const Dribble& dribble : match.dribbles) {
        if (isIn(dribble.when)) {
            ++period.teams.of(dribble.by.side).dribbles;
            period.teams.of(dribble.by.side).dribbledM += dribble.distanceM;
        }
    }
    for (const Fall& fall : match.falls) {
        period.teams.of(fall.player.side).falls += isIn(fall.when) ? 1 : 0;
    }
    for (const FoulCall& foul : match.fouls) {
        if (isIn(foul.when) && foul.by.side != Side::None) {
            ++period.teams.of(foul.by.side).fouls;
        }
    }
    for (const Recovery& recovery : match.recoveries) {
        period.teams.of(recovery.by.side).recoveries += isIn(recovery.when) ? 1 : 0;
    }
    for (const SetPlay& play : match.setPlays) {
        if (isIn(play.when)) {
            TeamStatistics& team = period.teams.of(play.side);
            ++team.setPlays;
            team.setPlaysWon += play.isWon == true ? 1 : 0;
            team.setPlaysLost += play.isWon == false ? 1 : 0;
        }
    }
}

void countPlayers(MatchStatistics& match) {
    const auto with = [&](const game::PlayerId& id, const auto& count) {
        const auto it = std::ranges::find(match.players, id, &PlayerStatistics::id);
        if (it != match.players.end()) {
            count(*it);
        }
    };
    for (const Kick& kick : match.kicks) {
        with(kick.by, [&](PlayerStatistics& player) {
            ++player.kicks;
            player.passes += kick.isPass ? 1 : 0;
            player.completePasses += kick.isPass && kick.outcome == KickOutcome::Teammate ? 1 : 0;
            if (kick.shot != ShotKind::None) {
                ++player.shots;
                player.shotsOnTarget += kick.shot == ShotKind::OnTarget ? 1 : 0;
                player.expectedGoals += kick.expectedGoals;
            }
        });
        if (kick.isPass && kick.outcome == KickOutcome::Teammate) {
            ++match.passes[{kick.by, kick.next}];
        }
    }
    for (const Goal& goal : match.goals) {
        with(goal.by, [&](PlayerStatistics& player) {
            ++(goal.isOwnGoal ? player.ownGoals : player.goals);
        });
    }
    for (const Dribble& dribble : match.dribbles) {
        with(dribble.by, [&](PlayerStatistics& player) {
            ++player.dribbles;
            player.dribbledM += dribble.distanceM;
        });
    }
    for (const Fall& fall : match.falls) {
        with(fall.player, [&](PlayerStatistics& player) {
            ++player.falls;
            if (fall.hasGotUp) {
                ++player.getUps;
                player.getUpS += fall.downS;
            }
        });
    }
    for (const Recovery& recovery : match.recoveries) {
        with(recovery.by, [](PlayerStatistics& player) { ++player.recoveries; });
    }
    for (const FoulCall& foul : match.fouls) {
        with(foul.by, [](PlayerStatistics& player) { ++player.fouls; });
    }
}

} // namespace sideline::logs
