#include "simulator/fidelity/open_loop.h"

#include <utility>
#include <variant>

#include "agentcore/game/constants.h"
#include "agentcore/monitor/trainer_command.h"

namespace sideline::simulator {

namespace {

constexpr double kBallRestsMps = 0.01;
constexpr int kMaxWatchCycles = 500;
constexpr robot::BodyId kTorsoBody{std::int32_t{0}};

class OpenLoop {
public:
    explicit OpenLoop(const SimulationSettings& settings)
        : m_simulation(settings), m_agent(m_simulation.addAgent()) {
        m_simulation.cycle(); // the agent is connected but has not sent anything yet
    }

    void say(const CycleMessages& words) {
        for (const std::string_view text : words.fromTrainer) {
            for (const auto& command : monitor::parseTrainerCommands(text).commands) {
                static_cast<void>(m_simulation.apply(command));
                const auto* ball = std::get_if<monitor::BallCommand>(&command);
                m_isBallPlacedNow = m_isBallPlacedNow || (ball != nullptr && ball->p_SBall);
            }
        }
        for (const std::string_view text : words.fromAgent) {
            m_simulation.receive(m_agent, text);
            m_isBeamedNow = m_isBeamedNow || text.find("(beam ") != std::string_view::npos;
        }
        m_simulation.cycle();
        look();
    }

    void waitForBall() {
        RobotBody& robot = *body();
        for (std::size_t i = 0; i < robot.model().joints().size(); ++i) {
            m_simulation.setJointSpeed(m_agent, robot::JointId(i), 0.0);
        }
        m_outcome.movedM = (robot.pose(kTorsoBody).p - m_start_S).head<2>().norm();
        const auto isRolling = [&] {
            return m_simulation.physics().ball().velocity_SMps.norm() > kBallRestsMps;
        };
        for (int i = 0; m_wasBallPlaced && i < kMaxWatchCycles && isRolling(); ++i) {
            m_simulation.cycle();
        }
        if (m_wasBallPlaced) {
            m_outcome.ballM = (m_simulation.physics().ball().X_SBall.p - m_ball_S).norm();
        }
    }

    [[nodiscard]] RobotBody* body() { return m_simulation.body(m_agent); }
    [[nodiscard]] const OpenLoopOutcome& outcome() const { return m_outcome; }

private:
    void look() {
        if (body() == nullptr) {
            return;
        }
        const math::Pose X_STorso = body()->pose(kTorsoBody);
        if (std::exchange(m_isBeamedNow, false)) {
            m_start_S = X_STorso.p;
            m_outcome.fell = false;
        }
        if (std::exchange(m_isBallPlacedNow, false)) {
            m_wasBallPlaced = true;
            m_ball_S = m_simulation.physics().ball().X_SBall.p;
        }
        m_outcome.fell = m_outcome.fell || game::isFallen(X_STorso.R(2, 2));
    }

    Simulation m_simulation;
    AgentId m_agent;
    Eigen::Vector3d m_start_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_ball_S = Eigen::Vector3d::Zero();
    bool m_wasBallPlaced = false;
    bool m_isBallPlacedNow = false;
    bool m_isBeamedNow = false;
    OpenLoopOutcome m_outcome;
};

} // namespace

base::Expected<OpenLoopOutcome> runOpenLoop(std::span<const CycleMessages> words,
                                            const SimulationSettings& settings) {
    OpenLoop run(settings);
    for (const CycleMessages& each : words) {
        run.say(each);
    }
    if (run.body() == nullptr) {
        return base::failure(base::ErrorCode::InvalidArgument, "the agent never requests a body",
                             "a stream from its beginning, with (scene ...)");
    }
    run.waitForBall();
    return run.outcome();
}

} // namespace sideline::simulator
