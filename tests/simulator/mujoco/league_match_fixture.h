#pragma once

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/league_simulation.h"

namespace sideline::simulator::mujoco {

/// A match of rcssservermj without sockets.
class LeagueMatchTest : public testing::Test {
protected:
    void begin(const LeagueSettings& settings = {}) {
        auto created = LeagueSimulation::create(settings);
        ASSERT_TRUE(created) << created.error().toString();
        match = std::move(*created);
    }
    static AgentId joinIn(Match& played, const std::string& team, int unum,
                          const std::string& robot = "T1") {
        const AgentId agent = played.addAgent();
        played.receive(agent, fmt::format("(init {} {} {})", robot, team, unum));
        played.cycle();
        EXPECT_TRUE(played.hasRobot(agent)) << robot;
        return agent;
    }
    AgentId join(const std::string& team, int unum, const std::string& robot = "T1") {
        return joinIn(*match, team, unum, robot);
    }
    [[nodiscard]] protocol::Percepts read(AgentId agent) const {
        auto percepts = protocol::parsePercepts(match->percepts(agent));
        EXPECT_TRUE(percepts);
        return percepts ? *percepts : protocol::Percepts();
    }
    // The actions that hold all joints of a T1 at zero.
    [[nodiscard]] static std::string holding() {
        std::string text;
        for (const robot::Joint& joint : robot::mujocoRobotModel(robot::MujocoRobot::T1).joints()) {
            text += fmt::format("({} 0 0 150 5 0)", joint.effector);
        }
        return text;
    }
    void run(int cycles, const std::vector<AgentId>& agents) {
        for (int i = 0; i < cycles; ++i) {
            for (const AgentId agent : agents) {
                match->receive(agent, holding());
            }
            match->cycle();
        }
    }
    [[nodiscard]] math::Pose torso(std::size_t player) const {
        return match->world().pose(match->players()[player].robot, robot::BodyId(std::size_t{0}));
    }
    // All notes since the last call, with the names of the agents.
    [[nodiscard]] std::string notes() {
        std::string all;
        for (const SimulationNote& note : match->takeNotes()) {
            all += match->playerName(note.agent) + ": " + note.text + "\n";
        }
        return all;
    }
    // The errors of a trainer's message.
    [[nodiscard]] std::string command(const std::string& message) {
        std::string all;
        for (const base::Error& error : match->command(message)) {
            all += error.toString() + "\n";
        }
        return all;
    }

    std::unique_ptr<LeagueSimulation> match;
};

} // namespace sideline::simulator::mujoco
