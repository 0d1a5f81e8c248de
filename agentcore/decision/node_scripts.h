#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/blackboard_names.h"
#include "agentcore/decision/script_parser.h"

namespace sideline::decision {

/// Reads the scripts and ports of a behavior tree: conditions and values that use measures and
/// entries of the blackboard, and assignments to entries. Adds them to a tree that is being read.
class NodeScripts {
public:
    NodeScripts(BehaviorTree& tree, BlackboardNames& names) : m_tree(tree), m_names(names) {}

    /// Sets the line that errors report; errors name no file.
    void setLine(int line) { m_line = line; }
    /// A condition, possibly after assignments, such as `n += 1; n > 3`.
    /// @return index in `BehaviorTree::conditions`
    [[nodiscard]] base::Expected<int> condition(std::string_view text);
    /// Assignments, such as `x := 3; y += x`.
    [[nodiscard]] base::Expected<NodeScript> script(std::string_view text);
    /// An assignment of the value of a port.
    /// @param text of the port
    [[nodiscard]] base::Expected<NodeScript> assign(int entry, const NodeValue& value,
                                                    std::string_view text);
    /// The value of a port: `{entry}`, a number or a string.
    [[nodiscard]] NodeValue port(std::string_view text);
    /// The entry that a port names, as `entry` or `{entry}`.
    [[nodiscard]] base::Expected<int> output(std::string_view text);

private:
    using Statements = std::vector<ScriptStatement>;
    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message, std::string expected) const;
    [[nodiscard]] base::Expected<Statements> read(ScriptParser& parser) const;
    [[nodiscard]] base::Expected<void> assignment(const ScriptParser& parser,
                                                  const ScriptStatement& statement);
    [[nodiscard]] base::Expected<void> add(const NodeAssignment& made);
    void recordValues(const ScriptParser& parser, int part, int entry);
    /// Adds the steps of a condition. @param part of the parser
    [[nodiscard]] base::Expected<void> steps(const ScriptParser& parser, int part);
    [[nodiscard]] base::Expected<void> term(const ScriptParser& parser, int part);
    [[nodiscard]] base::Expected<ValueProgram> program(const ScriptParser& parser, int part);
    [[nodiscard]] base::Expected<void> values(const ScriptParser& parser, int part);
    [[nodiscard]] ValueStep stepOf(const ScriptPart& part);

    BehaviorTree& m_tree;
    BlackboardNames& m_names;
    int m_line = 0;
};

/// The name in `{name}`; empty if it has a different form.
[[nodiscard]] std::string_view pointerIn(std::string_view text);

} // namespace sideline::decision
