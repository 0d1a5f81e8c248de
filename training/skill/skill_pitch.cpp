#include "training/skill/skill_pitch.h"

#include <cmath>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/posture.h"

namespace sideline::training {

namespace {

constexpr int kJoinCycles = 60; // cycles until the robots are placed and stand

simulator::SimulationSettings matchSettings(bool isExact, std::uint64_t seed) {
    simulator::SimulationSettings match;
    match.seed = seed;
    match.solver = isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    return match;
}

} // namespace

SkillPitch::SkillPitch(bool isExact, std::uint64_t seed) : m_match(matchSettings(isExact, seed)) {}

std::size_t SkillPitch::join(const robot::RobotModelPtr& model, int typeNumber,
                             const std::string& team, int unum,
                             const behavior::Behavior& behavior) {
    runtime::AgentSettings agent;
    agent.team = team;
    agent.unum = unum;
    agent.typeNumber = typeNumber;
    agent.model = model;
    return m_match.add(agent, behavior.clone(), simulator::Messages::Values);
}

void SkillPitch::begin() {
    for (int i = 0; i < kJoinCycles; ++i) {
        m_match.cycle();
    }
    static_cast<void>(simulation().apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
    m_beganS = simulation().timeS();
}

void SkillPitch::setBehavior(std::size_t robot, const behavior::Behavior& behavior) {
    m_match.agent(robot).obey(runtime::command::Behave{behavior.clone()});
}

void SkillPitch::place(std::size_t robot, const Eigen::Vector3d& p_S) {
    monitor::AgentCommand command;
    command.agent = frame(robot).identity.robot;
    const double heightM = robot::placingHeightM(*frame(robot).identity.model);
    command.move = monitor::AgentMove{{p_S.x(), p_S.y(), heightM}, p_S.z() - 0.5 * math::kPi};
    static_cast<void>(simulation().apply(command));
}

void SkillPitch::placeBall(const Eigen::Vector2d& p_S, const Eigen::Vector2d& velocity_SMps) {
    monitor::BallCommand ball;
    ball.p_SBall = Eigen::Vector3d(p_S.x(), p_S.y(), game::kBallRadiusM);
    ball.velocity_SMps = Eigen::Vector3d(velocity_SMps.x(), velocity_SMps.y(), 0.0);
    static_cast<void>(simulation().apply(ball));
}

void SkillPitch::play(double seconds) {
    for (auto left = std::lround(seconds / game::kStepS); left > 0; --left) {
        m_match.cycle();
    }
}

void SkillPitch::push(std::size_t robot, const Eigen::Vector2d& change_SMps) {
    const double pushN = frame(robot).identity.model->massKg() / game::kStepS;
    simulation().push(m_match.idOf(robot),
                      pushN * Eigen::Vector3d(change_SMps.x(), change_SMps.y(), 0.0));
}

math::Pose SkillPitch::torso(std::size_t robot) {
    return *simulation().pose(m_match.idOf(robot), robot::BodyId(std::int32_t{0}));
}

Eigen::Vector2d SkillPitch::ball_S() {
    return simulation().ball().X_SBall.p.head<2>();
}

Eigen::Vector2d SkillPitch::ballVelocity_SMps() {
    return simulation().ball().velocity_SMps.head<2>();
}

} // namespace sideline::training
