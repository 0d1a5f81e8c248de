#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::protocol {

/// What agents send to rcssservermj. Texts point into the message.
namespace mujoco {

/// A number, and how its program wrote it (`25.00`).
struct Number {
    double value = 0.0;
    std::string_view text; ///< empty: it is written with up to six decimals
    [[nodiscard]] bool operator==(const Number& other) const { return value == other.value; }
};

/// `(init T1 Team 3)`: wants a robot of this kind, in a team, with this number.
struct Join {
    std::string_view robot;
    std::string_view team;
    int unum = 0;
};
/// `(he1 1.20 0.0 25.00 0.60 0.0)`: wants a motor to turn its joint with the torque
/// `kp (q - angle) + kd (dq - speed) + tau`, until it is told otherwise.
struct Motor {
    std::string_view name;
    Number angleDeg;
    Number speedDegPerS;
    Number kpNmPerRad;
    Number kdNmsPerRad;
    Number torqueNm;
};
/// `(beam -8 -4 0)`: wants to be somewhere in its own half. The server takes the distance from the
/// middle line, turns the heading for the right team, but not y.
struct Beam {
    Number xM;
    Number yM;
    Number headingDeg;
};
/// `(SPK say 100 AQID)`.
struct Speak {
    std::string_view speaker;
    Number volume; ///< 0 to 100
    std::string_view base64;
};
/// `(syn)`: nothing more in this cycle.
struct Sync {};
/// Anything else, which the server ignores.
struct Unread {
    std::string_view text; ///< all of it, with its parentheses
    std::size_t byteOffset = 0;
};

using Action = std::variant<Join, Motor, Beam, Speak, Sync, Unread>;

/// An agent's message, read. Reuse it: nothing is allocated once it has grown.
struct Message {
    std::vector<Action> actions;       ///< in the order of the text
    std::size_t unread = 0;            ///< how many of them are `Unread`
    std::optional<base::Error> damage; ///< why the text ends early; nothing if it does not
};

/// Reads what an agent sends to rcssservermj in one message; every list stands for itself.
/// Grammar: server/action_parser.py and soccer_action_parser.py of branch `monitor-protocol`
/// (45ef386).
void parseMessage(std::string_view text, Message& message);

/// Whether a message is what an agent of rcssservermj says first.
[[nodiscard]] std::optional<Join> joinIn(std::string_view text);

/// Appends what an agent wants to a message, as rcssservermj takes it.
///
/// Every call returns whether it wrote; what the server would misread is omitted: words that are
/// empty or hold blanks, parentheses or bytes outside of printable ASCII, numbers that are not
/// finite or not below 1e9. Nothing is allocated once the text is large enough.
class Writer {
public:
    /// Longest payload of `say` that servers pass on.
    static constexpr std::size_t kMaxSayBytes = 10;
    /// Largest number on a robot's back that the server reads.
    static constexpr int kMaxUnum = 99;

    /// @param out outlives this; what stands in it stays
    explicit Writer(std::string& out) : m_out(out) {}

    bool join(const Join& join);
    bool motor(const Motor& motor);
    bool beam(const Beam& beam);
    /// As the server's own speaker, at full volume.
    /// @param payload 1 to `kMaxSayBytes` bytes, any
    bool say(std::string_view payload);
    bool sync();
    /// Any of these, as `parseMessage` reports them.
    bool write(const Action& action);

private:
    std::string& m_out;
};

} // namespace mujoco

} // namespace sideline::protocol
