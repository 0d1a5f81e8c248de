#include "training/genome/program_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::training {

namespace {

using protocol::Token;
using protocol::TokenKind;

constexpr std::string_view kVersion = "1";
constexpr std::string_view kSymmetric = "symmetric";
constexpr std::string_view kSingle = "single";
constexpr protocol::SexprLimits kLimits{kMaxProgramBytes, kMaxNodes + 4, 256};

// Replaces comments with blanks, which preserves all positions.
std::string withoutComments(std::string_view text) {
    std::string result(text);
    bool isComment = false;
    for (char& c : result) {
        isComment = c != '\n' && (isComment || c == ';');
        c = isComment ? ' ' : c;
    }
    return result;
}

void appendBranch(std::string& out, std::span<const Node> tree, std::size_t& at,
                  const ProgramVocabulary& vocabulary) {
    const Node& node = tree[at++];
    const std::size_t operands = operandCount(node.op);
    if (operands == 0) {
        out += nodeText(node, vocabulary);
        return;
    }
    out += '(';
    out += opName(node.op);
    for (std::size_t i = 0; i < operands; ++i) {
        out += ' ';
        appendBranch(out, tree, at, vocabulary);
    }
    out += ')';
}

std::string quoted(const Token& token) {
    switch (token.kind) {
    case TokenKind::Open:
        return "'('";
    case TokenKind::Close:
        return "')'";
    case TokenKind::Atom:
        return fmt::format("'{}'", token.text.substr(0, 40));
    case TokenKind::End:
    case TokenKind::Error:
        break;
    }
    return "the end";
}

class ProgramReader {
public:
    explicit ProgramReader(std::string_view text)
        : m_text(withoutComments(text)), m_reader(m_text, kLimits) {}

    base::Expected<ProgramStyle> readStyle();
    base::Expected<Program> readGenes(const ProgramVocabulary& vocabulary);

private:
    using Fault = tl::unexpected<base::Error>;

    Token next() { return m_reader.next(); }
    [[nodiscard]] Fault faultAt(const Token& token, std::string message, std::string expected);
    [[nodiscard]] Fault wrong(const Token& token, std::string expected);
    base::Expected<void> take(TokenKind kind, std::string_view word, std::string_view expected);
    base::Expected<Gene> readGene(const ProgramVocabulary& vocabulary);
    base::Expected<int> readTime();
    base::Expected<void> readOutput(const ProgramVocabulary& vocabulary, Gene& gene);
    base::Expected<void> readBranch(const ProgramVocabulary& vocabulary, const Token& first,
                                    Tree& tree);
    base::Expected<void> readLeaf(const ProgramVocabulary& vocabulary, const Token& token,
                                  Tree& tree);

    std::string m_text;
    protocol::SexprReader m_reader;
};

ProgramReader::Fault ProgramReader::faultAt(const Token& token, std::string message,
                                            std::string expected) {
    base::Error error{
        base::ErrorCode::Malformed, std::move(message), std::move(expected), {}, {}, {}};
    std::size_t offset = token.offset;
    if (token.kind == TokenKind::Error) {
        error = m_reader.error();
        offset = static_cast<std::size_t>(error.byteOffset.value_or(0));
    } else if (token.kind == TokenKind::End) {
        error.code = base::ErrorCode::Truncated;
        offset = m_text.size();
    }
    const std::string_view before = std::string_view(m_text).substr(0, offset);
    error.line = 1U + static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
    const std::size_t lineEnd = before.rfind('\n');
    error.byteOffset = offset - (lineEnd == std::string_view::npos ? 0 : lineEnd + 1);
    return Fault(std::move(error));
}

ProgramReader::Fault ProgramReader::wrong(const Token& token, std::string expected) {
    return faultAt(token, fmt::format("unexpected {}", quoted(token)), std::move(expected));
}

base::Expected<void> ProgramReader::take(TokenKind kind, std::string_view word,
                                         std::string_view expected) {
    const Token token = next();
    if (token.kind != kind || (kind == TokenKind::Atom && token.text != word)) {
        return wrong(token, std::string(expected));
    }
    return {};
}

base::Expected<ProgramStyle> ProgramReader::readStyle() {
    constexpr std::string_view kBegin = "'(program 1'";
    constexpr std::string_view kTrees =
        "'(trees', 'angle' or 'speed', 'symmetric' or 'single', ')'";
    for (const auto& [kind, word, expected] :
         {std::tuple(TokenKind::Open, std::string_view(), kBegin),
          std::tuple(TokenKind::Atom, std::string_view("program"), kBegin),
          std::tuple(TokenKind::Atom, kVersion, kBegin),
          std::tuple(TokenKind::Open, std::string_view(), kTrees),
          std::tuple(TokenKind::Atom, std::string_view("trees"), kTrees)}) {
        if (const auto taken = take(kind, word, expected); !taken) {
            return tl::unexpected(taken.error());
        }
    }
    ProgramStyle style;
    const Token meaning = next();
    style.meaning =
        meaning.text == treeOutputName(TreeOutput::Speed) ? TreeOutput::Speed : TreeOutput::Angle;
    if (meaning.kind != TokenKind::Atom || meaning.text != treeOutputName(style.meaning)) {
        return wrong(meaning, "'angle' or 'speed'");
    }
    const Token symmetry = next();
    style.isSymmetric = symmetry.text == kSymmetric;
    if (symmetry.kind != TokenKind::Atom || (!style.isSymmetric && symmetry.text != kSingle)) {
        return wrong(symmetry, "'symmetric' or 'single'");
    }
    if (const auto taken = take(TokenKind::Close, {}, "')'"); !taken) {
        return tl::unexpected(taken.error());
    }
    return style;
}

base::Expected<Program> ProgramReader::readGenes(const ProgramVocabulary& vocabulary) {
    Program program;
    Token token = next();
    for (; token.kind == TokenKind::Open; token = next()) {
        if (program.genes.size() == kMaxGenes) {
            return faultAt(token, "too many genes", fmt::format("at most {}", kMaxGenes));
        }
        auto gene = readGene(vocabulary);
        if (!gene) {
            return tl::unexpected(gene.error());
        }
        program.genes.push_back(std::move(*gene));
    }
    if (token.kind != TokenKind::Close) {
        return wrong(token, "'(gene' or ')'");
    }
    if (token = next(); token.kind != TokenKind::End) {
        return wrong(token, "the end of the file after the program");
    }
    return program;
}

base::Expected<Gene> ProgramReader::readGene(const ProgramVocabulary& vocabulary) {
    if (const auto taken = take(TokenKind::Atom, "gene", "'gene'"); !taken) {
        return tl::unexpected(taken.error());
    }
    const auto timeMs = readTime();
    if (!timeMs) {
        return tl::unexpected(timeMs.error());
    }
    Gene gene{*timeMs, std::vector<Tree>(vocabulary.outputs().size())};
    Token token = next();
    for (; token.kind == TokenKind::Open; token = next()) {
        if (const auto read = readOutput(vocabulary, gene); !read) {
            return tl::unexpected(read.error());
        }
    }
    if (token.kind != TokenKind::Close) {
        return wrong(token, "'(', a joint and its tree, or ')'");
    }
    return gene;
}

base::Expected<int> ProgramReader::readTime() {
    const Token token = next();
    const auto timeS =
        token.kind == TokenKind::Atom ? protocol::parseNumber(token.text) : std::nullopt;
    if (!timeS || !(*timeS >= 0.0 && *timeS * 1000.0 <= kMaxTimeMs)) {
        return wrong(token, fmt::format("the gene's time, 0 to {} s", kMaxTimeMs / 1000));
    }
    return static_cast<int>(std::lround(*timeS * 1000.0));
}

base::Expected<void> ProgramReader::readOutput(const ProgramVocabulary& vocabulary, Gene& gene) {
    const Token name = next();
    const auto output =
        name.kind == TokenKind::Atom ? vocabulary.findOutput(name.text) : std::nullopt;
    if (!output) {
        std::vector<std::string_view> names;
        for (const ProgramOutput& each : vocabulary.outputs()) {
            names.push_back(each.name);
        }
        return wrong(name, base::listNames(names));
    }
    if (!gene.trees[*output].empty()) {
        return faultAt(name, fmt::format("a second tree for {} in a gene", name.text), "one");
    }
    Tree tree;
    if (const auto read = readBranch(vocabulary, next(), tree); !read) {
        return read;
    }
    gene.trees[*output] = std::move(tree);
    return take(TokenKind::Close, {}, "')' after the tree");
}

base::Expected<void> ProgramReader::readBranch(const ProgramVocabulary& vocabulary,
                                               const Token& first, Tree& tree) {
    if (tree.size() == kMaxNodes) {
        return faultAt(first, "the tree is too large", fmt::format("at most {} nodes", kMaxNodes));
    }
    if (first.kind != TokenKind::Open) {
        return readLeaf(vocabulary, first, tree);
    }
    const Token name = next();
    const auto op = name.kind == TokenKind::Atom ? opFromName(name.text) : std::nullopt;
    if (!op) {
        std::vector<std::string_view> names;
        for (std::size_t i = 2; i < kOpCount; ++i) {
            names.push_back(opName(static_cast<Op>(i)));
        }
        return wrong(name, "a function: " + base::listNames(names));
    }
    tree.push_back({*op, 0, 0.0});
    for (std::size_t i = 0; i < operandCount(*op); ++i) {
        const Token token = next();
        if (token.kind == TokenKind::Close) {
            return faultAt(token, fmt::format("'{}' has only {} of its operands", opName(*op), i),
                           fmt::format("{}", operandCount(*op)));
        }
        if (const auto read = readBranch(vocabulary, token, tree); !read) {
            return read;
        }
    }
    return take(TokenKind::Close, {}, fmt::format("')' after the operands of '{}'", opName(*op)));
}

base::Expected<void> ProgramReader::readLeaf(const ProgramVocabulary& vocabulary,
                                             const Token& token, Tree& tree) {
    if (token.kind != TokenKind::Atom) {
        return wrong(token, "a number, a percept or '(' and a function");
    }
    if (const auto percept = vocabulary.findPercept(token.text)) {
        tree.push_back({Op::Percept, static_cast<std::uint16_t>(*percept), 0.0});
        return {};
    }
    const auto number = protocol::parseNumber(token.text);
    if (number && std::abs(*number) <= kMaxValue) {
        tree.push_back({Op::Constant, 0, *number});
        return {};
    }
    if (number) {
        return faultAt(token, fmt::format("the number {} is out of range", token.text),
                       fmt::format("{} to {}", -kMaxValue, kMaxValue));
    }
    const std::vector<std::string_view> names(vocabulary.percepts().begin(),
                                              vocabulary.percepts().end());
    return wrong(token, "a number or a percept: " + base::listNames(names));
}

} // namespace

std::string nodeText(const Node& node, const ProgramVocabulary& vocabulary) {
    return node.op == Op::Constant  ? fmt::format("{}", node.constant)
           : node.op == Op::Percept ? vocabulary.percepts()[node.percept]
                                    : std::string(opName(node.op));
}

std::string treeText(std::span<const Node> tree, const ProgramVocabulary& vocabulary) {
    if (tree.empty()) {
        return "-";
    }
    std::string out;
    std::size_t at = 0;
    appendBranch(out, tree, at, vocabulary);
    return out;
}

std::string writeProgram(const Program& program, const ProgramVocabulary& vocabulary) {
    const ProgramStyle& style = vocabulary.style();
    std::string out =
        fmt::format("(program {}\n  (trees {} {})", kVersion, treeOutputName(style.meaning),
                    style.isSymmetric ? kSymmetric : kSingle);
    for (const Gene& gene : program.genes) {
        out += fmt::format("\n  (gene {}", static_cast<double>(gene.timeMs) / 1000.0);
        for (std::size_t i = 0; i < gene.trees.size(); ++i) {
            if (!gene.trees[i].empty()) {
                out += fmt::format("\n    ({} {})", vocabulary.outputs()[i].name,
                                   treeText(gene.trees[i], vocabulary));
            }
        }
        out += ')';
    }
    return out + ")\n";
}

base::Expected<ProgramStyle> readProgramStyle(std::string_view text) {
    return ProgramReader(text).readStyle();
}

base::Expected<Program> readProgram(std::string_view text, const ProgramVocabulary& vocabulary) {
    ProgramReader reader(text);
    const auto style = reader.readStyle();
    if (!style) {
        return tl::unexpected(style.error());
    }
    if (*style != vocabulary.style()) {
        return base::failure(base::ErrorCode::Malformed,
                             fmt::format("the program has trees of kind '{} {}'",
                                         treeOutputName(style->meaning),
                                         style->isSymmetric ? kSymmetric : kSingle),
                             fmt::format("'{} {}'", treeOutputName(vocabulary.style().meaning),
                                         vocabulary.style().isSymmetric ? kSymmetric : kSingle));
    }
    return reader.readGenes(vocabulary);
}

} // namespace sideline::training
