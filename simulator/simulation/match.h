#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/monitor/trainer_command.h"
#include "simulator/simulation/agent_id.h"

namespace sideline::simulator {

/// An error of an agent or an event that affects it, for a log; each kind is reported once per
/// agent.
struct SimulationNote {
    AgentId agent;
    std::string text;
};

/// A match without sockets, for servers: of SimSpark (`Simulation`) or rcssservermj
/// (`mujoco::LeagueSimulation`). One `cycle` is 20 ms. One thread at a time.
class Match {
public:
    virtual ~Match() = default;

    /// Adds a connected agent, which has no robot yet.
    virtual AgentId addAgent() = 0;
    virtual void removeAgent(AgentId agent) = 0;
    /// Processes a message of an agent.
    virtual void receive(AgentId agent, std::string_view message) = 0;
    /// The message for the agent, generated at the end of the last cycle; empty if there is none.
    /// Valid until the next cycle.
    [[nodiscard]] virtual std::string_view percepts(AgentId agent) const = 0;
    /// Number of messages of an agent that ended a cycle for it, which sync mode waits for; 0 for
    /// an unknown agent.
    [[nodiscard]] virtual std::uint64_t answerCount(AgentId agent) const = 0;
    /// Whether sync mode awaits the reply to every message, from an agent's first one on.
    [[nodiscard]] virtual bool awaitsFirstReplies() const { return false; }
    [[nodiscard]] virtual bool hasRobot(AgentId agent) const = 0;
    /// Team and number of an agent for display; empty while it has none.
    [[nodiscard]] virtual std::string playerName(AgentId agent) const = 0;
    /// Notes since the last call.
    [[nodiscard]] virtual std::vector<SimulationNote> takeNotes() = 0;

    virtual void cycle() = 0;
    [[nodiscard]] virtual std::uint64_t cycleCount() const = 0;
    /// The simulated time since the start, s; a restored state resets it.
    [[nodiscard]] virtual double timeS() const = 0;
    /// A hash over the state: runs with equal hashes were equal.
    [[nodiscard]] virtual std::uint64_t stateHash() const = 0;

    /// Executes a command of a human referee or trainer.
    /// Errors: NotFound for a player that does not exist.
    virtual base::Expected<void> apply(const monitor::TrainerCommand& command) = 0;
    /// Executes the commands of a trainer's message, in the dialect of the server's family.
    /// @return errors of the message and of its commands; the others are executed
    [[nodiscard]] virtual std::vector<base::Error> command(std::string_view message) {
        monitor::TrainerMessage read = monitor::parseTrainerCommands(message);
        for (const monitor::TrainerCommand& each : read.commands) {
            if (auto done = apply(each); !done) {
                read.errors.push_back(std::move(done.error()));
            }
        }
        return std::move(read.errors);
    }
    /// Requests since the last call that only a server can fulfill.
    struct Requests {
        std::vector<SimulationNote> removed; ///< agents to be disconnected, with the reason
        bool fullState = false;              ///< monitors request the whole scene
        bool end = false;                    ///< the simulation should end
    };
    [[nodiscard]] virtual Requests takeRequests() = 0;
    /// Whether the game is over and the rules end the server then.
    [[nodiscard]] virtual bool shouldQuit() const = 0;
};

/// The monitors' view of a match. One thread at a time.
class MatchFeed {
public:
    virtual ~MatchFeed() = default;
    /// Reads the present state. The game contains the latest 512 fouls, or, without an index, those
    /// for the next monitor message.
    virtual void update() = 0;
    [[nodiscard]] virtual const monitor::GameState& game() const = 0;
    [[nodiscard]] virtual const monitor::SceneState& scene() const = 0;
    /// The state read by the last `update` as a separate frame, with the fouls announced since the
    /// last frame.
    [[nodiscard]] monitor::MatchFramePtr frame(std::uint32_t index, double recordTimeS,
                                               std::vector<monitor::MotorTorques> torques = {});

private:
    int m_lastFoul = 0; ///< index of the last foul in a frame
};

} // namespace sideline::simulator
