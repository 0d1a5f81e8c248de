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
#include "simulator/simulation/match.h"
#include "simulator/start/start_situation.h"
#include "simulator/world/physics_world.h"

namespace sideline::simulator {

/// Parameters of a simulation. Equal settings and equal inputs per cycle produce equal runs.
struct SimulationSettings {
    field::FieldDimensions field = field::newestField().dimensions;
    game::Rules rules;
    SensorSwitches sensors;
    Solver solver = Solver::Fast;
    int threadCount = 1;    ///< threads for physics and percepts; does not affect the results
    std::uint64_t seed = 1; ///< seed of all random numbers
    robot::RobotCatalog robots;
    /// Initial situation of the match, see `Simulation::isWaitingToStart`; null: an empty field.
    std::shared_ptr<const StartSituation> start;
};

/// Public information about an agent.
struct AgentInfo {
    AgentId id;
    game::PlayerId player; ///< side None and number 0 without a team
    std::string team;
    int typeNumber = 0;
    robot::RobotModelPtr model; ///< null without a robot
    RobotKey body = 0;          ///< key in `physics()`, if it has a robot
    bool isSelected = false;    ///< selected by a trainer
    bool isStandIn = false;     ///< a robot of the start situation without a player
};

struct SimulationState;

/// A whole match without sockets: physics, percepts, actions, rules; for servers, training and
/// tests.
///
/// One `cycle()` corresponds to 20 ms of rcssserver3d 0.7.3, in the same order: executes the
/// agents' commands since the last cycle, steps the physics, applies the rules, and generates
/// percepts. One thread at a time.
class Simulation final : public Match {
public:
    explicit Simulation(const SimulationSettings& settings);
    ~Simulation() override;
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /// Adds a connected agent: it has no robot before its `(scene ...)` arrives.
    AgentId addAgent() override;
    void removeAgent(AgentId agent) override;
    /// Processes a message of an agent. Joint speeds take effect immediately, everything else in
    /// the next cycle.
    void receive(AgentId agent, std::string_view message) override;
    /// The message for the agent, generated at the end of the last cycle; empty while it has no
    /// robot, or if its percepts are passed as values. Valid until the next cycle.
    [[nodiscard]] std::string_view percepts(AgentId agent) const override;

    /// Switches an agent's percepts between values and text from the next cycle on; has no other
    /// effect. Percepts that only text can represent (see `fillPercepts`) are still passed as text.
    void reportInValues(AgentId agent, bool isOn);
    /// The result of `protocol::parsePercepts` for the message of the last cycle; nullptr if it was
    /// passed as text, or if there is none. Valid until the next cycle, `restore`, or until agents
    /// are added or removed.
    [[nodiscard]] const protocol::Percepts* perceptValues(AgentId agent) const;
    /// Sets joint speeds immediately, like a message of an agent. Several threads may do this for
    /// different agents at the same time.
    /// @param radPerS one per joint of its robot, as rounded by text to six decimals; NaN leaves a
    /// joint unchanged
    void moveJoints(AgentId agent, std::span<const double> radPerS);
    /// Number of messages of an agent that ended with `(syn)`; 0 for an unknown agent.
    [[nodiscard]] std::uint64_t answerCount(AgentId agent) const override;
    [[nodiscard]] bool hasRobot(AgentId agent) const override;
    [[nodiscard]] std::string playerName(AgentId agent) const override;

    /// Adds an agent with a robot and a place in a team, without any messages; it gets no percept
    /// text unless requested.
    /// Errors: InvalidArgument if the number is taken or the team is full or not accepted.
    [[nodiscard]] base::Expected<AgentId> addRobot(std::string_view file, int type,
                                                   std::string_view team, int unum,
                                                   bool needsPercepts = false);
    /// Moves a robot without changing its joint angles; it is at rest afterward.
    void place(AgentId agent, const math::Pose& X_STorso);
    void setJointSpeed(AgentId agent, robot::JointId joint, double radPerS);
    /// Applies a force to the origin of a robot's torso during the next step.
    void push(AgentId agent, const Eigen::Vector3d& force_SN);
    /// The true pose of a body of an agent's robot; nothing without a robot.
    [[nodiscard]] std::optional<math::Pose> pose(AgentId agent, robot::BodyId body) const;
    /// The true angle of a joint of an agent's robot; 0 without a robot.
    [[nodiscard]] double jointAngleRad(AgentId agent, robot::JointId joint) const;
    [[nodiscard]] BallState ball() const;

    /// The constant error of an agent's camera, m (see `VisionSensor`); 0 for an unknown agent.
    /// Returned even if the error is switched off and so does not affect vision.
    [[nodiscard]] Eigen::Vector3d cameraErrorM(AgentId agent) const;

    void cycle() override;

    /// Whether a start situation is waiting for its players: its robots and the ball are held in
    /// place, at rest, and the play mode is `BeforeKickOff`. A player takes over the robot with its
    /// side and number; the first team to join is the left one. The match starts, with the
    /// situation's velocities and play mode, a second after the last robot got its player, or with
    /// `begin`. Robots without players then hold their joints until they are taken over.
    [[nodiscard]] bool isWaitingToStart() const;
    /// Starts with the present players, like a trainer's kick-off. Does nothing if no situation is
    /// waiting.
    void begin();
    /// The present situation, from which a new match can start.
    [[nodiscard]] StartSituation situation() const;

    [[nodiscard]] std::uint64_t cycleCount() const override;
    /// The exact simulated time since the start; the time in percepts drifts from it by a few
    /// hundredths of a second, as on the real server.
    [[nodiscard]] double timeS() const override;

    base::Expected<void> apply(const monitor::TrainerCommand& command) override;
    [[nodiscard]] Requests takeRequests() override;
    [[nodiscard]] bool shouldQuit() const override;

    [[nodiscard]] std::vector<AgentInfo> agents() const;
    [[nodiscard]] const field::FieldModel& field() const;
    /// Clock, play mode and score.
    [[nodiscard]] const Game& game() const;
    /// Whether the second half, or the penalty shootout after it, has ended.
    [[nodiscard]] bool isGameOver() const;
    /// Number of fouls announced so far.
    [[nodiscard]] std::size_t foulCount() const;

    // Only for benchmarks.
    /// Advances nothing but the physics by 20 ms.
    void stepPhysics();
    /// Number of robots that the physics simulates; those at rest for long cost it nothing.
    [[nodiscard]] std::size_t awakeRobotCount() const;

    // Only for this module and its tests.
    [[nodiscard]] PhysicsWorld& physics();
    [[nodiscard]] Referee& referee();
    /// The body of an agent, or nullptr.
    [[nodiscard]] RobotBody* body(AgentId agent);

    /// The threads for physics and percepts, available for other work between cycles.
    [[nodiscard]] base::ThreadPool& threads();

    void setSensors(const SensorSwitches& sensors);
    [[nodiscard]] std::vector<SimulationNote> takeNotes() override;

    /// Saves the complete state, bit for bit.
    [[nodiscard]] std::shared_ptr<const SimulationState> save() const;
    /// Continues exactly from a saved state.
    /// Errors: InvalidArgument if robots were added or removed since.
    base::Expected<void> restore(const SimulationState& state);
    /// A hash over every bit of the state saved by `save`.
    [[nodiscard]] std::uint64_t stateHash() const override;

private:
    struct Impl;
    class Trainer;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::simulator
