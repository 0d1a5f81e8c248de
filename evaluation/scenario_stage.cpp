#include "evaluation/scenario_stage.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/localization/camera.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/posture.h"

namespace sideline::evaluation {

namespace {

const robot::BodyId kTorso{std::int32_t{0}};

simulator::SimulationSettings settingsOf(const ScenarioOptions& options) {
    simulator::SimulationSettings settings;
    if (options.robot != nullptr) {
        settings.robots.add(options.robot->traits().scenePath, options.typeNumber, options.robot);
    }
    settings.seed = options.seed;
    settings.rules.usesFouls = false;
    settings.sensors.visionNoise = options.hasNoise;
    settings.sensors.visionCalibrationError = options.hasNoise;
    settings.sensors.visionQuantization = options.hasRounding;
    return settings;
}

} // namespace

base::Expected<std::unique_ptr<ScenarioStage>> ScenarioStage::make(std::string name,
                                                                   const ScenarioOptions& options) {
    const robot::RobotModel* model =
        options.robot != nullptr ? options.robot.get() : robot::defaultRobot(options.typeNumber);
    if (model != nullptr && model->traits().server != game::ServerKind::SimSpark) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("the simulator cannot simulate {}", model->name()),
                             "a robot of SimSpark");
    }
    if (model == nullptr) {
        return base::failure(base::ErrorCode::NotFound,
                             fmt::format("unknown Nao type {}", options.typeNumber), "0 to 4");
    }
    return std::unique_ptr<ScenarioStage>(new ScenarioStage(std::move(name), options, *model));
}

ScenarioStage::ScenarioStage(std::string name, const ScenarioOptions& options,
                             const robot::RobotModel& model)
    : m_match(settingsOf(options)),
      m_simulation(m_match.simulation()),
      m_agent(m_match.idOf(m_match.addScript(
          fmt::format("(scene {} {})", model.traits().scenePath, options.typeNumber),
          [this](std::string_view /*percepts*/) { return std::exchange(m_answer, {}); }))),
      m_rng(options.seed ^ 0x5ce7a210U),
      m_run{AgentStream(std::move(name), model, options.typeNumber), {}, Eigen::Vector3d::Zero()} {
    m_run.truth.source = "the simulator, exact";
    if (options.hasNoise) {
        m_run.cameraOffset_CM = m_simulation.cameraErrorM(m_agent);
    }
    m_match.cycle();
}

void ScenarioStage::step() {
    commandUniversalJoints();
    if (m_cycle > 0) {
        m_run.stream.answered(m_answer);
    }
    m_match.cycle();
    m_run.stream.append(std::string(m_simulation.percepts(m_agent)), {},
                        std::exchange(m_isMoved, false));
    m_run.truth.instants.emplace_back(truthNow());
    ++m_cycle;
}

void ScenarioStage::follow(const JointRole& role, double angleRad, double speedRadPerS) {
    constexpr double kGainPerS =
        5.0; // low, since measurements are two messages old when the correction takes effect
    const robot::RobotModel& model = m_run.stream.model();
    const auto [id, sign] = robot::limbJoint(model, role.limb, role.axis, role.number);
    if (!id.isValid()) {
        return;
    }
    const robot::Joint& joint = model.joint(id);
    const double commandRadPerS =
        sign * speedRadPerS +
        kGainPerS * (sign * angleRad - m_simulation.jointAngleRad(m_agent, id));
    if (joint.kind == robot::JointKind::Hinge) {
        m_answer += fmt::format("({} {:.5f})", joint.effector, commandRadPerS);
    } else {
        const bool isFirst = joint.kind == robot::JointKind::UniversalFirst;
        m_universalRadPerS[joint.effector][isFirst ? 0 : 1] = commandRadPerS;
    }
}

// An effector of a universal joint expects the speeds of both axes.
void ScenarioStage::commandUniversalJoints() {
    for (const auto& [effector, speeds] : m_universalRadPerS) {
        m_answer += fmt::format("({} {:.5f} {:.5f})", effector, speeds[0], speeds[1]);
    }
    m_universalRadPerS.clear();
}

void ScenarioStage::place(const math::Pose& X_STorso) {
    m_simulation.place(m_agent, X_STorso);
    m_isMoved = true;
}

void ScenarioStage::placeUpright(double xM, double yM, double headingRad) {
    math::Pose X_STorso =
        math::Pose::translation({xM, yM, robot::placingHeightM(m_run.stream.model())});
    X_STorso.R = Eigen::AngleAxisd(headingRad - math::kPi / 2.0, Eigen::Vector3d::UnitZ())
                     .toRotationMatrix();
    place(X_STorso);
}

void ScenarioStage::placeAnywhere(bool inOwnHalf) {
    const double xM = m_rng.uniform(-13.0, inOwnHalf ? -1.0 : 13.0);
    const double yM = m_rng.uniform(-8.0, 8.0);
    placeUpright(xM, yM, m_rng.uniform(-math::kPi, math::kPi));
}

void ScenarioStage::push(const Eigen::Vector3d& force_SN) {
    m_simulation.push(m_agent, force_SN);
}

void ScenarioStage::addOthers() {
    struct Other {
        const char* team;
        int unum;
        double xM;
        double yM;
    };
    constexpr Other kOthers[] = {
        {"Own", 2, -4.0, 3.0}, {"Others", 1, 6.0, -2.0}, {"Others", 2, 1.5, 4.0}};
    const double heightM = robot::placingHeightM(robot::defaultRobot());
    for (const Other& other : kOthers) {
        const auto agent =
            m_simulation.addRobot(robot::kDefaultRobotFile, 0, other.team, other.unum);
        if (agent) {
            m_simulation.place(*agent, math::Pose::translation({other.xM, other.yM, heightM}));
        }
    }
}

void ScenarioStage::kickBall() {
    constexpr double kRoomM = 6.0;
    monitor::BallCommand command;
    const Eigen::Vector3d ball_S = m_simulation.ball().X_SBall.p;
    if (ball_S.head<2>().cwiseAbs().maxCoeff() > kRoomM) {
        command.p_SBall =
            Eigen::Vector3d(m_rng.uniform(-5.0, 5.0), m_rng.uniform(-5.0, 5.0), game::kBallRadiusM);
    }
    const double speedMps = m_rng.uniform(0.5, 7.0);
    const double directionRad = m_rng.uniform(-math::kPi, math::kPi);
    command.velocity_SMps =
        Eigen::Vector3d(speedMps * std::cos(directionRad), speedMps * std::sin(directionRad),
                        m_rng.uniform() < 0.4 ? m_rng.uniform(0.0, 4.0) : 0.0);
    static_cast<void>(m_simulation.apply(command));
}

void ScenarioStage::startPlay() {
    static_cast<void>(m_simulation.apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
}

math::Pose ScenarioStage::torso() {
    return m_simulation.pose(m_agent, kTorso).value_or(math::Pose{});
}

TruthInstant ScenarioStage::truthNow() {
    TruthInstant instant;
    const robot::RobotModel& model = m_run.stream.model();
    if (const auto X_SHead = m_simulation.pose(m_agent, model.cameraBody())) {
        const math::Pose X_SCamera = localization::cameraOf(model, *X_SHead);
        instant.p_SCamera = X_SCamera.p;
        instant.headingRad = math::forwardHeadingRad(X_SCamera.R);
        instant.X_ST = m_simulation.pose(m_agent, kTorso);
    }
    const simulator::BallState ball = m_simulation.ball();
    instant.p_SBall = ball.X_SBall.p;
    instant.velocity_SBallMps = ball.velocity_SMps;
    for (const simulator::AgentInfo& agent : m_simulation.agents()) {
        const auto other = m_simulation.pose(agent.id, kTorso);
        if (agent.id != m_agent && other) {
            instant.p_SPlayers[agent.player] = other->p;
        }
    }
    return instant;
}

ScenarioRun ScenarioStage::finish() {
    return std::move(m_run);
}

} // namespace sideline::evaluation
