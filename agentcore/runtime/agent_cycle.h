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
#include "agentcore/runtime/behavior_switch.h"
#include "agentcore/runtime/command_text.h"
#include "agentcore/runtime/missed_cycles.h"
#include "agentcore/runtime/percept_notes.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/message_memory.h"
#include "agentcore/world/world_model.h"

namespace sideline::runtime {

/// How far an agent has come with a server.
enum class JoinStage : std::uint8_t {
    AsksForBody,   ///< nothing has come yet
    AsksForNumber, ///< `init` is sent
    Joined,        ///< the server has reported number and side
};

/// What an agent does with a message, without sockets and threads: percepts to belief, belief to
/// decision, decision to command.
///
/// Allocates nothing after warm-up. Reads the clock to time itself. One thread at a time.
class AgentCycle {
public:
    /// @param settings `check` holds
    /// @param behavior null: holds the joints where they are
    AgentCycle(const AgentSettings& settings, std::unique_ptr<behavior::Behavior> behavior);
    /// A copy continues from here as this one does, with an estimator and behaviors of its own.
    AgentCycle(const AgentCycle&) = default;
    AgentCycle& operator=(const AgentCycle&) = delete;
    ~AgentCycle() = default;

    /// A new link: forgets where the robot is and starts to join. Who controls the joints stays.
    void connected();
    /// The first message to a server.
    [[nodiscard]] std::string_view greeting();

    void obey(const AgentCommand& command);

    /// Works on a message and writes all of `frame`, except for when the command is sent.
    /// @param receivedAt when its last byte was read
    /// @return the answer to send, until the next call; empty for none
    [[nodiscard]] std::string_view respond(std::string_view message,
                                           net::Clock::time_point receivedAt,
                                           world::AgentFrame& frame);
    /// The same with percepts that come as values, as `protocol::parsePercepts` would read them,
    /// and with joint speeds as values: believes and decides the same, bit for bit.
    /// @param percepts their texts outlive the call
    /// @return the rest of the answer, as text; empty for none. `jointSpeeds` go with it.
    [[nodiscard]] std::string_view respond(const protocol::Percepts& percepts,
                                           net::Clock::time_point receivedAt,
                                           world::AgentFrame& frame);
    /// Speeds that the last `respond` to values commands, rad/s, as a server would read them: one
    /// per joint of the model, NaN for those that it leaves alone; empty if it commands none.
    [[nodiscard]] std::span<const double> jointSpeeds() const { return m_speedsRadPerS; }
    /// The answer is on the socket: completes `frame`, the one of the last `respond`.
    /// @param message the same as in `respond`; empty for values
    void sent(std::string_view message, net::Clock::time_point at, world::AgentFrame& frame);

    [[nodiscard]] JoinStage stage() const { return m_stage; }
    [[nodiscard]] std::uint64_t cycleCount() const { return m_cycles; }
    /// Why it makes no sense to continue with this server: it gives no number, or it is another
    /// one than the robot's; nothing if it does.
    [[nodiscard]] std::optional<std::string> givesUp() const;

private:
    void begin(world::AgentFrame& frame);
    void believeAndDecide(const protocol::Percepts& percepts, net::Clock::time_point beganAt,
                          world::AgentFrame& frame);
    void read(std::string_view message, world::AgentFrame& frame);
    void take(const protocol::Percepts& percepts, world::AgentFrame& frame);
    void join(const protocol::Percepts& percepts);
    void decide(world::AgentFrame& frame);
    void setJointSpeeds(const world::AgentFrame& frame);
    void writeBeam(world::AgentFrame& frame);
    void writeSay(world::AgentFrame& frame);
    void report(const world::AgentFrame& frame);

    template <typename Command>
    void obeyOne(const Command& command) {
        m_switch.obey(command);
    }
    void obeyOne(const command::Retune& command);
    void obeyOne(const command::Gains& command);
    void obeyOne(const command::Say& command);
    void obeyOne(const command::Beam& command);
    void obeyOne(const command::BelievePose& command);
    void obeyOne(const command::Localize& command);

    AgentSettings m_settings;
    robot::RobotModelPtr m_model;
    CommandText m_text;
    std::shared_ptr<const field::FieldModel> m_field;
    world::WorldModel m_world;
    motion::JointController m_controller;
    BehaviorSwitch m_switch;

    protocol::Percepts m_percepts; ///< that were read from text
    world::AgentCounters m_counters;
    PerceptNotes m_notes;
    std::string m_command;
    std::size_t m_commandBytes = 0; ///< of `m_command`, without `(syn)`
    bool m_answersInValues = false; ///< for the joints, as the last percepts came
    std::vector<double> m_speedsRadPerS;
    std::string m_greeting;
    behavior::ActionRequest m_request;
    std::vector<std::string> m_userLines; ///< what the user has changed since the last frame
    bool m_hasExternalPose = false;
    std::string m_userSays;
    world::SpeakingTurn m_turn;
    std::optional<Eigen::Vector3d> m_userBeam_F;

    JoinStage m_stage = JoinStage::AsksForBody;
    std::uint64_t m_cycles = 0;
    std::uint64_t m_links = 0;
    int m_messagesWithoutNumber = 0; ///< since `init`
    int m_uselessMessages = 0;       ///< in a row: broken, or without any known percept
    bool m_mayBeam = false;          ///< as the play mode of the last message has it
    bool m_isBeamed = false;         ///< since it may
    std::uint64_t m_beamedInCycle = 0;
    MissedCycles m_missed;
};

} // namespace sideline::runtime
