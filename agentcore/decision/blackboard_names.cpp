#include "agentcore/decision/blackboard_names.h"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "agentcore/protocol/sexpr.h"

namespace sideline::decision {

int BlackboardNames::open(std::string prefix, bool hasAllNames, bool maps) {
    if (hasAllNames) {
        return m_scope;
    }
    Scope made;
    made.parent = m_scope;
    made.maps = maps;
    made.prefix = m_scopes[static_cast<std::size_t>(m_scope)].prefix + prefix + "/";
    m_scopes.push_back(std::move(made));
    return static_cast<int>(m_scopes.size()) - 1;
}

void BlackboardNames::map(int scope, std::string_view name, std::string_view outer) {
    const int entry = this->entry(outer);
    m_scopes[static_cast<std::size_t>(scope)].names.insert_or_assign(std::string(name), entry);
}

void BlackboardNames::set(int scope, std::string_view name, std::string_view literal) {
    Scope& in = m_scopes[static_cast<std::size_t>(scope)];
    const int entry = add(in.prefix + std::string(name), this->literal(literal));
    in.names.insert_or_assign(std::string(name), entry);
    write(entry, m_tree.entries.back().second, literal);
}

int BlackboardNames::entry(std::string_view name) {
    return name.starts_with('@') ? entryIn(0, name.substr(1)) : entryIn(m_scope, name);
}

int BlackboardNames::entryIn(int scope, std::string_view name) {
    Scope& in = m_scopes[static_cast<std::size_t>(scope)];
    if (const auto known = in.names.find(name); known != in.names.end()) {
        return known->second;
    }
    int entry = 0;
    if (in.maps && in.parent >= 0) {
        entry = entryIn(in.parent, name);
    } else {
        entry = add(in.prefix + std::string(name), {});
    }
    m_scopes[static_cast<std::size_t>(scope)].names.emplace(std::string(name), entry);
    return entry;
}

int BlackboardNames::add(std::string name, const BlackboardValue& value) {
    m_tree.entries.emplace_back(std::move(name), value);
    m_places.push_back(m_place);
    return static_cast<int>(m_tree.entries.size()) - 1;
}

void BlackboardNames::warn() {
    for (std::size_t i = 0; i < m_tree.entries.size(); ++i) {
        const auto entry = static_cast<int>(i);
        if (!m_written.contains(entry) && !m_unknown.contains(entry)) {
            m_tree.warnings.push_back(fmt::format("{}: nothing sets '{}' on the blackboard",
                                                  m_places[i], m_tree.entries[i].first));
        }
    }
}

int BlackboardNames::text(std::string_view text) {
    if (const auto known = m_texts.find(text); known != m_texts.end()) {
        return known->second;
    }
    m_tree.texts.emplace_back(text);
    return m_texts.emplace(text, static_cast<int>(m_texts.size())).first->second;
}

BlackboardValue BlackboardNames::literal(std::string_view text) {
    if (text == "true" || text == "false") {
        return {.number = text == "true" ? 1.0 : 0.0};
    }
    if (const auto number = protocol::parseNumber(text); number && std::isfinite(*number)) {
        return {.number = *number};
    }
    return {.text = this->text(text)};
}

void BlackboardNames::write(int entry, const BlackboardValue& value, std::string_view text) {
    if (!value.isSet()) {
        m_unknown.insert(entry);
        return;
    }
    if (m_values.emplace(entry, value.text, value.text >= 0 ? 0.0 : value.number).second) {
        m_written[entry].emplace_back(value, text);
    }
}

std::optional<BlackboardNames::Written> BlackboardNames::written(int entry) const {
    const auto all = m_written.find(entry);
    if (m_unknown.contains(entry) || all == m_written.end()) {
        return std::nullopt;
    }
    return all->second;
}

} // namespace sideline::decision
