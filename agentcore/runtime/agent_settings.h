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

/// Connection and identity of an agent.
struct AgentSettings {
    std::string host = "127.0.0.1";
    std::uint16_t port = 3100;
    std::string team = "Sideline";
    int unum = 0;       ///< 0 requests any free number
    int typeNumber = 0; ///< heterogeneous type in the numbering of the server's scene file
    /// The requested robot; if null, the Nao of `typeNumber`. It determines the kind of server.
    robot::RobotModelPtr model;
    field::FieldVersion field = field::newestField(); ///< the server's field
    bool isSync = false;                              ///< whether every message ends with `(syn)`
    std::chrono::milliseconds firstRetry{250}; ///< delay before the second attempt to connect
    std::chrono::milliseconds longestRetry{4000};
    std::chrono::milliseconds silence{3000}; ///< time without messages until `Silent`
    /// Position before kick-off in field frame F: x m, y m, heading rad (degrees only in the
    /// protocol). A fallen robot is beamed there again. If not set, it is not beamed.
    std::optional<Eigen::Vector3d> beam_F;
    /// Localization method until `command::Localize`.
    localization::Method method = localization::Method::Fusion;
};

/// Maximum length of a team name that servers and monitors support.
inline constexpr std::size_t kMaxTeamBytes = 40;

/// Whether a word can be sent to the server unchanged: not empty, printable ASCII without blanks
/// and parentheses.
[[nodiscard]] bool isWord(std::string_view text);

/// The requested robot of an agent. @param settings must pass `check`
[[nodiscard]] const robot::RobotModel& modelOf(const AgentSettings& settings);

/// The server of an agent: the server that supports its robot.
[[nodiscard]] game::ServerKind serverOf(const AgentSettings& settings);

/// The default field of a server.
[[nodiscard]] const field::FieldVersion& defaultField(game::ServerKind server);

/// Validates an agent's settings.
/// Errors: InvalidArgument for a name that the protocol cannot represent, a number outside 0 to 11
/// (on rcssservermj outside 1 to 99), an unknown type, a port of 0, a position that is not finite,
/// or a delay that is not positive.
[[nodiscard]] base::Expected<void> check(const AgentSettings& settings);

} // namespace sideline::runtime
