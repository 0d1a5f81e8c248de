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

/// Writes an agent's commands in the syntax of its server: joint speeds for SimSpark, targets with
/// gains for rcssservermj. Appends to strings; allocates nothing once they are large enough.
class CommandText {
public:
    /// @param settings settings of the agent, which must pass `check`
    explicit CommandText(const AgentSettings& settings);

    [[nodiscard]] game::ServerKind server() const { return m_model->traits().server; }
    /// Whether the first message contains the whole request; otherwise `requestUnum` follows.
    [[nodiscard]] bool joinsImmediately() const { return isMujoco(); }

    /// Gains of a joint for behaviors that request none; if not set, `defaultGains`.
    /// @param joint joint of the model; invalid joints are ignored, as are gains that are negative
    /// or not finite
    void setGains(robot::JointId joint, const std::optional<behavior::JointGains>& gains);

    /// The first message to a server.
    void greet(std::string& out) const;
    /// The second message, which requests a number in the team.
    void requestUnum(std::string& out) const;
    /// @param joints one per joint of the model, with their commands
    /// @param gains one per joint, as requested by a behavior, or empty
    void moveJoints(std::span<const world::JointBelief> joints,
                    std::span<const std::optional<behavior::JointGains>> gains,
                    std::string& out) const;
    /// @param p_F x m, y m, heading rad @param side side of our team
    void beam(const Eigen::Vector3d& p_F, game::Side side, std::string& out) const;
    /// @return whether the text can be sent; otherwise nothing is written
    [[nodiscard]] bool say(std::string_view text, std::string& out) const;
    /// Describes valid strings, for error messages.
    [[nodiscard]] std::string sayable() const;
    /// The end of a message in sync mode.
    void sync(std::string& out) const;

private:
    [[nodiscard]] bool isMujoco() const { return server() == game::ServerKind::Rcssservermj; }

    robot::RobotModelPtr m_model;
    std::string m_team;
    int m_unum;
    int m_typeNumber;
    std::vector<behavior::JointGains> m_gains; ///< gains, one per joint
};

using motion::defaultGains;

} // namespace sideline::runtime
