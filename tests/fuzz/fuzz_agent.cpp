// Arbitrary messages of agents that connect, send and leave: every cycle completes, all bodies have
// finite positions, percepts can be parsed, and the log does not fill up.
//
// One message per line, followed by a cycle. The first byte of a line selects the agent: a digit
// for an existing one, `+` adds one, `-` removes one.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "agentcore/protocol/percepts.h"
#include "simulator/simulation/simulation.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using simulator::AgentId;
using simulator::Simulation;
using Reason = protocol::UnreadPercept::Reason;

constexpr std::size_t kMaxAgents = 5;
constexpr int kMaxLines = 60;
constexpr std::size_t kMaxNotes = 100; // per agent

class Players {
public:
    Players() {
        for (int i = 0; i < 3; ++i) {
            m_agents.push_back(m_simulation.addAgent());
        }
        m_simulation.receive(m_agents[0], "(scene rsg/agent/nao/nao_hetero.rsg 0)");
        m_simulation.receive(m_agents[1], "(scene rsg/agent/nao/nao_hetero.rsg 4)");
        m_simulation.receive(m_agents[0], "(init (unum 1)(teamname A))");
        m_simulation.cycle();
    }
    void hear(std::string_view line) {
        const char sender = line.front();
        if (sender == '+' && m_agents.size() < kMaxAgents) {
            m_agents.push_back(m_simulation.addAgent());
        } else if (!m_agents.empty()) {
            const std::size_t index = static_cast<unsigned char>(sender) % m_agents.size();
            if (sender == '-') {
                m_simulation.removeAgent(m_agents[index]);
                m_agents.erase(m_agents.begin() + static_cast<std::ptrdiff_t>(index));
            } else {
                m_simulation.receive(m_agents[index], line.substr(1));
            }
        }
        m_simulation.cycle();
        check();
    }

private:
    void check() {
        for (const AgentId agent : m_agents) {
            const std::string_view percepts = m_simulation.percepts(agent);
            const auto reported = protocol::parsePercepts(percepts);
            require(reported.has_value() &&
                        std::ranges::count(reported->unread, Reason::Unknown,
                                           &protocol::UnreadPercept::reason) == 0,
                    "senses can be read");
        }
        for (const simulator::AgentInfo& agent : m_simulation.agents()) {
            if (agent.body == 0) {
                continue;
            }
            const simulator::RobotBody& robot = *m_simulation.physics().findRobot(agent.body);
            for (std::size_t i = 0; i < agent.model->bodies().size(); ++i) {
                require(robot.pose(robot::BodyId(i)).p.allFinite(), "a robot is somewhere");
            }
        }
        require(m_simulation.physics().ball().X_SBall.p.allFinite(), "the ball is somewhere");
        for (const simulator::SimulationNote& note : m_simulation.takeNotes()) {
            require(++m_notes[note.agent] <= kMaxNotes, "the log stays short");
        }
    }

    Simulation m_simulation{simulator::SimulationSettings{}};
    std::vector<AgentId> m_agents;
    std::map<AgentId, std::size_t> m_notes;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    Players players;
    for (int i = 0; i < kMaxLines && !rest.empty(); ++i) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (end > 0) {
            players.hear(rest.substr(0, end));
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return 0;
}
