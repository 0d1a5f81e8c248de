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

/// How percepts and joint commands are exchanged with an agent in the same process.
enum class Messages : std::uint8_t {
    Text,   ///< text, as over TCP
    Values, ///< values, as parsed from the text: identical beliefs and decisions
};

/// A match and its agents in one process and in simulated time, without sockets and clocks.
///
/// Uses the same agents and messages as over TCP: a match produces the same bytes as on the server
/// in sync mode, in every run and with any number of threads. `Messages::Values` avoids the text
/// and is faster with otherwise identical results: frames then have no percept text, and their
/// command text omits joint speeds. A reply to the percepts of one cycle takes effect in the cycle
/// after the next, as on the server. For training, scenarios and tests. One thread at a time.
class MatchHarness {
public:
    /// @param settings of the match; its `threadCount` also applies to the agents
    explicit MatchHarness(const SimulationSettings& settings);
    /// @param match of any server family; not null. Agents of a family other than SimSpark's always
    /// exchange text, and compute one after the other
    explicit MatchHarness(std::unique_ptr<Match> match);
    ~MatchHarness();
    MatchHarness(const MatchHarness&) = delete;
    MatchHarness& operator=(const MatchHarness&) = delete;

    /// Adds an agent that connects before the next cycle.
    /// @param settings host and port are ignored; see `runtime::check`
    /// @param behavior null: holds the joints at their measured angles
    /// @param messages may differ between agents
    /// @return its index for `frame` and `cycleOf`, from 0; never reused
    std::size_t add(const runtime::AgentSettings& settings,
                    std::unique_ptr<behavior::Behavior> behavior,
                    Messages messages = Messages::Text);
    /// A client that connects before the next cycle and computes its own replies, such as a script
    /// or a recording. It has no `frame` and no `agent`; the harness saves its last reply but not
    /// its internal state.
    using Script = std::function<std::string(std::string_view percepts)>;
    /// @param greeting its first message, such as `(scene ...)`
    /// @param script maps the percepts of a cycle to the reply for the cycle after the next; called
    /// on any of the simulation's threads
    std::size_t addScript(std::string greeting, Script script);
    /// Disconnects the agent before the next cycle.
    void remove(std::size_t agent);
    [[nodiscard]] std::size_t agentCount() const { return m_agents.size(); }

    /// Advances by 20 ms: pending replies take effect, agents receive the percepts of the previous
    /// cycle and reply.
    void cycle();

    /// The last frame of an agent; empty while it has no robot.
    [[nodiscard]] const world::AgentFrame& frame(std::size_t agent) const;
    /// The state of an agent, for posting commands.
    [[nodiscard]] runtime::AgentCycle& agent(std::size_t agent);
    /// The agent's id in the simulation.
    [[nodiscard]] AgentId idOf(std::size_t agent) const;
    [[nodiscard]] Match& match() { return *m_match; }
    /// Precondition, also of `save` and `restore`: a match of SimSpark's robots.
    [[nodiscard]] Simulation& simulation();
    [[nodiscard]] const Simulation& simulation() const;

    /// The complete state of match and agents; the match can be continued from it any number of
    /// times.
    class State;
    [[nodiscard]] std::shared_ptr<const State> save() const;
    /// Continues exactly from a saved state.
    /// Errors: InvalidArgument if agents were added or removed since; nothing is changed then.
    base::Expected<void> restore(const State& state);

private:
    struct Agent {
        AgentId id;
        bool isHere = true;
        Script script;                              ///< empty for a built-in agent
        std::unique_ptr<runtime::AgentCycle> cycle; ///< null for a script
        world::AgentFrame frame;
        std::string
            answer; ///< takes effect in the next cycle, together with `cycle->jointSpeeds()`
    };
    void think(Agent& agent);
    [[nodiscard]] static Agent copyOf(const Agent& agent);

    std::unique_ptr<Match> m_match;
    Simulation* m_simulation; ///< `m_match` with SimSpark's robots; otherwise null
    std::vector<Agent> m_agents;
};

} // namespace sideline::simulator
