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

/// Everything that a simulation remembers.
struct SimulationState {
    PhysicsState physics;
    std::vector<Agent> agents;
    Referee::State referee;
    Hearing hearing;
    InitPlaces initPlaces;
    double reportedTimeS = 0.0;
    std::uint64_t cycle = 0;
};

/// The inside of a simulation; what agents do in `acting.cpp`, what they receive in `senses.cpp`.
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
};

} // namespace sideline::simulator
