#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/condition_tree.h"

namespace sideline::decision {

/// Limits on the size of a tree, also for damaged files.
inline constexpr std::size_t kMaxTreeBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxTreeNodes = 500;
inline constexpr std::size_t kMaxTreeSteps = 10'000;
inline constexpr std::size_t kMaxTreeBehaviors = 64;
inline constexpr std::size_t kMaxTreeLine = 500; ///< bytes

/// An error in a line.
/// @param line from 1
[[nodiscard]] base::Error treeFault(int line, std::string message, std::string expected);
/// The error for text longer than `kMaxTreeBytes`; not set for shorter text.
[[nodiscard]] base::Expected<void> fits(std::string_view text);

/// Reads any form of decision: sets title and file, checks the length of the text, and adds the
/// file to errors.
/// @param read fills in the rest: `Expected<void>(Form&)`
template <typename Form, typename Read>
[[nodiscard]] base::Expected<Form> readForm(std::string_view text, std::string title,
                                            std::string file, const Read& read) {
    Form form;
    form.title = std::move(title);
    form.file = file;
    base::Expected<void> done = fits(text);
    if (done) {
        done = read(form);
    }
    if (!done) {
        return tl::unexpected(done.error().inFile(std::move(file)));
    }
    return form;
}

/// The measure with this name.
/// Errors, without a line: an unknown name, with a suggestion or all names.
[[nodiscard]] base::Expected<const Measure*> measureNamed(std::string_view name);

/// Adds nodes to a tree, in the order of its text, within the bounds.
class TreeBuilder {
public:
    explicit TreeBuilder(ConditionTree& tree) : m_tree(tree) {}

    /// Opens a node, which ends all open nodes of the same depth or deeper.
    /// @param depth from 0 to one more than the depth of the previous node
    /// Errors: too many nodes; too deep; a behavior above the node.
    [[nodiscard]] base::Expected<void> open(int depth, int line, std::string name);
    /// Adds parts of the score of the node that was opened last. The caller keeps the stack
    /// balanced.
    void term(TreeTerm term);
    void number(double value);
    void step(TreeStep::Kind kind);
    /// Makes the node that was opened last a leaf.
    /// Errors: too many behaviors.
    [[nodiscard]] base::Expected<void> leaf(TreeBehavior behavior);
    /// Checks what can only be checked at the end.
    /// Errors: no nodes; an inner node without children; too many expressions, or expressions
    /// nested too deeply.
    [[nodiscard]] base::Expected<void> finish(int lastLine);

private:
    [[nodiscard]] base::Expected<void> checkSteps(const TreeNode& node) const;

    ConditionTree& m_tree;
    std::vector<std::size_t> m_open; ///< nodes, outermost first
};

} // namespace sideline::decision
