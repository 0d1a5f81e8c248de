#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pugixml.hpp>

#include "agentcore/base/error.h"
#include "agentcore/decision/behavior_tree_xml.h"

namespace sideline::decision {

/// The XML files of a behavior tree, with files and lines for errors: a file and the files that it
/// includes, their trees, the main tree, and the ports of subtrees declared in their palettes.
class XmlTrees {
public:
    /// @param file name of the file, for errors
    XmlTrees(std::string_view text, std::string file, const TreeFiles& files);
    XmlTrees(const XmlTrees&) = delete;
    XmlTrees& operator=(const XmlTrees&) = delete;

    /// @param main tree to run; if empty, the one that the file names, or else the only one that no
    /// other tree contains
    /// Errors, with file and line: invalid XML; another root element, or unknown elements in it; a
    /// file that cannot be included; no main tree.
    [[nodiscard]] base::Expected<void> read(std::string_view main);

    [[nodiscard]] const std::string& main() const { return m_main; }
    /// The trees by ID.
    [[nodiscard]] const std::map<std::string, pugi::xml_node, std::less<>>& trees() const {
        return m_trees;
    }
    /// Default values of a subtree's ports; null if the subtree declares none.
    using Ports = std::vector<std::pair<std::string, std::string>>;
    [[nodiscard]] const Ports* defaultsOf(std::string_view id) const;

    /// Whether a node's file is of version 3 of the format.
    [[nodiscard]] bool isOld(const pugi::xml_node& node) const {
        return documentOf(node.name()).isOld;
    }
    [[nodiscard]] const std::string& fileOf(const pugi::xml_node& node) const {
        return documentOf(node.name()).file;
    }
    /// Whether a node's file is an included one.
    [[nodiscard]] bool isIncluded(const pugi::xml_node& node) const {
        return &documentOf(node.name()) != m_documents.front().get();
    }
    [[nodiscard]] int lineOf(const pugi::xml_node& node) const { return lineAt(node.name()); }
    [[nodiscard]] int lineOf(const pugi::xml_attribute& attribute) const {
        return lineAt(attribute.name());
    }
    /// An error in a node or an attribute.
    template <typename Part>
    [[nodiscard]] tl::unexpected<base::Error> fail(const Part& part, std::string message,
                                                   std::string expected) const {
        return failAt(part.name(), std::move(message), std::move(expected));
    }

private:
    struct Document {
        std::string file;
        std::string source;
        std::string buffer; ///< a copy that the parser modifies in place, so that names stay valid
        pugi::xml_document xml;
        bool isOld = false;
        std::vector<std::string> trees; ///< their IDs
    };

    [[nodiscard]] const Document& documentOf(const char* place) const;
    [[nodiscard]] int lineAt(const char* place) const;
    [[nodiscard]] tl::unexpected<base::Error> failAt(const char* place, std::string message,
                                                     std::string expected) const;
    [[nodiscard]] base::Expected<void> readDocument(Document& document);
    [[nodiscard]] base::Expected<void> readRoot(const pugi::xml_node& root, Document& document);
    [[nodiscard]] base::Expected<void> include(const pugi::xml_node& element,
                                               const Document& document);
    void readModel(const pugi::xml_node& model);
    [[nodiscard]] base::Expected<void> findMain(std::string_view main);
    [[nodiscard]] std::vector<std::string> outermostTrees() const;

    const TreeFiles& m_files;
    std::vector<std::unique_ptr<Document>> m_documents; ///< the including file comes first
    std::string m_main;
    std::map<std::string, pugi::xml_node, std::less<>> m_trees;
    std::map<std::string, Ports, std::less<>> m_models;
};

} // namespace sideline::decision
