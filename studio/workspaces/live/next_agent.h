#pragma once

#include "agentcore/runtime/agent_settings.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// What a new agent is offered at the server that is watched: its address, a robot that plays
/// there, the next free number of its team, and a place in its own half.
/// @param view the server; settings stay the usual ones without any
[[nodiscard]] runtime::AgentSettings nextAgentAt(const widgets::SimulatorView& view);

} // namespace sideline::studio
