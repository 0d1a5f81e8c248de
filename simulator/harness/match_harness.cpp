#include "simulator/harness/match_harness.h"

#include <chrono>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/net/link.h"

namespace sideline::simulator {

class MatchHarness::State {
public:
    std::shared_ptr<const SimulationState> simulation;
    std::vector<Agent> agents;
};

MatchHarness::MatchHarness(const SimulationSettings& settings)
    : MatchHarness(std::make_unique<Simulation>(settings)) {}

MatchHarness::MatchHarness(std::unique_ptr<Match> match)
    : m_match(std::move(match)), m_simulation(dynamic_cast<Simulation*>(m_match.get())) {}

MatchHarness::~MatchHarness() = default;

std::size_t MatchHarness::add(const runtime::AgentSettings& settings,
                              std::unique_ptr<behavior::Behavior> behavior, Messages messages) {
    Agent& agent = m_agents.emplace_back();
    agent.id = m_match->addAgent();
    if (m_simulation != nullptr) {
        m_simulation->reportInValues(agent.id, messages == Messages::Values);
    }
    agent.cycle = std::make_unique<runtime::AgentCycle>(settings, std::move(behavior));
    agent.cycle->connected();
    agent.answer = agent.cycle->greeting();
    return m_agents.size() - 1;
}

std::size_t MatchHarness::addScript(std::string greeting, Script script) {
    Agent& agent = m_agents.emplace_back();
    agent.id = m_match->addAgent();
    agent.script = std::move(script);
    agent.answer = std::move(greeting);
    return m_agents.size() - 1;
}

void MatchHarness::remove(std::size_t agent) {
    if (std::exchange(m_agents[agent].isHere, false)) {
        m_match->removeAgent(m_agents[agent].id);
    }
}

void MatchHarness::cycle() {
    for (Agent& agent : m_agents) {
        if (agent.isHere && !agent.answer.empty()) {
            m_match->receive(agent.id, agent.answer);
            agent.answer.clear();
        }
    }
    if (m_simulation != nullptr) {
        m_simulation->threads().parallelFor(
            m_agents.size(), [this](std::size_t index, unsigned) { think(m_agents[index]); });
    } else {
        for (Agent& agent : m_agents) {
            think(agent);
        }
    }
    m_match->cycle();
}

void MatchHarness::think(Agent& agent) {
    if (!agent.isHere) {
        return;
    }
    if (agent.script) {
        const std::string_view percepts = m_match->percepts(agent.id);
        agent.answer = percepts.empty() ? std::string() : agent.script(percepts);
        return;
    }
    if (const auto speeds = agent.cycle->jointSpeeds(); !speeds.empty()) {
        simulation().moveJoints(agent.id, speeds);
    }
    const protocol::Percepts* values =
        m_simulation != nullptr ? m_simulation->perceptValues(agent.id) : nullptr;
    const std::string_view text = m_match->percepts(agent.id);
    if (values == nullptr && text.empty()) {
        return;
    }
    // Agents measure time in simulated time, which does not pass while they compute.
    const net::Clock::time_point now{std::chrono::duration_cast<net::Clock::duration>(
        std::chrono::duration<double>(m_match->timeS()))};
    agent.answer = values != nullptr ? agent.cycle->respond(*values, now, agent.frame)
                                     : agent.cycle->respond(text, now, agent.frame);
    agent.cycle->sent(text, now, agent.frame);
}

Simulation& MatchHarness::simulation() {
    SIDELINE_ASSERT(m_simulation != nullptr);
    return *m_simulation;
}

const Simulation& MatchHarness::simulation() const {
    SIDELINE_ASSERT(m_simulation != nullptr);
    return *m_simulation;
}

const world::AgentFrame& MatchHarness::frame(std::size_t agent) const {
    return m_agents[agent].frame;
}

runtime::AgentCycle& MatchHarness::agent(std::size_t agent) {
    SIDELINE_ASSERT(m_agents[agent].cycle);
    return *m_agents[agent].cycle;
}

AgentId MatchHarness::idOf(std::size_t agent) const {
    return m_agents[agent].id;
}

std::shared_ptr<const MatchHarness::State> MatchHarness::save() const {
    auto state = std::make_shared<State>();
    state->simulation = simulation().save();
    for (const Agent& agent : m_agents) {
        state->agents.push_back(copyOf(agent));
    }
    return state;
}

base::Expected<void> MatchHarness::restore(const State& state) {
    if (state.agents.size() != m_agents.size()) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "agents were added since the state was saved");
    }
    if (auto restored = simulation().restore(*state.simulation); !restored) {
        return restored;
    }
    for (std::size_t i = 0; i < m_agents.size(); ++i) {
        m_agents[i] = copyOf(state.agents[i]);
    }
    return {};
}

MatchHarness::Agent MatchHarness::copyOf(const Agent& agent) {
    return {
        agent.id,     agent.isHere,
        agent.script, agent.cycle ? std::make_unique<runtime::AgentCycle>(*agent.cycle) : nullptr,
        agent.frame,  agent.answer};
}

} // namespace sideline::simulator
