#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
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
    std::vector<EffectorFault> faults; ///< one for each expression that was omitted
};

/// Reads what an agent sends in one message; every expression stands for itself.
///
/// Expressions that break their form (missing, non-finite or superfluous values, nested lists where
/// a number should be) are omitted and reported as faults with the byte; the rest counts. Text that
/// is no S-expression ends the reading. Any name that is none of the fixed ones is taken for a
/// joint, as only the robot's description knows its joints. Grammar: rcssserver3d 0.7.3, one class
/// per effector in `plugin/soccer` and `plugin/sparkagent`.
void parseAgentMessage(std::string_view text, AgentMessage& message);

/// Appends what an agent wants to a message, as servers take it: `(he1 0.5)(say hello)(syn)`.
///
/// Every call returns whether it wrote; what a server would misread is omitted and counted:
/// numbers that are not finite or not below 1e9, words that are empty or hold blanks, parentheses
/// or bytes outside of printable ASCII. Numbers have up to six decimals. Nothing is allocated once
/// the text is large enough.
class EffectorWriter {
public:
    /// Longest text of `say` that servers pass on.
    static constexpr std::size_t kMaxSayBytes = 20;

    /// @param out outlives this; what stands in it stays
    explicit EffectorWriter(std::string& out) : m_out(out) {}

    /// @param type 0 to 4 for `nao_hetero.rsg`; negative for files that take none
    bool scene(std::string_view file, int type);
    /// @param unum 1 to 11, or 0 for any free one
    bool init(int unum, std::string_view team);
    /// @param xM own team's view: the opponent's goal is at +x
    bool beam(double xM, double yM, double headingDeg);
    bool joint(std::string_view name, double speedRadPerS);
    /// Speeds of a universal joint's two axes.
    bool universalJoint(std::string_view name, double firstRadPerS, double secondRadPerS);
    /// @param text 1 to `kMaxSayBytes` characters
    bool say(std::string_view text);
    bool pass();
    bool syn();
    /// Any of these, as `parseAgentMessage` reports them.
    bool write(const Effector& effector);

    /// The speed that a server reads after `joint` has written this one; no number if it refuses.
    [[nodiscard]] static double speedAsRead(double radPerS);

    /// How many calls wrote nothing.
    [[nodiscard]] std::uint64_t refused() const { return m_refused; }

private:
    bool refuse();
    bool numbers(std::string_view name, std::initializer_list<double> values);

    std::string& m_out;
    std::uint64_t m_refused = 0;
};

} // namespace sideline::protocol
