#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/field/field_model.h"
#include "agentcore/motion/joint_controller.h"
#include "agentcore/net/link.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/runtime/agent_command.h"
#include "agentcore/runtime/agent_settings.h"
#include "agentcore/runtime/beaming.h"
#include "agentcore/runtime/behavior_switch.h"
#include "agentcore/runtime/command_text.h"
#include "agentcore/runtime/missed_cycles.h"
#include "agentcore/runtime/percept_notes.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/message_memory.h"
#include "agentcore/world/world_model.h"

namespace sideline::runtime {

/// Progress of joining a match.
enum class JoinStage : std::uint8_t {
    AsksForBody,   ///< no message has been received yet
    AsksForNumber, ///< `init` has been sent
    Joined,        ///< the server has assigned number and side
};

/// Processing of one message by an agent, without sockets and threads: percepts to belief, belief
/// to decision, decision to command.
///
/// Allocates nothing after warm-up. Reads the clock for timing measurements. One thread at a time.
class AgentCycle {
public:
    /// @param settings must pass `check`
    /// @param behavior if null, the joints hold their measured angles
    AgentCycle(const AgentSettings& settings, std::unique_ptr<behavior::Behavior> behavior);
    /// A copy continues independently from the same state, with its own estimator and behaviors.
    AgentCycle(const AgentCycle&) = default;
    AgentCycle& operator=(const AgentCycle&) = delete;
    ~AgentCycle() = default;

    /// Handles a new link: resets the pose and starts joining. The user keeps control of the
    /// joints, if active.
    void connected();
    /// The first message to a server.
    [[nodiscard]] std::string_view greeting();

    void obey(const AgentCommand& command);

    /// Processes a message and writes all of `frame` except the send time of the command.
    /// @param receivedAt time at which its last byte was read
    /// @return the reply to send, valid until the next call; may be empty
    [[nodiscard]] std::string_view respond(std::string_view message,
                                           net::Clock::time_point receivedAt,
                                           world::AgentFrame& frame);
    /// Overload for percepts as values, as `protocol::parsePercepts` would return them, and joint
    /// speeds as values; belief and decision are bit-identical to those from text.
    /// @param percepts the strings in them must outlive the call
    /// @return the rest of the reply as text, possibly empty; to be combined with `jointSpeeds`
    [[nodiscard]] std::string_view respond(const protocol::Percepts& percepts,
                                           net::Clock::time_point receivedAt,
                                           world::AgentFrame& frame);
    /// Joint speeds commanded by the last `respond` for values, rad/s, as a server would parse
    /// them: one per joint of the model, NaN for joints without a command; empty without commands.
    [[nodiscard]] std::span<const double> jointSpeeds() const { return m_speedsRadPerS; }
    /// Completes the `frame` of the last `respond` after the reply was sent.
    /// @param message the same as in `respond`; empty for values
    /// @param isLate whether the server's next message had begun to arrive before the reply was
    ///     sent: the reply is then counted in `counters.lateAnswers`, unless it is one of the first
    ///     `kFreeMessages` of the link. Never true on a server that waits for each reply (sync
    ///     mode). A reply that arrives while the server is simulating its cycle is not recognized
    ///     as late
    void sent(std::string_view message, net::Clock::time_point at, world::AgentFrame& frame,
              bool isLate = false);

    [[nodiscard]] JoinStage stage() const { return m_stage; }
    [[nodiscard]] std::uint64_t cycleCount() const { return m_cycles; }
    /// The reason why this server is unusable: it assigns no number or does not match the robot.
    /// Not set if it is usable.
    [[nodiscard]] std::optional<std::string> failureReason() const;

private:
    void begin(world::AgentFrame& frame);
    void believeAndDecide(const protocol::Percepts& percepts, net::Clock::time_point startedAt,
                          world::AgentFrame& frame);
    void read(std::string_view message, world::AgentFrame& frame);
    void take(const protocol::Percepts& percepts, world::AgentFrame& frame);
    void join(const protocol::Percepts& percepts);
    void decide(world::AgentFrame& frame);
    void setJointSpeeds(const world::AgentFrame& frame);
    void prepareBeam(world::AgentFrame& frame);
    void writeBeam(const world::AgentFrame& frame);
    void writeSay(world::AgentFrame& frame);
    void report(const world::AgentFrame& frame);

    template <typename Command>
    void execute(const Command& command) {
        m_switch.obey(command);
    }
    void execute(const command::Retune& command);
    void execute(const command::Gains& command);
    void execute(const command::Say& command);
    void execute(const command::Beam& command);
    void execute(const command::BelievePose& command);
    void execute(const command::Localize& command);

    AgentSettings m_settings;
    robot::RobotModelPtr m_model;
    CommandText m_text;
    std::shared_ptr<const field::FieldModel> m_field;
    world::WorldModel m_world;
    motion::JointController m_controller;
    BehaviorSwitch m_switch;
    Beaming m_beaming;

    protocol::Percepts m_percepts; ///< percepts parsed from text
    world::AgentCounters m_counters;
    PerceptNotes m_notes;
    std::string m_command;
    std::size_t m_commandBytes = 0; ///< number of bytes in `m_command`, without `(syn)`
    bool m_answersInValues =
        false; ///< whether joint speeds are returned as values, like the last percepts
    std::vector<double> m_speedsRadPerS;
    std::string m_greeting;
    behavior::ActionRequest m_request;
    std::vector<std::string> m_userLines; ///< changes made by the user since the last frame
    bool m_hasExternalPose = false;
    std::string m_userMessage;
    std::optional<Eigen::Vector3d> m_userBeam_F;
    std::optional<Eigen::Vector3d> m_beam_F; ///< the beam of this cycle
    world::SpeakingTurn m_turn;

    JoinStage m_stage = JoinStage::AsksForBody;
    std::uint64_t m_cycles = 0;
    std::uint64_t m_links = 0;
    std::uint64_t m_linkMessages = 0; ///< number of messages of this link
    int m_messagesWithoutUnum = 0;    ///< since `init`
    int m_invalidMessages = 0;        ///< number of consecutive messages that are broken or without
                                      ///< a known percept
    MissedCycles m_missed;
};

} // namespace sideline::runtime
