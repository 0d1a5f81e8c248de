#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/methods.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/runtime/missed_cycles.h"
#include "agentcore/runtime/percept_notes.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/world_model.h"

namespace sideline::runtime {

/// What passed between an agent and its server in one cycle.
struct Exchange {
    std::string_view percepts;              ///< the server's message
    std::chrono::nanoseconds receivedAt{0}; ///< its last byte; since the steady clock's epoch
    std::string_view commands;              ///< the agent's messages until the next cycle, joined
    int answers = 0;                        ///< how many messages these were
    std::chrono::nanoseconds answeredAt{0}; ///< the last byte of the first; only with `answers`
};

/// Looks at an agent of any program from outside: makes frames, as a built-in agent publishes them,
/// of what it was told and what it answered.
///
/// The belief is that of our world model on the same percepts, with the agent's own commands, beams
/// and words; what the agent itself believes is not known. The decision stays empty. A joint is
/// wanted where its speed moves it to in the cycle, or on rcssservermj at its target angle; a joint
/// that is not mentioned keeps its speed or target, as in the server. `timing.senseToAct` is from
/// the message to the first answer, 0 without one; the value `answer.count` is the number of
/// messages. `counters.missedCycles` counts, besides the cycles for which no message came, those
/// without an answer, once the agent has its number.
///
/// One thread at a time; reads the clock to time itself.
class AgentObserver {
public:
    /// @param identity as the agent introduced itself; its model is not null
    explicit AgentObserver(const world::AgentIdentity& identity,
                           localization::Method method = localization::Method::Fusion,
                           const field::FieldVersion& field = field::newestField());
    AgentObserver(const AgentObserver&) = delete;
    AgentObserver& operator=(const AgentObserver&) = delete;

    /// Takes the next cycle and writes all of `frame`.
    void observe(const Exchange& exchange, world::AgentFrame& frame);

private:
    void read(std::string_view percepts, world::AgentFrame& frame);
    void takeCommands(std::string_view commands, world::AgentFrame& frame);
    void takeSimSpark(std::string_view commands, world::AgentFrame& frame);
    void takeMujoco(std::string_view commands, world::AgentFrame& frame);
    void takeJoint(const protocol::JointEffector& effector);
    void takeBeam(const Eigen::Vector3d& beam_F, const world::AgentFrame& frame);

    robot::RobotModelPtr m_model;
    std::unique_ptr<const field::FieldModel> m_field;
    world::WorldModel m_world;
    protocol::Percepts m_percepts;
    protocol::AgentMessage m_message;
    protocol::mujoco::Message m_mujocoMessage;
    std::vector<double> m_speedsRadPerS; ///< as they were commanded last, one per joint
    world::AgentCounters m_counters;
    PerceptNotes m_notes;
    MissedCycles m_missed;
    std::uint64_t m_cycles = 0;
};

} // namespace sideline::runtime
