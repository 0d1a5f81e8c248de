#pragma once

#include <string>

#include "agentcore/protocol/percepts.h"

namespace sideline::protocol {

/// Appends one percept as rcssservermj writes it (see `writePercepts`); appends nothing for kinds
/// that this server does not send. Seen objects are written in the order of `VisionPercept::order`.
void writeMujocoPercept(const Percepts& percepts, const PerceptEntry& entry, std::string& out);

} // namespace sideline::protocol
