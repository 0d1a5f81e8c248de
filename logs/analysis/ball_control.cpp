#include "logs/analysis/ball_control.h"

#include <algorithm>

#include "agentcore/game/fall_state.h"
#include "agentcore/game/sides.h"

namespace sideline::logs {

namespace {
constexpr double kTimeSlackS = 1e-4;
} // namespace

void BallControl::process(const AnalysisInstant& instant, const Moment& moment,
                          double ballSpeedMps) {
    const PlayerInstant* nearest = nullptr;
    for (const PlayerInstant& player : instant.players) {
        if (player.ballDistanceM <= kControlHeads * player.headM &&
            !game::isFallen(player.upCos, player.headHeightRatio) &&
            (nearest == nullptr || player.ballDistanceM < nearest->ballDistanceM)) {
            nearest = &player;
        }
    }
    if (std::ranges::find(instant.players, m_owner, [](const PlayerInstant& player) {
            return player.id.side;
        }) == instant.players.end()) {
        m_owner = game::Side::None; // the team has left the field
    }
    watchTouch(instant, nearest != nullptr);
    if (nearest == nullptr || ballSpeedMps > kControlMps) {
        m_near.reset();
        return;
    }
    const Eigen::Vector2d p_SBall = instant.p_SBall->head<2>();
    if (!m_near || m_near->by != nearest->id) {
        m_near = Near{nearest->id, moment, p_SBall};
    }
    m_near->isControl =
        *m_isTouched && moment.recordTimeS - m_near->since.recordTimeS >= kControlS - kTimeSlackS;
    if (!m_near->isControl) {
        return;
    }
    own(nearest->id, moment, p_SBall, instant.isInPlay);
    if (instant.isInPlay) {
        extendDribble(nearest->id, m_near->since, m_near->p_SBall, moment, p_SBall, nearest->headM);
    }
}

void BallControl::watchTouch(const AnalysisInstant& instant, bool isWithinReach) {
    if (!m_isTouched) {
        m_isTouched = instant.isInPlay; // an excerpt may begin after the ball was touched
    }
    const Eigen::Vector2d p_SBall = instant.p_SBall->head<2>();
    if (!isWithinReach || !m_p_SUntouched) {
        m_p_SUntouched = p_SBall;
    }
    m_isTouched = *m_isTouched || (p_SBall - *m_p_SUntouched).norm() > kTouchM;
}

void BallControl::noteKick(const game::PlayerId& by, const Moment& moment,
                           const Eigen::Vector2d& p_SBall, double headM, bool isInPlay) {
    own(by, moment, p_SBall, isInPlay);
    if (isInPlay) {
        extendDribble(by, moment, p_SBall, moment, p_SBall, headM);
    }
}

void BallControl::own(const game::PlayerId& by, const Moment& moment,
                      const Eigen::Vector2d& p_SBall, bool isInPlay) {
    if (m_lastTouch && moment.recordTimeS < m_lastTouch->recordTimeS) {
        return; // kicks are detected with a delay; another player may control the ball by now
    }
    m_lastTouch = Touch{by, moment.recordTimeS};
    if (moment.recordTimeS < m_stoppedS) {
        return; // a kick before the stoppage
    }
    if (isInPlay && m_owner == game::opponentOf(by.side)) {
        m_recoveries.push_back({moment, by, p_SBall});
    }
    m_isTouched = true;
    m_owner = by.side;
}

void BallControl::extendDribble(const game::PlayerId& by, const Moment& begin,
                                const Eigen::Vector2d& p_SBegin, const Moment& moment,
                                const Eigen::Vector2d& p_SBall, double headM) {
    if (m_dribble && m_dribble->dribble.by == by && moment.recordTimeS < m_dribble->lastS) {
        return;
    }
    if (!m_dribble || m_dribble->dribble.by != by ||
        moment.recordTimeS - m_dribble->lastS > kDribbleGapS) {
        endDribble();
        m_dribble = OpenDribble{.dribble = {.when = begin, .by = by, .p_SFrom = p_SBegin},
                                .headM = headM,
                                .lastS = 0.0};
    }
    Dribble& dribble = m_dribble->dribble;
    dribble.p_STo = p_SBall;
    dribble.distanceM = (p_SBall - dribble.p_SFrom).norm();
    dribble.durationS = moment.recordTimeS - dribble.when.recordTimeS;
    m_dribble->lastS = moment.recordTimeS;
}

void BallControl::endDribble() {
    if (m_dribble && m_dribble->isLong()) {
        m_dribbles.push_back(m_dribble->dribble);
    }
    m_dribble.reset();
}

void BallControl::stop(double recordTimeS) {
    m_stoppedS = recordTimeS;
    m_owner = game::Side::None;
    m_isTouched = false;
    m_p_SUntouched.reset();
    lose();
}

void BallControl::lose() {
    m_near.reset();
    endDribble();
}

std::optional<game::PlayerId> BallControl::controller() const {
    return m_near && m_near->isControl ? std::optional(m_near->by) : std::nullopt;
}

std::vector<Dribble> BallControl::dribbles() const {
    std::vector<Dribble> all = m_dribbles;
    if (m_dribble && m_dribble->isLong()) {
        all.push_back(m_dribble->dribble);
    }
    return all;
}

} // namespace sideline::logs
