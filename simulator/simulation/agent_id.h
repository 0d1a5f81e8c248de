#pragma once

#include "agentcore/base/strong_index.h"

namespace sideline::simulator {

/// Identifies an agent of a simulation while it is connected; never reused.
using AgentId = base::StrongIndex<struct AgentTag>;

} // namespace sideline::simulator
