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
// (2007), 6.3. A program is a list of genes. A gene takes over at its time, and holds one tree for
// each output: a joint, or a pair of joints. A value; any thread.

/// What a node of a tree does. Every result is a finite number of at most `kMostValue`.
enum class Op : std::uint8_t {
    Constant,
    Percept,
    Add,
    Subtract,
    Multiply,
    Divide, ///< 1 where the divisor is nearer to 0 than 0.001
    Least,
    Most,
    Negate,
    Sine,
    Tanh,
    IfLess, ///< the third operand if the first is less than the second, else the fourth
};
inline constexpr std::size_t kOpCount = 12;

/// Operands that an op has; 0 for constants and percepts.
[[nodiscard]] std::size_t operandCount(Op op);
/// As written in a program: `+`, `if-less`; empty for constants and percepts.
[[nodiscard]] std::string_view opName(Op op);
/// The function with a name.
[[nodiscard]] std::optional<Op> opFromName(std::string_view name);
/// What an op is for, in one line.
[[nodiscard]] std::string_view opDescription(Op op);

inline constexpr double kMostValue = 1e6;
inline constexpr std::size_t kMostNodes = 256; ///< of a tree
inline constexpr std::size_t kMostGenes = 256; ///< of a program
inline constexpr int kMostTimeMs = 600'000;    ///< of a gene

/// One node of a tree.
struct Node {
    Op op = Op::Constant;
    std::uint16_t percept = 0; ///< index into the vocabulary, of `Op::Percept`
    double constant = 0.0;     ///< of `Op::Constant`; finite, at most `kMostValue`
    [[nodiscard]] bool operator==(const Node&) const = default;
};

/// An expression: each node before its operands, from left to right. Empty: the output is left
/// alone.
using Tree = std::vector<Node>;

/// Behind the last node of the part of a tree that begins at `node`.
[[nodiscard]] std::size_t branchEnd(std::span<const Node> tree, std::size_t node);
/// Nodes on the longest way from the root to a leaf; 0 for an empty tree.
[[nodiscard]] std::size_t treeDepth(std::span<const Node> tree);
/// Whether a tree is empty, or one expression of at most `kMostNodes` whose numbers are in range.
/// @param perceptCount that there are
[[nodiscard]] bool isWellFormed(std::span<const Node> tree, std::size_t perceptCount);

/// What a tree comes to. Allocates nothing.
/// @param tree well formed, not empty
/// @param percepts one per percept of the vocabulary; those that are not finite count as 0
/// @param values what each node comes to, one per node of the tree
double evaluate(std::span<const Node> tree, std::span<const double> percepts,
                std::span<double> values);

/// What takes over at a time.
struct Gene {
    int timeMs = 0;          ///< since the start; 0 to `kMostTimeMs`
    std::vector<Tree> trees; ///< one per output of the vocabulary
    [[nodiscard]] bool operator==(const Gene&) const = default;
};

/// A messy chromosome. Genes stand in any order, and several may have the same time.
struct Program {
    std::vector<Gene> genes;
    [[nodiscard]] bool operator==(const Program&) const = default;
};

/// The genes that count, in order of time: of those with the same time only the first.
/// @return indexes into `program.genes`
[[nodiscard]] std::vector<std::size_t> expressedGenes(const Program& program);

/// All nodes of all trees.
[[nodiscard]] std::size_t nodeCount(const Program& program);

/// A tree that comes to the same with fewer nodes, for display.
[[nodiscard]] Tree simplified(std::span<const Node> tree);

} // namespace sideline::training
