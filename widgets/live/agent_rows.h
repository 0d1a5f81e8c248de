#pragma once

#include <array>

#include "widgets/live/agent_model.h"

namespace sideline::widgets {

/// All rows of an agent's frame.
/// @param truth may be null
[[nodiscard]] std::array<AgentModel::GroupRows, AgentModel::GroupCount> describeAgent(
    const world::AgentFrame& frame, const monitor::MatchFrame* truth);

} // namespace sideline::widgets
