#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/protocol/effectors.h"
#include "simulator/simulation/agent.h"
#include "simulator/simulation/match_world.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

inline const robot::BodyId kTorso{std::int32_t{0}};

/// Positions of robots that have just received their number: in a row along their team's side.
struct InitPlaces {
    Eigen::Vector3d left_S;
    Eigen::Vector3d right_S;
};

/// Reusable memory for the percepts of one agent.
struct PerceptScratch {
    std::vector<double> anglesRad;
    std::vector<BodyTouch> touches;
};

/// Progress of a match that starts from a situation.
struct StartProgress {
    bool isWaiting = false;
    bool holdsPlaces = false; ///< no beam moves a robot with a place until the play mode changes
    game::PlayMode mode = game::PlayMode::BeforeKickOff; ///< play mode at the start
    int completeCycles = 0; ///< number of cycles with a player for every robot
    double waitedS = 0.0;   ///< time since the first player joined
    std::size_t commandedCycles =
        0; ///< number of cycles of the situation's commands already executed
};

/// The complete state of a simulation.
struct SimulationState {
    PhysicsState physics;
    std::vector<Agent> agents;
    Referee::State referee;
    Hearing hearing;
    InitPlaces initPlaces;
    double reportedTimeS = 0.0;
    std::uint64_t cycle = 0;
    StartProgress start;
};

/// The implementation of a simulation; actions of agents are in `acting.cpp`, percepts in
/// `senses.cpp`, the start from a situation in `starting.cpp`.
struct Simulation::Impl {
    explicit Impl(const SimulationSettings& s);

    [[nodiscard]] Agent* find(AgentId id);
    /// The body of an agent, or nullptr.
    [[nodiscard]] RobotBody* bodyOf(AgentId id) {
        const Agent* agent = find(id);
        return agent == nullptr ? nullptr : physics.findRobot(agent->body);
    }
    [[nodiscard]] Agent newAgent(AgentId id) const;
    [[nodiscard]] std::uint64_t stateHash() const;
    /// Reports an event of an agent, unless the same kind was already reported.
    void note(Agent& agent, std::string_view kind, std::string text);

    void receive(Agent& agent, std::string_view message);
    void moveJoint(Agent& agent, const protocol::JointEffector& effector);
    void say(Agent& agent, std::string_view text);
    void setJointSpeed(const Agent& agent, robot::JointId joint, double radPerS);
    /// Executes an agent's requests before the step.
    void realise(Agent& agent);
    base::Expected<void> giveBody(Agent& agent, std::string_view file, int type);
    base::Expected<void> givePlayer(Agent& agent, std::string_view team, int unum);
    void beam(Agent& agent, const protocol::BeamEffector& beam);
    /// Moves and rotates a robot without changing its posture; the torso is upright afterward.
    void placeUpright(Agent& agent, const Eigen::Vector3d& p_S, double turnDeg);
    [[nodiscard]] Eigen::Vector3d nextInitPlace(const Agent& agent);

    /// Moves bodies that are too far away, too fast or not finite back to a valid state.
    void recoverLostBodies();
    /// Separates robots that overlap two others: the time of a step grows with the cube of their
    /// number of contacts.
    void breakPiles();
    /// A free position for a recovered robot.
    [[nodiscard]] Eigen::Vector3d freeStartPlace(const Agent& agent);
    /// Applies the referee's rules after a step.
    void judge();
    /// Adds the situation's robots as stand-ins.
    void addStandIns();
    /// Lets an agent that has just received its number take over the situation's robot, if there is
    /// one.
    /// @return whether there was one
    bool takeOverStandIn(Agent& agent);
    /// Removes stand-ins that were taken over; invalidates references to agents.
    void dropStandIns();
    /// Holds all objects in place while the situation is waiting.
    void holdStart();
    /// Whether the waiting situation should start.
    [[nodiscard]] bool isStartDue();
    void beginStart();
    /// Applies the situation's recorded commands to motors in its first cycles.
    void playCommands();
    /// Moves a robot to its state in the situation.
    void putInPlace(const Agent& agent, const StartRobot& robot, bool isMoving);

    /// Handles a change of ends.
    void swapSides();
    /// Generates the percepts of all agents.
    void sense();
    void showPlayers();
    void writePercepts(Agent& agent, const HeardMessages& words, PerceptScratch& use);

    SimulationSettings settings;
    field::FieldModel field;
    base::ThreadPool threads;
    PhysicsWorld physics;
    Referee referee;
    std::vector<Agent> agents; ///< in ascending order of ids
    MatchWorld world;
    InitPlaces initPlaces;
    Hearing hearing;
    VisionScene scene;                   ///< visible objects of this cycle
    std::vector<HeardMessages> heard;    ///< messages heard by each agent in this cycle
    std::array<std::string, 2> teams;    ///< names of the left and the right team in this cycle
    std::vector<PerceptScratch> scratch; ///< one per thread
    std::vector<SimulationNote> notes;
    Requests requests;
    protocol::AgentMessage message; ///< scratch space for `receive`
    std::int32_t nextAgent = 0;
    std::uint64_t cycle = 0;
    double reportedTimeS = 0.0; ///< time as reported to agents, with the server's rounding
    StartProgress start;
};

} // namespace sideline::simulator
