#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "agentcore/base/error.h"

namespace sideline::decision {

/// A file of behavior trees as XML, with lines for errors: its trees, the main tree, and the ports
/// of subtrees that its palette declares.
class XmlTrees {
public:
    /// @param text must outlive this object
    explicit XmlTrees(std::string_view text) : m_source(text), m_buffer(text) {}
    XmlTrees(const XmlTrees&) = delete;
    XmlTrees& operator=(const XmlTrees&) = delete;

    /// Errors, with line: invalid XML; another root element, or unknown elements in it; no main
    /// tree.
    [[nodiscard]] base::Expected<void> read();

    /// Whether it is of version 3 of the format.
    [[nodiscard]] bool isOld() const { return m_isOld; }
    [[nodiscard]] const std::string& main() const { return m_main; }
    /// By their IDs.
    [[nodiscard]] const std::map<std::string, pugi::xml_node, std::less<>>& trees() const {
        return m_trees;
    }
    /// Default values of a subtree's ports; null: none.
    using Ports = std::vector<std::pair<std::string, std::string>>;
    [[nodiscard]] const Ports* defaultsOf(std::string_view id) const;

    [[nodiscard]] int lineOf(const pugi::xml_node& node) const { return lineAt(node.name()); }
    [[nodiscard]] int lineOf(const pugi::xml_attribute& attribute) const {
        return lineAt(attribute.name());
    }
    /// An error of a node or an attribute.
    template <typename Part>
    [[nodiscard]] tl::unexpected<base::Error> fail(const Part& part, std::string message,
                                                   std::string expected) const {
        return failAt(lineOf(part), std::move(message), std::move(expected));
    }

private:
    [[nodiscard]] int lineAt(const char* place) const;
    [[nodiscard]] static tl::unexpected<base::Error> failAt(int line, std::string message,
                                                            std::string expected);
    [[nodiscard]] base::Expected<void> readRoot(const pugi::xml_node& root);
    void readModel(const pugi::xml_node& model);

    std::string_view m_source;
    std::string m_buffer; ///< a copy that the parser modifies in place, so that names stay valid
    pugi::xml_document m_document;
    bool m_isOld = false;
    std::string m_main;
    std::map<std::string, pugi::xml_node, std::less<>> m_trees;
    std::map<std::string, Ports, std::less<>> m_models;
};

} // namespace sideline::decision
