#include "agentcore/behavior/walk.h"

#include <cmath>

#include "agentcore/math/angles.h"
#include "agentcore/world/tilt_filter.h"

namespace sideline::behavior {

namespace {

using motion::Foot;

// The sole of a foot, on the ground, as seen from above.
void drawFoot(const world::AgentFrame& frame, const motion::FootPlace& place, bool stands,
              ActionRequest& request) {
    constexpr double kHalfLengthM = 0.08;
    constexpr double kHalfWidthM = 0.04;
    const math::Pose& torso = frame.body.pose.X_ST;
    const double headingRad = std::atan2(torso.R(1, 1), torso.R(0, 1)); // of the torso's y axis
    const auto ground = [&](double forwardM, double leftM) {
        return Eigen::Vector3d(
            torso.p.x() + std::cos(headingRad) * forwardM - std::sin(headingRad) * leftM,
            torso.p.y() + std::sin(headingRad) * forwardM + std::cos(headingRad) * leftM, 0.01);
    };
    const auto corner = [&](double forward, double left) {
        const double cosine = std::cos(place.yawRad);
        const double sine = std::sin(place.yawRad);
        return ground(place.forwardM + cosine * forward - sine * left,
                      place.leftM + sine * forward + cosine * left);
    };
    const std::array corners = {
        corner(kHalfLengthM, kHalfWidthM), corner(kHalfLengthM, -kHalfWidthM),
        corner(-kHalfLengthM, -kHalfWidthM), corner(-kHalfLengthM, kHalfWidthM)};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        request.addShape("walk.feet", drawing::Line{corners[i],
                                                    corners[(i + 1) % corners.size()],
                                                    stands ? 3.0 : 1.0,
                                                    {120, 220, 120, 255}});
    }
}

} // namespace

void Walk::chooseModel(const robot::RobotModel& model) {
    m_model = model.shared();
    m_engine.reset();
    if (motion::LeggedBody::isLegged(model)) {
        m_engine.emplace(model, m_settings.parameters, m_settings.sprint);
    }
    m_isMoving = false;
}

void Walk::enter(const Context& context) {
    chooseModel(context.model());
}

void Walk::setParameters(const motion::WalkParameters& parameters) {
    m_settings.parameters = parameters;
    if (m_engine) {
        m_engine->setParameters(parameters);
    }
}

Status Walk::update(const Context& context, ActionRequest& request) {
    if (m_model.get() != &context.model()) {
        chooseModel(context.model());
    }
    if (!m_engine) {
        request.decision.reason = "this robot's legs are not those of a Nao";
        return Status::Failed;
    }
    const world::BodyBelief& body = context.frame.body;
    if (body.isFallen) {
        m_isMoving = false;
        request.decision.reason = "fallen";
        return Status::Failed;
    }
    const motion::WalkSenses senses = m_sensing.read(*m_model, body);
    if (!m_isMoving) {
        m_engine->begin(senses);
        m_isMoving = true;
    }
    m_engine->update(senses, m_settings.command, context.stepS, request.wantedRad);
    request.odometry = m_engine->odometry();
    publish(context.frame, request);
    return Status::Running;
}

bool Walk::mayBeInterrupted() const {
    return !m_isMoving || m_engine->isStanding();
}

void Walk::publish(const world::AgentFrame& frame, ActionRequest& request) const {
    const motion::WalkEngine& engine = *m_engine;
    const motion::WalkCommand& velocity = engine.planner().velocity();
    request.decision.reason = engine.isStanding() ? "standing" : "walking";
    request.addValue("walk.phase", engine.phase());
    request.addValue("walk.support", engine.planner().support() == Foot::Left ? 1.0 : -1.0);
    request.addValue("walk.forwardMps", velocity.forwardMps);
    request.addValue("walk.sprint", engine.sprintShare());
    request.addValue("walk.leftMps", velocity.leftMps);
    request.addValue("walk.turnDps", math::degFromRad(velocity.turnRadPerS));
    request.addValue("walk.leanDeg", math::degFromRad(world::tiltForwardRad(frame.body.up_T)));
    request.addValue("walk.rollDeg", math::degFromRad(world::tiltLeftRad(frame.body.up_T)));
    if (frame.body.pose.isValid) {
        for (const Foot foot : {Foot::Left, Foot::Right}) {
            drawFoot(frame, engine.footPlace(foot), foot == engine.planner().support(), request);
        }
    }
}

} // namespace sideline::behavior
