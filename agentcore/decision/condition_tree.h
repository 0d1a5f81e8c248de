#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/decision/condition.h"
#include "agentcore/decision/decider.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// A node, scored by its condition.
struct TreeNode : Expression {
    std::string name; ///< as written
    int line = 0;     ///< line in its file, from 1
    int depth = 0;
    std::size_t end = 0; ///< one past the last descendant
    int behavior = -1;   ///< for a leaf: index in `ConditionTree::behaviors`; -1: not a leaf
};

/// A condition tree: nodes with scores, behaviors at the leaves. Immutable once built;
/// may be used from any thread.
struct ConditionTree : ConditionSet {
    std::string title;           ///< for display
    std::string file;            ///< empty: none
    double stay = 0.0;           ///< bonus for the scores of the path chosen in the previous cycle
    std::vector<TreeNode> nodes; ///< each parent before its children
    std::vector<TreeBehavior> behaviors;
    std::vector<std::string> warnings; ///< corrections made while reading, with file and line
};
using ConditionTreePtr = std::shared_ptr<const ConditionTree>;

/// Searches the same tree in each cycle, best first: chooses the node with the highest score on a
/// level, then the best of its children, down to a leaf; ties go to the node listed first. Never
/// chooses a score of 0 or less. If nothing below a node can be taken, the search continues with
/// the next best sibling. Allocates only when it is constructed. A value.
class TreeSearch final : public Decider {
public:
    TreeSearch() = default;
    explicit TreeSearch(ConditionTreePtr tree);

    /// @return index of the chosen leaf; -1: none
    int choose(const MeasureInput& input);

    /// Explains the last choice. Allocates nothing if `trace` has already held an explanation of
    /// the same tree.
    /// @param activeLeaf the leaf that moves the robot; -1: none
    void explain(int activeLeaf, world::DecisionTrace& trace) const;

    [[nodiscard]] const ConditionTree& tree() const { return *m_tree; }

    [[nodiscard]] std::string_view kind() const override { return kTreeKind; }
    [[nodiscard]] std::string_view title() const override { return m_tree->title; }
    [[nodiscard]] std::span<const TreeBehavior> behaviors() const override {
        return m_tree->behaviors;
    }
    [[nodiscard]] std::span<const std::string> warnings() const override {
        return m_tree->warnings;
    }
    /// Clears the previous choice and its bonus.
    void reset() override { std::ranges::fill(m_path, std::uint8_t{0}); }
    void decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                std::vector<BehaviorRequest>& requests) override;
    [[nodiscard]] int nodeOf(std::size_t behavior) const override;
    void explain(std::span<const Work> work, world::DecisionTrace& trace) const override {
        explain(work.empty() ? -1 : work.front().node, trace);
    }
    [[nodiscard]] std::string describe() const override;
    [[nodiscard]] std::unique_ptr<Decider> clone() const override {
        return std::make_unique<TreeSearch>(*this);
    }

private:
    [[nodiscard]] int search(std::size_t first, std::size_t end);

    ConditionTreePtr m_tree;
    ConditionValues m_conditions;
    std::vector<double> m_scores;      ///< score of each node
    std::vector<std::uint8_t> m_tried; ///< nodes already tried in the search
    std::vector<std::uint8_t> m_path;  ///< nodes that are chosen
};

} // namespace sideline::decision
