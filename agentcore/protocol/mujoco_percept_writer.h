#pragma once

#include <string>

#include "agentcore/protocol/percepts.h"

namespace sideline::protocol {

/// Appends one percept as rcssservermj writes it (see `writePercepts`); nothing for a kind that
/// server does not have. What is seen goes out in the order of `VisionPercept::order`.
void writeMujocoPercept(const Percepts& percepts, const PerceptEntry& entry, std::string& out);

} // namespace sideline::protocol
