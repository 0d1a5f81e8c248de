#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/robot/robot_model.h"
#include "simulator/mujoco/league_game.h"
#include "simulator/mujoco/league_referee.h"
#include "simulator/mujoco/league_rules.h"
#include "simulator/mujoco/league_vision.h"
#include "simulator/mujoco/mujoco_world.h"
#include "simulator/simulation/agent_id.h"
#include "simulator/simulation/match.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator::mujoco {

/// Parameters of a match on rcssservermj. Equal settings and equal inputs per cycle give equal
/// runs.
struct LeagueSettings {
    field::FieldDimensions field = field::footballFields()[0].dimensions;
    LeagueRules rules = *leagueRules("ssim26");
    LeaguePhase phase = LeaguePhase::FirstHalf;
    std::optional<double> gameTimeS =
        {};                 ///< game time at the start; if not set, the beginning of the phase
    std::uint64_t seed = 1; ///< seed of all random numbers
    PerceptionVersion perception = PerceptionVersion::Release021;
    Occluders occluders = Occluders::AsServer; ///< for `PerceptionVersion::Master` only
    VisionErrors visionErrors = {};            ///< for `PerceptionVersion::Master` only
    /// Folder of models (`checkModels`) that are used instead of our own descriptions; empty: none.
    std::filesystem::path models = {};
    /// Begins with this situation instead of an empty field; null: none. Its clock replaces
    /// `phase` and `gameTimeS`.
    std::shared_ptr<const StartSituation> start = {};
};

/// An agent with a robot on the field.
struct LeaguePlayer {
    AgentId agent;
    game::PlayerId id;
    std::string team;
    robot::RobotModelPtr model;
    RobotKey robot = 0;        ///< in `world()`
    double startHeightM = 0.0; ///< height of the torso at which the server places the robot
    bool isStandIn = false;    ///< whether it has no agent yet: a robot of the start situation
};

struct LeagueState;

/// A complete rcssservermj match without sockets: physics, percepts, actions, rules.
///
/// One `cycle` is 20 ms of `rcsssmj` 0.2.1, in the same order: it executes the actions received
/// since the last cycle, steps the physics, applies trainer commands and the rules, adds requested
/// robots, and generates percepts. One thread at a time.
class LeagueSimulation final : public Match {
public:
    /// Errors: those of `MujocoWorld::create`, `checkModels` and `LeagueStart::check`;
    /// InvalidArgument for robots of the start situation that the rules do not allow.
    [[nodiscard]] static base::Expected<std::unique_ptr<LeagueSimulation>> create(
        const LeagueSettings& settings);
    ~LeagueSimulation() override;
    LeagueSimulation(const LeagueSimulation&) = delete;
    LeagueSimulation& operator=(const LeagueSimulation&) = delete;

    /// Adds a connected agent: it has no robot until the first cycle after its `(init ...)`.
    AgentId addAgent() override;
    /// Removes an agent and its robot; an unknown one is ignored.
    void removeAgent(AgentId agent) override;
    /// Processes a message of an agent; its actions are executed in the next cycle. An agent whose
    /// first message is not a valid `(init ROBOT TEAM NUMBER)` is removed, as on the server.
    void receive(AgentId agent, std::string_view message) override;
    /// The message for the agent, generated at the end of the last cycle; empty while it has no
    /// robot. Valid until the next cycle.
    [[nodiscard]] std::string_view percepts(AgentId agent) const override;
    /// Number of messages received from an agent: each is an answer, with or without `(syn)`.
    [[nodiscard]] std::uint64_t answerCount(AgentId agent) const override;
    [[nodiscard]] bool awaitsFirstReplies() const override { return true; }
    [[nodiscard]] bool hasRobot(AgentId agent) const override;
    [[nodiscard]] std::string playerName(AgentId agent) const override;
    [[nodiscard]] std::vector<SimulationNote> takeNotes() override;

    void cycle() override;
    [[nodiscard]] std::uint64_t cycleCount() const override;
    [[nodiscard]] double timeS() const override;
    /// A hash over the physics, the game, the random numbers and the percepts of all players.
    [[nodiscard]] std::uint64_t stateHash() const override;
    /// The server's clock, s: the simulated time, which continues when a state is restored.
    [[nodiscard]] double serverTimeS() const;

    /// Executes a command of a trainer at the end of the next cycle. As on the server, only
    /// kick-offs, drop balls and moves of the ball and of players have an effect. Errors: NotFound
    /// for a player that does not exist; InvalidArgument for a command that the server ignores
    base::Expected<void> apply(const monitor::TrainerCommand& command) override;
    /// Executes the commands of a trainer's message (`readLeagueCommands`) at the end of the next
    /// cycle.
    [[nodiscard]] std::vector<base::Error> command(std::string_view message) override;
    /// Immediately executes such a command of the user, or a command to set the play mode or to
    /// remove a player. Errors: those of `apply`; InvalidArgument for a play mode that this server
    /// lacks.
    base::Expected<void> applyNow(const monitor::TrainerCommand& command);
    [[nodiscard]] Requests takeRequests() override;
    /// False: the server of the league runs on after the end of a game.
    [[nodiscard]] bool shouldQuit() const override { return false; }

    /// Immediately adds a robot without an agent; its motors hold the joints at zero, with the
    /// default gains of `runtime::defaultGains`.
    /// @param robot T1, K1 or PiPlus
    /// @param X_STorso raised if it is below the robot's initial height
    /// Errors: InvalidArgument for an unknown robot, a taken number, a third team or a full one
    [[nodiscard]] base::Expected<AgentId> addRobot(std::string_view robot, std::string_view team,
                                                   int unum, const math::Pose& X_STorso);

    /// Whether a start situation is waiting for its players, as in `Simulation`: a player takes
    /// over the robot with its side and number, the first team to join is the left one, and a
    /// kick-off begins at once.
    [[nodiscard]] bool isWaitingToStart() const;
    /// Starts with the present players. Does nothing if no situation is waiting.
    void begin();
    /// The present situation, from which a new match can start.
    [[nodiscard]] StartSituation situation() const;

    /// Saves the complete state, bit for bit.
    [[nodiscard]] std::shared_ptr<const LeagueState> save() const;
    /// Continues exactly from a saved state. Connected agents without a robot are unchanged.
    /// Errors: InvalidArgument for a state of another match, or if robots have joined or left
    /// since.
    base::Expected<void> restore(const LeagueState& state);

    [[nodiscard]] std::span<const LeaguePlayer> players() const;
    [[nodiscard]] const LeagueGame& game() const;
    [[nodiscard]] const LeagueSettings& settings() const;
    /// Fouls for a monitor message, which follows every second cycle: those of this cycle and, if
    /// the number of cycles is even, also those of the preceding cycle.
    [[nodiscard]] const std::vector<LeagueFoulEvent>& fouls() const;
    [[nodiscard]] const MujocoWorld& world() const;
    [[nodiscard]] MujocoWorld& world();
    /// Number of times that a robot has joined or left so far.
    [[nodiscard]] std::uint64_t robotChanges() const;

private:
    struct Impl;
    explicit LeagueSimulation(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator::mujoco
