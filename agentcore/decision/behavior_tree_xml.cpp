#include "agentcore/decision/behavior_tree_xml.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "agentcore/base/nearest_name.h"
#include "agentcore/base/plural.h"
#include "agentcore/decision/action_behaviors.h"
#include "agentcore/decision/blackboard_names.h"
#include "agentcore/decision/node_scripts.h"
#include "agentcore/decision/node_types.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/xml_trees.h"

namespace sideline::decision {

namespace {

using base::Expected;
using pugi::xml_attribute;
using pugi::xml_node;

constexpr std::size_t kMaxLevels = 64;
constexpr std::size_t kMaxEntries = 500;

constexpr std::array<std::string_view, 4> kBefore = {"_failureIf", "_successIf", "_skipIf",
                                                     "_while"};
constexpr std::array<std::string_view, 4> kAfter = {"_onSuccess", "_onFailure", "_post",
                                                    "_onHalted"};
// Attributes that Groot and BehaviorTree.CPP write in addition to ports.
constexpr std::array<std::string_view, 5> kIgnored = {"name", "ID", "_description", "_fullpath",
                                                      "_uid"};
constexpr std::array<std::pair<std::string_view, NodeStatus>, 4> kStatuses = {
    {{"SUCCESS", NodeStatus::Success},
     {"FAILURE", NodeStatus::Failure},
     {"SKIPPED", NodeStatus::Skipped},
     {"RUNNING", NodeStatus::Running}}};

template <typename All, typename Name>
bool isOneOf(const All& all, const Name& name) {
    return std::ranges::find(all, name) != std::ranges::end(all);
}

// A condition named after a measure, as one of our own.
Expected<std::string> limitsText(const XmlTrees& xml, const xml_node& element,
                                 const Measure& measure) {
    std::string what(measure.name);
    std::vector<std::string> arguments;
    std::string_view left = measure.arguments;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(','), left.size());
        arguments.emplace_back(left.substr(0, end));
        left.remove_prefix(std::min(end + 2, left.size()));
    }
    std::string values;
    for (const std::string& each : arguments) {
        const xml_attribute attribute = element.attribute(each.c_str());
        if (!attribute) {
            return xml.fail(element,
                            fmt::format("<{}> without the port '{}'", element.name(), each),
                            fmt::format("{}=\"NUMBER\"", each));
        }
        values += fmt::format("{}{}", values.empty() ? "" : ", ", attribute.value());
    }
    what += values.empty() ? std::string() : fmt::format("({})", values);
    const std::string_view width = element.attribute(std::string(kWidthPort).c_str()).value();
    std::string text;
    for (const xml_attribute& attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        const auto port = std::ranges::find(comparisonPorts(), name, &ComparisonPort::name);
        if (std::string_view(attribute.value()).empty()) {
            continue; // Groot writes this for unset values
        }
        if (port != comparisonPorts().end()) {
            const std::string_view given = attribute.value();
            text += text.empty() ? "" : " and ";
            if (measure.isTruth() && (given == "true" || given == "false")) { // may be fuzzy
                text += fmt::format("{}{}", (given == "true") == (port->sign == "=") ? "" : "not ",
                                    what);
            } else {
                text += fmt::format("{} {} {}{}{}", what, port->sign, given,
                                    width.empty() ? "" : " ~ ", width);
            }
        } else if (!name.starts_with('_') && !isOneOf(kIgnored, name) && name != kWidthPort &&
                   !isOneOf(arguments, name)) {
            return xml.fail(attribute,
                            fmt::format("<{}> has no port '{}'", nodeName(measure), name),
                            "below, at-most, above, at-least, is, is-not or width");
        }
    }
    if (text.empty() && !measure.isTruth()) {
        return xml.fail(
            element, fmt::format("<{}> without a limit", nodeName(measure)),
            fmt::format("below, at-most, above, at-least, is or is-not, in {}", measure.unit));
    }
    return text.empty() ? what : text;
}

class XmlReader {
public:
    XmlReader(BehaviorTree& tree, std::string_view text)
        : m_tree(tree), m_xml(text), m_names(tree), m_scripts(tree, m_names), m_actions(tree) {}

    Expected<void> read() {
        if (auto done = m_xml.read(); !done) {
            return done;
        }
        m_open.push_back(m_xml.main());
        if (auto done = place(m_xml.trees().find(m_xml.main())->second, 0); !done) {
            return done;
        }
        m_names.warn();
        return m_actions.finish(m_names);
    }

private:
    template <typename Part>
    tl::unexpected<base::Error> fail(const Part& part, std::string message,
                                     std::string expected) const {
        return m_xml.fail(part, std::move(message), std::move(expected));
    }
    // Converts an error, which then names the line of an attribute.
    NodeScripts& scriptsAt(const xml_attribute& attribute) {
        m_scripts.setLine(m_xml.lineOf(attribute));
        return m_scripts;
    }

    Expected<void> place(const xml_node& tree, std::size_t depth);
    Expected<void> element(const xml_node& element, std::size_t depth);
    Expected<void> children(const xml_node& element, std::size_t n, std::size_t least,
                            std::size_t most);
    Expected<void> common(const xml_node& element, std::size_t n);
    Expected<void> known(const xml_node& element, std::size_t n, const NodeType& type);
    Expected<void> numbers(const xml_node& element, std::size_t n, const NodeType& type);
    Expected<void> other(const xml_attribute& attribute, std::size_t n);
    Expected<void> subtree(const xml_node& element, std::size_t n, std::string_view id,
                           std::string_view tag);
    Expected<int> remap(const xml_node& element, std::string_view id, std::string_view tag);
    Expected<void> measure(const xml_node& element, std::size_t n, const Measure& measure);
    Expected<void> action(const xml_node& element, std::size_t n, std::string_view id);
    BtNode& node(std::size_t n) { return m_tree.nodes[n]; }

    BehaviorTree& m_tree;
    XmlTrees m_xml;
    BlackboardNames m_names;
    NodeScripts m_scripts;
    std::string_view m_value;        ///< of the port that was read last
    std::vector<std::string> m_open; ///< subtrees, outermost first
    ActionBehaviors m_actions;
};

Expected<void> XmlReader::place(const xml_node& tree, std::size_t depth) {
    const xml_node first = tree.first_child();
    if (!first || first.next_sibling() || first.type() != pugi::node_element) {
        return fail(tree, "a <BehaviorTree> without its one node",
                    "one node, with others below it");
    }
    return element(first, depth);
}

Expected<void> XmlReader::element(const xml_node& element, std::size_t depth) {
    if (element.type() != pugi::node_element) {
        return fail(element.parent(), "text between nodes", "only nodes");
    }
    if (m_tree.nodes.size() >= kMaxTreeNodes || depth >= kMaxLevels ||
        m_tree.entries.size() >= kMaxEntries) {
        return fail(element, "the tree is too large",
                    fmt::format("at most {} nodes, {} levels and {} entries of the blackboard",
                                kMaxTreeNodes, kMaxLevels, kMaxEntries));
    }
    constexpr std::array<std::string_view, 6> kGeneral = {"Action",    "Condition", "Control",
                                                          "Decorator", "SubTree",   "SubTreePlus"};
    const std::string_view tag = element.name();
    const xml_attribute idAttribute = element.attribute("ID");
    const bool isGeneral = isOneOf(kGeneral, tag);
    if (isGeneral != static_cast<bool>(idAttribute)) {
        return fail(element, fmt::format("<{}> {} an ID", tag, isGeneral ? "without" : "with"),
                    isGeneral ? "ID=\"...\", which names its type" : "its own ports only");
    }
    const std::string_view id = isGeneral ? std::string_view(idAttribute.value()) : tag;
    const std::size_t n = m_tree.nodes.size();
    BtNode made;
    made.line = m_xml.lineOf(element);
    m_names.setLine(made.line);
    made.depth = static_cast<int>(depth);
    made.name = id;
    m_tree.nodes.push_back(std::move(made));
    if (auto done = common(element, n); !done) {
        return done;
    }
    const auto type = std::ranges::find(nodeTypes(), id, &NodeType::tag);
    Expected<void> done;
    if (tag.starts_with("SubTree")) {
        done = subtree(element, n, id, tag);
    } else if (type != nodeTypes().end()) {
        done = known(element, n, *type);
    } else if (isOtherNodeType(id)) {
        return fail(element, fmt::format("<{}> is not supported", id),
                    "a node that docs/decisions.md lists");
    } else if (const Measure* asks = measureOfNode(id)) {
        done = measure(element, n, *asks);
    } else if (tag == "Condition") {
        std::vector<std::string> names;
        for (const Measure& each : measures()) {
            names.push_back(nodeName(each));
        }
        const std::string_view meant =
            base::nearestName(id, std::vector<std::string_view>(names.begin(), names.end()));
        return fail(element, fmt::format("no measure is called '{}'", id),
                    meant.empty() ? "one of `sideline decision measures`, with - for ."
                                  : fmt::format("{}?", meant));
    } else {
        done = action(element, n, id);
    }
    if (!done) {
        return done;
    }
    if (const std::string_view name = element.attribute("name").value();
        !name.empty() && name != node(n).name) {
        node(n).name = fmt::format("{} ({})", name, node(n).name);
    }
    node(n).end = m_tree.nodes.size();
    return {};
}

Expected<void> XmlReader::children(const xml_node& element, std::size_t n, std::size_t least,
                                   std::size_t most) {
    const auto all = element.children();
    const auto count = static_cast<std::size_t>(std::distance(all.begin(), all.end()));
    if (count < least || count > most) {
        return fail(
            element,
            fmt::format("<{}> has {} below it", element.name(), base::plural(count, "node")),
            most == 0       ? "none"
            : least == most ? std::to_string(least)
            : most == 3     ? "2 or 3"
                            : "at least one");
    }
    for (const xml_node& child : all) {
        if (auto done = this->element(child, static_cast<std::size_t>(node(n).depth) + 1); !done) {
            return done;
        }
    }
    return {};
}

// Attributes of all nodes: preconditions and scripts that run afterward.
Expected<void> XmlReader::common(const xml_node& element, std::size_t n) {
    for (const xml_attribute& attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        const auto before = std::ranges::find(kBefore, name);
        const auto after = std::ranges::find(kAfter, name);
        if (before != kBefore.end()) {
            const auto made = scriptsAt(attribute).condition(attribute.value());
            if (!made) {
                return tl::unexpected(made.error());
            }
            node(n).before[static_cast<std::size_t>(before - kBefore.begin())] = *made;
        } else if (after != kAfter.end()) {
            const auto made = scriptsAt(attribute).script(attribute.value());
            if (!made) {
                return tl::unexpected(made.error());
            }
            node(n).after[static_cast<std::size_t>(after - kAfter.begin())] = *made;
        } else if (name.starts_with('_') && !isOneOf(kIgnored, name) &&
                   !std::string_view(element.name()).starts_with("SubTree")) {
            return fail(attribute, fmt::format("'{}' is unknown", name),
                        "_failureIf, _successIf, _skipIf, _while, _onSuccess, _onFailure, _post or "
                        "_onHalted");
        }
    }
    return {};
}

Expected<void> XmlReader::known(const xml_node& element, std::size_t n, const NodeType& type) {
    node(n).kind = type.kind;
    if (auto done = numbers(element, n, type); !done) {
        return done;
    }
    for (const xml_attribute& attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        const bool isNumber = std::ranges::any_of(type.numbers, [&](const NumberPort& port) {
            return port.name == name || port.oldName == name;
        });
        if (name.starts_with('_') || isOneOf(kIgnored, name) || isNumber) {
            continue;
        }
        if (!isOneOf(type.others, name)) {
            std::string ports;
            for (const NumberPort& each : type.numbers) {
                ports += each.name.empty() ? std::string() : fmt::format("{}, ", each.name);
            }
            for (const std::string_view each : type.others) {
                ports += each.empty() ? std::string() : fmt::format("{}, ", each);
            }
            return fail(attribute, fmt::format("<{}> has no port '{}'", type.tag, name),
                        ports.empty() ? "no port" : ports.substr(0, ports.size() - 2));
        }
    }
    for (const std::string_view each : type.others) {
        const xml_attribute attribute = element.attribute(std::string(each).c_str());
        const bool isOptional = each == "then_skip" || each == "else";
        if (each.empty() || (!attribute && isOptional)) {
            continue;
        }
        if (!attribute) {
            return fail(element, fmt::format("<{}> without the port '{}'", type.tag, each),
                        fmt::format("{}=\"...\"", each));
        }
        if (auto done = other(attribute, n); !done) {
            return done;
        }
    }
    return children(element, n, type.leastChildren, type.mostChildren);
}

Expected<void> XmlReader::numbers(const xml_node& element, std::size_t n, const NodeType& type) {
    for (const NumberPort& each : type.numbers) {
        if (each.name.empty()) {
            continue;
        }
        xml_attribute attribute = element.attribute(std::string(each.name).c_str());
        if (!attribute && !each.oldName.empty()) {
            attribute = element.attribute(std::string(each.oldName).c_str());
        }
        if (!attribute && each.defaultValue.empty()) {
            return fail(element, fmt::format("<{}> without the port '{}'", type.tag, each.name),
                        fmt::format("{}=\"NUMBER\"", each.name));
        }
        const std::string_view text = attribute ? attribute.value() : each.defaultValue;
        const NodeValue value = m_scripts.port(text);
        if (value.entry < 0 &&
            (value.literal.text >= 0 || value.literal.number != std::floor(value.literal.number) ||
             std::abs(value.literal.number) > 1e9)) {
            return fail(attribute, fmt::format("{}=\"{}\"", each.name, text),
                        "an integer, or {ENTRY} of the blackboard");
        }
        node(n).values.push_back(value);
        if (attribute) {
            node(n).name += fmt::format(" {}={}", each.name, text);
        }
    }
    return {};
}

// A port that takes no number.
Expected<void> XmlReader::other(const xml_attribute& attribute, std::size_t n) {
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
    } else if (name == "else") {
        const auto status =
            std::ranges::find(kStatuses, text, &std::pair<std::string_view, NodeStatus>::first);
        if (status == kStatuses.end()) {
            return fail(attribute, fmt::format("else=\"{}\"", text),
                        "SUCCESS, FAILURE, SKIPPED or RUNNING");
        }
        node(n).otherwise = status->second;
    } else if (name == "then_skip") {
        if (text != "true" && text != "false" && text != "1" && text != "0") {
            return fail(attribute, fmt::format("then_skip=\"{}\"", text), "true or false");
        }
        node(n).thenSkips = text == "true" || text == "1";
    } else if (name == "output_key" || name == "key") {
        const auto entry = scriptsAt(attribute).output(text);
        if (!entry) {
            return tl::unexpected(entry.error());
        }
        node(n).entry = *entry;
        if (name == "output_key") { // after `value`
            const NodeValue& value = node(n).values.front();
            node(n).script = {m_tree.assignments.size(), 1};
            m_tree.assignments.push_back({'=', *entry, value});
            m_names.write(*entry, value.literal, m_value);
        }
        node(n).name += fmt::format(" {}", text);
    } else { // `value`, `variable`, `case_1`, ...
        m_value = text;
        node(n).values.push_back(m_scripts.port(text));
        if (name == "variable") {
            node(n).name += fmt::format(" {}", text);
        }
    }
    return {};
}

Expected<void> XmlReader::subtree(const xml_node& element, std::size_t n, std::string_view id,
                                  std::string_view tag) {
    node(n).kind = NodeKind::SubTree;
    const auto found = m_xml.trees().find(id);
    if (found == m_xml.trees().end()) {
        std::vector<std::string_view> names;
        for (const auto& [name, tree] : m_xml.trees()) {
            names.push_back(name);
        }
        const std::string_view meant = base::nearestName(id, names);
        return fail(element, fmt::format("there is no tree '{}'", id),
                    meant.empty() ? "the ID of a <BehaviorTree>" : fmt::format("{}?", meant));
    }
    if (isOneOf(m_open, id)) {
        return fail(element, fmt::format("the tree '{}' contains itself", id), "another tree");
    }
    if (element.first_child()) {
        return fail(element, "a node below a subtree", "none");
    }
    const auto scope = remap(element, id, tag);
    if (!scope) {
        return tl::unexpected(scope.error());
    }
    m_open.emplace_back(id);
    const int outer = m_names.enter(*scope);
    auto done = place(found->second, static_cast<std::size_t>(node(n).depth) + 1);
    m_names.enter(outer);
    m_open.pop_back();
    return done;
}

// The names of a subtree: its ports are names of the enclosing tree, or values.
Expected<int> XmlReader::remap(const xml_node& element, std::string_view id, std::string_view tag) {
    const auto flag = [&](const char* name) {
        const std::string_view value = element.attribute(name).value();
        return value == "true" || value == "1";
    };
    const int scope =
        m_names.open(fmt::format("{}::{}", id, m_tree.nodes.size()), flag("__shared_blackboard"),
                     flag("_autoremap") || flag("__autoremap"));
    // In version 3, ports of a <SubTree> are names, with or without braces.
    const bool areNames = m_xml.isOld() && tag == "SubTree";
    const auto port = [&](std::string_view name, std::string_view value, bool isName) {
        const std::string_view pointer = value == "{=}" ? name : pointerIn(value);
        if (!pointer.empty() || isName) {
            m_names.map(scope, name, pointer.empty() ? value : pointer);
        } else {
            m_names.set(scope, name, value);
        }
    };
    for (const xml_attribute& attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        if (isOneOf(kIgnored, name) || name.starts_with('_')) {
            continue;
        }
        if (!isName(name) || std::string_view(attribute.value()).empty()) {
            return fail(attribute, fmt::format("{}=\"{}\"", name, attribute.value()),
                        "NAME=\"{ENTRY}\" or NAME=\"VALUE\"");
        }
        port(name, attribute.value(), areNames);
    }
    if (const XmlTrees::Ports* ports = m_xml.defaultsOf(id)) {
        for (const auto& [name, text] : *ports) {
            if (!element.attribute(name.c_str())) {
                port(name, text, false);
            }
        }
    }
    return scope;
}

Expected<void> XmlReader::measure(const xml_node& element, std::size_t n, const Measure& measure) {
    node(n).kind = NodeKind::Condition;
    const auto text = limitsText(m_xml, element, measure);
    if (!text) {
        return tl::unexpected(text.error());
    }
    m_scripts.setLine(m_xml.lineOf(element));
    const auto made = m_scripts.condition(*text);
    if (!made) {
        return tl::unexpected(made.error());
    }
    node(n).condition = *made;
    node(n).name = *text;
    return children(element, n, 0, 0);
}

Expected<void> XmlReader::action(const xml_node& element, std::size_t n, std::string_view id) {
    ActionBehaviors::Action made{n, std::string(id), {}, {}};
    for (const xml_attribute& attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        if (name.starts_with('_') || isOneOf(kIgnored, name) ||
            std::string_view(attribute.value()).empty()) { // Groot writes this for unset values
            continue;
        }
        if (const std::string_view pointer = pointerIn(attribute.value()); !pointer.empty()) {
            made.reads.emplace_back(name, m_names.entry(pointer));
            node(n).entries.push_back(made.reads.back().second);
        } else {
            made.settings.emplace_back(name, attribute.value());
        }
    }
    m_actions.add(std::move(made));
    return children(element, n, 0, 0);
}

} // namespace

Expected<BehaviorTree> readBehaviorTreeXml(std::string_view text, std::string title,
                                           std::string file) {
    return readForm<BehaviorTree>(text, std::move(title), std::move(file),
                                  [&](BehaviorTree& tree) { return XmlReader(tree, text).read(); });
}

} // namespace sideline::decision
