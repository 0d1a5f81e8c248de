#include "agentcore/behavior/kick.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/behavior/kick_drawing.h"
#include "agentcore/behavior/slowdown.h"
#include "agentcore/behavior/walk_along.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

using motion::Foot;

std::span<const base::NumberInfo<KickApproach>> KickApproach::numbers() {
    using S = KickApproach;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"recover", "time after a kick until it is done: it stands firmly", "s", 0.0, 5.0,
         &S::recoverS},
        {"firm", "time after a kick until it can walk on", "s", 0.0, 5.0, &S::firmS},
        {"fresh", "older sightings of the ball do not move the kicking foot", "s", 0.0, 2.0,
         &S::freshS},
        {"stand-off", "distance at which it walks around the ball", "m", 0.05, 2.0, &S::standOffM},
        {"other-foot", "it changes to the other foot when that saves this much way", "m", 0.0, 2.0,
         &S::otherFootM},
        {"turn-way", "way that counts as much as a turn of 1 rad, when it chooses the foot", "m",
         0.0, 5.0, &S::turnM},
        {"behind", "distance behind its place at which it lines up", "m", 0.0, 1.0, &S::behindM},
        {"behind-turn", "remaining turn from which it lines up that far behind", "rad", 0.01, 3.2,
         &S::turnsBehindRad},
        {"behind-step", "remaining sidestep from which it lines up that far behind", "m", 0.01, 1.0,
         &S::stepsBehindM},
        {"behind-from", "fraction of these from which it begins to stay behind its place", "", 0.0,
         1.0, &S::behindFromRatio},
        {"early-phase", "a kick takes over up to this fraction of the step of the kicking foot", "",
         0.0, 1.0, &S::earlyPhase},
        {"about-to", "it is about to kick within this distance of its place", "m", 0.0, 1.0,
         &S::aboutToM},
        {"about-to-turn", "and within this of its heading there", "rad", 0.0, 3.2, &S::aboutToRad},
        {"turn", "turn rate per rad of heading error", "1/s", 0.1, 20.0, &S::turnPerRad},
        {"far-brake", "deceleration on the way, before that of the kick counts", "m/s^2", 0.0, 5.0,
         &S::farBrakeMps2},
        {"others-beyond", "it walks around other robots while its place is farther away than this",
         "m", 0.0, 20.0, &S::othersBeyondM},
        {"good", "success rate of a cell of the region from which it kicks", "", 0.0, 1.0,
         &S::goodRatio},
        {"set-play-stand-off", "set plays: distance at which it walks around the ball", "m", 0.05,
         2.0, &S::setPlayStandOffM},
        {"set-play-behind", "set plays: distance behind its place at which it lines up", "m", 0.0,
         1.0, &S::setPlayBehindM},
        {"set-play-behind-turn", "set plays: remaining turn from which it lines up that far behind",
         "rad", 0.01, 3.2, &S::setPlayTurnRad},
        {"set-play-behind-step",
         "set plays: remaining sidestep from which it lines up that far behind", "m", 0.01, 1.0,
         &S::setPlayStepM},
        {"set-play-near", "set plays: distance to the ball within which it walks slowly", "m", 0.0,
         5.0, &S::setPlayNearM},
        {"set-play-speed", "set plays: maximum speed there", "m/s", 0.05, 3.0, &S::setPlayMps},
        {"set-play-brake", "set plays: maximum deceleration there", "m/s^2", 0.02, 5.0,
         &S::setPlayBrakeMps2},
    });
    return kRows;
}

// The distance to stay away from its place while it still has to turn or sidestep.
double Kick::setBackM(double turnRad, double lateralM) const {
    const KickApproach& s = m_settings.approach;
    const double turnsRad = m_takesSetPlay ? s.setPlayTurnRad : s.turnsBehindRad;
    const double stepsM = m_takesSetPlay ? s.setPlayStepM : s.stepsBehindM;
    const double ratio = std::max(std::abs(turnRad) / turnsRad, lateralM / stepsM);
    return (m_takesSetPlay ? s.setPlayBehindM : s.behindM) *
           std::clamp(ratio - s.behindFromRatio, 0.0, 1.0);
}

// The way around what is between the robot and its place; nothing if it can go straight there, or
// is so near that the robots there are at the ball as well.
std::optional<Eigen::Vector2d> Kick::aroundOthers(const Context& context, const Place& place,
                                                  ActionRequest& request) {
    const world::BodyBelief& body = context.frame.body;
    if (!body.pose.isValid || place.goal_G.norm() < m_settings.approach.othersBeyondM) {
        return {};
    }
    const Eigen::Vector2d ahead = body.X_FT.R.col(1).head<2>().normalized();
    const Eigen::Vector2d left(-ahead.y(), ahead.x());
    const Eigen::Vector2d goal_F =
        body.X_FT.p.head<2>() + place.goal_G.x() * ahead + place.goal_G.y() * left;
    const planning::Path& path =
        m_ways.find(context.frame, context.field.dimensions(), goal_F, context.stepS);
    if (path.points_F.size() <= 2 || !path.isFree) {
        return {};
    }
    drawPath(context.frame, path, "kick.path", request);
    return aheadOnPath(path, body.X_FT, m_settings.moving.paths.lookAheadM);
}

void Kick::setKick(const KnownKick& kick) {
    m_kick = kick;
    m_foot.reset();
}

void Kick::chooseModel(const Context& context) {
    m_model = context.model().shared();
    m_engine.reset();
    if (motion::LeggedBody::isLegged(*m_model)) {
        m_engine.emplace(*m_model, m_kick.numbers);
    }
    m_walk.enter(context);
}

void Kick::enter(const Context& context) {
    chooseModel(context);
    resume();
}

void Kick::resume() {
    m_stage = Stage::Approach;
    m_stageS = 0.0;
    m_unseenS = 0.0;
    m_foot.reset();
    m_isAboutToKick = false;
    m_ways.forget();
}

void Kick::callOff() {
    if (m_stage == Stage::Swing && !m_isPlayed && m_engine) {
        m_engine->callOff();
    }
}

Status Kick::update(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        enter(context);
    }
    if (!m_engine) {
        request.decision.reason = "this robot does not have two legs";
        return Status::Failed;
    }
    if (context.frame.body.isFallen) {
        request.decision.reason = "fallen";
        return Status::Failed;
    }
    m_stageS += context.stepS;
    switch (m_stage) {
    case Stage::Approach:
    case Stage::Halt:
        return approach(context, request);
    case Stage::Swing:
        return swing(context, request);
    case Stage::Recover:
        break;
    }
    return recover(context, request);
}

Kick::Task Kick::taskOf(const Context& context, const motion::Footing& footing) const {
    const world::BallBelief& ball = context.frame.world.ball;
    const world::BodyBelief& body = context.frame.body;
    Eigen::Vector3d ball_F = ball.p_F;
    Task task;
    task.ball_G = footing.onGround(ball.p_T);
    if (m_meeting_F && body.pose.isValid) {
        ball_F.head<2>() = *m_meeting_F;
        task.ball_G = footing.onGround(body.X_FT.inverse() * ball_F);
    }
    if (m_target->p_F && body.pose.isValid) {
        const Eigen::Vector2d way = *m_target->p_F - ball_F.head<2>();
        const Eigen::Vector2d ahead = body.X_FT.R.col(1).head<2>();
        task.directionRad =
            math::wrapRad(std::atan2(way.y(), way.x()) - std::atan2(ahead.y(), ahead.x()));
    }
    return task;
}

// @param ball x ahead, y towards the foot that kicks
bool Kick::isInRegion(const Eigen::Vector2d& ball) const {
    const motion::KickParameters& p = m_kick.numbers;
    if (m_kick.region.isKnown()) {
        return m_kick.region.successRatioAt(ball) >= m_settings.approach.goodRatio;
    }
    return std::abs(ball.x() - p.ballForwardM) < p.nearForwardM &&
           std::abs(ball.y() - p.ballLateralM) < p.nearLateralM;
}

Kick::Place Kick::placeFor(Foot foot, const Task& task) const {
    const motion::KickParameters& p = m_kick.numbers;
    const double side = motion::sideOf(foot);
    const Eigen::Vector2d best = m_kick.region.isKnown()
                                     ? m_kick.region.best()
                                     : Eigen::Vector2d(p.ballForwardM, p.ballLateralM);
    const Eigen::Vector2d fromFeet(best.x(), side * best.y());
    const double kicksToRad = -side * p.directionRad; // seen from the robot
    Place place;
    place.foot = foot;
    place.directionRad = task.directionRad.value_or(kicksToRad);
    place.turnRad = math::wrapRad(place.directionRad - kicksToRad);
    const Eigen::Rotation2Dd turned(place.turnRad);
    place.goal_G = task.ball_G - turned * fromFeet;
    // Turns and sidesteps at a small distance, where no foot touches the ball.
    const double lateralM = std::abs((turned.inverse() * place.goal_G).y());
    const double awayM = (fromFeet.x() < 0.0 ? 1.0 : -1.0) * setBackM(place.turnRad, lateralM);
    place.goal_G += turned * Eigen::Vector2d(awayM, 0.0);
    place.isNear = std::abs(place.turnRad) < p.nearTurnRad &&
                   isInRegion({task.ball_G.x(), side * task.ball_G.y()});
    return place;
}

Kick::Place Kick::choosePlace(const Task& task) {
    const Place left = placeFor(Foot::Left, task);
    const Place right = placeFor(Foot::Right, task);
    const auto wayM = [&](const Place& place) {
        return place.goal_G.norm() + m_settings.approach.turnM * std::abs(place.turnRad);
    };
    double saved = wayM(left) - wayM(right); // by the right foot, m
    if (m_foot) {
        saved -= motion::sideOf(*m_foot) * m_settings.approach.otherFootM;
    }
    const Place& place = left.isNear == right.isNear ? (saved > 0.0 ? right : left)
                         : left.isNear               ? left
                                                     : right;
    m_foot = place.foot;
    return place;
}

// Its foot has just begun to swing, or both stand.
bool Kick::isStepFor(Foot foot) const {
    const motion::WalkEngine& walk = *m_walk.engine();
    return m_walk.isStanding() ||
           (!m_walk.isRunning() && walk.planner().support() == motion::otherFoot(foot) &&
            walk.phase() < m_settings.approach.earlyPhase);
}

// Looks around for a moment first; the owner moves the head.
motion::WalkCommand Kick::search(const Context& context) {
    m_unseenS = context.frame.world.ball.isKnown ? 0.0 : m_unseenS + context.stepS;
    return {0.0, 0.0,
            m_target && m_unseenS > m_settings.moving.search.lookAroundS
                ? m_settings.moving.search.turnRadPerS
                : 0.0};
}

bool Kick::mayResume() const {
    return m_stage == Stage::Recover && m_stageS >= m_settings.approach.firmS;
}

Status Kick::approach(const Context& context, ActionRequest& request) {
    const world::BallBelief& ball = context.frame.world.ball;
    motion::WalkCommand command = search(context);
    m_stage = Stage::Approach;
    m_isAboutToKick = false;
    if (m_target && ball.isKnown) {
        const motion::WalkSenses senses = m_sensing.read(*m_model, context.frame.body);
        const motion::Footing footing = m_engine->body().footing(senses.measuredRad, senses.up_T);
        const Task task = taskOf(context, footing);
        const Place place = choosePlace(task);
        m_isAboutToKick = place.goal_G.norm() < m_settings.approach.aboutToM &&
                          std::abs(place.turnRad) < m_settings.approach.aboutToRad;
        request.addValue("kick.toGoM", place.goal_G.norm());
        request.addValue("kick.turnDeg", math::degFromRad(place.turnRad));
        drawKickRegion(context.frame, m_kick, footing, place.foot, m_settings.approach.goodRatio,
                       request);
        const bool mayBegin = m_kick.isPlayed() ? m_walk.isStanding() : isStepFor(place.foot);
        if (place.isNear && mayBegin) {
            begin(senses, task, place);
            return swing(context, request);
        }
        const bool halts = m_kick.isPlayed() && place.isNear;
        if (halts) {
            m_stage = Stage::Halt;
        }
        command = halts ? motion::WalkCommand{} : commandTo(context, task, place, request);
    } else if (m_keepsOff && ball.isKnown) {
        const motion::WalkSenses senses = m_sensing.read(*m_model, context.frame.body);
        const Eigen::Vector2d ball_G =
            m_engine->body().footing(senses.measuredRad, senses.up_T).onGround(ball.p_T);
        const BallSearchSettings& search = m_settings.moving.search;
        if (ball_G.norm() < search.atFeetM) {
            command = {ball_G.x() > 0.0 ? -search.backAwayMps : search.backAwayMps, 0.0, 0.0};
        }
    }
    m_walk.setCommand(limitSpeedNearRobots(context, command, m_settings.moving.slowdown));
    const Status status = m_walk.update(context, request);
    if (status == Status::Running) {
        request.decision.reason = !m_target      ? "waiting"
                                  : ball.isKnown ? "walking to the ball"
                                                 : "searching for the ball";
    }
    return status;
}

motion::WalkCommand Kick::commandTo(const Context& context, const Task& task, const Place& place,
                                    ActionRequest& request) {
    if (const auto way = aroundOthers(context, place, request)) {
        return motion::walkTo(*way, std::nullopt, m_settings.moving.goTo);
    }
    const KickApproach& s = m_settings.approach;
    const double standOffM = m_takesSetPlay ? s.setPlayStandOffM : s.standOffM;
    motion::WalkToSettings settings = m_settings.moving.goTo;
    settings.decelerationMps2 = m_kick.numbers.brakeMps2;
    settings.farDecelerationMps2 = s.farBrakeMps2;
    if (m_takesSetPlay && task.ball_G.norm() < s.setPlayNearM) {
        settings.decelerationMps2 = std::min(settings.decelerationMps2, s.setPlayBrakeMps2);
        settings.maxMps = s.setPlayMps;
    }
    settings.turnPerRad = s.turnPerRad;
    settings.nearM = 0.005; // it is the kick that ends the way
    settings.nearRad = 0.01;
    return motion::walkAround(place.goal_G, place.turnRad, {task.ball_G, standOffM}, settings);
}

void Kick::begin(const motion::WalkSenses& senses, const Task& task, const Place& place) {
    m_stage = Stage::Swing;
    m_stageS = 0.0;
    m_isPlayed = m_kick.isPlayed();
    if (m_isPlayed) {
        m_player.play(place.foot == Foot::Left ? m_kick.motions.left : m_kick.motions.right);
        return;
    }
    motion::KickParameters numbers = m_kick.numbers;
    if (m_distanceM > 0.0) {
        numbers.swingS *= m_kick.swings.swingTimeFactorFor(m_distanceM);
    }
    m_engine->setParameters(numbers);
    m_engine->begin(senses, place.foot, {task.ball_G, place.directionRad});
}

Status Kick::swing(const Context& context, ActionRequest& request) {
    bool isDone = false;
    if (m_isPlayed) {
        const Status status = m_player.update(context, request);
        isDone = status != Status::Running;
    } else {
        const world::BallBelief& ball = context.frame.world.ball;
        const motion::WalkSenses senses = m_sensing.read(*m_model, context.frame.body);
        const bool isFresh = ball.isKnown && ball.ageS < m_settings.approach.freshS;
        m_engine->update(senses, isFresh ? std::optional(ball.p_T) : std::nullopt, context.stepS,
                         request.targetRad);
        isDone = m_engine->isDone();
    }
    request.odometry = localization::WalkOdometry{};
    request.addValue("kick.timeS", m_stageS);
    request.decision.reason = "kicking";
    if (isDone) {
        m_walk.enter(context);
        m_walk.setCommand({});
        m_stage = Stage::Recover;
        m_stageS = 0.0;
    }
    return Status::Running;
}

Status Kick::recover(const Context& context, ActionRequest& request) {
    const Status status = m_walk.update(context, request);
    if (status != Status::Running) {
        return status;
    }
    request.decision.reason = "kicked";
    if (m_repeats && mayResume()) {
        resume();
    }
    return m_stageS >= m_settings.approach.recoverS ? Status::Done : Status::Running;
}

} // namespace sideline::behavior
