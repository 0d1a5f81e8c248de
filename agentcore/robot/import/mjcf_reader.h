#pragma once

#include <pugixml.hpp>

#include "agentcore/base/error.h"
#include "agentcore/robot/import/body_tree.h"
#include "agentcore/robot/import/xml_sources.h"

namespace sideline::robot::imported {

/// Reads a robot in MJCF, with the files that `sources` includes: the only body of the world or, if
/// there are several, the one with a free joint.
/// @param root the element `<mujoco>` of `sources`
/// Errors: Malformed, UnsupportedFormat, LimitExceeded, with file and line. Any thread.
[[nodiscard]] base::Expected<ImportedTree> readMjcf(const XmlSources& sources,
                                                    const pugi::xml_node& root);

} // namespace sideline::robot::imported
