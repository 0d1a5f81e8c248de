#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/localization/methods.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::runtime {

/// How an agent connects and what it is.
struct AgentSettings {
    std::string host = "127.0.0.1";
    std::uint16_t port = 3100;
    std::string team = "Sideline";
    int unum = 0;       ///< 0: any free number
    int typeNumber = 0; ///< of the robot, as the server counts the types of its scene file
    /// The robot that it asks for; null: the Nao of `typeNumber`. It decides what server the agent
    /// plays on.
    robot::RobotModelPtr model;
    field::FieldVersion field = field::newestField(); ///< that the server plays on
    bool isSync = false;                              ///< ends every message with `(syn)`
    std::chrono::milliseconds firstRetry{250};        ///< wait before the second attempt to connect
    std::chrono::milliseconds longestRetry{4000};
    std::chrono::milliseconds silence{3000}; ///< without a message the server counts as silent
    /// Where the agent wants to stand before kick-off, in its own field frame; degrees only on the
    /// wire. One that has fallen there is beamed again. Nothing: it is not beamed.
    std::optional<Eigen::Vector3d> beam_F; ///< x m, y m, heading rad
    /// How it finds out where it is, until `command::Localize`.
    localization::Method method = localization::Method::Fusion;
};

/// Longest name of a team that servers and monitors handle well.
inline constexpr std::size_t kMaxTeamBytes = 40;

/// Whether a word can be sent to the server as it is: printable ASCII without blanks and
/// parentheses, and not empty.
[[nodiscard]] bool isWord(std::string_view text);

/// The robot that an agent asks for. @param settings `check` holds
[[nodiscard]] const robot::RobotModel& modelOf(const AgentSettings& settings);

/// The server that it plays on: the one that has its robot.
[[nodiscard]] game::ServerKind serverOf(const AgentSettings& settings);

/// The field that a server plays on unless it is told otherwise.
[[nodiscard]] const field::FieldVersion& usualField(game::ServerKind server);

/// Whether an agent can live with these settings.
/// Errors: InvalidArgument for a name that the protocol cannot carry, a number outside 0 to 11 (on
/// rcssservermj outside 1 to 99), a type that does not exist, a port of 0, a place that is not
/// finite, a pause that is not over 0.
[[nodiscard]] base::Expected<void> check(const AgentSettings& settings);

} // namespace sideline::runtime
