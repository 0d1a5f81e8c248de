#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::protocol {

/// `(scene rsg/agent/nao/nao_hetero.rsg 0)`: wants a body of this description and type.
struct SceneEffector {
    std::string_view file;
    int type = 0;
};
/// `(init (unum 1)(teamname UTA))`: wants a number (0 for any free one) in a team.
struct InitEffector {
    int unum = 0;
    std::string_view team;
};
/// `(beam -3 0 0)`: wants to be somewhere in its own half; own team's view, heading in degrees.
struct BeamEffector {
    double xM = 0.0;
    double yM = 0.0;
    double headingDeg = 0.0;
};
/// `(lle3 1.5)`, `(lae1_2 0.1 -0.2)`: wants speeds of a hinge or a universal joint, rad/s.
struct JointEffector {
    std::string_view name;
    std::array<double, 2> speedRadPerS{};
    std::uint8_t axisCount = 1;
};
/// `(say text)`.
struct SayEffector {
    std::string_view text;
};
/// `(pass)`: asks for the pass mode.
struct PassEffector {};
/// `(syn)`: ends the message of a cycle in sync mode.
struct SynEffector {};

/// One thing that an agent wants. Texts point into the message.
using Effector = std::variant<SceneEffector, InitEffector, BeamEffector, JointEffector, SayEffector,
                              PassEffector, SynEffector>;

/// What was wrong with one expression of an agent's message.
struct EffectorFault {
    std::string_view name; ///< effector name, empty if the text itself is broken
    base::Error error;
};

/// An agent's message, read. Reuse it: nothing is allocated once it has grown.
struct AgentMessage {
    std::vector<Effector> effectors;   ///< in the order of the text
    std::vector<EffectorFault> faults; ///< one for each expression that was left out
};

/// Reads what an agent sends in one message; every expression stands for itself.
///
/// Expressions that break their form (missing, non-finite or superfluous values, nested lists where
/// a number should be) are left out and told as faults with the byte; the rest counts. Text that is
/// no S-expression ends the reading. Any name that is none of the fixed ones is taken for a joint,
/// as only the robot's description knows its joints.
/// Grammar: rcssserver3d 0.7.3, one class per effector in `plugin/soccer` and `plugin/sparkagent`.
void parseAgentMessage(std::string_view text, AgentMessage& message);

} // namespace sideline::protocol
