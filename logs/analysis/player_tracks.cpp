#include "logs/analysis/player_tracks.h"

#include "agentcore/game/fall_state.h"
#include "agentcore/game/sides.h"

namespace sideline::logs {

BothSides<PlayerTracks::Step> PlayerTracks::process(const AnalysisInstant& instant,
                                                    const Moment& moment, double elapsedS) {
    BothSides<Step> steps;
    for (const PlayerInstant& player : instant.players) {
        const auto [it, isNew] = m_tracks.try_emplace(player.id);
        Track& track = it->second;
        PlayerStatistics& sums = track.sums;
        if (isNew) {
            sums.id = player.id;
            track.isFallen = game::isFallen(player.upCos, player.headHeightRatio);
        }
        if (isNew || sums.positions.columns() == 0) {
            sums.positions = instant.environment ? HeatMap(instant.environment->field) : HeatMap();
        }
        sums.typeNumber = player.typeNumber;
        sums.robot = player.model != nullptr ? player.model->name() : sums.robot;
        const bool wasAbsent = !isNew && instant.recordTimeS - track.lastS > kAbsenceS;
        if (wasAbsent) {
            track.anchor.reset();
            track.fall.reset();
        }
        processPosture(track, player, moment, elapsedS > 0.0);
        const double wayM = walkedM(track, player, instant.recordTimeS, m_falls);
        track.last = player.p_S;
        track.lastS = instant.recordTimeS;
        if (elapsedS <= 0.0 || isNew || wasAbsent) {
            continue;
        }
        Step& step = steps.of(player.id.side);
        step.fieldS += elapsedS;
        sums.fieldS += elapsedS;
        if (track.isFallen) {
            step.downS += elapsedS;
            sums.downS += elapsedS;
        } else {
            sums.uprightS += elapsedS;
        }
        if (track.fall) {
            m_falls[*track.fall].downS += elapsedS;
        }
        step.distanceM += wayM;
        sums.distanceM += wayM;
        if (player.p_S.x() * game::ownGoalSign(player.id.side) < 0.0) {
            sums.opponentHalfS += elapsedS;
        }
        sums.positions.add(player.p_S, elapsedS);
        track.placedS += elapsedS;
        sums.meanP_S += (player.p_S - sums.meanP_S) * (elapsedS / track.placedS);
    }
    return steps;
}

void PlayerTracks::processPosture(Track& track, const PlayerInstant& player, const Moment& moment,
                                  bool isCounted) {
    if (!track.isFallen && game::isFallen(player.upCos, player.headHeightRatio)) {
        track.isFallen = true;
        if (isCounted) {
            track.fall = m_falls.size();
            m_falls.push_back({.when = moment, .player = player.id, .p_S = player.p_S});
        }
    } else if (track.isFallen && game::isUpright(player.upCos, player.headHeightRatio)) {
        track.isFallen = false;
        if (track.fall) {
            Fall& fall = m_falls[*track.fall];
            fall.hasGotUp = !fall.wasMoved;
            track.fall.reset();
        }
    }
}

// Returns the distance that this instant adds to the player's walked path.
double PlayerTracks::walkedM(Track& track, const PlayerInstant& player, double recordTimeS,
                             std::vector<Fall>& falls) {
    const double pieceM = kPieceHeads * player.headM;
    const double reachM = kFastestHeadsPerS * player.headM * (recordTimeS - track.lastS) + pieceM;
    const bool wasMoved = track.anchor && (player.p_S - track.last).norm() > reachM;
    if (track.fall && track.lastS > 0.0 && (player.p_S - track.last).norm() > reachM) {
        falls[*track.fall].wasMoved = true;
    }
    if (track.isFallen || !game::isUpright(player.upCos)) {
        track.anchor.reset();
        return 0.0;
    }
    if (!track.anchor || wasMoved) {
        track.anchor = player.p_S;
        return 0.0;
    }
    const double wayM = (player.p_S - *track.anchor).norm();
    if (wayM < pieceM) {
        return 0.0;
    }
    track.anchor = player.p_S;
    return wayM;
}

std::vector<PlayerStatistics> PlayerTracks::players() const {
    std::vector<PlayerStatistics> players;
    players.reserve(m_tracks.size());
    for (const auto& [id, track] : m_tracks) {
        players.push_back(track.sums);
    }
    return players;
}

} // namespace sideline::logs
