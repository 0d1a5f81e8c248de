#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/decision/measures.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// How a condition compares a measure.
enum class Comparison : std::uint8_t { Truth, Less, AtMost, More, AtLeast, Equal, Unequal };

/// A condition: a belief by itself, or a measure compared with a number.
struct TreeTerm {
    std::string text; ///< as written
    const Measure* measure = nullptr;
    std::array<double, kMaxMeasureArguments> arguments{};
    Comparison comparison = Comparison::Truth;
    double limit = 0.0; ///< in the unit of the measure
    /// The comparison is half true at the limit, and true (false) from this far on the one (other)
    /// side of it; 0: it is sharp.
    double width = 0.0;

    /// How true it is, 0 to 1. @param value of its measure; NaN: unknown, 0
    [[nodiscard]] double truthOf(double value) const;
};

/// A step of an expression on a stack of truths.
struct TreeStep {
    enum class Kind : std::uint8_t { Term, Number, Not, And, Or, Times, Plus };
    Kind kind = Kind::Number;
    std::size_t term = 0; ///< index in `ConditionTree::terms`
    double number = 0.0;
};

/// Deepest stack of an expression, and most levels of a tree.
inline constexpr std::size_t kMaxTreeDepth = 32;

struct TreeNode {
    std::string name; ///< as written
    int line = 0;     ///< in its file, from 1
    int depth = 0;
    std::size_t end = 0; ///< index behind the last node below it
    std::size_t firstStep = 0;
    std::size_t stepCount = 0; ///< of its score
    std::size_t firstTerm = 0;
    std::size_t termCount = 0;
    int behavior = -1; ///< of a leaf: index in `ConditionTree::behaviors`; -1: it has children
};

/// A behavior as a leaf asks for it: one that is registered, and how it is set.
struct TreeBehavior {
    std::string name;       ///< in the tree
    std::string registered; ///< as `striker`
    std::vector<std::pair<std::string, std::string>> settings;
    std::string file; ///< where it is asked for
    int line = 0;
    /// Whether it does the same, wherever it was written.
    [[nodiscard]] bool isSameAs(const TreeBehavior& other) const {
        return registered == other.registered && settings == other.settings;
    }
};

/// A condition tree: nodes with scores, behaviors at the leaves. Immutable when built; any thread.
struct ConditionTree {
    std::string title; ///< for display
    std::string file;  ///< empty: none
    double stay = 0.0; ///< added to the scores of the path that was chosen in the cycle before
    std::vector<TreeNode> nodes; ///< each parent before its children
    std::vector<TreeTerm> terms; ///< those of the first node, then those of the second, ...
    std::vector<TreeStep> steps;
    std::vector<TreeBehavior> behaviors;
    std::vector<std::string> warnings; ///< what a reader has put right, with file and line
};
using ConditionTreePtr = std::shared_ptr<const ConditionTree>;

/// One search after the other in the same tree.
///
/// Best first: of the nodes of a level the one with the highest score is taken, then the best of
/// its children, down to a leaf; the first listed wins a tie. A score of 0 or less is never taken.
/// Where nothing below a node can be taken, the search goes on with the next best beside it.
/// Allocates only when it is given a tree. A value.
class TreeSearch {
public:
    TreeSearch() = default;
    explicit TreeSearch(ConditionTreePtr tree);

    /// @return index of the leaf that is chosen; -1: none
    int choose(const MeasureInput& input);
    /// The next choice is the first one: nothing was chosen before that could stay.
    void forget() { std::ranges::fill(m_path, std::uint8_t{0}); }

    /// Writes down how the last choice was made. Allocates nothing if `trace` has held one of the
    /// same tree before.
    /// @param activeLeaf the one that moves the robot; -1: none
    void explain(int activeLeaf, world::DecisionTrace& trace) const;

    [[nodiscard]] const ConditionTree& tree() const { return *m_tree; }
    [[nodiscard]] const ConditionTreePtr& shared() const { return m_tree; }

private:
    [[nodiscard]] double scoreOf(const TreeNode& node) const;
    [[nodiscard]] int search(std::size_t first, std::size_t end);

    ConditionTreePtr m_tree;
    std::vector<double> m_values; ///< of each term
    std::vector<double> m_truths;
    std::vector<double> m_scores;      ///< of each node
    std::vector<std::uint8_t> m_tried; ///< nodes, in the search
    std::vector<std::uint8_t> m_path;  ///< nodes that are chosen
};

/// The tree as text, a line per node, for people: names, behaviors, lines of the file.
[[nodiscard]] std::string describe(const ConditionTree& tree);

} // namespace sideline::decision
