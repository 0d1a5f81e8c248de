// What agents receive.
#include <algorithm>

#include "simulator/simulation/simulation_impl.h"

namespace sideline::simulator {

using game::Side;

// All that agents see of each other is read first: then each of them can be informed by any thread.
void Simulation::Impl::showPlayers() {
    scene.beginCycle(physics.ball().X_SBall.p);
    for (const Agent& agent : agents) {
        if (agent.body == 0) {
            continue;
        }
        const RobotBody& robot = *physics.findRobot(agent.body);
        const Eigen::Vector3d p_STorso = robot.pose(kTorso).p;
        scene.addPlayer(agent.player, agent.team, p_STorso);
        for (const robot::VisiblePart& part : agent.model->percepts().visibleParts) {
            scene.addPart(part.name, robot.pose(part.body).p);
        }
        if (agent.player.side != Side::None) {
            hearing.place(agent.player, p_STorso);
        }
    }
}

void Simulation::Impl::sense() {
    showPlayers();
    teams = {std::string(referee.game().teamName(Side::Left)),
             std::string(referee.game().teamName(Side::Right))};
    heard.resize(agents.size());
    for (std::size_t i = 0; i < agents.size(); ++i) {
        heard[i] = agents[i].player.side != Side::None && agents[i].body != 0
                       ? hearing.listen(agents[i].player)
                       : HeardWords{};
    }
    threads.parallelFor(agents.size(), [this](std::size_t i, unsigned worker) {
        Agent& agent = agents[i];
        ++agent.cyclesConnected;
        if (agent.body != 0 && ++agent.cyclesWithBody > 1 && agent.wantsPercepts) {
            writePercepts(agent, heard[i], scratch[worker]);
        }
    });
}

void Simulation::Impl::writePercepts(Agent& agent, const HeardWords& words, PerceptScratch& use) {
    const RobotBody& robot = *physics.findRobot(agent.body);
    const robot::RobotModel& model = *agent.model;
    const Game& game = referee.game();
    PerceptInput input;
    input.timeS = reportedTimeS;
    input.game.timeS = game.timeS();
    input.game.playMode = game.playMode();
    input.game.scoreLeft = game.score(Side::Left);
    input.game.scoreRight = game.score(Side::Right);
    input.game.teamNames = {teams[0], teams[1]};
    if (agent.player.side != Side::None && !agent.knowsItsPlace) {
        input.game.place = agent.player;
        agent.knowsItsPlace = true;
    }
    input.heard = words.view();
    input.turning_BodyRadPerS = robot.gyro_TRadPerS();
    input.acceleration_BodyMps2 = robot.acceleration_TMps2();

    use.anglesRad.clear();
    for (std::size_t j = 0; j < model.joints().size(); ++j) {
        use.anglesRad.push_back(robot.jointAngleRad(robot::JointId(j)));
    }
    input.jointAnglesRad = use.anglesRad;

    use.touches.clear();
    robot::BodyId camera = kTorso;
    for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
        using robot::PerceptorKind;
        if (perceptor.kind == PerceptorKind::Vision) {
            camera = perceptor.body;
        } else if (perceptor.kind == PerceptorKind::ForceResistance ||
                   perceptor.kind == PerceptorKind::Touch) {
            if (const auto& force = robot.force(perceptor.body)) {
                use.touches.push_back({perceptor.body, force->center_Body, force->force_BodyN});
            }
        }
    }
    input.touches = use.touches;
    if (seesInCycle(model.percepts().vision, agent.cyclesConnected)) {
        input.scene = &scene;
        input.viewer = {robot.pose(camera), agent.player.side};
    }
    agent.percepts.clear();
    agent.hasValues = agent.wantsValues &&
                      fillPercepts(model, input, settings.sensors, agent.vision, agent.values);
    if (!agent.hasValues) {
        simulator::writePercepts(model, input, settings.sensors, agent.vision, agent.percepts);
    }
}

} // namespace sideline::simulator
