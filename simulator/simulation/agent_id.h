#pragma once

#include "agentcore/base/strong_index.h"

namespace sideline::simulator {

/// Names an agent of a simulation for as long as it is connected; never given twice.
using AgentId = base::StrongIndex<struct AgentTag>;

} // namespace sideline::simulator
