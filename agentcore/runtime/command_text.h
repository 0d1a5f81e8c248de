#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/action_request.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/server_kind.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/runtime/agent_settings.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// What an agent sends, as its server takes it: speeds of joints for SimSpark, targets with gains
/// for rcssservermj. Appends to texts; allocates nothing once they are large enough.
class CommandText {
public:
    /// @param settings of the agent: `check` holds
    explicit CommandText(const AgentSettings& settings);

    [[nodiscard]] game::ServerKind server() const { return m_model->traits().server; }
    /// Whether the first message asks for everything at once; else `askForNumber` follows.
    [[nodiscard]] bool joinsAtOnce() const { return isMujoco(); }

    /// Gains of a joint for which a behavior asks for none; nothing: `usualGains`.
    /// @param joint of the model; others are ignored, as are gains that are not finite or below 0
    void setGains(robot::JointId joint, const std::optional<behavior::JointGains>& gains);

    /// The first message to a server.
    void greet(std::string& out) const;
    /// The second request, for a number in the team.
    void askForNumber(std::string& out) const;
    /// @param joints one per joint of the model, as they are commanded
    /// @param gains one per joint, or none, as a behavior asks for them
    void moveJoints(std::span<const world::JointBelief> joints,
                    std::span<const std::optional<behavior::JointGains>> gains,
                    std::string& out) const;
    /// @param p_F own field frame: x m, y m, heading rad
    /// @param side that the own team plays on
    void beam(const Eigen::Vector3d& p_F, game::Side side, std::string& out) const;
    /// @return whether the server can take it; else nothing is written
    [[nodiscard]] bool say(std::string_view text, std::string& out) const;
    /// What can be said, for messages.
    [[nodiscard]] std::string sayable() const;
    /// The end of a message, where the server waits for all agents.
    void sync(std::string& out) const;

private:
    [[nodiscard]] bool isMujoco() const { return server() == game::ServerKind::Rcssservermj; }

    robot::RobotModelPtr m_model;
    std::string m_team;
    int m_unum;
    int m_typeNumber;
    std::vector<behavior::JointGains> m_gains; ///< one per joint
};

/// Gains with which a joint of rcssservermj is driven unless a behavior asks for others: the
/// motor's largest torque at half a radian, and 25 ms of lead: the ratio of the league's walks
/// (25 N m/rad, 0.6 N m s/rad).
[[nodiscard]] behavior::JointGains usualGains(const robot::Joint& joint);

} // namespace sideline::runtime
