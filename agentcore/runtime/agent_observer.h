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
#include "agentcore/runtime/late_answers.h"
#include "agentcore/runtime/missed_cycles.h"
#include "agentcore/runtime/percept_notes.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/world_model.h"

namespace sideline::runtime {

/// Traffic between an agent and its server in one cycle.
struct Exchange {
    std::string_view percepts; ///< the server's message
    std::chrono::nanoseconds receivedAt{
        0};                    ///< time of its last byte, since the steady clock's epoch
    std::string_view commands; ///< the agent's messages until the next cycle, concatenated
    int answers = 0;           ///< number of these messages
    std::chrono::nanoseconds answeredAt{
        0}; ///< time of the last byte of the first of them; only if `answers` is not 0
};

/// Observes an agent of any program from outside: produces frames like those of a built-in agent
/// from its percepts and commands.
///
/// The belief is that of our world model for the same percepts, with the agent's own commands,
/// beams and messages; the agent's internal belief is unknown, and the decision stays empty. The
/// target of a joint is its angle after the cycle at the commanded speed, or the target angle on
/// rcssservermj; joints without a command keep their speed or target, as on the server.
/// `timing.senseToAct` is the time from the message to the first reply, or 0; the debug value
/// `answer.count` is the number of replies. `counters.missedCycles` also counts cycles without a
/// reply after the agent has received its number; `counters.lateAnswers` counts cycles whose reply
/// came later (see `LateAnswers`).
///
/// One thread at a time; reads the clock for timing measurements.
class AgentObserver {
public:
    /// @param identity as announced by the agent; must contain a model
    explicit AgentObserver(const world::AgentIdentity& identity,
                           localization::Method method = localization::Method::Fusion,
                           const field::FieldVersion& field = field::newestField());
    AgentObserver(const AgentObserver&) = delete;
    AgentObserver& operator=(const AgentObserver&) = delete;

    /// Processes the next cycle and writes all of `frame`.
    void observe(const Exchange& exchange, world::AgentFrame& frame);

private:
    void read(std::string_view percepts, world::AgentFrame& frame);
    void takeCommands(std::string_view commands, world::AgentFrame& frame);
    void takeSimSpark(std::string_view commands, world::AgentFrame& frame);
    void takeMujoco(std::string_view commands, world::AgentFrame& frame);
    void takeJoint(const protocol::JointEffector& effector);
    void takeBeam(const world::AgentFrame& frame);

    robot::RobotModelPtr m_model;
    std::unique_ptr<const field::FieldModel> m_field;
    world::WorldModel m_world;
    protocol::Percepts m_percepts;
    protocol::AgentMessage m_message;
    protocol::mujoco::Message m_mujocoMessage;
    std::vector<double> m_speedsRadPerS; ///< last commanded speeds, one per joint
    world::AgentCounters m_counters;
    PerceptNotes m_notes;
    MissedCycles m_missed;
    LateAnswers m_late;
    std::uint64_t m_cycles = 0;
};

} // namespace sideline::runtime
