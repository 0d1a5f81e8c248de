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

/// `(scene rsg/agent/nao/nao_hetero.rsg 0)`: requests a robot of this description and type.
struct SceneEffector {
    std::string_view file;
    int type = 0;
};
/// `(init (unum 1)(teamname UTA))`: requests a number in a team; 0 requests any free number.
struct InitEffector {
    int unum = 0;
    std::string_view team;
};
/// `(beam -3 0 0)`: requests a position in the agent's own half. The coordinates are from the point
/// of view of the agent's team; the heading is in degrees.
struct BeamEffector {
    double xM = 0.0;
    double yM = 0.0;
    double headingDeg = 0.0;
};
/// `(lle3 1.5)`, `(lae1_2 0.1 -0.2)`: speeds of a hinge or a universal joint, rad/s.
struct JointEffector {
    std::string_view name;
    std::array<double, 2> speedRadPerS{};
    std::uint8_t axisCount = 1;
};
/// `(say text)`.
struct SayEffector {
    std::string_view text;
};
/// `(pass)`: requests pass mode.
struct PassEffector {};
/// `(syn)`: ends the message of a cycle in sync mode.
struct SynEffector {};

/// One effector command of an agent. Strings point into the message.
using Effector = std::variant<SceneEffector, InitEffector, BeamEffector, JointEffector, SayEffector,
                              PassEffector, SynEffector>;

/// An error in one expression of an agent's message.
struct EffectorFault {
    std::string_view name; ///< effector name; empty if the syntax is broken
    base::Error error;
};

/// A parsed agent message. Reuse it to avoid allocations after warm-up.
struct AgentMessage {
    std::vector<Effector> effectors;   ///< in message order
    std::vector<EffectorFault> faults; ///< one fault for each expression that was omitted
};

/// Parses a message from an agent; each expression is independent.
///
/// Invalid expressions (missing, non-finite or superfluous values, nested lists instead of numbers)
/// are skipped and reported with their byte offset; the rest is used. Parsing ends at text that is
/// not an S-expression. An unknown name is assumed to be that of a joint, since only the robot's
/// description lists its joints. Grammar: rcssserver3d 0.7.3, one class per effector in
/// `plugin/soccer` and `plugin/sparkagent`.
void parseAgentMessage(std::string_view text, AgentMessage& message);

/// Appends effector commands in the syntax of the servers: `(he1 0.5)(say hello)(syn)`.
///
/// Every call returns whether it wrote anything; values that a server would misread are omitted and
/// counted: numbers that are not finite or not below 1e9, and words that are empty or contain
/// blanks, parentheses or bytes outside printable ASCII. Numbers have up to six decimals. Allocates
/// nothing once the text is large enough.
class EffectorWriter {
public:
    /// Maximum length of a message of `say` that servers forward.
    static constexpr std::size_t kMaxSayBytes = 20;

    /// @param out must outlive this object; its content is kept
    explicit EffectorWriter(std::string& out) : m_out(out) {}

    /// @param type 0 to 4 for `nao_hetero.rsg`; negative for files without types
    bool scene(std::string_view file, int type);
    /// @param unum 1 to 11, or 0 for any free number
    bool init(int unum, std::string_view team);
    /// @param xM from the point of view of the agent's team: the opponents' goal is at +x
    bool beam(double xM, double yM, double headingDeg);
    bool joint(std::string_view name, double speedRadPerS);
    /// Speeds of a universal joint's two axes.
    bool universalJoint(std::string_view name, double firstRadPerS, double secondRadPerS);
    /// @param text 1 to `kMaxSayBytes` characters
    bool say(std::string_view text);
    bool pass();
    bool syn();
    /// Writes any effector, as `parseAgentMessage` reports it.
    bool write(const Effector& effector);

    /// The speed that a server parses from the text written by `joint` for a speed; NaN if `joint`
    /// rejects the speed.
    [[nodiscard]] static double speedAsRead(double radPerS);

    /// Number of calls that wrote nothing.
    [[nodiscard]] std::uint64_t refused() const { return m_refused; }

private:
    bool refuse();
    bool numbers(std::string_view name, std::initializer_list<double> values);

    std::string& m_out;
    std::uint64_t m_refused = 0;
};

} // namespace sideline::protocol
