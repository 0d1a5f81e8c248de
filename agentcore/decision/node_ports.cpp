#include "agentcore/decision/node_ports.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace sideline::decision {

namespace {

using base::Expected;
using pugi::xml_attribute;
using pugi::xml_node;

constexpr std::array<std::pair<std::string_view, NodeStatus>, 4> kStatuses = {
    {{"SUCCESS", NodeStatus::Success},
     {"FAILURE", NodeStatus::Failure},
     {"SKIPPED", NodeStatus::Skipped},
     {"RUNNING", NodeStatus::Running}}};

// The name of an optional port ends with `?`.
std::string_view portOf(std::string_view name) {
    return name.substr(0, name.size() - (name.ends_with('?') ? 1 : 0));
}

} // namespace

Expected<void> NodePorts::read(const xml_node& element, std::size_t n, const NodeType& type) {
    if (auto done = numbers(element, n, type); !done) {
        return done;
    }
    for (const xml_attribute& attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        const bool isNumber = std::ranges::any_of(type.numbers, [&](const NumberPort& port) {
            return port.name == name || port.oldName == name;
        });
        if (name.starts_with('_') || isEditorAttribute(name) || isNumber) {
            continue;
        }
        if (std::ranges::find(type.others, name, portOf) == type.others.end()) {
            std::string ports;
            for (const NumberPort& each : type.numbers) {
                ports += each.name.empty() ? std::string() : fmt::format("{}, ", each.name);
            }
            for (const std::string_view each : type.others) {
                ports += each.empty() ? std::string() : fmt::format("{}, ", portOf(each));
            }
            return m_xml.fail(attribute, fmt::format("<{}> has no port '{}'", type.tag, name),
                              ports.empty() ? "no port" : ports.substr(0, ports.size() - 2));
        }
    }
    node(n).option = type.kind == NodeKind::RunOnce; // default value of its port
    node(n).otherwise = type.kind == NodeKind::Loop ? NodeStatus::Success : NodeStatus::Failure;
    for (const std::string_view each : type.others) {
        const std::string port(portOf(each));
        const xml_attribute attribute = element.attribute(port.c_str());
        if (each.empty() || (!attribute && each.ends_with('?'))) {
            continue;
        }
        if (!attribute) {
            return m_xml.fail(element, fmt::format("<{}> lacks the port '{}'", type.tag, port),
                              fmt::format("{}=\"...\"", port));
        }
        if (auto done = other(element, attribute, n, type.tag); !done) {
            return done;
        }
    }
    return {};
}

Expected<void> NodePorts::numbers(const xml_node& element, std::size_t n, const NodeType& type) {
    for (const NumberPort& each : type.numbers) {
        if (each.name.empty()) {
            continue;
        }
        xml_attribute attribute = element.attribute(std::string(each.name).c_str());
        if (!attribute && !each.oldName.empty()) {
            attribute = element.attribute(std::string(each.oldName).c_str());
        }
        if (!attribute && each.defaultValue.empty()) {
            return m_xml.fail(element, fmt::format("<{}> lacks the port '{}'", type.tag, each.name),
                              fmt::format("{}=\"NUMBER\"", each.name));
        }
        const std::string_view text = attribute ? attribute.value() : each.defaultValue;
        const NodeValue value = m_scripts.port(text);
        if (value.entry < 0 &&
            (value.literal.text >= 0 || value.literal.number != std::floor(value.literal.number) ||
             std::abs(value.literal.number) > 1e9)) {
            return m_xml.fail(attribute, fmt::format("{}=\"{}\"", each.name, text),
                              "an integer, or {ENTRY} of the blackboard");
        }
        node(n).values.push_back(value);
        if (attribute) {
            node(n).name += fmt::format(" {}={}", each.name, text);
        }
    }
    return {};
}

// Reads a port that takes no number.
Expected<void> NodePorts::other(const xml_node& element, const xml_attribute& attribute,
                                std::size_t n, std::string_view tag) {
    const std::string_view name = attribute.name();
    const std::string_view text = attribute.value();
    if (name == "code" && node(n).kind == NodeKind::Script) {
        const auto made = scriptsAt(attribute).script(text);
        if (!made) {
            return tl::unexpected(made.error());
        }
        node(n).script = *made;
        node(n).name += fmt::format(" {}", text);
    } else if (name == "code" || name == "if") {
        const auto made = scriptsAt(attribute).condition(text);
        if (!made) {
            return tl::unexpected(made.error());
        }
        node(n).condition = *made;
        node(n).name = name == "if" ? fmt::format("{} {}", node(n).name, text) : std::string(text);
    } else if (name == "else" || name == "if_empty") {
        const auto status =
            std::ranges::find(kStatuses, text, &std::pair<std::string_view, NodeStatus>::first);
        if (status == kStatuses.end() ||
            (name == "if_empty" && status->second == NodeStatus::Running)) {
            return m_xml.fail(attribute, fmt::format("{}=\"{}\"", name, text),
                              name == "else" ? "SUCCESS, FAILURE, SKIPPED or RUNNING"
                                             : "SUCCESS, FAILURE or SKIPPED");
        }
        node(n).otherwise = status->second;
    } else if (name == "then_skip" || name == "catch_on_halt") {
        if (text != "true" && text != "false" && text != "1" && text != "0") {
            return m_xml.fail(attribute, fmt::format("{}=\"{}\"", name, text), "true or false");
        }
        node(n).option = text == "true" || text == "1";
    } else if (name == "queue") {
        node(n).name += fmt::format(" {}", text);
        if (!m_queues.add(n, text, tag)) {
            return m_xml.fail(attribute, fmt::format("queue=\"{}\"", text),
                              LoopQueues::expectedFor(tag));
        }
    } else if (name == "output_key" || name == "key" || name == "entry" ||
               (name == "value" && node(n).kind == NodeKind::Loop)) {
        return output(element, attribute, n);
    } else { // `value`, `variable`, `case_1`, ...
        node(n).values.push_back(m_scripts.port(text));
        if (name == "variable") {
            node(n).name += fmt::format(" {}", text);
        }
    }
    return {};
}

// Reads a port that names an entry.
Expected<void> NodePorts::output(const xml_node& element, const xml_attribute& attribute,
                                 std::size_t n) {
    const std::string_view name = attribute.name();
    const std::string_view text = attribute.value();
    const auto entry = scriptsAt(attribute).output(text == "{=}" ? name : text);
    if (!entry) {
        return tl::unexpected(entry.error());
    }
    node(n).entry = *entry;
    if (name == "output_key") { // `value` has already been read
        const auto made =
            m_scripts.assign(*entry, node(n).values.front(), element.attribute("value").value());
        if (!made) {
            return tl::unexpected(made.error());
        }
        node(n).script = *made;
    } else if (name == "value") {
        m_queues.setTarget(n, element.attribute("queue").value());
    }
    node(n).name += fmt::format(" {}", text);
    return {};
}

} // namespace sideline::decision
