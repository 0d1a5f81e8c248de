#include "agentcore/behavior/ball_skill.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/planning/ball_roll.h"

namespace sideline::behavior {

namespace {

double headingOf(const Eigen::Vector2d& way) {
    return std::atan2(way.y(), way.x());
}

} // namespace

std::span<const base::NumberInfo<BallSkillSettings>> BallSkillSettings::numbers() {
    using S = BallSkillSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"lead", "lead passes: distance ahead of where the receiver will be", "m", 0.0, 5.0,
         &S::leadM},
        {"running",
         "a receiver that is slower than this is expected to run toward the opponent's goal", "m/s",
         0.0, 3.0, &S::runningMps},
        {"away", "clearances stay within this angle of the direction straight away from the goal",
         "rad", 0.0, 1.5, &S::awayRad},
        {"still", "an intercepted ball that is slower than this counts as won", "m/s", 0.0, 2.0,
         &S::stillMps},
        {"missed", "a kick that moves the ball less than this is repeated, unless it was a restart",
         "m", 0.0, 5.0, &S::missedM},
    });
    return kRows;
}

planning::DirectionRange goalMouth(const field::FieldDimensions& field,
                                   const Eigen::Vector2d& place_F) {
    const double halfM = std::max(0.5 * field.goalWidthM - game::kBallRadiusM, 0.0);
    const auto postRad = [&](double y) {
        return headingOf(Eigen::Vector2d(0.5 * field.lengthM, y) - place_F);
    };
    const double halfRad = 0.5 * math::wrapRad(postRad(halfM) - postRad(-halfM));
    return {math::wrapRad(postRad(-halfM) + halfRad), std::abs(halfRad)};
}

planning::DirectionRange awayFromGoal(const field::FieldDimensions& field,
                                      const Eigen::Vector2d& place_F, double halfRad) {
    return {headingOf(place_F - Eigen::Vector2d(-0.5 * field.lengthM, 0.0)), halfRad};
}

void BallSkill::start(const Context& context) {
    m_hasKicked = false;
    m_arrivalS.reset();
    if (m_goal.durationS) {
        if (const auto durationS = m_goal.durationS->number(beliefsOf(context))) {
            m_arrivalS = context.timeS + *durationS;
        }
    }
}

void BallSkill::enter(const Context& context) {
    m_player.enter(context);
    start(context);
}

void BallSkill::enterWalking(const Context& context, const Walk& walk) {
    m_player.takeOver(context, walk);
    start(context);
}

bool BallSkill::isItsTurn(const world::SituationBelief& situation) const {
    return situation.mayTouchBall &&
           (m_goal.act != BallAct::SetPlay ||
            (situation.isOwnRestart &&
             (!m_goal.setPiece || situation.setPiece == *m_goal.setPiece)));
}

// Whether the ball still lies where it was before the kick.
bool BallSkill::hasMissed(const Context& context) const {
    const world::BallBelief& ball = context.frame.world.ball;
    return m_goal.act != BallAct::SetPlay && ball.isKnown &&
           (ball.rest_F.head<2>() - m_ball_F).norm() < m_goal.settings.missedM;
}

// Where the receiver can get the ball: receiver and ball arrive there at the same time.
Eigen::Vector2d BallSkill::runTarget_F(const Context& context,
                                       const world::PlayerBelief& receiver) const {
    constexpr int kRounds = 4;
    const Eigen::Vector2d ball_F = context.frame.world.ball.p_F.head<2>();
    const Eigen::Vector2d mate_F = receiver.p_F.head<2>();
    const Eigen::Vector2d goal_F(0.5 * context.field.dimensions().lengthM, 0.0);
    const Eigen::Vector2d run_FMps = receiver.velocity_FMps.head<2>();
    const bool runs = run_FMps.norm() > m_goal.settings.runningMps;
    const Eigen::Vector2d along = (runs ? run_FMps : Eigen::Vector2d(goal_F - mate_F)).normalized();
    const double passingMps = numberOr(m_goal.passingMps, 0.0, beliefsOf(context));
    Eigen::Vector2d target_F = mate_F + m_goal.settings.leadM * along;
    for (int i = 0; i < kRounds && runs; ++i) {
        const double wayM = (target_F - ball_F).norm();
        const double rollS =
            planning::rollTimeS(wayM, planning::reachFor(wayM, std::max(passingMps, 0.2)));
        target_F = mate_F + rollS * run_FMps + m_goal.settings.leadM * along;
    }
    const Eigen::Vector2d most(0.5 * context.field.dimensions().lengthM,
                               0.5 * context.field.dimensions().widthM);
    return target_F.cwiseMax(-most).cwiseMin(most);
}

std::optional<Eigen::Vector2d> BallSkill::target_F(const Context& context) const {
    const argument::Beliefs beliefs = beliefsOf(context);
    if (m_goal.act != BallAct::PassIntoRun) {
        return placeOf_F(m_goal.place, beliefs);
    }
    const world::PlayerBelief* receiver = m_goal.place ? m_goal.place->player(beliefs) : nullptr;
    return receiver != nullptr ? std::optional(runTarget_F(context, *receiver)) : std::nullopt;
}

void BallSkill::choose(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    const auto place_F = target_F(context);
    const bool needsPlace = m_goal.act == BallAct::KickTo || m_goal.act == BallAct::PassIntoRun ||
                            m_goal.act == BallAct::DribbleTo;
    if (m_hasKicked || !isItsTurn(frame.situation) || !frame.body.pose.isValid ||
        (needsPlace && !place_F)) {
        m_player.wait(context, !frame.situation.mayTouchBall);
        return;
    }
    request.goesToBall = true;
    if (!frame.world.ball.isKnown) {
        m_player.search(context);
        return;
    }
    const Eigen::Vector2d ball_F = frame.world.ball.p_F.head<2>();
    const field::FieldDimensions& field = context.field.dimensions();
    switch (m_goal.act) {
    case BallAct::Intercept:
        m_player.intercept(context, place_F, request);
        return;
    case BallAct::DribbleTo:
        m_player.pushTo(context, *place_F);
        return;
    case BallAct::Shoot:
        if (std::ranges::all_of(frame.world.players, &world::PlayerBelief::isTeammate)) {
            m_player.shootAlone(context, request);
            return;
        }
        m_player.choose(context, goalMouth(field, ball_F), false);
        break;
    case BallAct::Clear:
        m_player.choose(context, awayFromGoal(field, ball_F, m_goal.settings.awayRad), false);
        break;
    default:
        if (place_F) {
            m_player.kickTo(
                context,
                {*place_F, numberOr(m_goal.passingMps, 0.0, beliefsOf(context)), m_arrivalS},
                request);
            return;
        }
        m_player.choose(context, std::nullopt, false);
        break;
    }
    m_player.takeChoice(context, request);
}

Status BallSkill::update(const Context& context, ActionRequest& request) {
    if (const auto rising = m_player.rise(context, request)) {
        return *rising;
    }
    const argument::Beliefs beliefs = beliefsOf(context);
    m_goal.besides.speaker.update(context, request);
    m_player.lookAt(m_goal.besides.look.place_F(beliefs));
    if (m_player.mayChoose()) {
        m_ball_F = context.frame.world.ball.p_F.head<2>();
        choose(context, request);
    }
    const Status status = m_player.move(context, request);
    if (status == Status::Failed) {
        return status;
    }
    const bool kicks = m_goal.act != BallAct::Intercept && m_goal.act != BallAct::DribbleTo;
    m_hasKicked |= kicks && status == Status::Done && !m_goal.repeats && !hasMissed(context);
    std::string& reason = request.decision.reason;
    if (m_hasKicked) {
        reason = "kicked";
    }
    describe("at", m_goal.place, beliefs, reason);
    describe("arriving with", m_goal.passingMps, beliefs, reason);
    describe("looking at", m_goal.besides.look.place, beliefs, reason);
    const world::BallBelief& ball = context.frame.world.ball;
    switch (m_goal.act) {
    case BallAct::DribbleTo:
        return m_player.isPushing() ? status : Status::Running;
    case BallAct::Intercept:
        return m_player.isAtBall() && ball.isKnown &&
                       ball.velocity_FMps.norm() < m_goal.settings.stillMps
                   ? Status::Done
                   : Status::Running;
    default:
        return m_hasKicked ? Status::Done : Status::Running;
    }
}

} // namespace sideline::behavior
