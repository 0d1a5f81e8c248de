#include "agentcore/behavior/on_feet.h"

#include <cmath>
#include <utility>

#include "agentcore/math/angles.h"

namespace sideline::behavior {

OnFeet::OnFeet(Walk walk, GetUp getUp, const OnFeetSettings& settings)
    : m_walk(std::move(walk)), m_upFirst(std::move(getUp)), m_settings(settings) {}

void OnFeet::enter(const Context& context) {
    if (m_model.get() != &context.model()) {
        m_model = context.model().shared();
        m_body.reset();
        if (motion::LeggedBody::isLegged(*m_model)) {
            m_body.emplace(*m_model);
        }
        m_look = Look(*m_model, m_settings.look);
    }
    m_walk.enter(context);
    m_upFirst.enter();
    m_unseenS = 0.0;
}

void OnFeet::takeOver(const Context& context, const Walk& walk) {
    enter(context);
    m_walk.continueFrom(walk);
}

std::optional<Status> OnFeet::rise(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        enter(context);
    }
    if (const auto rising = m_upFirst.update(context, request)) {
        m_look.forget();
        return rising;
    }
    if (m_upFirst.hasJustRisen()) {
        m_walk.enter(context);
    }
    return {};
}

Status OnFeet::walk(const Context& context, const motion::WalkCommand& command,
                    ActionRequest& request) {
    m_walk.setCommand(command);
    const Status status = m_walk.update(context, request);
    if (status == Status::Running) {
        look(context, request);
    }
    return status;
}

void OnFeet::takeSettings(const OnFeet& other) {
    m_walk.takeSettings(other.m_walk);
    const bool hasSameAim = m_settings.look.aim == other.m_settings.look.aim;
    m_settings = other.m_settings;
    m_look.setSettings(m_settings.look);
    if (!hasSameAim) {
        m_look.forget();
    }
}

motion::WalkCommand OnFeet::search(const Context& context) {
    const BallSearchSettings& search = m_settings.moving.search;
    m_unseenS = context.frame.world.ball.isKnown ? 0.0 : m_unseenS + context.stepS;
    return {0.0, 0.0, m_unseenS > search.lookAroundS ? search.turnRadPerS : 0.0};
}

void OnFeet::look(const Context& context, ActionRequest& request) {
    m_look.update(context, request);
}

std::optional<motion::WalkCommand> OnFeet::offTheBall(const Context& context) {
    const BallSearchSettings& search = m_settings.moving.search;
    const auto ball_G = ballOnGround(context);
    if (!ball_G || context.frame.world.ball.p_T.norm() > 1.0 || ball_G->norm() > search.atFeetM) {
        return {};
    }
    return motion::WalkCommand{ball_G->x() > 0.0 ? -search.backAwayMps : search.backAwayMps, 0.0,
                               0.0};
}

std::optional<Eigen::Vector2d> OnFeet::ballOnGround(const Context& context) {
    const world::BallBelief& ball = context.frame.world.ball;
    if (!ball.isKnown || !m_body) {
        return {};
    }
    const motion::WalkSenses senses = m_sensing.read(*m_model, context.frame.body);
    return m_body->footing(senses.measuredRad, senses.up_T).onGround(ball.p_T);
}

double OnFeet::turnTo(const Context& context, const Eigen::Vector2d& way_F) {
    const world::BodyBelief& body = context.frame.body;
    if (!body.pose.isValid) {
        return 0.0;
    }
    const Eigen::Vector2d ahead = body.X_FT.R.col(1).head<2>();
    return math::wrapRad(std::atan2(way_F.y(), way_F.x()) - std::atan2(ahead.y(), ahead.x()));
}

} // namespace sideline::behavior
