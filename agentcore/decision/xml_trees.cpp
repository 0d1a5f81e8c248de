#include "agentcore/decision/xml_trees.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

using base::Expected;

int XmlTrees::lineAt(const char* place) const {
    const char* begin = m_buffer.data();
    const bool isInside = place >= begin && place <= begin + m_buffer.size();
    return 1 + static_cast<int>(std::count(
                   m_source.begin(), m_source.begin() + (isInside ? place - begin : 0), '\n'));
}

tl::unexpected<base::Error> XmlTrees::failAt(int line, std::string message, std::string expected) {
    return tl::unexpected(treeFault(line, std::move(message), std::move(expected)));
}

const XmlTrees::Ports* XmlTrees::defaultsOf(std::string_view id) const {
    const auto found = m_models.find(id);
    return found == m_models.end() ? nullptr : &found->second;
}

Expected<void> XmlTrees::read() {
    const auto result = m_document.load_buffer_inplace(m_buffer.data(), m_buffer.size(),
                                                       pugi::parse_default, pugi::encoding_utf8);
    if (!result) {
        return failAt(lineAt(m_buffer.data() + std::max<std::ptrdiff_t>(result.offset, 0)),
                      fmt::format("bad XML: {}", result.description()),
                      "well-formed XML with <root> and <BehaviorTree>");
    }
    const pugi::xml_node root = m_document.document_element();
    if (std::string_view(root.name()) != "root") {
        return fail(root, fmt::format("<{}> as the root element", root.name()),
                    "<root BTCPP_format=\"4\">");
    }
    if (auto done = readRoot(root); !done) {
        return done;
    }
    m_main = root.attribute("main_tree_to_execute").value();
    if (m_main.empty() && m_trees.size() == 1) {
        m_main = m_trees.begin()->first;
    }
    if (!m_trees.contains(m_main)) {
        return fail(root,
                    m_main.empty() ? std::string("the tree to be run is not specified")
                                   : fmt::format("there is no tree '{}' to run", m_main),
                    "main_tree_to_execute=\"ID\" of a <BehaviorTree ID=...>");
    }
    return {};
}

Expected<void> XmlTrees::readRoot(const pugi::xml_node& root) {
    const pugi::xml_attribute format = root.attribute("BTCPP_format");
    m_isOld = !format || std::string_view(format.value()) == "3";
    if (!m_isOld && std::string_view(format.value()) != "4") {
        return fail(format, fmt::format("format {}", format.value()), "BTCPP_format=\"4\", or 3");
    }
    for (const pugi::xml_node& child : root.children()) {
        const std::string_view tag = child.name();
        if (tag == "BehaviorTree") {
            const std::string id = child.attribute("ID").value();
            if (!m_trees.emplace(id, child).second) {
                return fail(child, fmt::format("a second tree '{}'", id), "each ID once");
            }
        } else if (tag == "TreeNodesModel") {
            readModel(child);
        } else if (child.type() == pugi::node_element) {
            return fail(child, fmt::format("<{}> in <root>", tag),
                        tag == "include" ? "all trees in one file: files are not included"
                                         : "BehaviorTree or TreeNodesModel");
        }
    }
    return {};
}

// Only the ports of subtrees matter in the palette.
void XmlTrees::readModel(const pugi::xml_node& model) {
    for (const pugi::xml_node& subtree : model.children("SubTree")) {
        auto& ports = m_models[subtree.attribute("ID").value()];
        for (const pugi::xml_node& each : subtree.children()) {
            const pugi::xml_attribute value = each.attribute("default");
            if (value) {
                ports.emplace_back(each.attribute("name").value(), value.value());
            }
        }
    }
}

} // namespace sideline::decision
