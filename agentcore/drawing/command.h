#pragma once

#include <compare>
#include <string>
#include <variant>

#include "agentcore/drawing/shape.h"

namespace sideline::drawing {

/// An agent as the drawing protocol names it: one byte, right teams have the upper half.
struct AgentRef {
    bool isRight = false;
    int unum = 1; ///< 1 to 128
    friend constexpr auto operator<=>(const AgentRef&, const AgentRef&) = default;
};

/// Shows what was drawn into the sets whose names begin with `prefix`; empty for all sets.
struct SwapBuffers {
    std::string prefix;
    [[nodiscard]] bool operator==(const SwapBuffers&) const = default;
};
/// A text over an agent's head; stays until another one comes or it is cleared.
struct AgentAnnotation {
    AgentRef agent;
    std::string text; ///< UTF-8
    Color color;      ///< always opaque
    [[nodiscard]] bool operator==(const AgentAnnotation&) const = default;
};
struct ClearAgentAnnotation {
    AgentRef agent;
    [[nodiscard]] bool operator==(const ClearAgentAnnotation&) const = default;
};
/// Asks the viewer to select an agent.
struct SelectAgent {
    AgentRef agent;
    [[nodiscard]] bool operator==(const SelectAgent&) const = default;
};

/// One command of RoboViz's drawing protocol. A shape goes to the back buffer of its set.
using Command =
    std::variant<NamedShape, SwapBuffers, AgentAnnotation, ClearAgentAnnotation, SelectAgent>;

} // namespace sideline::drawing
