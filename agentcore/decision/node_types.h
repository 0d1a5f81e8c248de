#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/measure_input.h"

namespace sideline::decision {

/// A port that accepts a number, or an entry of the blackboard that holds one.
struct NumberPort {
    std::string_view name;
    std::string_view oldName;      ///< name in version 3 of the format; may be empty
    std::string_view defaultValue; ///< default; if empty, the port is required
};

/// A node type of BehaviorTree.CPP in the file format.
struct NodeType {
    std::string_view tag;
    NodeKind kind = NodeKind::Sequence;
    std::size_t leastChildren = 0;
    std::size_t mostChildren = 0;
    std::array<NumberPort, 2> numbers = {};
    /// The other ports of the node; the names of optional ones end with `?`.
    std::array<std::string_view, 7> others = {};
};

/// All node types except subtrees, measure conditions and actions. Immutable; may be used from any
/// thread.
[[nodiscard]] std::span<const NodeType> nodeTypes();
/// Why Sideline does not support a node type of BehaviorTree.CPP; empty for all other names.
[[nodiscard]] std::string_view refusalOf(std::string_view tag);

/// Whether Groot and BehaviorTree.CPP write an attribute of this name in addition to ports.
[[nodiscard]] bool isEditorAttribute(std::string_view name);

/// The name of a measure in trees, where a period is not allowed: `ball-distance`.
[[nodiscard]] std::string nodeName(const Measure& measure);
/// The measure with this `nodeName` or with this name; null if there is none.
[[nodiscard]] const Measure* measureOfNode(std::string_view tag);

/// A port with which a condition compares its measure.
struct ComparisonPort {
    std::string_view name;
    std::string_view sign;
};
[[nodiscard]] std::span<const ComparisonPort> comparisonPorts();
inline constexpr std::string_view kWidthPort = "width"; ///< width of a fuzzy comparison

} // namespace sideline::decision
