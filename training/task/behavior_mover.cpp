#include "training/task/behavior_mover.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/behavior/walk.h"
#include "agentcore/game/constants.h"
#include "agentcore/robot/nao.h"

namespace sideline::training {

BehaviorMover::BehaviorMover(std::unique_ptr<behavior::Behavior> behavior,
                             const robot::RobotModel& model)
    : m_fresh(std::move(behavior)), m_field(field::newestField().dimensions) {
    SIDELINE_ASSERT(m_fresh != nullptr);
    m_frame.identity.model = model.shared();
    m_frame.identity.robot = {game::Side::Left, game::UniformNumber(1)};
    m_frame.identity.typeNumber = robot::naoTypeNumberOf(model).value_or(0);
    m_frame.game.playMode = game::PlayMode::PlayOn;
}

behavior::Context BehaviorMover::context() const {
    return {m_frame, m_field, m_frame.game.serverTimeS, game::kStepS};
}

void BehaviorMover::look(const PhysicsRobot& robot, double timeS) {
    m_frame.game.serverTimeS = timeS;
    m_frame.game.gameTimeS = timeS;
    m_frame.body = robot.belief();
    if (m_isLocated) {
        locate(robot);
    }
    if (m_ballError_SM) {
        lookAtBall(robot);
    }
}

void BehaviorMover::locate(const PhysicsRobot& robot) {
    m_frame.body.pose.isValid = true;
    m_frame.body.X_FT = m_X_SF.inverse() * robot.torso();
    m_frame.body.pose.X_ST = m_frame.body.X_FT;
}

void BehaviorMover::lookAtBall(const PhysicsRobot& robot) {
    const simulator::BallState ball = robot.ball();
    const math::Pose X_FS = m_X_SF.inverse();
    Eigen::Vector3d p_S = ball.X_SBall.p;
    p_S.head<2>() += *m_ballError_SM;
    world::BallBelief& belief = m_frame.world.ball;
    belief.isKnown = true;
    belief.p_F = X_FS * p_S;
    belief.p_T = robot.torso().inverse() * p_S;
    belief.velocity_FMps = X_FS.R * ball.velocity_SMps;
    belief.rest_F = belief.p_F;
    belief.confidence = 1.0;
    m_frame.situation.isRunning = true;
    m_frame.situation.mayTouchBall = true;
}

void BehaviorMover::begin(const PhysicsRobot& robot) {
    m_behavior = m_fresh->clone();
    m_frame.cycle = 0;
    m_frame.world.ball = {};
    m_isLocated = m_ballError_SM.has_value();
    m_X_SF = robot.ground();
    look(robot, 0.0);
    m_behavior->enter(context());
}

void BehaviorMover::setCommand(const motion::WalkCommand& command) {
    if (auto* walking = m_behavior->asWalking()) {
        walking->setCommand(command);
    }
}

bool BehaviorMover::goTo(const behavior::GoToPlace& place) {
    auto* driven = m_behavior->asDriven();
    if (driven == nullptr) {
        return false;
    }
    driven->go(place);
    m_isLocated = true;
    return true;
}

bool BehaviorMover::step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) {
    look(robot, timeS);
    m_request.begin(*m_frame.identity.model, m_frame.body.joints);
    const behavior::Status status = m_behavior->update(context(), m_request);
    ++m_frame.cycle;
    std::ranges::copy(m_request.targetRad, targetRad.begin());
    return status == behavior::Status::Running;
}

void BehaviorMover::sent(const PhysicsRobot& robot) {
    if (m_sink == nullptr) {
        return;
    }
    auto frame = std::make_shared<world::AgentFrame>(m_frame);
    --frame->cycle; // the cycle in which the behavior just decided
    for (std::size_t i = 0; i < frame->body.joints.size(); ++i) {
        frame->body.joints[i].targetRad = robot.joints()[i].targetRad;
        frame->body.joints[i].commandRadPerS = robot.joints()[i].commandRadPerS;
    }
    frame->decision = m_request.decision;
    frame->decision.behavior = m_behavior->name();
    frame->values = m_request.values;
    frame->drawings = m_request.drawings;
    m_sink->take(frame);
}

} // namespace sideline::training
