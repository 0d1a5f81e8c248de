#include "agentcore/behavior/kick.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "agentcore/behavior/kick_drawing.h"
#include "agentcore/behavior/slowdown.h"
#include "agentcore/behavior/walk_along.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::behavior {

using motion::Foot;

namespace {

// The path around obstacles between the robot and its place; empty if the direct path is free, or
// if the place is so near that robots on the way are at the ball as well.
std::optional<Eigen::Vector2d> aroundOthers(const Context& context, const KickPlace& place,
                                            const KickSettings& settings, planning::WayFinder& ways,
                                            ActionRequest& request) {
    const world::BodyBelief& body = context.frame.body;
    if (!body.pose.isValid || place.goal_G.norm() < settings.approach.othersBeyondM) {
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
    return aheadOnPath(path, body.X_FT, settings.moving.paths.lookAheadM);
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
    resume();
}

void Kick::resume() {
    m_stage = Stage::Approach;
    m_stageS = 0.0;
    m_unseenS = 0.0;
    m_foot.reset();
    m_isAboutToKick = false;
    m_isAtBall = false;
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

// Whether the robot stands, or its foot has just begun to swing.
bool Kick::isStepFor(Foot foot) const {
    const motion::WalkEngine& walk = *m_walk.engine();
    return m_walk.isStanding() ||
           (!m_walk.isRunning() && walk.planner().support() == motion::otherFoot(foot) &&
            walk.phase() < m_settings.approach.earlyPhase);
}

// Stands for a moment first, while the owner looks around with the head, then turns in place.
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
    m_isAtBall = false;
    if (m_target && ball.isKnown) {
        const motion::WalkSenses senses = m_sensing.read(*m_model, context.frame.body);
        const motion::Footing footing = m_engine->body().footing(senses.measuredRad, senses.up_T);
        const Task task = taskOf(context, footing);
        const Place place =
            chooseKickPlace({m_kick, m_settings.approach, m_takesSetPlay}, task, m_foot);
        m_foot = place.foot;
        m_isAboutToKick = place.goal_G.norm() < m_settings.approach.aboutToM &&
                          std::abs(place.turnRad) < m_settings.approach.aboutToRad;
        request.addValue("kick.toGoM", place.goal_G.norm());
        request.addValue("kick.turnDeg", math::degFromRad(place.turnRad));
        drawKickRegion(context.frame, m_kick, footing, place.foot, m_settings.approach.goodRatio,
                       request);
        const bool mayBegin = m_kick.isPlayed() ? m_walk.isStanding() : isStepFor(place.foot);
        m_isAtBall = place.isNear;
        if (place.isNear && mayBegin && !m_holds) {
            begin(senses, task, place);
            return swing(context, request);
        }
        const bool halts = (m_kick.isPlayed() || m_holds) && place.isNear;
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
        request.decision.reason = !m_target               ? "waiting"
                                  : m_isAtBall && m_holds ? "at the ball"
                                  : ball.isKnown          ? "walking to the ball"
                                                          : "searching for the ball";
    }
    return status;
}

motion::WalkCommand Kick::commandTo(const Context& context, const Task& task, const Place& place,
                                    ActionRequest& request) {
    if (const auto way = aroundOthers(context, place, m_settings, m_ways, request)) {
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
    settings.nearM = 0.005; // the approach ends with the kick, not on arrival
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
