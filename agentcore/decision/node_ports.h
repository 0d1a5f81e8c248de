#pragma once

#include <cstddef>
#include <string_view>

#include <pugixml.hpp>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/loop_queues.h"
#include "agentcore/decision/node_scripts.h"
#include "agentcore/decision/node_types.h"
#include "agentcore/decision/xml_trees.h"

namespace sideline::decision {

/// Reads the ports of the nodes of BehaviorTree.CPP into a tree.
class NodePorts {
public:
    /// All arguments must outlive this object.
    NodePorts(BehaviorTree& tree, const XmlTrees& xml, NodeScripts& scripts, LoopQueues& queues)
        : m_tree(tree), m_xml(xml), m_scripts(scripts), m_queues(queues) {}

    /// @param n index of the element's node in the tree, whose kind is set
    /// Errors, with line: unknown, missing or invalid ports.
    [[nodiscard]] base::Expected<void> read(const pugi::xml_node& element, std::size_t n,
                                            const NodeType& type);

private:
    [[nodiscard]] base::Expected<void> numbers(const pugi::xml_node& element, std::size_t n,
                                               const NodeType& type);
    [[nodiscard]] base::Expected<void> other(const pugi::xml_node& element,
                                             const pugi::xml_attribute& attribute, std::size_t n,
                                             std::string_view tag);
    [[nodiscard]] base::Expected<void> output(const pugi::xml_node& element,
                                              const pugi::xml_attribute& attribute, std::size_t n);
    // The scripts, prepared so that their errors name the line of this attribute.
    [[nodiscard]] NodeScripts& scriptsAt(const pugi::xml_attribute& attribute) {
        m_scripts.setLine(m_xml.lineOf(attribute));
        return m_scripts;
    }
    [[nodiscard]] BtNode& node(std::size_t n) { return m_tree.nodes[n]; }

    BehaviorTree& m_tree;
    const XmlTrees& m_xml;
    NodeScripts& m_scripts;
    LoopQueues& m_queues;
};

} // namespace sideline::decision
