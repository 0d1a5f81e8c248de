#pragma once

#include <map>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "agentcore/robot/import/body_tree.h"
#include "agentcore/robot/import/xml_sources.h"

namespace sideline::robot::imported {

/// The links and joints of a URDF file by name, in the order of the file.
struct UrdfOutline {
    struct Link {
        pugi::xml_node element;
        std::string joint;                 ///< joint that attaches the link to its parent; empty
                                           ///< for the first link
        std::vector<std::string> children; ///< joints that attach other links to this one
    };
    std::map<std::string, Link> links;
    std::map<std::string, pugi::xml_node> joints;
    std::string root;               ///< name of the first link
    std::vector<std::string> order; ///< links, parents before children
};

/// Checks the elements of a URDF file: their values, and that the links form a tree.
/// @param notes receives a note about each element that is not read
/// Errors: Malformed, UnsupportedFormat, with file and line.
[[nodiscard]] base::Expected<UrdfOutline> checkUrdf(const XmlSources& sources,
                                                    const pugi::xml_node& root, NoteList& notes);

} // namespace sideline::robot::imported
