#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "agentcore/base/error.h"
#include "agentcore/robot/import/body_tree.h"

namespace sideline::robot::imported {

/// A robot's XML file and the files that it includes, with the lines of their elements.
class XmlSources {
public:
    /// Reads a robot's file.
    /// @return its first element, valid while this object exists
    /// Errors, with file and line: those of `base::readTextFile`; Malformed; UnsupportedFormat for
    /// a document type declaration, whose entities could grow without limit; LimitExceeded.
    [[nodiscard]] base::Expected<pugi::xml_node> open(const std::filesystem::path& file);
    /// Reads all files named by elements `<include file="..."/>`, relative to the folder of the
    /// first file; files outside that folder are not allowed. Each file may be included once.
    /// Errors: those of `open`; InvalidArgument, NotFound.
    [[nodiscard]] base::Expected<void> followIncludes(const pugi::xml_node& root);

    /// Text of the first file.
    [[nodiscard]] const std::string& text() const { return m_files.front()->text; }
    /// Returns the child elements of an element, with the elements of included files in place of
    /// `<include>`.
    [[nodiscard]] std::vector<pugi::xml_node> elements(const pugi::xml_node& parent) const;

    [[nodiscard]] SourcePlace place(const pugi::xml_node& node) const { return at(node.name()); }
    [[nodiscard]] SourcePlace place(const pugi::xml_attribute& attribute) const {
        return at(attribute.name());
    }

private:
    struct File {
        std::string name;
        std::string text;
        std::string buffer; ///< copy of the text, in which the parser stores names and values
        pugi::xml_document document;
    };

    [[nodiscard]] base::Expected<pugi::xml_node> read(const std::filesystem::path& file,
                                                      const std::string& name);
    [[nodiscard]] base::Expected<void> follow(const pugi::xml_node& include);
    [[nodiscard]] SourcePlace at(const char* name) const;
    static SourcePlace placeIn(const File& file, std::size_t offset);
    [[nodiscard]] base::Expected<void> checkTree(const File& file) const;
    void addElements(const pugi::xml_node& parent, std::vector<pugi::xml_node>& elements) const;

    std::vector<std::unique_ptr<File>> m_files;
    std::map<std::size_t, pugi::xml_node> m_included; ///< roots of included files, by the hash of
                                                      ///< the `<include>`
    std::set<std::filesystem::path> m_paths;
    std::filesystem::path m_folder;
    std::size_t m_bytes = 0; ///< total size of all files
};

/// Reads the values of elements and keeps the first fault, like `rsg::CallReader`.
class ElementReader {
public:
    explicit ElementReader(const XmlSources& sources) : m_sources(sources) {}

    [[nodiscard]] const std::optional<base::Error>& error() const { return m_error; }
    [[nodiscard]] const XmlSources& sources() const { return m_sources; }

    template <typename Part>
    void fail(const Part& part, std::string message, std::string expected,
              base::ErrorCode code = base::ErrorCode::Malformed) {
        if (!m_error) {
            m_error = errorAt(m_sources.place(part), code, std::move(message), std::move(expected));
        }
    }

    /// Returns the finite numbers of an attribute, separated by blanks; empty without the
    /// attribute. Malformed for other text, or for fewer or more numbers than allowed.
    std::vector<double> numbers(const pugi::xml_attribute& attribute, std::size_t minCount,
                                std::size_t maxCount);
    std::vector<double> numbers(const pugi::xml_node& element, const char* attribute,
                                std::size_t minCount, std::size_t maxCount) {
        return numbers(element.attribute(attribute), minCount, maxCount);
    }
    /// Returns the number of an attribute, or `otherwise` if the attribute is missing.
    double number(const pugi::xml_node& element, const char* attribute, double otherwise);
    /// Returns the three numbers of an attribute, or `otherwise` if the attribute is missing.
    Eigen::Vector3d vector(const pugi::xml_node& element, const char* attribute,
                           const Eigen::Vector3d& otherwise);
    /// Returns the text of an attribute that must not be missing or empty.
    std::string required(const pugi::xml_node& element, const char* attribute);

private:
    const XmlSources& m_sources;
    std::optional<base::Error> m_error;
};

} // namespace sideline::robot::imported
