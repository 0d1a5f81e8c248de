#include "agentcore/behavior/kick.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/behavior/careful.h"
#include "agentcore/behavior/kick_drawing.h"
#include "agentcore/behavior/walk_along.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

namespace {

using motion::Foot;

constexpr double kRecoverS = 0.6;    // until it stands firmly
constexpr double kFirmS = 0.2;       // it can walk on
constexpr double kLooksAboutS = 1.5; // before it turns to search for the ball
constexpr double kSearchRadPerS = 1.2;
constexpr double kFreshS = 0.1;             // an older sight of the ball does not move the foot
constexpr double kStandOffM = 0.24;         // walks around the ball at this distance
constexpr double kOtherFootM = 0.10;        // changes its mind about the foot for so much less way
constexpr double kBehindM = 0.08;           // so far behind its place
constexpr double kTurnsBehindRad = 0.6;     // it turns by so much
constexpr double kStepsAsideBehindM = 0.15; // or steps aside
constexpr double kEarlyPhase = 0.25;        // of the step in which the foot swings anyway
// The same and more at a set play.
constexpr double kSetPlayStandOffM = 0.42;
constexpr double kSetPlayBehindM = 0.16;
constexpr double kSetPlayTurnsRad = 0.3;
constexpr double kSetPlayAsideM = 0.08;
constexpr double kSetPlayNearM = 0.6; // from the ball, it walks so:
constexpr double kSetPlayMps = 0.4;
constexpr double kSetPlayBrakeMps2 = 0.4;
constexpr double kAboutToM = 0.06; // from its place, it is as good as there
constexpr double kAboutToRad = 0.25;
constexpr double kReachM = 0.3; // of the feet, and a step
constexpr double kKeepsOffMps = 0.4;
constexpr double kTurnPerRad = 3.5;   // 1/s
constexpr double kFarBrakeMps2 = 0.6; // beyond the last half meter, where the kick's own counts
constexpr double kTurnM = 0.3;        // a turn of one rad takes as long as so much way

// How far from its place a robot stays that has to turn or step aside so much before it kicks.
double setBackM(double turnRad, double asideM, bool takesSetPlay) {
    const double turnsRad = takesSetPlay ? kSetPlayTurnsRad : kTurnsBehindRad;
    const double stepsM = takesSetPlay ? kSetPlayAsideM : kStepsAsideBehindM;
    const double share = std::max(std::abs(turnRad) / turnsRad, asideM / stepsM);
    return (takesSetPlay ? kSetPlayBehindM : kBehindM) * std::clamp(share - 0.3, 0.0, 1.0);
}

// The way around what is between the robot and its place; nothing if it can go straight there, or
// is so near that whoever is there wants the ball as well.
std::optional<Eigen::Vector2d> aroundOthers(planning::WayFinder& ways, const Context& context,
                                            const KickPlace& place, ActionRequest& request) {
    constexpr double kNearM = 1.0;
    const world::BodyBelief& body = context.frame.body;
    if (!body.pose.isValid || place.goal_G.norm() < kNearM) {
        return {};
    }
    const Eigen::Vector2d ahead = body.X_FT.R.col(1).head<2>().normalized();
    const Eigen::Vector2d left(-ahead.y(), ahead.x());
    const Eigen::Vector2d goal_F =
        body.X_FT.p.head<2>() + place.goal_G.x() * ahead + place.goal_G.y() * left;
    const planning::Path& path =
        ways.find(context.frame, context.field.dimensions(), goal_F, context.stepS);
    if (path.points_F.size() <= 2 || !path.isFree) {
        return {};
    }
    drawPath(context.frame, path, "kick.path", request);
    return aheadOnPath(path, body.X_FT);
}

} // namespace

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
    goOn();
}

void Kick::goOn() {
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
        request.decision.reason = "this robot does not have a Nao's legs";
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
        return m_kick.region.shareAt(ball) >= kGoodKickShare;
    }
    return std::abs(ball.x() - p.ballForwardM) < p.nearForwardM &&
           std::abs(ball.y() - p.ballAsideM) < p.nearAsideM;
}

Kick::Place Kick::placeFor(Foot foot, const Task& task) const {
    const motion::KickParameters& p = m_kick.numbers;
    const double side = motion::sideOf(foot);
    const Eigen::Vector2d best = m_kick.region.isKnown()
                                     ? m_kick.region.best()
                                     : Eigen::Vector2d(p.ballForwardM, p.ballAsideM);
    const Eigen::Vector2d wanted(best.x(), side * best.y());
    const double kicksToRad = -side * p.directionRad; // seen from the robot
    Place place;
    place.foot = foot;
    place.directionRad = task.directionRad.value_or(kicksToRad);
    place.turnRad = math::wrapRad(place.directionRad - kicksToRad);
    const Eigen::Rotation2Dd turned(place.turnRad);
    place.goal_G = task.ball_G - turned * wanted;
    // Turns and steps aside a little away from the ball, where no foot meets it.
    const double asideM = std::abs((turned.inverse() * place.goal_G).y());
    const double awayM =
        (wanted.x() < 0.0 ? 1.0 : -1.0) * setBackM(place.turnRad, asideM, m_takesSetPlay);
    place.goal_G += turned * Eigen::Vector2d(awayM, 0.0);
    place.isNear = std::abs(place.turnRad) < p.nearTurnRad &&
                   isInRegion({task.ball_G.x(), side * task.ball_G.y()});
    return place;
}

Kick::Place Kick::choosePlace(const Task& task) {
    const Place left = placeFor(Foot::Left, task);
    const Place right = placeFor(Foot::Right, task);
    const auto wayM = [](const Place& place) {
        return place.goal_G.norm() + kTurnM * std::abs(place.turnRad);
    };
    double saved = wayM(left) - wayM(right); // by the right foot, m
    if (m_foot) {
        saved -= motion::sideOf(*m_foot) * kOtherFootM;
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
            walk.phase() < kEarlyPhase);
}

// Looks about for a moment first, by whoever moves the head.
motion::WalkCommand Kick::search(const Context& context) {
    m_unseenS = context.frame.world.ball.isKnown ? 0.0 : m_unseenS + context.stepS;
    return {0.0, 0.0, m_target && m_unseenS > kLooksAboutS ? kSearchRadPerS : 0.0};
}

bool Kick::mayGoOn() const {
    return m_stage == Stage::Recover && m_stageS >= kFirmS;
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
        m_isAboutToKick = place.goal_G.norm() < kAboutToM && std::abs(place.turnRad) < kAboutToRad;
        request.addValue("kick.toGoM", place.goal_G.norm());
        request.addValue("kick.turnDeg", math::degFromRad(place.turnRad));
        drawKickRegion(context.frame, m_kick, footing, place.foot, request);
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
        if (ball_G.norm() < kReachM) {
            command = {ball_G.x() > 0.0 ? -kKeepsOffMps : kKeepsOffMps, 0.0, 0.0};
        }
    }
    m_walk.setCommand(carefulOf(context, command));
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
    if (const auto way = aroundOthers(m_ways, context, place, request)) {
        return motion::walkTo(*way, std::nullopt);
    }
    const double standOffM = m_takesSetPlay ? kSetPlayStandOffM : kStandOffM;
    motion::WalkToSettings settings;
    settings.decelerationMps2 = m_kick.numbers.brakeMps2;
    settings.farDecelerationMps2 = kFarBrakeMps2;
    if (m_takesSetPlay && task.ball_G.norm() < kSetPlayNearM) {
        settings.decelerationMps2 = std::min(settings.decelerationMps2, kSetPlayBrakeMps2);
        settings.mostMps = kSetPlayMps;
    }
    settings.turnPerRad = kTurnPerRad;
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
        numbers.swingS *= m_kick.swings.slowerFor(m_distanceM);
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
        const bool isFresh = ball.isKnown && ball.ageS < kFreshS;
        m_engine->update(senses, isFresh ? std::optional(ball.p_T) : std::nullopt, context.stepS,
                         request.wantedRad);
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
    if (m_repeats && mayGoOn()) {
        goOn();
    }
    return m_stageS >= kRecoverS ? Status::Done : Status::Running;
}

} // namespace sideline::behavior
