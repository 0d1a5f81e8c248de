#pragma once

#include <compare>
#include <string>
#include <variant>

#include "agentcore/drawing/shape.h"

namespace sideline::drawing {

/// An agent in the drawing protocol's numbering: one byte, with the upper half for the right team.
struct AgentRef {
    bool isRight = false;
    int unum = 1; ///< 1 to 128
    friend constexpr auto operator<=>(const AgentRef&, const AgentRef&) = default;
};

/// Swaps buffers of the sets whose names start with `prefix`; of all sets if it is empty.
struct SwapBuffers {
    std::string prefix;
    [[nodiscard]] bool operator==(const SwapBuffers&) const = default;
};
/// Text above an agent's head, until it is replaced or cleared.
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
/// Requests that the viewer select an agent.
struct SelectAgent {
    AgentRef agent;
    [[nodiscard]] bool operator==(const SelectAgent&) const = default;
};

/// One command of RoboViz's drawing protocol. Shapes go to the back buffer of their set.
using Command =
    std::variant<NamedShape, SwapBuffers, AgentAnnotation, ClearAgentAnnotation, SelectAgent>;

} // namespace sideline::drawing
