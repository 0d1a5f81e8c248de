#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/runtime/agent_cycle.h"
#include "agentcore/runtime/agent_settings.h"
#include "agentcore/world/agent_frame.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// How percepts get to an agent in process, and what moves its joints gets back.
enum class Messages : std::uint8_t {
    Text,   ///< as over TCP
    Values, ///< the values that a reader would take from the text: same beliefs, same decisions
};

/// Agents and the match they play, in one process and in simulated time: no sockets, no clock.
///
/// The agents are those that play over TCP, with the same messages: a match here gives the same
/// bytes as one on the server in sync mode, and the same on every run, with any number of threads.
/// Without these bytes it goes faster, and otherwise in the same way: frames of agents with
/// `Messages::Values` hold no percept text, and of the command text only what is no joint's speed.
/// What an agent answers to the senses of one cycle acts in the cycle after the next, as on the
/// server. For training, scenarios and tests. One thread at a time.
class MatchHarness {
public:
    /// @param settings of the match; its `threadCount` also counts for the agents
    explicit MatchHarness(const SimulationSettings& settings);
    ~MatchHarness();
    MatchHarness(const MatchHarness&) = delete;
    MatchHarness& operator=(const MatchHarness&) = delete;

    /// An agent that connects before the next cycle.
    /// @param settings host and port do not count; see `runtime::check`
    /// @param behavior null: holds the joints where they are
    /// @param messages may differ from agent to agent
    /// @return its place in `frame` and `cycleOf`, from 0; never given twice
    std::size_t add(const runtime::AgentSettings& settings,
                    std::unique_ptr<behavior::Behavior> behavior,
                    Messages messages = Messages::Text);
    /// Somebody who connects before the next cycle and answers as it likes: a script, a recording.
    /// Has no `frame` and no `agent`; the harness saves its last answer, not what it remembers.
    using Script = std::function<std::string(std::string_view percepts)>;
    /// @param greeting its first message, as `(scene ...)`
    /// @param script gets the percepts of a cycle and returns what acts in the cycle after the
    ///     next; on any of the simulation's threads
    std::size_t addScript(std::string greeting, Script script);
    /// It disconnects before the next cycle.
    void remove(std::size_t agent);
    [[nodiscard]] std::size_t agentCount() const { return m_agents.size(); }

    /// 20 ms: what was answered last acts, agents get the senses of the cycle before and answer.
    void cycle();

    /// What an agent has perceived, believed and decided last; of one without a body yet, empty.
    [[nodiscard]] const world::AgentFrame& frame(std::size_t agent) const;
    /// Its state, to post commands to.
    [[nodiscard]] runtime::AgentCycle& agent(std::size_t agent);
    /// Its number in the simulation.
    [[nodiscard]] AgentId idOf(std::size_t agent) const;
    [[nodiscard]] Simulation& simulation() { return m_simulation; }
    [[nodiscard]] const Simulation& simulation() const { return m_simulation; }

    /// The match and all agents at one instant, to continue from again and again.
    class State;
    [[nodiscard]] std::shared_ptr<const State> save() const;
    /// Continues exactly as the saved one did.
    /// Errors: InvalidArgument if agents have come or gone since; nothing has changed then.
    base::Expected<void> restore(const State& state);

private:
    struct Agent {
        AgentId id;
        bool isHere = true;
        Script script;                              ///< or
        std::unique_ptr<runtime::AgentCycle> cycle; ///< an agent of ours
        world::AgentFrame frame;
        std::string answer; ///< that acts in the next cycle, beside `cycle->jointSpeeds()`
    };
    void think(Agent& agent);
    [[nodiscard]] static Agent copyOf(const Agent& agent);

    Simulation m_simulation;
    std::vector<Agent> m_agents;
};

} // namespace sideline::simulator
