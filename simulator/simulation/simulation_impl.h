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

/// Where robots are put that have just got their number: in a row along the own side.
struct InitPlaces {
    Eigen::Vector3d left_S;
    Eigen::Vector3d right_S;
};

/// Memory for the percepts of one agent, kept to be used again.
struct PerceptScratch {
    std::vector<double> anglesRad;
    std::vector<BodyTouch> touches;
};

/// How far a match has got that begins with a situation.
struct StartProgress {
    bool isWaiting = false;
    bool holdsPlaces = false; ///< no beam moves who has a place, until the play mode changes
    game::PlayMode mode = game::PlayMode::BeforeKickOff; ///< with which it began
    int completeCycles = 0;          ///< for which every robot has had its player
    double waitedS = 0.0;            ///< since the first player came
    std::size_t commandedCycles = 0; ///< of those that the situation says what is commanded in
};

/// Everything that a simulation remembers.
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

/// The inside of a simulation; what agents do in `acting.cpp`, what they receive in `senses.cpp`,
/// how a situation begins in `starting.cpp`.
struct Simulation::Impl {
    explicit Impl(const SimulationSettings& s);

    [[nodiscard]] Agent* find(AgentId id);
    [[nodiscard]] Agent newAgent(AgentId id) const;
    /// Reports something about an agent, unless the same kind was reported before.
    void note(Agent& agent, std::string_view kind, std::string text);

    void receive(Agent& agent, std::string_view message);
    void moveJoint(Agent& agent, const protocol::JointEffector& effector);
    void say(Agent& agent, std::string_view text);
    void setJointSpeed(const Agent& agent, robot::JointId joint, double radPerS);
    /// Does what an agent requested in its messages, before the step.
    void realise(Agent& agent);
    base::Expected<void> giveBody(Agent& agent, std::string_view file, int type);
    base::Expected<void> givePlayer(Agent& agent, std::string_view team, int unum);
    void beam(Agent& agent, const protocol::BeamEffector& beam);
    /// Turns and shifts a robot, keeping its posture; the torso is upright then.
    void placeUpright(Agent& agent, const Eigen::Vector3d& p_S, double turnDeg);
    [[nodiscard]] Eigen::Vector3d nextInitPlace(game::Side side);

    /// Puts what is too far away, too fast or nowhere back to where it can be simulated.
    void bringBackTheLost();
    /// Takes robots apart that stand inside of two others: the time of a step grows with the cube
    /// of their contacts.
    void breakPiles();
    /// Where a robot can restart, with nobody near.
    [[nodiscard]] Eigen::Vector3d freeStartPlace(const Agent& agent);
    /// Lets the referee look at the world after a step.
    void judge();
    /// Puts robots without players where the situation has them.
    void addStandIns();
    /// An agent has got its number: it takes over the robot of the situation, if there is one.
    /// @return whether there is
    bool takeOverStandIn(Agent& agent);
    /// Forgets those that were taken over; after that no reference to an agent is valid.
    void dropStandIns();
    /// Keeps everything in its place while the situation waits.
    void holdStart();
    /// Whether the situation has waited long enough.
    [[nodiscard]] bool isStartDue();
    void beginStart();
    /// Gives motors what the situation says was commanded, in its first cycles.
    void playCommands();
    /// Puts a robot where the situation has it.
    void putInPlace(const Agent& agent, const StartRobot& robot, bool isMoving);

    /// The teams have changed ends.
    void swapSides();
    /// Reports every agent how the cycle ended.
    void sense();
    void showPlayers();
    void writePercepts(Agent& agent, const HeardWords& words, PerceptScratch& use);

    SimulationSettings settings;
    field::FieldModel field;
    base::ThreadPool threads;
    PhysicsWorld physics;
    Referee referee;
    std::vector<Agent> agents; ///< ascending ids
    MatchWorld world;
    InitPlaces initPlaces;
    Hearing hearing;
    VisionScene scene;                   ///< what can be seen in this cycle
    std::vector<HeardWords> heard;       ///< what each agent heard in this cycle
    std::array<std::string, 2> teams;    ///< names of the left and the right team in this cycle
    std::vector<PerceptScratch> scratch; ///< one per thread
    std::vector<SimulationNote> notes;
    Requests requests;
    protocol::AgentMessage message; ///< scratch of `receive`
    std::int32_t nextAgent = 0;
    std::uint64_t cycle = 0;
    double reportedTimeS = 0.0; ///< as agents get it: rounded as the server does
    StartProgress start;
};

} // namespace sideline::simulator
