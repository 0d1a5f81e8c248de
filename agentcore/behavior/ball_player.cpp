#include "agentcore/behavior/ball_player.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"
#include "agentcore/planning/ball_roll.h"

namespace sideline::behavior {

namespace {

constexpr double kFarM = 20.0; // distance of the target that represents a direction

planning::KickOption pushOption(const StrikerNumbers& s) {
    return {.figures = {.distanceM = s.pushDistanceM,
                        .contactS = s.pushContactS,
                        .spreadRad = s.pushSpreadRad,
                        .standsRatio = s.pushStandsRatio,
                        .aimS = s.pushAimS},
            .turnedRad = 0.0,
            .ballForwardM = s.pushForwardM,
            .halts = false};
}

// Distance by which a kick falls short of `reachM` or goes too far, m.
double missM(const KnownKick& kick, double reachM) {
    const auto swings = kick.swings.rows();
    const double leastM = swings.empty() ? kick.figures.distanceM : swings.back().distanceM;
    return std::max({0.0, reachM - kick.figures.distanceM, leastM - reachM});
}

} // namespace

BallPlayer::BallPlayer(Walk walk, GetUp getUp, std::vector<KnownKick> kicks,
                       const StrikerSettings& settings)
    : m_settings(settings),
      m_kick(walk, kicks.empty() ? KnownKick() : kicks.front(),
             {settings.approach, settings.feet.moving}),
      m_push(OnFeet(walk, getUp, settings.feet), settings.push),
      m_upFirst(std::move(getUp)),
      m_kicks(std::move(kicks)) {
    const double aheadCos = settings.numbers.aheadCos;
    const auto cosOf = [](const KnownKick& kick) { return std::cos(kick.numbers.directionRad); };
    const auto others = std::ranges::stable_partition(
        m_kicks, [&](const KnownKick& kick) { return cosOf(kick) > aheadCos; });
    m_aheadCount = m_kicks.size() - others.size();
    SIDELINE_ASSERT(m_aheadCount > 0);
    for (std::size_t i = 0; i < m_kicks.size(); ++i) {
        const KnownKick& kick = m_kicks[i];
        planning::KickOption option = {kick.figures, kick.numbers.directionRad,
                                       kick.numbers.ballForwardM, kick.isPlayed()};
        addOption(option, i);
        if (std::abs(cosOf(kick)) < aheadCos) { // mirrored for the other foot
            option.turnedRad = -option.turnedRad;
            addOption(option, i);
        }
    }
    addOption(pushOption(settings.numbers), m_kicks.size());
}

void BallPlayer::addOption(const planning::KickOption& option, std::size_t kick) {
    m_options.push_back(option);
    m_kickOf.push_back(kick);
}

void BallPlayer::enter(const Context& context) {
    m_model = context.model().shared();
    m_look = Look(*m_model, m_settings.feet.look);
    m_kick.enter(context);
    m_push.enter(context);
    m_upFirst.enter();
    m_isPushing = false;
}

void BallPlayer::takeOver(const Context& context, const Walk& walk) {
    enter(context);
    m_kick.takeOver(walk);
}

void BallPlayer::lookAt(const std::optional<Eigen::Vector3d>& place_F) {
    m_look.lookAt(place_F);
    m_push.lookAt(place_F);
}

std::optional<Status> BallPlayer::rise(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        enter(context);
    }
    if (const auto rising = m_upFirst.update(context, request)) {
        m_look.forget();
        return rising;
    }
    if (m_upFirst.hasJustRisen()) {
        m_kick.enter(context);
        m_isPushing = false;
    }
    return {};
}

Status BallPlayer::move(const Context& context, ActionRequest& request) {
    if (!context.frame.situation.mayTouchBall) {
        m_kick.callOff();
    }
    if (m_isPushing) {
        return m_push.update(context, request);
    }
    const Status status = m_kick.update(context, request);
    if (status == Status::Failed) {
        return status;
    }
    const bool hasKicked = m_kick.mayResume();
    if (hasKicked) {
        m_kick.resume();
    }
    m_look.update(context, request);
    return hasKicked ? Status::Done : Status::Running;
}

// Switches to a kick or, if the index is past the last one, to pushing.
void BallPlayer::takeKick(const Context& context, std::size_t kick) {
    const bool pushes = kick >= m_kicks.size();
    if (pushes != m_isPushing) {
        if (pushes) {
            m_push.takeOver(context, m_kick.walk());
        } else {
            const Walk walk = m_push.walking();
            m_kick.enter(context);
            m_kick.takeOver(walk);
        }
        m_isPushing = pushes;
    }
    if (!pushes && kick != m_chosen) {
        m_chosen = kick;
        m_kick.setKick(m_kicks[kick]);
    }
}

// Prepares a full kick at the ball where it is.
void BallPlayer::readyKick(const Context& context, const std::optional<Eigen::Vector2d>& target_F) {
    m_kick.setTarget(KickTarget{target_F});
    m_kick.setMeeting(std::nullopt);
    m_kick.setKeepsOff(false);
    m_kick.setHolds(false);
    m_kick.setDistance(0.0);
    m_kick.setTakesSetPlay(context.frame.situation.isOwnRestart);
}

// Where the robot gets the ball: a rolling one that is not at its feet is met on its way.
Eigen::Vector2d BallPlayer::meetBall(const Context& context) {
    const world::AgentFrame& frame = context.frame;
    planning::pitchPlayersOf(frame, m_players);
    m_ball_F = frame.world.ball.p_F.head<2>();
    m_meets = frame.world.ball.isKnown && frame.body.pose.isValid &&
              (m_ball_F - m_players.front().p_F).norm() > m_settings.numbers.meetsM;
    if (m_meets) {
        m_ball_F = m_pitch.meetingPlace(frame.world.ball, m_players.front(), m_settings.players);
        m_kick.setMeeting(m_ball_F);
    }
    return m_ball_F;
}

// The kick that is ready soonest, unless another one reaches the distance better.
std::size_t BallPlayer::kickFor(double reachM) const {
    const StrikerNumbers& s = m_settings.numbers;
    const auto costS = [&](std::size_t i) {
        const motion::KickFigures& figures = m_kicks[i].figures;
        return figures.aimS + figures.contactS + missM(m_kicks[i], reachM) / s.walkMps;
    };
    std::size_t best = m_chosen;
    double bestS = costS(m_chosen) - s.changeS;
    for (std::size_t i = 0; i < m_kicks.size(); ++i) {
        if (const double eachS = costS(i); eachS < bestS) {
            best = i;
            bestS = eachS;
        }
    }
    return best;
}

void BallPlayer::wait(const Context& context, bool keepsOff) {
    takeKick(context, m_chosen);
    m_kick.setMeeting(std::nullopt);
    m_kick.setTarget(std::nullopt);
    m_kick.setKeepsOff(keepsOff);
    m_choice.reset();
}

void BallPlayer::search(const Context& context) {
    readyKick(context, std::nullopt);
    takeKick(context, m_chosen);
    m_kick.setHolds(true);
}

void BallPlayer::shootAlone(const Context& context, ActionRequest& request) {
    const StrikerNumbers& s = m_settings.numbers;
    m_choice.reset();
    m_push.setHurries(false);
    const Eigen::Vector2d goal_F(0.5 * context.field.dimensions().lengthM, 0.0);
    readyKick(context, goal_F);
    const double wayM = (goal_F - context.frame.world.ball.p_F.head<2>()).norm();
    const auto ahead = std::span<const KnownKick>(m_kicks).first(m_aheadCount);
    std::size_t chosen = m_chosen < m_aheadCount ? m_chosen : 0;
    double chosenS = timeToGoalS(wayM, ahead, chosen, s);
    for (std::size_t i = 0; i < ahead.size(); ++i) {
        if (const double timeS = timeToGoalS(wayM, ahead, i, s); timeS < chosenS - s.changeS) {
            chosen = i;
            chosenS = timeS;
        }
    }
    takeKick(context, chosen);
    request.addValue("striker.kick", static_cast<double>(m_chosen));
    request.addValue("striker.goalS", chosenS);
}

const planning::KickChoice& BallPlayer::choose(
    const Context& context, const std::optional<planning::DirectionRange>& within, bool mayPush) {
    const world::AgentFrame& frame = context.frame;
    m_kick.setMeeting(std::nullopt);
    planning::KickScene scene;
    scene.ball_F = meetBall(context);
    scene.speeds = m_settings.players;
    scene.settings = m_settings.choice;
    scene.players = m_players;
    scene.field = context.field.dimensions();
    scene.mayShoot = frame.situation.mayShootAtGoal;
    scene.isProtected = frame.situation.isOwnRestart;
    scene.within = within;
    // In a set play, the taker may touch the ball only once.
    const std::size_t count = m_options.size() - (scene.isProtected || !mayPush ? 1 : 0);
    m_choice = planning::chooseKick(scene, std::span(m_options).first(count), m_choice);
    return *m_choice;
}

void BallPlayer::takeChoice(const Context& context, ActionRequest& request) {
    SIDELINE_ASSERT(m_choice.has_value());
    const StrikerNumbers& s = m_settings.numbers;
    const std::size_t kick = m_kickOf[m_choice->kick];
    const Eigen::Vector2d way(std::cos(m_choice->directionRad), std::sin(m_choice->directionRad));
    readyKick(context, m_ball_F + kFarM * way);
    const double wayM = (m_ball_F - m_players.front().p_F).norm();
    if (m_meets) {
        m_kick.setMeeting(m_ball_F);
    }
    m_push.setHeading(m_choice->directionRad);
    m_push.setHurries(false);
    const bool isPush = kick >= m_kicks.size();
    const bool isNear = wayM < (m_isPushing ? s.pushUntilM : s.pushWithinM);
    takeKick(context, isPush && !isNear ? m_chosen : kick);
    if (!isPush) {
        request.kicksTo_F = m_choice->rest_F;
    }
    request.addValue("striker.kick", static_cast<double>(kick));
    request.addValue("striker.goalS", m_choice->costS);
    request.addValue("striker.inS", m_choice->inS);
    request.addValue("striker.free", m_choice->freeRatio);
    request.addValue("striker.lane", m_choice->laneRatio);
    request.addValue("striker.goal", m_choice->goalRatio);
    request.addValue("striker.toDeg", math::degFromRad(m_choice->directionRad));
}

void BallPlayer::kickTo(const Context& context, const PlacedKick& kick, ActionRequest& request) {
    readyKick(context, kick.p_F);
    const double wayM = (kick.p_F - meetBall(context)).norm();
    const double reachM = planning::reachFor(wayM, kick.passingMps);
    takeKick(context, kickFor(reachM));
    m_kick.setDistance(reachM);
    if (kick.arrivalS) {
        m_kick.setDistance(0.0); // a kick from a standstill is weaker
        const motion::KickFigures& figures = m_kicks[m_chosen].figures;
        const double rollS = planning::rollTimeS(wayM, std::min(reachM, figures.distanceM));
        m_kick.setHolds(context.timeS + figures.contactS + rollS < *kick.arrivalS);
        request.addValue("ball.rollS", rollS);
    }
    request.kicksTo_F = kick.p_F;
}

void BallPlayer::pushAlong(const Context& context, double headingRad, bool hurries) {
    m_push.setHeading(headingRad);
    m_push.setHurries(hurries);
    takeKick(context, m_kicks.size());
}

void BallPlayer::pushTo(const Context& context, const Eigen::Vector2d& place_F) {
    m_push.setTarget(place_F);
    m_push.setHurries(false);
    takeKick(context, m_kicks.size());
}

void BallPlayer::intercept(const Context& context, const std::optional<Eigen::Vector2d>& toward_F,
                           ActionRequest& request) {
    readyKick(context, toward_F);
    const Eigen::Vector2d place_F = meetBall(context);
    takeKick(context, 0);
    m_kick.setHolds(true);
    request.addValue("ball.meetX", place_F.x());
    request.addValue("ball.meetY", place_F.y());
}

} // namespace sideline::behavior
