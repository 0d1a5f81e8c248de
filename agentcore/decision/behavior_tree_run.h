#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/decider.h"
#include "agentcore/decision/tree_ticker.h"

namespace sideline::decision {

/// Decides with a behavior tree that is ticked once per cycle and restarts when it has ended.
///
/// Nodes behave as in BehaviorTree.CPP 4 (according to its documentation and version 4.10). An
/// action is running until its behavior is done (success) or has failed; a behavior that waits
/// until another one can be interrupted counts as running. When an action is halted, its behavior
/// is instructed to settle and ends as soon as it can be interrupted; it continues if another
/// action requests it in the same cycle. Times are server times. A repetition whose child ends
/// immediately continues in the next cycle. A condition counts as true if its truth is at least
/// `kHolds`. Allocates only when it is constructed. A value.
class BehaviorTreeRun final : public Decider {
public:
    explicit BehaviorTreeRun(BehaviorTreePtr tree) : m_ticker(std::move(tree)) {}

    [[nodiscard]] std::string_view kind() const override { return kBehaviorTreeKind; }
    [[nodiscard]] std::string_view title() const override { return tree().title; }
    [[nodiscard]] std::span<const TreeBehavior> behaviors() const override {
        return tree().behaviors;
    }
    [[nodiscard]] std::span<const std::string> warnings() const override { return tree().warnings; }
    void reset() override { m_ticker.reset(); }
    void decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                std::vector<BehaviorRequest>& requests) override;
    [[nodiscard]] int nodeOf(std::size_t behavior) const override;
    void follow(const Decider& before) override;
    void explain(std::span<const Work> work, world::DecisionTrace& trace) const override;
    [[nodiscard]] std::string describe() const override;
    [[nodiscard]] std::unique_ptr<Decider> clone() const override {
        return std::make_unique<BehaviorTreeRun>(*this);
    }

    [[nodiscard]] const BehaviorTree& tree() const { return m_ticker.tree(); }
    /// The status of a node, from this or an earlier cycle.
    [[nodiscard]] NodeStatus status(std::size_t node) const { return m_ticker.shown(node); }
    [[nodiscard]] const BlackboardValue& entry(std::size_t entry) const {
        return m_ticker.entries()[entry];
    }

private:
    TreeTicker m_ticker;
};

} // namespace sideline::decision
