#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// Why a node of a decision was taken, or not.
enum class WhyKind : std::uint8_t {
    Active,  ///< it, or what was chosen below it, moves the robot
    Waits,   ///< chosen, but another leaf still moves the robot until it may be interrupted
    Fails,   ///< `node` has no score
    Loses,   ///< `rival` beside `node` has a higher score, or the same and stands above it
    DeadEnd, ///< nothing below `node` could be taken
};

/// The outermost reason: where the path to a node leaves the one that was chosen.
struct DecisionWhy {
    WhyKind kind = WhyKind::Active;
    std::size_t node = 0;           ///< the one asked about, or one above it
    std::size_t rival = 0;          ///< only if it loses
    std::vector<std::size_t> terms; ///< the node's own, indices in `DecisionTrace::terms`
};

/// @param node index in `trace.nodes`
[[nodiscard]] DecisionWhy whyOf(const world::DecisionTrace& trace, std::size_t node);

/// The nodes from a top one down to `node`, which is the last.
[[nodiscard]] std::vector<std::size_t> pathTo(const world::DecisionTrace& trace, std::size_t node);

/// The conditions that count in a node, indices in `DecisionTrace::terms`. Within the trace, also
/// when a recording is damaged.
[[nodiscard]] std::vector<std::size_t> termsOf(const world::DecisionTrace& trace, std::size_t node);

} // namespace sideline::decision
