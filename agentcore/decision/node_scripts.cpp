#include "agentcore/decision/node_scripts.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/tree_scanner.h"

namespace sideline::decision {

namespace {

using base::Expected;

constexpr std::string_view kWhite = " \t\r\n";

std::string_view stripped(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kWhite);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(kWhite) - first + 1);
}

bool isEntryName(std::string_view name) {
    return isName(name) && name.find_first_of(".-") == std::string_view::npos &&
           !(name.front() >= '0' && name.front() <= '9');
}

// In the notation of conditions: operators and truth values, separated by blanks.
std::string asCondition(std::string_view script) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kSigns = {
        {{"&&", "and"},
         {"||", "or"},
         {"==", "="},
         {"!=", "!="},
         {"<=", "<="},
         {">=", ">="},
         {"!", "not"},
         {"<", "<"},
         {">", ">"},
         {"=", "="}}};
    std::string text;
    bool isQuoted = false;
    while (!script.empty()) {
        isQuoted ^= script.front() == '\'';
        const auto sign = std::ranges::find_if(
            kSigns, [&](const auto& each) { return script.starts_with(each.first); });
        if (isQuoted || sign == kSigns.end()) {
            const bool isBlank = kWhite.find(script.front()) != std::string_view::npos;
            if (!isBlank || !text.ends_with(' ')) {
                text += isBlank ? ' ' : script.front();
            }
            script.remove_prefix(1);
            continue;
        }
        text += fmt::format("{}{} ", text.ends_with(' ') ? "" : " ", sign->second);
        script.remove_prefix(sign->first.size());
    }
    return std::string(stripped(text));
}

} // namespace

std::string_view pointerIn(std::string_view text) {
    return text.size() > 2 && text.front() == '{' && text.back() == '}'
               ? text.substr(1, text.size() - 2)
               : std::string_view();
}

Expected<int> NodeScripts::condition(std::string_view text) {
    const std::string script = asCondition(text);
    TreeScanner words(script);
    ConditionText::Parts parts;
    if (auto done = m_text.expression(words, parts); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    if (auto done = m_text.atEnd(words, "and, or, or the end of the condition"); !done) {
        return tl::unexpected(std::move(done.error()));
    }
    const auto made = m_text.add(parts, m_tree, "tree");
    if (!made) {
        return tl::unexpected(made.error());
    }
    m_tree.conditions.push_back(*made);
    return static_cast<int>(m_tree.conditions.size()) - 1;
}

Expected<NodeScript> NodeScripts::script(std::string_view text) {
    NodeScript made{m_tree.assignments.size(), 0};
    while (!stripped(text).empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        if (auto done = assignment(stripped(text.substr(0, end))); !done) {
            return tl::unexpected(std::move(done.error()));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    made.count = m_tree.assignments.size() - made.first;
    return made;
}

Expected<void> NodeScripts::assignment(std::string_view text) {
    const std::size_t equals = text.find('=');
    NodeAssignment made;
    std::string_view name = stripped(text.substr(0, equals));
    if (!name.empty() && std::string_view(":+-*/").find(name.back()) != std::string_view::npos) {
        made.sign = name.back() == ':' ? '=' : name.back();
        name = stripped(name.substr(0, name.size() - 1));
    }
    if (equals == std::string_view::npos || name.empty() || !isEntryName(name)) {
        return fail(fmt::format("'{}' is not an assignment", text),
                    "NAME := VALUE; or +=, -=, *=, /=; several with ; between them");
    }
    if (m_tree.assignments.size() >= kMaxTreeSteps) {
        return fail("the scripts are too large",
                    fmt::format("at most {} assignments", kMaxTreeSteps));
    }
    const auto value = operand(stripped(text.substr(equals + 1)));
    if (!value) {
        return tl::unexpected(value.error());
    }
    made.value = *value;
    made.entry = m_names.entry(name);
    const bool isLiteral = made.sign == '=' && value->entry < 0 && value->measure == nullptr;
    m_names.write(made.entry, isLiteral ? made.value.literal : BlackboardValue{},
                  stripped(text.substr(equals + 1)));
    m_tree.assignments.push_back(made);
    return {};
}

Expected<NodeValue> NodeScripts::operand(std::string_view text) {
    NodeValue made;
    const bool isQuoted = text.size() >= 2 && text.front() == '\'' && text.back() == '\'';
    if (isQuoted) {
        made.literal.text = m_names.text(text);
        return made;
    }
    made.literal = m_names.literal(text);
    if (made.literal.text < 0) {
        return made;
    }
    made.literal = {};
    made.measure = findMeasure(text);
    if (made.measure != nullptr && made.measure->argumentCount() == 0) {
        return made;
    }
    made.measure = nullptr;
    if (text.empty() || !isEntryName(text)) {
        return fail(fmt::format("'{}' cannot be assigned", text),
                    "a number, true, false, a 'text', a name or a measure");
    }
    made.entry = m_names.entry(text);
    return made;
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
    if (!isName(name)) {
        return fail(fmt::format("'{}' is not the name of an entry", name), "NAME or {NAME}");
    }
    return m_names.entry(name);
}

} // namespace sideline::decision
