#include "agentcore/behavior/kick.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

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

} // namespace

void Kick::setParameters(const motion::KickParameters& parameters) {
    m_parameters = parameters;
    if (m_engine && m_stage != Stage::Swing) {
        m_engine->setParameters(parameters);
    }
}

void Kick::chooseModel(const Context& context) {
    m_model = context.model().shared();
    m_engine.reset();
    if (motion::LeggedBody::isLegged(*m_model)) {
        m_engine.emplace(*m_model, m_parameters);
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
}

Status Kick::update(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        enter(context);
    }
    if (!m_engine) {
        request.decision.reason = "this robot's legs are not those of a Nao";
        return Status::Failed;
    }
    if (context.frame.body.isFallen) {
        request.decision.reason = "fallen";
        return Status::Failed;
    }
    m_stageS += context.stepS;
    switch (m_stage) {
    case Stage::Approach:
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
    Task task;
    task.ball_G = footing.onGround(ball.p_T);
    const world::BodyBelief& body = context.frame.body;
    if (m_target->p_F && body.pose.isValid) {
        const Eigen::Vector2d way = *m_target->p_F - ball.p_F.head<2>();
        const Eigen::Vector2d ahead = body.X_FT.R.col(1).head<2>();
        task.directionRad =
            math::wrapRad(std::atan2(way.y(), way.x()) - std::atan2(ahead.y(), ahead.x()));
    }
    return task;
}

Kick::Place Kick::placeFor(Foot foot, const Task& task) const {
    const Eigen::Vector2d wanted(m_parameters.ballForwardM,
                                 motion::sideOf(foot) * m_parameters.ballAsideM);
    Place place;
    place.foot = foot;
    const Eigen::Rotation2Dd toDirection(task.directionRad);
    place.goal_G = task.ball_G - toDirection * wanted;
    // Turns and steps aside a little behind, where no foot meets the ball.
    const double asideM = std::abs((toDirection.inverse() * place.goal_G).y());
    const double share =
        std::max(std::abs(task.directionRad) / kTurnsBehindRad, asideM / kStepsAsideBehindM);
    place.goal_G -=
        toDirection * Eigen::Vector2d(kBehindM * std::clamp(share - 0.3, 0.0, 1.0), 0.0);
    const Eigen::Vector2d off = task.ball_G - wanted;
    place.isNear = std::abs(off.x()) < m_parameters.nearForwardM &&
                   std::abs(off.y()) < m_parameters.nearAsideM &&
                   std::abs(task.directionRad) < m_parameters.nearTurnRad;
    return place;
}

Kick::Place Kick::choosePlace(const Task& task) {
    const Place left = placeFor(Foot::Left, task);
    const Place right = placeFor(Foot::Right, task);
    double saved = left.goal_G.norm() - right.goal_G.norm(); // by the right foot, m
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
    return walk.isStanding() ||
           (walk.planner().support() == motion::otherFoot(foot) && walk.phase() < kEarlyPhase);
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
    if (m_target && ball.isKnown) {
        const motion::WalkSenses senses = m_sensing.read(*m_model, context.frame.body);
        const motion::Footing footing = m_engine->body().footing(senses.measuredRad, senses.up_T);
        const Task task = taskOf(context, footing);
        const Place place = choosePlace(task);
        request.addValue("kick.toGoM", place.goal_G.norm());
        request.addValue("kick.turnDeg", math::degFromRad(task.directionRad));
        if (place.isNear && isStepFor(place.foot)) {
            m_engine->begin(senses, place.foot, {task.ball_G, task.directionRad});
            m_stage = Stage::Swing;
            m_stageS = 0.0;
            return swing(context, request);
        }
        const Eigen::Vector2d way = motion::wayAround(place.goal_G, {task.ball_G, kStandOffM});
        const bool isDirect = way == place.goal_G;
        motion::WalkToSettings settings;
        settings.nearM = 0.005; // it is the kick that ends the way
        settings.nearRad = 0.01;
        command = motion::walkTo(way, isDirect ? std::optional(task.directionRad) : std::nullopt,
                                 settings);
    }
    m_walk.setCommand(command);
    const Status status = m_walk.update(context, request);
    if (status == Status::Running) {
        request.decision.reason = !m_target      ? "waiting"
                                  : ball.isKnown ? "going to the ball"
                                                 : "searching for the ball";
    }
    return status;
}

Status Kick::swing(const Context& context, ActionRequest& request) {
    const world::BallBelief& ball = context.frame.world.ball;
    const motion::WalkSenses senses = m_sensing.read(*m_model, context.frame.body);
    const bool isFresh = ball.isKnown && ball.ageS < kFreshS;
    m_engine->update(senses, isFresh ? std::optional(ball.p_T) : std::nullopt, context.stepS,
                     request.wantedRad);
    request.odometry = localization::WalkOdometry{};
    request.addValue("kick.timeS", m_engine->timeS());
    request.decision.reason = "kicking";
    if (m_engine->isDone()) {
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
    request.decision.reason = "has kicked";
    if (m_repeats && mayGoOn()) {
        goOn();
    }
    return m_stageS >= kRecoverS ? Status::Done : Status::Running;
}

} // namespace sideline::behavior
