#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/strong_index.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/rules.h"
#include "agentcore/monitor/trainer_command.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "simulator/referee/referee.h"
#include "simulator/sensing/percept_message.h"
#include "simulator/simulation/agent_id.h"
#include "simulator/start/start_situation.h"
#include "simulator/world/physics_world.h"

namespace sideline::simulator {

/// What a simulation is made of. Equal settings and equal inputs per cycle give equal runs.
struct SimulationSettings {
    field::FieldDimensions field = field::newestField().dimensions;
    game::Rules rules;
    SensorSwitches sensors;
    Solver solver = Solver::Fast;
    int threadCount = 1;    ///< for stepping and sensing; does not change the results
    std::uint64_t seed = 1; ///< of everything that is random
    robot::RobotCatalog robots;
    /// Where the match begins, see `Simulation::isWaitingToStart`; null: on an empty field.
    std::shared_ptr<const StartSituation> start;
};

/// Something that an agent did wrong, or that happened to it, for a log; each kind is reported once
/// per agent.
struct SimulationNote {
    AgentId agent;
    std::string text;
};

/// What anybody may know of an agent.
struct AgentInfo {
    AgentId id;
    game::PlayerId player; ///< side None and number 0 until it is in a team
    std::string team;
    int typeNumber = 0;
    robot::RobotModelPtr model; ///< null until it has a body
    RobotKey body = 0;          ///< in `physics()`, if it has one
    bool isSelected = false;    ///< by a trainer
    bool isStandIn = false;     ///< a robot of the start situation that nobody plays
};

struct SimulationState;

/// A whole match without sockets: physics, sensing, acting, rules; for servers, training, tests.
///
/// One `cycle()` is 20 ms of rcssserver3d 0.7.3 in its order: what agents commanded since the last
/// one takes effect, ODE steps, the referee looks, senses are generated. One thread at a time.
class Simulation {
public:
    explicit Simulation(const SimulationSettings& settings);
    ~Simulation();
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// An agent that has connected: it has no body until its `(scene ...)` has come.
    AgentId addAgent();
    void removeAgent(AgentId agent);
    /// Takes a message of an agent. Joint speeds act at once, the rest in the next cycle.
    void receive(AgentId agent, std::string_view message);
    /// The message for the agent, generated at the end of the last cycle; empty while it has no
    /// body, and when it gets values instead. Valid until the next cycle.
    [[nodiscard]] std::string_view percepts(AgentId agent) const;

    /// Hands percepts to an agent as values from the next cycle on, or as text again; nothing
    /// else changes. What only a text can carry (see `fillPercepts`) still comes as text.
    void reportInValues(AgentId agent, bool isOn);
    /// What `protocol::parsePercepts` would read from the message of the last cycle; nullptr if it
    /// came as text, or there is none. Valid until the next cycle, `restore`, or until agents come
    /// or go.
    [[nodiscard]] const protocol::Percepts* perceptValues(AgentId agent) const;
    /// Speeds of joints as in a message of an agent, at once. Threads may do this for several
    /// agents at a time.
    /// @param radPerS one per joint of its body, as the text has them, in six decimals; what is no
    ///     number leaves its joint alone
    void moveJoints(AgentId agent, std::span<const double> radPerS);
    /// How many messages of an agent ended with `(syn)` so far; 0 for nobody.
    [[nodiscard]] std::uint64_t synCount(AgentId agent) const;

    /// An agent with a body and a place in a team, without any message; it gets no percept text
    /// unless asked for.
    /// Errors: InvalidArgument when team or number are taken or full.
    [[nodiscard]] base::Expected<AgentId> addRobot(std::string_view file, int type,
                                                   std::string_view team, int unum,
                                                   bool wantsPercepts = false);
    /// Puts a robot somewhere with its joints as they are, at rest.
    void place(AgentId agent, const math::Pose& X_STorso);
    void setJointSpeed(AgentId agent, robot::JointId joint, double radPerS);
    /// The body of an agent, or nullptr.
    [[nodiscard]] RobotBody* body(AgentId agent);

    /// The constant error of an agent's camera, m (see `VisionSensor`); 0 for nobody. It is there,
    /// but not in what is seen, also while the switch for it is off.
    [[nodiscard]] Eigen::Vector3d cameraErrorM(AgentId agent) const;

    void cycle();

    /// Whether a start situation waits for its players: its robots and the ball are kept where it
    /// has them, at rest, and the play mode is `BeforeKickOff`. A player gets the place of its side
    /// and number; the first team that comes is the left one. The match begins, with the
    /// situation's speeds and play mode, a second after the last robot has got its player, or with
    /// `begin`. Robots that nobody plays then hold their joints, until somebody comes.
    [[nodiscard]] bool isWaitingToStart() const;
    /// Begins with the players that are there; a trainer's kick-off does the same. Nothing happens
    /// if no situation waits.
    void begin();
    /// The situation that the match is in: to begin another one with.
    [[nodiscard]] StartSituation situation() const;

    [[nodiscard]] std::uint64_t cycleCount() const;
    /// Simulated time since the beginning, exactly; what agents receive drifts against it by
    /// some hundredths of a second, as the real server's clock does.
    [[nodiscard]] double timeS() const;

    /// Acts as a human referee or trainer.
    /// Errors: NotFound for a player that is not there.
    base::Expected<void> apply(const monitor::TrainerCommand& command);
    /// What trainers asked for that only a server can do, since the last call.
    struct Requests {
        std::vector<AgentId> removed; ///< agents that were sent off the field
        bool fullState = false;       ///< monitors want the whole scene
        bool end = false;             ///< the simulation should end
    };
    [[nodiscard]] Requests takeRequests();

    [[nodiscard]] std::vector<AgentInfo> agents() const;
    [[nodiscard]] PhysicsWorld& physics();
    [[nodiscard]] Referee& referee();
    [[nodiscard]] const field::FieldModel& field() const;

    /// The threads that step and sense, for whoever has work of its own between two cycles.
    [[nodiscard]] base::ThreadPool& threads();

    void setSensors(const SensorSwitches& sensors);
    /// What has happened since the last call.
    [[nodiscard]] std::vector<SimulationNote> takeNotes();

    /// Everything that the simulation remembers, exactly.
    [[nodiscard]] std::shared_ptr<const SimulationState> save() const;
    /// Continues from a saved state, bit for bit as the saved one did.
    /// Errors: InvalidArgument if robots have come or gone since.
    base::Expected<void> restore(const SimulationState& state);
    /// A hash over every bit of the state that `save` takes.
    [[nodiscard]] std::uint64_t stateHash() const;

private:
    struct Impl;
    class Trainer;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
