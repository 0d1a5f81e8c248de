#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// How an agent connects and what it is.
struct AgentSettings {
    std::string host = "127.0.0.1";
    std::uint16_t port = 3100;
    std::string team = "Sideline";
    int unum = 0; ///< 0: any free number
    int typeNumber = 0;
    bool isSync = false;                       ///< ends every message with `(syn)`
    std::chrono::milliseconds firstRetry{250}; ///< wait before the second attempt to connect
    std::chrono::milliseconds longestRetry{4000};
    std::chrono::milliseconds silence{3000}; ///< without a message the server counts as silent
    /// Where the agent wants to stand before kick-off, in its own field frame; degrees only on the
    /// wire. Nothing: it is not beamed.
    std::optional<Eigen::Vector3d> beam_F; ///< x m, y m, heading rad
};

/// Where a connection stands; what the window shows as a lamp.
enum class LinkState : std::uint8_t {
    Connecting, ///< first attempt, or one after a break
    Waiting,    ///< until the next attempt
    Playing,    ///< messages come
    Silent,     ///< connected, but nothing comes
    Refused,    ///< the server took no message of us as a player: number or team is taken
    Stopped,    ///< `stop` was called
};

struct AgentState {
    LinkState link = LinkState::Connecting;
    std::string fault; ///< why it is not playing, for people; empty while it plays
    std::uint64_t cycles = 0;
    std::uint64_t connections = 0;
};

/// What can be asked of a running agent; done at the beginning of its next cycle, in order.
namespace order {
/// The user moves the joints (true), or the agent's own behaviour does.
struct Control {
    bool isOn = false;
};
/// Where joints shall go while the user controls the robot, and how fast at most.
struct JointTargets {
    struct Target {
        robot::JointId joint;
        double angleRad = 0.0;
    };
    std::vector<Target> targets;
    double speedLimitRadPerS = 0.0; ///< 0 or less: the joint's own limit
};
/// Holds all joints where they are now measured.
struct Freeze {};
/// Another behaviour from now on.
struct Behave {
    std::shared_ptr<behavior::Behavior> behavior;
};
/// Says something; at most 20 characters without blanks and parentheses.
struct Say {
    std::string text;
};
/// Wants to be beamed; own field frame, heading rad.
struct Beam {
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
};
} // namespace order
using AgentOrder = std::variant<order::Control, order::JointTargets, order::Freeze, order::Behave,
                                order::Say, order::Beam>;

/// An agent of ours in a thread of its own: connects, senses, thinks, acts, connects again.
///
/// The sense-think-act cycle allocates nothing once it is warm. All functions may be called from
/// any one thread that is not the agent's; none waits for a cycle, except the destructor.
class AgentRunner {
public:
    /// @param sinks get every frame in the agent's thread; must outlive the runner
    AgentRunner(AgentSettings settings, std::shared_ptr<behavior::Behavior> behavior,
                std::vector<world::FrameSink*> sinks = {});
    ~AgentRunner();
    AgentRunner(const AgentRunner&) = delete;
    AgentRunner& operator=(const AgentRunner&) = delete;

    [[nodiscard]] const AgentSettings& settings() const;
    void post(AgentOrder order);
    /// The newest frame since the last call, if there is one.
    [[nodiscard]] std::optional<world::AgentFramePtr> takeFrame();
    /// The state as of now.
    [[nodiscard]] AgentState state() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::runtime
