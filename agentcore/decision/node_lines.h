#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/node_edit.h"

namespace sideline::decision {

/// The lines of a text that is structured by indentation or by first words. Lines are numbered from
/// 0 here. A value.
class NodeLines {
public:
    explicit NodeLines(std::string_view text);

    [[nodiscard]] std::size_t count() const { return m_lines.size(); }
    [[nodiscard]] const std::string& line(std::size_t at) const { return m_lines[at]; }
    /// A line without its comment and surrounding blanks.
    [[nodiscard]] std::string_view code(std::size_t at) const;
    [[nodiscard]] std::size_t indent(std::size_t at) const;
    /// A word of a line's code. @param index from 0 @return empty if there are fewer words
    [[nodiscard]] std::string_view word(std::size_t at, std::size_t index) const;
    /// The first line that contains only this code; `count()` if there is none.
    [[nodiscard]] std::size_t find(std::string_view code) const;
    /// The line of a place; `count()` if there is no node at it.
    [[nodiscard]] std::size_t lineOf(const NodePlace& place) const {
        return place.line > 0 ? static_cast<std::size_t>(place.line) - 1 : count();
    }
    /// The nearest line above that is indented less; if there is none, `head`.
    [[nodiscard]] std::size_t holderOf(std::size_t at, std::size_t head) const;
    /// The last line of the following block that is indented deeper than this line; this line if
    /// there is none.
    [[nodiscard]] std::size_t lastBelow(std::size_t at) const;
    /// The first of the comments directly above a line with the same indentation; the line itself
    /// if there are none.
    [[nodiscard]] std::size_t withComments(std::size_t at) const;

    void set(std::size_t at, std::string line) { m_lines[at] = std::move(line); }
    void insert(std::size_t at, const std::vector<std::string>& lines);
    /// @param last included
    void remove(std::size_t first, std::size_t last);
    /// Exchanges two ranges, the first one before the second; the lines between them stay.
    /// @param lastA, lastB included
    void exchange(std::size_t firstA, std::size_t lastA, std::size_t firstB, std::size_t lastB);
    /// Converts these lines to an edit.
    /// @param node line of the edited node; `count()` if there is none
    [[nodiscard]] NodeEdit edit(std::size_t node, bool isNew, std::string note = {}) const;

private:
    std::vector<std::string> m_lines;
};

/// The behavior of an added node; all robots have it.
inline constexpr std::string_view kIdleBehavior = "stand-and-look";
/// Indentation of the first child of a node.
inline constexpr std::size_t kNodeIndent = 2;

/// A node with all its descendants.
struct NodeRange {
    std::size_t node = 0;
    std::size_t last = 0; ///< its last line, inclusive
};
/// Exchanges two nodes with their descendants and the comments above them.
/// @return the edit, with the new line of `node`
[[nodiscard]] NodeEdit exchangedNodes(NodeLines lines, const NodeRange& node,
                                      const NodeRange& other);
/// Exchanges two nodes, each of which consists of a line and all lines indented below it.
[[nodiscard]] NodeEdit exchangedNodes(NodeLines lines, std::size_t node, std::size_t other);

/// Returns `name`, `name-2`, ...: the first that is not the second word of any line.
[[nodiscard]] std::string freeName(const NodeLines& lines, std::string_view name);

[[nodiscard]] tl::unexpected<base::Error> noNodeEdit(std::string message);

/// Each function implements `editNode` for one form.
/// @param place as for `editNode`
[[nodiscard]] base::Expected<NodeEdit> editTreeNode(NodeLines lines, const NodePlace& place,
                                                    NodeChange change);
[[nodiscard]] base::Expected<NodeEdit> editEagleNode(NodeLines lines, const NodePlace& place,
                                                     NodeChange change);
[[nodiscard]] base::Expected<NodeEdit> editMachineNode(NodeLines lines, const NodePlace& place,
                                                       NodeChange change);
[[nodiscard]] base::Expected<NodeEdit> editNetworkNode(NodeLines lines, const NodePlace& place,
                                                       NodeChange change);
[[nodiscard]] base::Expected<NodeEdit> editXmlNode(std::string_view text, const NodePlace& place,
                                                   NodeChange change);

} // namespace sideline::decision
