#include "agentcore/decision/behavior_tree_xml.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "agentcore/base/nearest_name.h"
#include "agentcore/base/plural.h"
#include "agentcore/decision/action_behaviors.h"
#include "agentcore/decision/blackboard_names.h"
#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/loop_queues.h"
#include "agentcore/decision/node_ports.h"
#include "agentcore/decision/node_scripts.h"
#include "agentcore/decision/node_types.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/xml_trees.h"
#include "agentcore/protocol/sexpr.h"

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
template <typename All, typename Name>
bool isOneOf(const All& all, const Name& name) {
    return std::ranges::find(all, name) != std::ranges::end(all);
}

// Converts a condition named after a measure to the notation of Sideline's own conditions.
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
            return xml.fail(element, fmt::format("<{}> lacks the port '{}'", element.name(), each),
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
            const std::string_view entry = pointerIn(attribute.value());
            const std::string_view given = entry.empty() ? attribute.value() : entry;
            const bool isTruth = given == "true" || given == "false";
            if (entry.empty() && !isTruth && !protocol::parseNumber(given)) {
                return xml.fail(
                    attribute, fmt::format("cannot compare with '{}'", given),
                    fmt::format("a number in {}, or {{ENTRY}} of the blackboard", measure.unit));
            }
            text += text.empty() ? "" : " and ";
            if (measure.isTruth() && isTruth) { // not compared: its truth may be between 0 and 1
                text += fmt::format("{}{}", (given == "true") == (port->sign == "=") ? "" : "not ",
                                    what);
            } else {
                text += fmt::format("{} {} {}{}{}", what, port->sign, given,
                                    width.empty() ? "" : " ~ ", width);
            }
        } else if (!name.starts_with('_') && !isEditorAttribute(name) && name != kWidthPort &&
                   !isOneOf(arguments, name)) {
            return xml.fail(attribute,
                            fmt::format("<{}> has no port '{}'", nodeName(measure), name),
                            "below, at-most, above, at-least, is, is-not or width");
        }
    }
    if (text.empty() && !measure.isTruth()) {
        return xml.fail(
            element, fmt::format("<{}> has no limit", nodeName(measure)),
            fmt::format("below, at-most, above, at-least, is or is-not, in {}", measure.unit));
    }
    return text.empty() ? what : text;
}

class XmlReader {
public:
    XmlReader(BehaviorTree& tree, std::string_view text, const TreeFiles& files)
        : m_tree(tree),
          m_xml(text, tree.file, files),
          m_names(tree),
          m_scripts(tree, m_names),
          m_actions(tree),
          m_queues(tree, m_names),
          m_ports(tree, m_xml, m_scripts, m_queues) {}

    Expected<void> read(std::string_view main) {
        if (auto done = m_xml.read(main); !done) {
            return done;
        }
        m_open.push_back(m_xml.main());
        if (auto done = place(m_xml.trees().find(m_xml.main())->second, 0); !done) {
            return done;
        }
        if (auto done = m_queues.finish(); !done) {
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
    // The scripts, prepared so that their errors name the line of this attribute.
    NodeScripts& scriptsAt(const xml_attribute& attribute) {
        m_scripts.setLine(m_xml.lineOf(attribute));
        return m_scripts;
    }

    Expected<void> place(const xml_node& tree, std::size_t depth);
    // Adds the file to errors in scripts, which contain only a line number.
    Expected<void> element(const xml_node& element, std::size_t depth) {
        auto done = add(element, depth);
        return done ? done : tl::unexpected(done.error().inFile(m_xml.fileOf(element)));
    }
    Expected<void> add(const xml_node& element, std::size_t depth);
    Expected<void> children(const xml_node& element, std::size_t n, std::size_t least,
                            std::size_t most);
    Expected<void> common(const xml_node& element, std::size_t n);
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
    std::vector<std::string> m_open; ///< subtrees, outermost first
    ActionBehaviors m_actions;
    LoopQueues m_queues;
    NodePorts m_ports;
};

Expected<void> XmlReader::place(const xml_node& tree, std::size_t depth) {
    const xml_node first = tree.first_child();
    if (!first || first.next_sibling() || first.type() != pugi::node_element) {
        return fail(tree, "a <BehaviorTree> must contain exactly one node",
                    "one node, with others below it");
    }
    return element(first, depth);
}

Expected<void> XmlReader::add(const xml_node& element, std::size_t depth) {
    if (element.type() != pugi::node_element) {
        return fail(element.parent(), "unexpected text between nodes", "only nodes");
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
    made.file = m_xml.isIncluded(element) ? m_xml.fileOf(element) : std::string();
    made.line = m_xml.lineOf(element);
    m_names.setPlace(fmt::format("{}:{}", m_xml.fileOf(element), made.line));
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
        node(n).kind = type->kind;
        done = m_ports.read(element, n, *type);
        if (done) {
            done = children(element, n, type->leastChildren, type->mostChildren);
        }
    } else if (const std::string_view why = refusalOf(id); !why.empty()) {
        return fail(element, fmt::format("<{}> is not supported: {}", id, why),
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
                    meant.empty() ? "one of `sideline decision measures`, with - in place of ."
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
            : least == 1    ? "at least one"
                            : fmt::format("at least {}", least));
    }
    for (const xml_node& child : all) {
        if (auto done = this->element(child, static_cast<std::size_t>(node(n).depth) + 1); !done) {
            return done;
        }
    }
    return {};
}

// Reads the attributes that all nodes may have: preconditions and scripts that run afterward.
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
        } else if (name.starts_with('_') && !isEditorAttribute(name) &&
                   !std::string_view(element.name()).starts_with("SubTree")) {
            std::vector<std::string_view> all(kBefore.begin(), kBefore.end());
            all.insert(all.end(), kAfter.begin(), kAfter.end());
            if (const std::string_view meant = base::nearestName(name, all); !meant.empty()) {
                return fail(attribute, fmt::format("'{}' is unknown", name),
                            fmt::format("{}?", meant));
            }
            m_tree.warnings.push_back( // BehaviorTree.CPP allows such attributes, for use by
                                       // programs
                fmt::format("{}:{}: '{}' has no effect", m_xml.fileOf(element),
                            m_xml.lineOf(attribute), name));
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
        return fail(element, "a subtree cannot contain nodes", "none");
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

// Sets up the names of a subtree: its ports refer to names of the enclosing tree, or are values.
Expected<int> XmlReader::remap(const xml_node& element, std::string_view id, std::string_view tag) {
    const auto flag = [&](const char* name) {
        const std::string_view value = element.attribute(name).value();
        return value == "true" || value == "1";
    };
    const int scope =
        m_names.open(fmt::format("{}::{}", id, m_tree.nodes.size()), flag("__shared_blackboard"),
                     flag("_autoremap") || flag("__autoremap"));
    // In version 3, ports of a <SubTree> are names, with or without braces.
    const bool areNames = m_xml.isOld(element) && tag == "SubTree";
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
        if (isEditorAttribute(name) || name.starts_with('_')) {
            continue;
        }
        if (isWord(name) && !isName(name)) {
            return fail(attribute, nameFault("entry", name), "another name");
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
        if (name.starts_with('_') || isEditorAttribute(name) ||
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
                                           std::string file, const TreeFiles& files,
                                           std::string_view main) {
    return readForm<BehaviorTree>(text, std::move(title), std::move(file), [&](BehaviorTree& tree) {
        return XmlReader(tree, text, files).read(main);
    });
}

} // namespace sideline::decision
