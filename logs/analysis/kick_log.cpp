#include "logs/analysis/kick_log.h"

#include <algorithm>
#include <cmath>

#include "agentcore/game/fall_state.h"
#include "agentcore/game/sides.h"
#include "logs/analysis/shot_model.h"

namespace sideline::logs {

namespace {

using game::Side;

bool isOutside(const AnalysisInstant& now) {
    if (now.environment == nullptr) {
        return false;
    }
    const field::FieldDimensions& field = now.environment->field;
    return std::abs(now.p_SBall->x()) > field.lengthM / 2.0 + now.ballRadiusM ||
           std::abs(now.p_SBall->y()) > field.widthM / 2.0 + now.ballRadiusM;
}

void setWay(Kick& kick, const Eigen::Vector2d& p_S, double recordTimeS) {
    kick.p_STo = p_S;
    kick.distanceM = (p_S - kick.p_SFrom).norm();
    kick.durationS = recordTimeS - kick.when.recordTimeS;
}

double expectedGoalsOf(const FoundKick& found, const field::FieldDimensions& field) {
    std::vector<Obstacle> opponents;
    for (const PlayerInstant& player : found.at->players) {
        if (player.id.side != found.by.side &&
            !game::isFallen(player.upCos, player.headHeightRatio)) {
            opponents.push_back({player.p_S, player.headM});
        }
    }
    return expectedGoals(found.at->p_SBall->head<2>(), found.by.side, found.headM, opponents, field,
                         found.at->ballRadiusM);
}

} // namespace

bool KickLog::note(const FoundKick& found, const field::FieldDimensions& field) {
    if (found.isSame && m_kicks.empty()) {
        return false; // the kick began before the field was known
    }
    const AnalysisInstant& at = *found.at;
    const Eigen::Vector2d p_S = at.p_SBall->head<2>();
    const Moment moment = momentOf(at);
    if (!found.isSame) {
        endAt(found.by, p_S, at.recordTimeS);
        m_headM = found.headM;
        m_hasTeammate = std::ranges::any_of(at.players, [&](const PlayerInstant& player) {
            return player.id.side == found.by.side && player.id != found.by;
        });
        m_kicks.push_back({.when = moment,
                           .by = found.by,
                           .p_SFrom = p_S,
                           .p_STo = p_S,
                           .expectedGoals = expectedGoalsOf(found, field)});
    }
    Kick& kick = m_kicks.back();
    if (found.isSharper) {
        kick.when = moment;
        kick.p_SFrom = p_S;
    }
    const double speedMps = found.velocity_SMps.norm();
    if (speedMps > kick.speedMps) {
        kick.speedMps = speedMps;
        kick.velocity_SMps = found.velocity_SMps;
        kick.directionRad = std::atan2(found.velocity_SMps.y(), found.velocity_SMps.x());
        if (kick.outcome != KickOutcome::InGoal) {
            // After a kick from close range the ball may be in the goal before its speed is known.
            const bool isBehind = std::abs(found.p_SAtVelocity.x()) > field.lengthM / 2.0;
            const BallStart start{isBehind ? *at.p_SBall : found.p_SAtVelocity,
                                  found.velocity_SMps};
            kick.shot =
                shotKindOf(start, kick.by.side, field, at.ballRadiusM, rollDecayPerS(at.format));
        }
    }
    return !found.isSame;
}

void KickLog::follow(const AnalysisInstant& now, const BallControl& control) {
    if (!isOpen()) {
        return;
    }
    Kick& kick = m_kicks.back();
    const Eigen::Vector2d p_S = now.p_SBall->head<2>();
    setWay(kick, p_S, now.recordTimeS);
    const auto by = control.controller();
    if (const Side goal = goalWithBall(now); goal != Side::None) {
        if (goal == game::opponentOf(kick.by.side)) {
            kick.shot = ShotKind::OnTarget;
        }
        end(KickOutcome::InGoal, p_S, now.recordTimeS);
    } else if (isOutside(now)) {
        end(KickOutcome::Out, p_S, now.recordTimeS);
    } else if (by && control.controlledSinceS() >
                         kick.when.recordTimeS + (*by == kick.by ? KickFinder::kSameKickS : 0.0)) {
        endAt(*by, control.controlledFrom_S(), control.controlledSinceS());
    } else if (kick.durationS > kLongestFlightS) {
        end(KickOutcome::NoPlayer, p_S, now.recordTimeS);
    }
}

void KickLog::stop(KickOutcome outcome, double recordTimeS) {
    if (isOpen()) {
        end(outcome, m_kicks.back().p_STo, recordTimeS);
    }
}

// Ends the kick's path at the player that reaches the ball.
void KickLog::endAt(const game::PlayerId& next, const Eigen::Vector2d& p_S, double recordTimeS) {
    if (!isOpen()) {
        return;
    }
    Kick& kick = m_kicks.back();
    kick.next = next;
    end(next == kick.by             ? KickOutcome::Kept
        : next.side == kick.by.side ? KickOutcome::Teammate
                                    : KickOutcome::Opponent,
        p_S, recordTimeS);
}

void KickLog::end(KickOutcome outcome, const Eigen::Vector2d& p_S, double recordTimeS) {
    Kick& kick = m_kicks.back();
    kick.outcome = outcome;
    setWay(kick, p_S, recordTimeS);
    const bool isDone = outcome == KickOutcome::Teammate || outcome == KickOutcome::Opponent ||
                        outcome == KickOutcome::Out;
    kick.isPass = isDone && m_hasTeammate && kick.shot == ShotKind::None &&
                  kick.distanceM >= kPassHeads * m_headM;
}

game::PlayerId KickLog::creditGoal(Side side, const BallControl::Touch& touch, double recordTimeS) {
    const auto shot = std::find_if(m_kicks.rbegin(), m_kicks.rend(), [&](const Kick& kick) {
        return kick.by.side == side && kick.when.recordTimeS <= recordTimeS;
    });
    if (shot == m_kicks.rend() || recordTimeS - shot->when.recordTimeS > kGoalWithinS) {
        return touch.by;
    }
    const bool wasDeflected = touch.by.side != side && shot->shot == ShotKind::OnTarget &&
                              touch.recordTimeS - shot->when.recordTimeS <= kDeflectionS;
    if (shot->by != touch.by && !wasDeflected) {
        return touch.by;
    }
    shot->shot = ShotKind::OnTarget;
    shot->isPass = false;
    shot->outcome = KickOutcome::InGoal;
    return shot->by;
}

} // namespace sideline::logs
