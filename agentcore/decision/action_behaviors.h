#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/blackboard_names.h"

namespace sideline::decision {

/// The behaviors requested by the actions of a behavior tree. Behaviors are created when the tree
/// is loaded. Therefore an action whose parameters read the blackboard has one behavior for each
/// combination of the possible values of these entries. The possible values are known once all
/// nodes have been read.
class ActionBehaviors {
public:
    using Settings = std::vector<std::pair<std::string, std::string>>;
    struct Action {
        std::size_t node = 0;
        std::string registered;
        Settings settings;
        std::vector<std::pair<std::string, int>> reads; ///< parameters, with the entries that they
                                                        ///< read
    };

    explicit ActionBehaviors(BehaviorTree& tree) : m_tree(tree) {}

    void add(Action action) { m_actions.push_back(std::move(action)); }
    /// Assigns behaviors to all actions.
    /// Errors, with line: an entry whose possible values are unknown; too many behaviors.
    [[nodiscard]] base::Expected<void> finish(const BlackboardNames& names);

private:
    [[nodiscard]] base::Expected<void> finish(const Action& action, const BlackboardNames& names);
    [[nodiscard]] base::Expected<int> behaviorFor(const Action& action, Settings settings);

    BehaviorTree& m_tree;
    std::vector<Action> m_actions;
};

} // namespace sideline::decision
