#include "training/skill/lone_robot.h"

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/posture.h"

namespace sideline::training {

namespace {

constexpr int kJoinCycles = 60; // cycles until the robot is placed and stands

simulator::SimulationSettings matchSettings(bool isExact, std::uint64_t seed) {
    simulator::SimulationSettings match;
    match.seed = seed;
    match.solver = isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    return match;
}

} // namespace

LoneRobot::LoneRobot(const robot::RobotModelPtr& model, int typeNumber,
                     const behavior::Behavior& behavior, bool isExact, std::uint64_t seed)
    : m_match(matchSettings(isExact, seed)) {
    runtime::AgentSettings agent;
    agent.team = "Lone";
    agent.unum = 2;
    agent.typeNumber = typeNumber;
    agent.model = model;
    m_match.add(agent, behavior.clone(), simulator::Messages::Values);
    for (int i = 0; i < kJoinCycles; ++i) {
        m_match.cycle();
    }
    static_cast<void>(simulation().apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
    m_beganS = simulation().timeS();
}

void LoneRobot::place(const Eigen::Vector3d& p_F) {
    monitor::AgentCommand command;
    command.agent = frame().identity.robot;
    const double heightM = robot::placingHeightM(simulation().body(m_match.idOf(0))->model());
    command.move = monitor::AgentMove{{p_F.x(), p_F.y(), heightM}, p_F.z() - 0.5 * math::kPi};
    static_cast<void>(simulation().apply(command));
}

void LoneRobot::placeBall(const Eigen::Vector2d& p_F) {
    monitor::BallCommand ball;
    ball.p_SBall = Eigen::Vector3d(p_F.x(), p_F.y(), game::kBallRadiusM);
    ball.velocity_SMps = Eigen::Vector3d::Zero();
    static_cast<void>(simulation().apply(ball));
}

void LoneRobot::push(const Eigen::Vector2d& change_SMps) {
    simulator::RobotBody& body = *simulation().body(m_match.idOf(0));
    const double pushN = body.model().massKg() / game::kStepS;
    body.push(robot::BodyId(std::int32_t{0}), torso().p,
              pushN * Eigen::Vector3d(change_SMps.x(), change_SMps.y(), 0.0));
}

math::Pose LoneRobot::torso() {
    return simulation().body(m_match.idOf(0))->pose(robot::BodyId(std::int32_t{0}));
}

} // namespace sideline::training
