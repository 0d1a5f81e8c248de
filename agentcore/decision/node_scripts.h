#pragma once

#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/blackboard_names.h"
#include "agentcore/decision/condition_text.h"

namespace sideline::decision {

/// The scripts of a behavior tree: conditions over measures and entries of the blackboard, in the
/// language of all conditions or with the operators of BehaviorTree.CPP (&&, ||, !, ==), and
/// assignments to entries. Adds them to a tree that is being read.
class NodeScripts {
public:
    NodeScripts(BehaviorTree& tree, BlackboardNames& names)
        : m_tree(tree), m_names(names), m_text(tree.file, &names) {}

    /// For errors, which have a line but no file.
    void setLine(int line) {
        m_text.setLine(line);
        m_names.setLine(line);
    }
    /// Makes an error of that line.
    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message,
                                                   std::string expected) const {
        return m_text.fail(std::move(message), std::move(expected));
    }
    /// @return index in `BehaviorTree::conditions`
    [[nodiscard]] base::Expected<int> condition(std::string_view text);
    /// Assignments, such as `x := 3; y += x`.
    [[nodiscard]] base::Expected<NodeScript> script(std::string_view text);
    /// The value of a port: `{entry}`, a number or a text.
    [[nodiscard]] NodeValue port(std::string_view text);
    /// The entry that a port names, as `entry` or `{entry}`.
    [[nodiscard]] base::Expected<int> output(std::string_view text);

private:
    [[nodiscard]] base::Expected<void> assignment(std::string_view text);
    [[nodiscard]] base::Expected<NodeValue> operand(std::string_view text);

    BehaviorTree& m_tree;
    BlackboardNames& m_names;
    ConditionText m_text;
};

/// The name in `{name}`; empty if it has a different form.
[[nodiscard]] std::string_view pointerIn(std::string_view text);

} // namespace sideline::decision
