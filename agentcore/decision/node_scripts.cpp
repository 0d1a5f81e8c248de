#include "agentcore/decision/node_scripts.h"

#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

namespace {

using base::Expected;
using ValueKind = ValueStep::Kind;

} // namespace

std::string_view pointerIn(std::string_view text) {
    return text.size() > 2 && text.front() == '{' && text.back() == '}'
               ? text.substr(1, text.size() - 2)
               : std::string_view();
}

tl::unexpected<base::Error> NodeScripts::fail(std::string message, std::string expected) const {
    return tl::unexpected(treeFault(m_line, std::move(message), std::move(expected)));
}

Expected<NodeScripts::Statements> NodeScripts::read(ScriptParser& parser) const {
    auto statements = parser.read();
    if (!statements) {
        return fail(std::move(statements.error().message), std::move(statements.error().expected));
    }
    return statements;
}

Expected<int> NodeScripts::condition(std::string_view text) {
    ScriptParser parser(text, ScriptParser::Use::Condition);
    const auto statements = read(parser);
    if (!statements) {
        return tl::unexpected(statements.error());
    }
    if (statements->empty()) {
        return fail("an empty condition", "a measure, a name, a comparison, true or false");
    }
    NodeCondition made;
    made.before.first = m_tree.assignments.size();
    for (const ScriptStatement& each : *statements) {
        const bool isLast = &each == &statements->back();
        if (!each.isAssignment() && !isLast) {
            return fail(fmt::format("'{}' has no effect", each.text),
                        "assignments before the condition");
        }
        if (each.isAssignment()) {
            if (auto done = assignment(parser, each); !done) {
                return tl::unexpected(std::move(done.error()));
            }
        }
    }
    made.before.count = m_tree.assignments.size() - made.before.first;
    made.firstStep = m_tree.steps.size();
    made.firstTerm = m_tree.terms.size();
    const ScriptStatement& last = statements->back();
    if (auto done = steps(parser, last.value); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    made.stepCount = m_tree.steps.size() - made.firstStep;
    made.termCount = m_tree.terms.size() - made.firstTerm;
    if (stackHeight(std::span(m_tree.steps).subspan(made.firstStep)) > kMaxTreeDepth) {
        return fail("the condition is nested too deeply",
                    fmt::format("at most {} levels", kMaxTreeDepth));
    }
    m_tree.conditions.push_back(made);
    return static_cast<int>(m_tree.conditions.size()) - 1;
}

Expected<void> NodeScripts::steps(const ScriptParser& parser, int part) {
    const ScriptPart& from = parser.part(part);
    TreeStep step;
    if (from.step.kind == ValueKind::And || from.step.kind == ValueKind::Or ||
        from.step.kind == ValueKind::Not) {
        for (std::size_t i = 0; i < from.operandCount(); ++i) {
            if (auto done = steps(parser, from.of[i]); !done) {
                return done;
            }
        }
        step.kind = from.step.kind == ValueKind::And  ? TreeStep::Kind::And
                    : from.step.kind == ValueKind::Or ? TreeStep::Kind::Or
                                                      : TreeStep::Kind::Not;
    } else if (from.step.kind == ValueKind::Literal && !from.isQuoted) {
        step.number = from.step.literal.number;
    } else {
        if (auto done = term(parser, part); !done) {
            return done;
        }
        step.kind = TreeStep::Kind::Term;
        step.term = m_tree.terms.size() - 1;
    }
    if (m_tree.steps.size() >= kMaxTreeSteps) {
        return fail("the tree is too large",
                    fmt::format("at most {} conditions and operators", kMaxTreeSteps));
    }
    m_tree.steps.push_back(step);
    return {};
}

Expected<void> NodeScripts::term(const ScriptParser& parser, int part) {
    const ScriptPart& from = parser.part(part);
    TreeTerm made;
    made.text = from.text;
    const bool compares = from.step.kind == ValueKind::Compare;
    const Measure* measure = from.step.kind == ValueKind::Measure ? from.step.measure : nullptr;
    if (from.isQuoted || (measure != nullptr && !measure->isTruth())) {
        return fail(fmt::format("{}{}{} alone is not true or false", from.isQuoted ? "" : "'",
                                from.text, from.isQuoted ? "" : "'"),
                    measure == nullptr
                        ? "a comparison with it"
                        : fmt::format("<, <=, >, >=, = or != and a number in {}", measure->unit));
    }
    const auto left = program(parser, compares ? from.of[0] : part);
    const auto right = left && compares ? program(parser, from.of[1]) : ValueProgram();
    if (!left || !right) {
        return tl::unexpected(left ? right.error() : left.error());
    }
    made.left = *left;
    made.right = *right;
    made.comparison = compares ? from.step.comparison : Comparison::Truth;
    made.width = from.step.width;
    m_tree.terms.push_back(std::move(made));
    return {};
}

Expected<ValueProgram> NodeScripts::program(const ScriptParser& parser, int part) {
    ValueProgram made{m_tree.values.size(), 0};
    if (auto done = values(parser, part); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    made.count = m_tree.values.size() - made.first;
    return made;
}

Expected<void> NodeScripts::values(const ScriptParser& parser, int part) {
    const ScriptPart& from = parser.part(part);
    for (std::size_t i = 0; i < from.operandCount(); ++i) {
        if (auto done = values(parser, from.of[i]); !done) {
            return done;
        }
    }
    if (m_tree.values.size() >= kMaxTreeSteps) {
        return fail("the scripts are too large",
                    fmt::format("at most {} values and operators", kMaxTreeSteps));
    }
    m_tree.values.push_back(stepOf(from));
    return {};
}

ValueStep NodeScripts::stepOf(const ScriptPart& part) {
    ValueStep step = part.step;
    if (part.isQuoted) {
        step.literal.text = m_names.text(part.name);
    } else if (step.kind == ValueKind::Entry) {
        step.entry = m_names.entry(part.name);
    }
    return step;
}

Expected<NodeScript> NodeScripts::script(std::string_view text) {
    ScriptParser parser(text, ScriptParser::Use::Actions);
    const auto statements = read(parser);
    if (!statements) {
        return tl::unexpected(statements.error());
    }
    NodeScript made{m_tree.assignments.size(), 0};
    for (const ScriptStatement& each : *statements) {
        if (auto done = assignment(parser, each); !done) {
            return tl::unexpected(std::move(done.error()));
        }
    }
    made.count = m_tree.assignments.size() - made.first;
    return made;
}

Expected<void> NodeScripts::assignment(const ScriptParser& parser,
                                       const ScriptStatement& statement) {
    const auto value = program(parser, statement.value);
    if (!value) {
        return tl::unexpected(value.error());
    }
    const NodeAssignment made{m_names.entry(statement.name), *value};
    recordValues(parser, statement.value, made.entry);
    return add(made);
}

Expected<void> NodeScripts::add(const NodeAssignment& made) {
    if (m_tree.assignments.size() >= kMaxTreeSteps) {
        return fail("the scripts are too large",
                    fmt::format("at most {} assignments", kMaxTreeSteps));
    }
    m_tree.assignments.push_back(made);
    return {};
}

// Records the values that an expression can have, if they are known when the tree is read.
void NodeScripts::recordValues(const ScriptParser& parser, int part, int entry) {
    const ScriptPart& from = parser.part(part);
    if (from.step.kind == ValueKind::Select) {
        recordValues(parser, from.of[1], entry);
        recordValues(parser, from.of[2], entry);
    } else if (from.step.kind == ValueKind::Literal) {
        m_names.write(entry, stepOf(from).literal, from.isQuoted ? from.name : from.text);
    } else {
        m_names.write(entry, {}, {});
    }
}

Expected<NodeScript> NodeScripts::assign(int entry, const NodeValue& value, std::string_view text) {
    ValueStep step;
    step.kind = value.entry >= 0 ? ValueKind::Entry : ValueKind::Literal;
    step.entry = value.entry;
    step.literal = value.literal;
    const ValueProgram program{m_tree.values.size(), 1};
    m_tree.values.push_back(step);
    m_names.write(entry, value.literal, text);
    if (auto done = add({entry, program}); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    return NodeScript{m_tree.assignments.size() - 1, 1};
}

NodeValue NodeScripts::port(std::string_view text) {
    NodeValue made;
    if (const std::string_view name = pointerIn(text); !name.empty()) {
        made.entry = m_names.entry(name);
    } else {
        made.literal = m_names.literal(text);
    }
    return made;
}

Expected<int> NodeScripts::output(std::string_view text) {
    const std::string_view pointer = pointerIn(text);
    const std::string_view name = pointer.empty() ? text : pointer;
    if (!isName(name.substr(name.starts_with('@') ? 1 : 0))) {
        return fail(isWord(name) ? nameFault("entry", name)
                                 : fmt::format("'{}' is not the name of an entry", name),
                    "NAME or {NAME}");
    }
    return m_names.entry(name);
}

} // namespace sideline::decision
