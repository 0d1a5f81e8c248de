#include "agentcore/decision/tree_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/tree_scanner.h"

namespace sideline::decision {

namespace {

using base::Expected;
using StepKind = TreeStep::Kind;

constexpr double kElse = 0.001; // score of an else branch: less than any meaningful score

class TreeTextReader {
public:
    TreeTextReader(ConditionTree& tree) : m_tree(tree), m_builder(tree), m_text(tree.file) {}

    Expected<void> read(std::string_view text) {
        auto done = m_text.forLines(
            text, [this](TreeScanner& words) { return m_isInTree ? node(words) : setting(words); });
        if (!done) {
            return done;
        }
        return m_builder.finish(m_text.line());
    }

private:
    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message,
                                                   std::string expected) const {
        return m_text.fail(std::move(message), std::move(expected));
    }
    Expected<void> setting(TreeScanner& words) {
        const std::string_view what = words.take();
        if (what == "tree") {
            m_isInTree = true;
            return m_text.atEnd(words, "nodes on the lines below");
        }
        if (what == "stay") {
            const auto value = ConditionText::number(words);
            if (!value || *value < 0.0 || *value > 10.0) {
                return fail("`stay` has no valid number", "stay 0 to 10");
            }
            m_tree.stay = *value;
            return m_text.atEnd(words, "one number");
        }
        if (what != "behavior" && what != "condition") {
            return fail(fmt::format("unknown word {}", wordText(what)),
                        "stay, behavior, condition or tree");
        }
        return m_text.define(what, words);
    }

    Expected<void> node(TreeScanner& words) {
        const auto depth = m_text.depthOf(words);
        if (!depth) {
            return tl::unexpected(depth.error());
        }
        const std::size_t begin = words.position();
        const std::string_view first = words.take();
        ConditionText::Parts parts;
        if (first == "when") {
            if (auto done = m_text.expression(words, parts); !done) {
                return done;
            }
        } else if (first == "else") {
            parts.push_back({StepKind::Number, {}, kElse});
        } else {
            return fail(fmt::format("a node cannot begin with {}", wordText(first)),
                        "`when CONDITION` or `else`, then `do BEHAVIOR` or deeper nodes");
        }
        std::string_view name = words.between(begin, words.position());
        if (first == "when") {
            name.remove_prefix(std::min(name.find_first_not_of(" \t", first.size()), name.size()));
        }
        if (auto opened = m_builder.open(*depth, m_text.line(), std::string(name)); !opened) {
            return opened;
        }
        const auto score = m_text.add(parts, m_tree, "tree");
        if (!score) {
            return tl::unexpected(score.error());
        }
        static_cast<Expression&>(m_tree.nodes.back()) = *score;
        if (words.isAtEnd()) {
            return {};
        }
        if (!words.takeIf("do")) {
            return fail(fmt::format("{} is unexpected after the condition", wordText(words.peek())),
                        "`and`, `or`, `do BEHAVIOR`, or the end of the line");
        }
        const std::string_view does = words.take();
        if (!isWord(does)) {
            return fail(fmt::format("`do` cannot be followed by {}", wordText(does)),
                        "`do BEHAVIOR`");
        }
        if (auto done = m_builder.leaf(m_text.behaviorNamed(does)); !done) {
            return done;
        }
        return m_text.atEnd(words, "the end of the line");
    }

    ConditionTree& m_tree;
    TreeBuilder m_builder;
    ConditionText m_text;
    bool m_isInTree = false;
};

} // namespace

Expected<ConditionTree> readTreeText(std::string_view text, std::string title, std::string file) {
    return readForm<ConditionTree>(
        text, std::move(title), std::move(file),
        [&](ConditionTree& tree) { return TreeTextReader(tree).read(text); });
}

} // namespace sideline::decision
