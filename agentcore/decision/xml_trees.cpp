#include "agentcore/decision/xml_trees.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

namespace {

using base::Expected;

constexpr std::size_t kMaxFiles = 64;

// The IDs of the trees that a tree contains.
void collectSubtrees(const pugi::xml_node& node, std::set<std::string, std::less<>>& ids) {
    for (const pugi::xml_node& each : node.children()) {
        if (std::string_view(each.name()).starts_with("SubTree")) {
            ids.insert(each.attribute("ID").value());
        }
        collectSubtrees(each, ids);
    }
}

std::string listOf(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& each : names) {
        text += fmt::format("{}'{}'", text.empty() ? "" : ", ", each);
    }
    return text;
}

} // namespace

std::vector<std::string> behaviorTreeIds(std::string_view text) {
    std::vector<std::string> ids;
    pugi::xml_document document;
    document.load_buffer(text.data(), text.size());
    for (const pugi::xml_node& tree : document.child("root").children("BehaviorTree")) {
        ids.emplace_back(tree.attribute("ID").value());
    }
    std::erase(ids, std::string());
    return ids;
}

bool isBehaviorTreeXml(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n\xef\xbb\xbf"; // and a byte order mark
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kSkipped = {
        {{"<!--", "-->"}, {"<?", "?>"}, {"<!", ">"}}};
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        const auto skipped = std::ranges::find_if(
            kSkipped, [&](const auto& each) { return text.starts_with(each.first); });
        if (skipped == kSkipped.end()) {
            break;
        }
        const std::size_t end = text.find(skipped->second);
        text.remove_prefix(end == std::string_view::npos ? text.size()
                                                         : end + skipped->second.size());
    }
    constexpr std::string_view kRoot = "<root";
    return text.starts_with(kRoot) &&
           (text.size() == kRoot.size() ||
            std::string_view(" \t\r\n/>").find(text[kRoot.size()]) != std::string_view::npos);
}

XmlTrees::XmlTrees(std::string_view text, std::string file, const TreeFiles& files)
    : m_files(files) {
    m_documents.push_back(std::make_unique<Document>());
    m_documents.front()->file = std::move(file);
    m_documents.front()->source = text;
}

// Places outside all files, such as those of text nodes, count as part of the first file.
const XmlTrees::Document& XmlTrees::documentOf(const char* place) const {
    const auto found = std::ranges::find_if(m_documents, [&](const auto& each) {
        const std::string& buffer = each->buffer;
        return place >= buffer.data() && place <= buffer.data() + buffer.size();
    });
    return found == m_documents.end() ? *m_documents.front() : **found;
}

int XmlTrees::lineAt(const char* place) const {
    const Document& document = documentOf(place);
    const char* begin = document.buffer.data();
    const bool isInside = place >= begin && place <= begin + document.buffer.size();
    const auto& source = document.source;
    return 1 + static_cast<int>(std::count(source.begin(),
                                           source.begin() + (isInside ? place - begin : 0), '\n'));
}

tl::unexpected<base::Error> XmlTrees::failAt(const char* place, std::string message,
                                             std::string expected) const {
    return tl::unexpected(treeFault(lineAt(place), std::move(message), std::move(expected))
                              .inFile(documentOf(place).file));
}

const XmlTrees::Ports* XmlTrees::defaultsOf(std::string_view id) const {
    const auto found = m_models.find(id);
    return found == m_models.end() ? nullptr : &found->second;
}

Expected<void> XmlTrees::read(std::string_view main) {
    if (auto done = readDocument(*m_documents.front()); !done) {
        return done;
    }
    return findMain(main);
}

Expected<void> XmlTrees::readDocument(Document& document) {
    document.buffer = document.source;
    std::string& buffer = document.buffer;
    const auto result = document.xml.load_buffer_inplace(buffer.data(), buffer.size(),
                                                         pugi::parse_default, pugi::encoding_utf8);
    if (!result) {
        return failAt(buffer.data() + std::max<std::ptrdiff_t>(result.offset, 0),
                      fmt::format("bad XML: {}", result.description()),
                      "well-formed XML with <root> and <BehaviorTree>");
    }
    const pugi::xml_node root = document.xml.document_element();
    if (std::string_view(root.name()) != "root") {
        return fail(root, fmt::format("<{}> as the root element", root.name()),
                    "<root BTCPP_format=\"4\">");
    }
    return readRoot(root, document);
}

Expected<void> XmlTrees::readRoot(const pugi::xml_node& root, Document& document) {
    const pugi::xml_attribute format = root.attribute("BTCPP_format");
    document.isOld = !format || std::string_view(format.value()) == "3";
    if (!document.isOld && std::string_view(format.value()) != "4") {
        return fail(format, fmt::format("format {}", format.value()), "BTCPP_format=\"4\", or 3");
    }
    for (const pugi::xml_node& child : root.children()) {
        const std::string_view tag = child.name();
        if (tag == "BehaviorTree") {
            const std::string id = child.attribute("ID").value();
            if (!m_trees.emplace(id, child).second) {
                return fail(child, fmt::format("a second tree '{}'", id), "each ID once");
            }
            document.trees.push_back(id);
        } else if (tag == "TreeNodesModel") {
            readModel(child);
        } else if (tag == "include") {
            if (auto done = include(child, document); !done) {
                return done;
            }
        } else if (child.type() == pugi::node_element) {
            return fail(child, fmt::format("unexpected <{}> in <root>", tag),
                        "BehaviorTree, TreeNodesModel or include");
        }
    }
    return {};
}

// Each file counts once, however often it is included.
Expected<void> XmlTrees::include(const pugi::xml_node& element, const Document& document) {
    const std::string_view path = element.attribute("path").value();
    if (path.empty()) {
        return fail(element, "<include> without a path", "path=\"FILE\", relative to this file");
    }
    if (element.attribute("ros_pkg") && path.front() != '/') {
        return fail(element, "<include> names a file in a ROS package",
                    "path=\"FILE\", relative to this file, without ros_pkg");
    }
    if (!m_files || m_documents.size() >= kMaxFiles) {
        return fail(element, fmt::format("'{}' cannot be included", path),
                    m_files ? fmt::format("at most {} files", kMaxFiles)
                            : "all trees in one file, since this text has no folder");
    }
    auto file = m_files(path, document.file);
    if (!file) {
        const base::Error& error = file.error();
        return fail(element, fmt::format("'{}' cannot be included: {}", path, error.toString()),
                    error.expected.empty() ? "a file of behavior trees, relative to this file"
                                           : "");
    }
    const auto isThere = [&](const auto& each) { return each->file == file->name; };
    if (std::ranges::any_of(m_documents, isThere)) {
        return {};
    }
    m_documents.push_back(std::make_unique<Document>());
    Document& included = *m_documents.back();
    included.file = std::move(file->name);
    included.source = std::move(file->text);
    return readDocument(included);
}

// Only the ports of subtrees are read from the palette.
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

Expected<void> XmlTrees::findMain(std::string_view main) {
    const pugi::xml_node root = m_documents.front()->xml.document_element();
    const pugi::xml_attribute named = root.attribute("main_tree_to_execute");
    m_main = main.empty() ? std::string_view(named.value()) : main;
    if (m_main.empty()) {
        const std::vector<std::string> outermost = outermostTrees();
        if (outermost.size() != 1) {
            return fail(
                root, "the tree to be run is not specified",
                outermost.empty()
                    ? std::string("main_tree_to_execute=\"ID\" of a <BehaviorTree ID=...>")
                    : fmt::format("main_tree_to_execute=\"ID\" or the option `tree`, naming "
                                  "one of {}, which no other tree contains",
                                  listOf(outermost)));
        }
        m_main = outermost.front();
    }
    if (!m_trees.contains(m_main)) {
        std::vector<std::string_view> names;
        for (const auto& [name, tree] : m_trees) {
            names.push_back(name);
        }
        const std::string_view meant = base::nearestName(m_main, names);
        return fail(root, fmt::format("there is no tree '{}' to run", m_main),
                    meant.empty() ? "the ID of a <BehaviorTree>" : fmt::format("{}?", meant));
    }
    return {};
}

// The trees of the file itself that no other tree contains; if the file has no trees, the included
// tree if there is only one.
std::vector<std::string> XmlTrees::outermostTrees() const {
    std::set<std::string, std::less<>> contained;
    for (const auto& [id, tree] : m_trees) {
        std::set<std::string, std::less<>> ids;
        collectSubtrees(tree, ids);
        ids.erase(id);
        contained.merge(ids);
    }
    std::vector<std::string> found;
    std::ranges::copy_if(m_documents.front()->trees, std::back_inserter(found),
                         [&](const std::string& id) { return !contained.contains(id); });
    if (m_documents.front()->trees.empty() && m_trees.size() == 1) {
        found.push_back(m_trees.begin()->first);
    }
    return found;
}

} // namespace sideline::decision
