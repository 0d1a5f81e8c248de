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

/// Messages from agents to rcssservermj. Strings point into the message.
namespace mujoco {

/// A number and its original text (`25.00`).
struct Number {
    double value = 0.0;
    std::string_view text; ///< original text; if empty, the number is written with up to six
                           ///< decimals
    [[nodiscard]] bool operator==(const Number& other) const { return value == other.value; }
};

/// `(init T1 Team 3)`: requests a robot of the given kind, with a team and a number.
struct Join {
    std::string_view robot;
    std::string_view team;
    int unum = 0;
};
/// `(he1 1.20 0.0 25.00 0.60 0.0)`: makes a motor apply the torque `kp (q - angle) + kd (dq -
/// speed) + tau` to its joint until the next command.
struct Motor {
    std::string_view name;
    Number angleDeg;
    Number speedDegPerS;
    Number kpNmPerRad;
    Number kdNmsPerRad;
    Number torqueNm;
};
/// `(beam -8 -4 0)`: requests a position in the robot's own half. The server measures x from the
/// halfway line and mirrors the heading for the right team, but not y.
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
/// `(syn)`: ends the message of a cycle.
struct Sync {};
/// Any other list; the server ignores it.
struct Unread {
    std::string_view text; ///< the whole list with its parentheses
    std::size_t byteOffset = 0;
};

using Action = std::variant<Join, Motor, Beam, Speak, Sync, Unread>;

/// A parsed agent message. Reuse it to avoid allocations after warm-up.
struct Message {
    std::vector<Action> actions;       ///< in message order
    std::size_t unread = 0;            ///< number of `Unread` actions
    std::optional<base::Error> damage; ///< reason why parsing ended early; not set if it did not
};

/// Parses one agent message to rcssservermj; each list is independent. Grammar:
/// server/action_parser.py and soccer_action_parser.py of branch `monitor-protocol` (45ef386).
void parseMessage(std::string_view text, Message& message);

/// The request to join in an rcssservermj agent's first message; not set for other messages.
[[nodiscard]] std::optional<Join> joinIn(std::string_view text);

/// Appends actions in the syntax of rcssservermj.
///
/// Every call returns whether it wrote anything; values that the server would misread are omitted:
/// words that are empty or contain blanks, parentheses or bytes outside printable ASCII, and
/// numbers that are not finite or not below 1e9. Allocates nothing once the text is large enough.
class Writer {
public:
    /// Maximum payload of a message of `say` that servers forward.
    static constexpr std::size_t kMaxSayBytes = 10;
    /// Largest uniform number that the server accepts.
    static constexpr int kMaxUnum = 99;

    /// @param out must outlive this object; its content is kept
    explicit Writer(std::string& out) : m_out(out) {}

    bool join(const Join& join);
    bool motor(const Motor& motor);
    bool beam(const Beam& beam);
    /// Uses the server's default speaker at full volume.
    /// @param payload 1 to `kMaxSayBytes` bytes with any values
    bool say(std::string_view payload);
    bool sync();
    /// Writes any action, as `parseMessage` reports it.
    bool write(const Action& action);

private:
    std::string& m_out;
};

} // namespace mujoco

} // namespace sideline::protocol
