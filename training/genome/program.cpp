#include "training/genome/program.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "agentcore/base/assert.h"

namespace sideline::training {

namespace {

struct OpInfo {
    std::string_view name;
    std::size_t operands;
};

constexpr double kSmallestDivisor = 1e-3;

constexpr std::array<OpInfo, kOpCount> kOps{{
    {"", 0}, // a number
    {"", 0}, // a percept
    {"+", 2},
    {"-", 2},
    {"*", 2},
    {"/", 2}, // 1 if the divisor is closer to 0 than kSmallestDivisor
    {"min", 2},
    {"max", 2},
    {"neg", 1},
    {"sin", 1},
    {"tanh", 1},
    {"if-less", 4}, // the third operand if the first is less than the second, else the fourth
}};

const OpInfo& infoOf(Op op) {
    return kOps[static_cast<std::size_t>(op)];
}

double guarded(double value) {
    return std::isfinite(value) ? std::clamp(value, -kMaxValue, kMaxValue) : 0.0;
}

// Evaluates a function.
double apply(Op op, const double* operands) {
    const double a = operands[0];
    switch (op) {
    case Op::Constant:
    case Op::Percept:
        break;
    case Op::Add:
        return a + operands[1];
    case Op::Subtract:
        return a - operands[1];
    case Op::Multiply:
        return a * operands[1];
    case Op::Divide:
        return std::abs(operands[1]) < kSmallestDivisor ? 1.0 : a / operands[1];
    case Op::Least:
        return std::min(a, operands[1]);
    case Op::Most:
        return std::max(a, operands[1]);
    case Op::Negate:
        return -a;
    case Op::Sine:
        return std::sin(a);
    case Op::Tanh:
        return std::tanh(a);
    case Op::IfLess:
        return a < operands[1] ? operands[2] : operands[3];
    }
    return 0.0;
}

bool isConstant(const Tree& tree, double value) {
    return tree.size() == 1 && tree[0].op == Op::Constant && tree[0].constant == value;
}

bool isNumber(const Tree& tree) {
    return tree.size() == 1 && tree[0].op == Op::Constant;
}

// Returns the operand that a function always equals with these operands, if any.
std::optional<std::size_t> sameAs(Op op, const std::vector<Tree>& operands) {
    switch (op) {
    case Op::Add:
        return isConstant(operands[0], 0.0)   ? std::optional<std::size_t>(1)
               : isConstant(operands[1], 0.0) ? std::optional<std::size_t>(0)
                                              : std::nullopt;
    case Op::Subtract:
        return isConstant(operands[1], 0.0) ? std::optional<std::size_t>(0) : std::nullopt;
    case Op::Multiply:
        return isConstant(operands[0], 1.0) || isConstant(operands[1], 0.0)
                   ? std::optional<std::size_t>(1)
               : isConstant(operands[1], 1.0) || isConstant(operands[0], 0.0)
                   ? std::optional<std::size_t>(0)
                   : std::nullopt;
    case Op::Divide:
        return isConstant(operands[1], 1.0) ? std::optional<std::size_t>(0) : std::nullopt;
    case Op::Least:
    case Op::Most:
        return operands[0] == operands[1] ? std::optional<std::size_t>(0) : std::nullopt;
    case Op::IfLess:
        if (operands[2] == operands[3] || operands[0] == operands[1]) {
            return 3;
        }
        if (isNumber(operands[0]) && isNumber(operands[1])) {
            return operands[0][0].constant < operands[1][0].constant ? 2 : 3;
        }
        return std::nullopt;
    default:
        return std::nullopt;
    }
}

Tree simplifiedBranch(std::span<const Node> tree) {
    const Op op = tree[0].op;
    std::vector<Tree> operands;
    for (std::size_t at = 1; at < tree.size();) {
        const std::size_t end = branchEnd(tree, at);
        operands.push_back(simplifiedBranch(tree.subspan(at, end - at)));
        at = end;
    }
    if (operands.empty()) {
        return {tree[0]};
    }
    if (std::ranges::all_of(operands, isNumber)) {
        std::array<double, 4> numbers{};
        for (std::size_t i = 0; i < operands.size(); ++i) {
            numbers[i] = operands[i][0].constant;
        }
        return {{Op::Constant, 0, guarded(apply(op, numbers.data()))}};
    }
    if (op == Op::Negate && operands[0][0].op == Op::Negate) {
        return {operands[0].begin() + 1, operands[0].end()};
    }
    if (const auto same = sameAs(op, operands)) {
        return operands[*same];
    }
    Tree result{tree[0]};
    for (const Tree& operand : operands) {
        result.insert(result.end(), operand.begin(), operand.end());
    }
    return result;
}

} // namespace

std::size_t operandCount(Op op) {
    return infoOf(op).operands;
}

std::string_view opName(Op op) {
    return infoOf(op).name;
}

std::optional<Op> opFromName(std::string_view name) {
    for (std::size_t i = 0; i < kOpCount; ++i) {
        if (!name.empty() && kOps[i].name == name) {
            return static_cast<Op>(i);
        }
    }
    return std::nullopt;
}

std::size_t branchEnd(std::span<const Node> tree, std::size_t node) {
    std::size_t missing = 1;
    while (missing > 0) {
        SIDELINE_ASSERT(node < tree.size());
        missing += operandCount(tree[node].op);
        --missing;
        ++node;
    }
    return node;
}

std::size_t treeDepth(std::span<const Node> tree) {
    std::array<std::size_t, kMaxNodes>
        depths{}; // depths of branches whose parent is not visited yet
    std::size_t count = 0;
    for (std::size_t i = tree.size(); i-- > 0;) {
        std::size_t deepest = 0;
        for (std::size_t k = operandCount(tree[i].op); k > 0; --k) {
            deepest = std::max(deepest, depths[--count]);
        }
        depths[count++] = deepest + 1;
    }
    return count == 0 ? 0 : depths[0];
}

bool isWellFormed(std::span<const Node> tree, std::size_t perceptCount) {
    if (tree.size() > kMaxNodes) {
        return false;
    }
    std::size_t missing = tree.empty() ? 0 : 1;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const Node& node = tree[i];
        const bool isRight = node.op == Op::Constant  ? std::abs(node.constant) <= kMaxValue
                             : node.op == Op::Percept ? node.percept < perceptCount
                                                      : true;
        if (!isRight || missing == 0) {
            return false;
        }
        missing += operandCount(node.op);
        --missing;
    }
    return missing == 0;
}

double evaluate(std::span<const Node> tree, std::span<const double> percepts,
                std::span<double> values) {
    SIDELINE_ASSERT(!tree.empty() && tree.size() <= kMaxNodes && values.size() >= tree.size());
    // In reverse order, operands precede their function; the first operand is on top of the stack.
    std::array<double, kMaxNodes + 1> stack;
    std::size_t count = 0;
    for (std::size_t i = tree.size(); i-- > 0;) {
        const Node& node = tree[i];
        double value = 0.0;
        if (node.op == Op::Constant) {
            value = node.constant;
        } else if (node.op == Op::Percept) {
            value = guarded(percepts[node.percept]);
        } else {
            std::array<double, 4> operands{};
            for (std::size_t k = 0; k < operandCount(node.op); ++k) {
                operands[k] = stack[--count];
            }
            value = guarded(apply(node.op, operands.data()));
        }
        values[i] = value;
        stack[count++] = value;
    }
    return values[0];
}

std::vector<std::size_t> expressedGenes(const Program& program) {
    std::vector<std::size_t> genes(program.genes.size());
    std::iota(genes.begin(), genes.end(), std::size_t{0});
    const auto timeOf = [&](std::size_t gene) { return program.genes[gene].timeMs; };
    std::ranges::stable_sort(genes, {}, timeOf);
    const auto isSameTime = [&](std::size_t a, std::size_t b) { return timeOf(a) == timeOf(b); };
    genes.erase(std::unique(genes.begin(), genes.end(), isSameTime), genes.end());
    return genes;
}

std::size_t nodeCount(const Program& program) {
    std::size_t count = 0;
    for (const Gene& gene : program.genes) {
        for (const Tree& tree : gene.trees) {
            count += tree.size();
        }
    }
    return count;
}

Tree simplified(std::span<const Node> tree) {
    return tree.empty() ? Tree() : simplifiedBranch(tree);
}

} // namespace sideline::training
