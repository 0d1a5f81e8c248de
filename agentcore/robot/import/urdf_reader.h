#pragma once

#include <pugixml.hpp>

#include "agentcore/base/error.h"
#include "agentcore/robot/import/body_tree.h"
#include "agentcore/robot/import/xml_sources.h"

namespace sideline::robot::imported {

/// Reads a robot in URDF. The values are parsed by urdfdom, after a check of each element, so that
/// errors contain line numbers.
/// @param root the element `<robot>` of `sources`
/// Errors: Malformed, UnsupportedFormat, with file and line. Any thread.
[[nodiscard]] base::Expected<ImportedTree> readUrdf(const XmlSources& sources,
                                                    const pugi::xml_node& root);

} // namespace sideline::robot::imported
