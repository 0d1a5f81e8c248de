#include "logs/analysis/match_analysis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/game/restart.h"
#include "agentcore/game/sides.h"
#include "logs/analysis/match_counts.h"

namespace sideline::logs {

namespace {

using game::Side;

// Returns the side that a restart or goal belongs to.
Side sideOf(game::PlayMode mode) {
    switch (mode) {
    case game::PlayMode::GoalLeft:
        return Side::Left;
    case game::PlayMode::GoalRight:
        return Side::Right;
    default:
        return game::restartOf(mode).side;
    }
}

// Returns the side that attacks the half containing the ball.
Side attackedBy(const AnalysisInstant& now) {
    return !now.p_SBall || now.p_SBall->x() == 0.0 ? Side::None
           : now.p_SBall->x() > 0.0                ? Side::Left
                                                   : Side::Right;
}

// Extends the player's current interval by the time since the last frame, or begins a new one.
void extend(std::vector<StateInterval>& intervals, const game::PlayerId& player,
            const AnalysisInstant& before, double nowS) {
    if (player.side == Side::None) {
        return;
    }
    if (intervals.empty() || intervals.back().player != player ||
        intervals.back().untilS != before.recordTimeS) {
        intervals.push_back({momentOf(before), 0.0, player});
    }
    intervals.back().untilS = nowS;
}

} // namespace

MatchAnalysis::MatchAnalysis(double windowS) : m_windowS(windowS) {}

void MatchAnalysis::add(const AnalysisInstant& now) {
    if (m_before && now.recordTimeS <= m_before->recordTimeS) {
        return;
    }
    ++m_frames;
    if (!m_environment && now.environment) {
        m_environment = now.environment;
        m_ballMap = HeatMap(now.environment->field);
    }
    if (m_frames == 1) {
        m_total.sums.fromS = now.gameTimeS;
        m_total.sums.fromRecordS = now.recordTimeS;
    }
    const Moment moment = momentOf(now);
    if (now.isRunning) {
        beginPeriods(now);
    }
    m_goalCrossing.process(now);
    processGame(now, moment);
    if (!now.isGood) {
        ++m_skipped;
    } else {
        const double stepS = m_before ? now.recordTimeS - m_before->recordTimeS : 0.0;
        const bool isCounted =
            m_before && m_before->isRunning && now.isRunning && stepS <= kLongestStepS;
        processBall(now, moment);
        const double elapsedS = isCounted ? stepS : 0.0;
        countTime(now, elapsedS, m_players.process(now, moment, elapsedS));
    }
    m_before = now;
}

void MatchAnalysis::processGame(const AnalysisInstant& now, const Moment& moment) {
    if (!m_kickOffS && now.isRunning) {
        constexpr double kStartS = 1.0;
        const bool isStart = now.gameTimeS < kStartS || now.mode == game::PlayMode::KickOffLeft ||
                             now.mode == game::PlayMode::KickOffRight ||
                             (m_before && !m_before->isRunning);
        m_kickOffS = isStart ? now.gameTimeS : std::numeric_limits<double>::quiet_NaN();
    }
    for (const monitor::Foul& foul : now.fouls) {
        if (m_foulFilter.isNew(foul, now.recordTimeS)) {
            m_fouls.push_back({moment, foul.type, foul.offender});
        }
    }
    if (m_creditedGoals < m_goals.size() &&
        now.recordTimeS - m_goals.back().when.recordTimeS >= kCreditAfterS) {
        creditGoals(m_goals, m_kicks);
        m_creditedGoals = m_goals.size();
    }
    if (m_before && m_before->environment != nullptr) { // otherwise score and mode were unknown
        processGoal(now);
        processMode(now, moment);
    }
}

void MatchAnalysis::processGoal(const AnalysisInstant& now) {
    const int left = now.scoreLeft - m_before->scoreLeft;
    const int right = now.scoreRight - m_before->scoreRight;
    if (left + right != 1 || left * right != 0) {
        return; // no goal, or a score set by a trainer
    }
    const Side side = left == 1 ? Side::Left : Side::Right;
    Goal goal{.when = m_goalCrossing.momentOfGoal(side, now),
              .side = side,
              .scoreLeft = now.scoreLeft,
              .scoreRight = now.scoreRight};
    if (m_openSetPlay) {
        endSetPlay(m_setPlays[m_openSetPlay->index].side == goal.side);
    }
    m_goals.push_back(goal);
}

// Credits the goals that have no scorer yet.
void MatchAnalysis::creditGoals(std::vector<Goal>& goals, KickLog& kicks) const {
    const auto& touch = m_control.lastTouch();
    for (std::size_t i = m_creditedGoals; i < goals.size(); ++i) {
        Goal& goal = goals[i];
        if (touch && goal.when.recordTimeS - touch->recordTimeS <= KickLog::kGoalWithinS) {
            goal.by = kicks.creditGoal(goal.side, *touch, goal.when.recordTimeS);
            goal.isOwnGoal = goal.by.side != goal.side;
        }
    }
}

void MatchAnalysis::processMode(const AnalysisInstant& now, const Moment& moment) {
    if (m_openSetPlay && now.isInPlay) {
        if (!m_openSetPlay->playedAtS) {
            m_openSetPlay->playedAtS = now.recordTimeS;
        } else if (now.recordTimeS - *m_openSetPlay->playedAtS >= kSetPlayKeptAfterS) {
            const Side owner = m_control.owner();
            endSetPlay(owner == Side::None
                           ? std::nullopt
                           : std::optional(owner == m_setPlays[m_openSetPlay->index].side));
        }
    }
    if (now.mode == m_before->mode || now.isInPlay) {
        return;
    }
    const game::Restart restart = now.mode ? game::restartOf(*now.mode) : game::Restart{};
    const Side next = now.mode ? sideOf(*now.mode) : Side::None;
    if (m_openSetPlay) {
        const bool wasTaken = m_openSetPlay->playedAtS.has_value();
        endSetPlay(wasTaken && next != Side::None
                       ? std::optional(next == m_setPlays[m_openSetPlay->index].side)
                       : std::nullopt);
    }
    if (m_before->isInPlay) {
        const bool isOut = restart.piece == game::SetPiece::KickIn ||
                           restart.piece == game::SetPiece::CornerKick ||
                           restart.piece == game::SetPiece::GoalKick;
        m_kicks.stop(isOut ? KickOutcome::Out : KickOutcome::Stopped, now.recordTimeS);
    }
    m_control.stop(now.recordTimeS);
    if (restart.piece != game::SetPiece::None) {
        m_setPlays.push_back({moment, restart.piece, restart.side, std::nullopt});
        m_openSetPlay = OpenSetPlay{m_setPlays.size() - 1, std::nullopt};
    }
}

void MatchAnalysis::endSetPlay(std::optional<bool> isWon) {
    m_setPlays[m_openSetPlay->index].isWon = isWon;
    m_openSetPlay.reset();
}

void MatchAnalysis::processBall(const AnalysisInstant& now, const Moment& moment) {
    const auto found = m_kickFinder.process(now);
    if (!now.p_SBall) {
        m_kicks.stop(KickOutcome::Stopped, now.recordTimeS);
        m_control.lose();
        return;
    }
    if (m_kickFinder.wasPlaced()) {
        m_kicks.stop(KickOutcome::Stopped, now.recordTimeS);
        m_control.stop(now.recordTimeS);
    }
    if (found && m_environment && m_kicks.note(*found, m_environment->field)) {
        m_control.noteKick(found->by, momentOf(*found->at), found->at->p_SBall->head<2>(),
                           found->headM, found->at->isInPlay);
    }
    if (goalWithBall(now) != Side::None) {
        m_control.lose(); // a log may report the goal late
    } else if (now.isRunning && !now.isGoalPause()) {
        m_control.process(now, moment, m_kickFinder.velocity_SMps().norm());
    }
    m_kicks.follow(now, m_control);
}

void MatchAnalysis::beginPeriods(const AnalysisInstant& now) {
    constexpr double kFarthest = 1e9; // upper bound for invalid clocks of a damaged log
    const double index = std::floor(now.gameTimeS / m_windowS);
    const long window = static_cast<long>(std::clamp(index, -kFarthest, kFarthest));
    const auto begin = [&](std::vector<Span>& spans) {
        Span& span = spans.emplace_back();
        span.sums.half = now.half;
        span.sums.fromS = now.gameTimeS;
        span.sums.fromRecordS = now.recordTimeS;
        span.sums.toRecordS = now.recordTimeS;
        span.window = window;
    };
    if (m_halves.empty() || m_halves.back().sums.half != now.half) {
        begin(m_halves);
    }
    if (m_windows.empty() || m_windows.back().window != window ||
        m_windows.back().sums.half != now.half) {
        begin(m_windows);
    }
}

// Joins windows of less than a second with the one before them in the same half: a half ends at the
// beginning of a window, or a few frames later. Windows without game time are left out.
std::vector<MatchAnalysis::Span> MatchAnalysis::withoutShort(const std::vector<Span>& spans) {
    std::vector<Span> all;
    for (const Span& span : spans) {
        const double clockS = span.sums.toS - span.sums.fromS;
        if (!all.empty() && all.back().sums.half == span.sums.half && clockS < kShortestWindowS) {
            all.back().sums.join(span.sums);
        } else if (clockS > 0.0) {
            all.push_back(span);
        }
    }
    return all;
}

void MatchAnalysis::countTime(const AnalysisInstant& now, double elapsedS,
                              const BothSides<PlayerTracks::Step>& steps) {
    m_total.sums.toS = now.gameTimeS;
    m_total.sums.toRecordS = now.recordTimeS;
    if (!now.isRunning) {
        return;
    }
    for (Span* span : {&m_total, &m_halves.back(), &m_windows.back()}) {
        PeriodStatistics& sums = span->sums;
        sums.toS = now.gameTimeS;
        sums.toRecordS = now.recordTimeS;
        sums.clockS += elapsedS;
        for (const Side side : {Side::Left, Side::Right}) {
            TeamStatistics& team = sums.teams.of(side);
            team.distanceM += steps.of(side).distanceM;
            team.fieldS += steps.of(side).fieldS;
            team.downS += steps.of(side).downS;
        }
        if (!now.isInPlay) {
            continue;
        }
        sums.inPlayS += elapsedS;
        if (const Side side = attackedBy(now); side != Side::None) {
            sums.teams.of(side).ballInOpponentHalfS += elapsedS;
        }
        if (m_control.owner() != Side::None) {
            sums.teams.of(m_control.owner()).possessionS += elapsedS;
        }
        if (const auto by = m_control.controller()) {
            sums.teams.of(by->side).controlS += elapsedS;
        }
    }
    if (now.isInPlay && elapsedS > 0.0) {
        recordIntervals(now);
    }
    if (now.isInPlay && now.p_SBall) {
        m_ballMap.add(now.p_SBall->head<2>(), elapsedS);
        if (const auto by = m_control.controller()) {
            m_controlS[*by] += elapsedS;
        }
    }
}

void MatchAnalysis::recordIntervals(const AnalysisInstant& now) {
    extend(m_possessions, {m_control.owner(), {}}, *m_before, now.recordTimeS);
    extend(m_controls, m_control.controller().value_or(game::PlayerId{}), *m_before,
           now.recordTimeS);
    extend(m_inOpponentHalf, {attackedBy(now), {}}, *m_before, now.recordTimeS);
}

MatchStatistics MatchAnalysis::statistics() const {
    MatchStatistics result;
    if (m_before) {
        result.teamLeft = m_before->teamLeft;
        result.teamRight = m_before->teamRight;
        result.scoreLeft = m_before->scoreLeft;
        result.scoreRight = m_before->scoreRight;
    }
    result.frames = m_frames;
    result.skippedFrames = m_skipped;
    if (m_environment) {
        result.field = m_environment->field;
    }
    result.players = m_players.players();
    for (PlayerStatistics& player : result.players) {
        const auto it = m_controlS.find(player.id);
        player.controlS = it != m_controlS.end() ? it->second : 0.0;
    }
    KickLog kicks = m_kicks;
    result.goals = m_goals;
    creditGoals(result.goals, kicks);
    result.kicks = kicks.kicks();
    result.dribbles = m_control.dribbles();
    result.falls = m_players.falls();
    result.recoveries = m_control.recoveries();
    result.setPlays = m_setPlays;
    result.fouls = m_fouls;
    result.possessions = m_possessions;
    result.controls = m_controls;
    result.inOpponentHalf = m_inOpponentHalf;
    result.ball = m_ballMap;
    constexpr double kForever = std::numeric_limits<double>::infinity();
    const auto periods = [&](const std::vector<Span>& spans) {
        std::vector<PeriodStatistics> all;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const double untilS = i + 1 < spans.size() ? spans[i + 1].sums.fromRecordS : kForever;
            countEvents(all.emplace_back(spans[i].sums), result, spans[i].sums.fromRecordS, untilS);
        }
        return all;
    };
    result.total = periods({m_total}).front();
    result.halves = periods(m_halves);
    result.windows = periods(withoutShort(m_windows));
    countPlayers(result);
    if (m_kickOffS && !std::isnan(*m_kickOffS)) {
        result.kickOffS = m_kickOffS;
        for (const Kick& kick : result.kicks) {
            auto& first = result.firstShotAfterS.of(kick.by.side);
            if (kick.shot != ShotKind::None && !first) {
                first = kick.when.gameTimeS - *m_kickOffS;
            }
        }
    }
    return result;
}

} // namespace sideline::logs
