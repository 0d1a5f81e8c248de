#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/argument/argument.h"
#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"

namespace sideline::behavior {

/// Stands for the report to the team in a spoken text.
inline constexpr std::string_view kTeamMessage = "{team}";

/// A message with values of the belief, such as `ball{x(ball)}`. A value.
class SpokenText {
public:
    SpokenText() = default;
    /// Reads a text with arguments of any type in braces.
    /// Errors: Malformed, with the character, and what was expected.
    [[nodiscard]] static base::Expected<SpokenText> parse(std::string_view text);

    [[nodiscard]] bool empty() const { return m_pieces.empty(); }
    /// Appends the text of this cycle: numbers and places with one decimal, players by their
    /// number, and `?` for what is unknown. Allocates nothing if the text has room.
    void append(const argument::Beliefs& beliefs, std::string& out) const;

private:
    struct Piece {
        std::string literal;
        std::optional<argument::Argument> value; ///< follows the literal
    };
    std::vector<Piece> m_pieces;
};

/// Speaks a text at intervals, while the robot does something else; without a text, it leaves the
/// messages to the agent, which reports to its team. A component of behaviors; a value.
class Speaker {
public:
    Speaker() = default;
    /// @param everyS time between two messages
    Speaker(SpokenText text, double everyS) : m_text(std::move(text)), m_everyS(everyS) {}

    /// Call once per cycle.
    void update(const Context& context, ActionRequest& request);

private:
    SpokenText m_text;
    double m_everyS = 1.0;
    double m_nextS = 0.0; ///< server time of the next message
};

} // namespace sideline::behavior
