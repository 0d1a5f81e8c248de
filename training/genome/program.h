#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::training {

// Evolved programs: messy chromosomes of expression trees, as in the Neurotics team documentation
// (2007), 6.3. A program is a list of genes. A gene becomes active at its time, and has one tree
// for each output: a joint, or a pair of joints. A value type; any thread.

/// Operation of a tree node. Every result is finite, with a magnitude of at most `kMaxValue`.
enum class Op : std::uint8_t {
    Constant,
    Percept,
    Add,
    Subtract,
    Multiply,
    Divide, ///< 1 if the divisor's magnitude is below 0.001
    Least,
    Most,
    Negate,
    Sine,
    Tanh,
    IfLess, ///< the third operand if the first is less than the second, otherwise the fourth
};
inline constexpr std::size_t kOpCount = 12;

/// Number of operands; 0 for constants and percepts.
[[nodiscard]] std::size_t operandCount(Op op);
/// Name in programs: `+`, `if-less`; empty for constants and percepts.
[[nodiscard]] std::string_view opName(Op op);
/// Returns the function with this name.
[[nodiscard]] std::optional<Op> opFromName(std::string_view name);

inline constexpr double kMaxValue = 1e6;
inline constexpr std::size_t kMaxNodes = 256; ///< per tree
inline constexpr std::size_t kMaxGenes = 256; ///< per program
inline constexpr int kMaxTimeMs = 600'000;    ///< per gene

/// One node of a tree.
struct Node {
    Op op = Op::Constant;
    std::uint16_t percept = 0; ///< index into the vocabulary, for `Op::Percept`
    double constant = 0.0;     ///< for `Op::Constant`; finite, at most `kMaxValue`
    [[nodiscard]] bool operator==(const Node&) const = default;
};

/// An expression in prefix order: each node before its operands, from left to right. Empty: the
/// output does not change.
using Tree = std::vector<Node>;

/// Returns one past the last node of the branch that begins at `node`.
[[nodiscard]] std::size_t branchEnd(std::span<const Node> tree, std::size_t node);
/// Returns the number of nodes on the longest path from the root to a leaf; 0 for an empty tree.
[[nodiscard]] std::size_t treeDepth(std::span<const Node> tree);
/// Whether a tree is empty, or one expression of at most `kMaxNodes` nodes with numbers in range.
/// @param perceptCount number of percepts
[[nodiscard]] bool isWellFormed(std::span<const Node> tree, std::size_t perceptCount);

/// Evaluates a tree. Allocates nothing.
/// @param tree well-formed, not empty
/// @param percepts one per percept of the vocabulary; those that are not finite count as 0
/// @param values receives the value of each node of the tree
double evaluate(std::span<const Node> tree, std::span<const double> percepts,
                std::span<double> values);

/// The trees that become active at the same time.
struct Gene {
    int timeMs = 0;          ///< time since the start; 0 to `kMaxTimeMs`
    std::vector<Tree> trees; ///< one per output of the vocabulary
    [[nodiscard]] bool operator==(const Gene&) const = default;
};

/// A messy chromosome. Genes may be in any order, and several may have the same time.
struct Program {
    std::vector<Gene> genes;
    [[nodiscard]] bool operator==(const Program&) const = default;
};

/// Returns the expressed genes, in chronological order: of those with the same time only the first.
/// @return indices into `program.genes`
[[nodiscard]] std::vector<std::size_t> expressedGenes(const Program& program);

/// Counts the nodes of all trees.
[[nodiscard]] std::size_t nodeCount(const Program& program);

/// Returns an equivalent tree with fewer nodes, for display.
[[nodiscard]] Tree simplified(std::span<const Node> tree);

} // namespace sideline::training
