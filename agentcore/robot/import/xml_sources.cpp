#include "agentcore/robot/import/xml_sources.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/plural.h"

namespace sideline::robot::imported {

namespace {

using base::ErrorCode;
using base::Expected;
using pugi::xml_node;
namespace fs = std::filesystem;

constexpr int kMaxXmlDepth = 100;
constexpr std::size_t kMaxXmlNodes = 200'000;
constexpr std::size_t kMaxFiles = 64;
constexpr double kMaxValue = 1e9; // maximum in any unit

// Whether the real path of a file is in a folder or below it.
bool isBelow(const fs::path& file, const fs::path& folder) {
    std::error_code fault;
    const fs::path real = fs::weakly_canonical(file, fault);
    const fs::path base = fs::weakly_canonical(folder, fault);
    const auto [end, ignored] = std::mismatch(base.begin(), base.end(), real.begin(), real.end());
    return !fault && end == base.end();
}

bool isXmlBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Returns finite numbers separated by blanks; not set if there is other text.
std::optional<std::vector<double>> parseNumbers(std::string_view text) {
    std::vector<double> values;
    for (;;) {
        text.remove_prefix(
            static_cast<std::size_t>(std::ranges::find_if_not(text, isXmlBlank) - text.begin()));
        if (text.empty()) {
            return values;
        }
        if (text.starts_with('+') && !text.starts_with("+-")) {
            text.remove_prefix(1);
        }
        double value = 0.0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (code != std::errc() || !(std::abs(value) <= kMaxValue) ||
            (!text.empty() && !isXmlBlank(text.front()))) {
            return std::nullopt;
        }
        values.push_back(value);
    }
}

std::string countText(std::size_t minCount, std::size_t maxCount) {
    return minCount == maxCount ? base::plural(minCount, "number")
                                : fmt::format("{} to {} numbers", minCount, maxCount);
}

} // namespace

Expected<xml_node> XmlSources::open(const fs::path& file) {
    m_folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    std::error_code fault;
    m_paths.insert(fs::weakly_canonical(file, fault));
    return read(file, file.string());
}

Expected<xml_node> XmlSources::read(const fs::path& path, const std::string& name) {
    auto text = base::readTextFile(path, kMaxImportBytes, "a robot in URDF or MJCF");
    if (!text) {
        return tl::unexpected(text.error());
    }
    m_bytes += text->size();
    m_files.push_back(std::make_unique<File>());
    File& file = *m_files.back();
    file.name = name;
    file.text = std::move(*text);
    if (m_bytes > kMaxImportBytes || m_files.size() > kMaxFiles) {
        return tl::unexpected(errorAt(
            {name, 1}, ErrorCode::LimitExceeded, "the robot's files are too long or too many",
            fmt::format("at most {} MiB in {} files", kMaxImportBytes >> 20U, kMaxFiles)));
    }
    file.buffer = file.text;
    const auto result = file.document.load_buffer_inplace(file.buffer.data(), file.buffer.size(),
                                                          pugi::parse_default | pugi::parse_doctype,
                                                          pugi::encoding_utf8);
    if (!result) {
        const bool isCut = static_cast<std::size_t>(result.offset) >= file.text.size();
        const std::size_t offset = std::min(
            static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0)), file.text.size());
        std::string what = result.description();
        what[0] = static_cast<char>(what[0] | 0x20);
        return tl::unexpected(errorAt(placeIn(file, offset),
                                      isCut ? ErrorCode::Truncated : ErrorCode::Malformed,
                                      fmt::format("invalid XML: {}", what), "well-formed XML"));
    }
    if (auto checked = checkTree(file); !checked) {
        return tl::unexpected(checked.error());
    }
    return file.document.document_element();
}

Expected<void> XmlSources::checkTree(const File& file) const {
    struct Walker : pugi::xml_tree_walker {
        bool for_each(xml_node& node) override {
            ++count;
            isTooDeep = depth() > kMaxXmlDepth;
            if (node.type() == pugi::node_doctype) {
                doctype = node;
            }
            last = node.type() == pugi::node_element ? node : last;
            return !isTooDeep && count <= kMaxXmlNodes;
        }
        std::size_t count = 0;
        bool isTooDeep = false;
        xml_node doctype;
        xml_node last;
    } walker;
    file.document.root().traverse(walker);
    if (walker.doctype) {
        return tl::unexpected(errorAt(at(walker.doctype.value()), ErrorCode::UnsupportedFormat,
                                      "a document type declaration",
                                      "a robot without <!DOCTYPE> and entities"));
    }
    if (walker.isTooDeep || walker.count > kMaxXmlNodes) {
        return tl::unexpected(
            errorAt(place(walker.last), ErrorCode::LimitExceeded,
                    walker.isTooDeep ? "elements are nested too deeply" : "too many elements",
                    fmt::format("at most {} elements and {} levels", kMaxXmlNodes, kMaxXmlDepth)));
    }
    return {};
}

Expected<void> XmlSources::followIncludes(const xml_node& root) {
    std::vector<xml_node> open{root};
    while (!open.empty()) {
        const xml_node element = open.back();
        open.pop_back();
        for (const xml_node& child : element.children()) {
            if (child.type() != pugi::node_element) {
                continue;
            }
            if (std::string_view(child.name()) != "include") {
                open.push_back(child);
                continue;
            }
            if (auto done = follow(child); !done) {
                return done;
            }
            open.push_back(m_included.at(child.hash_value()));
        }
    }
    return {};
}

Expected<void> XmlSources::follow(const xml_node& include) {
    const SourcePlace from = place(include);
    const fs::path relative(include.attribute("file").value());
    const auto fail = [&](ErrorCode code, std::string message, std::string expected) {
        return tl::unexpected(errorAt(from, code, std::move(message), std::move(expected)));
    };
    if (relative.empty()) {
        return fail(ErrorCode::Malformed, "an <include> names no file", "file=\"parts.xml\"");
    }
    const fs::path path = m_folder / relative;
    if (relative.is_absolute() || std::ranges::find(relative, "..") != relative.end() ||
        !isBelow(path, m_folder)) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("the included file '{}' is outside the robot's folder", relative.string()),
            "a file in the folder of the robot's file or below it");
    }
    std::error_code fault;
    if (!m_paths.insert(fs::weakly_canonical(path, fault)).second) {
        return fail(ErrorCode::Malformed, fmt::format("'{}' is included twice", relative.string()),
                    "each file once");
    }
    auto root = read(path, path.string());
    if (!root) {
        return root.error().line || root.error().code != ErrorCode::NotFound
                   ? tl::unexpected(root.error())
                   : fail(ErrorCode::NotFound,
                          fmt::format("there is no file '{}'", relative.string()),
                          "a file in the folder of the robot's file or below it");
    }
    m_included[include.hash_value()] = *root;
    return {};
}

void XmlSources::addElements(const xml_node& parent, std::vector<xml_node>& elements) const {
    for (const xml_node& child : parent.children()) {
        if (child.type() != pugi::node_element) {
            continue;
        }
        const auto included = m_included.find(child.hash_value());
        if (included != m_included.end()) {
            addElements(included->second, elements);
        } else {
            elements.push_back(child);
        }
    }
}

std::vector<xml_node> XmlSources::elements(const xml_node& parent) const {
    std::vector<xml_node> elements;
    addElements(parent, elements);
    return elements;
}

SourcePlace XmlSources::at(const char* name) const {
    for (const std::unique_ptr<File>& file : m_files) {
        const char* begin = file->buffer.data();
        if (!std::less<>()(name, begin) && std::less<>()(name, begin + file->buffer.size())) {
            return placeIn(*file, static_cast<std::size_t>(name - begin));
        }
    }
    return {m_files.empty() ? std::string() : m_files.front()->name, 0};
}

SourcePlace XmlSources::placeIn(const File& file, std::size_t offset) {
    const auto end = file.text.begin() + static_cast<std::ptrdiff_t>(offset);
    return {file.name, 1 + static_cast<std::uint64_t>(std::count(file.text.begin(), end, '\n'))};
}

std::vector<double> ElementReader::numbers(const pugi::xml_attribute& attribute,
                                           std::size_t minCount, std::size_t maxCount) {
    if (!attribute) {
        return {};
    }
    auto values = parseNumbers(attribute.value());
    if (!values || values->size() < minCount || values->size() > maxCount) {
        constexpr std::size_t kShownBytes = 60;
        fail(attribute,
             fmt::format("{}=\"{}\"", attribute.name(),
                         std::string_view(attribute.value()).substr(0, kShownBytes)),
             countText(minCount, maxCount));
        return std::vector<double>(minCount, 0.0);
    }
    return std::move(*values);
}

double ElementReader::number(const xml_node& element, const char* attribute, double otherwise) {
    const std::vector<double> values = numbers(element, attribute, 1, 1);
    return values.empty() ? otherwise : values.front();
}

Eigen::Vector3d ElementReader::vector(const xml_node& element, const char* attribute,
                                      const Eigen::Vector3d& otherwise) {
    const std::vector<double> values = numbers(element, attribute, 3, 3);
    return values.empty() ? otherwise : Eigen::Vector3d(values[0], values[1], values[2]);
}

std::string ElementReader::required(const xml_node& element, const char* attribute) {
    std::string value = element.attribute(attribute).value();
    if (value.empty()) {
        fail(element, fmt::format("a <{}> without '{}'", element.name(), attribute),
             fmt::format("{}=\"...\"", attribute));
    }
    return value;
}

} // namespace sideline::robot::imported
