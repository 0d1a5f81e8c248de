#pragma once

#include <span>

#include "agentcore/runtime/agent_settings.h"
#include "studio/session/agent_host.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// What a new agent is offered at the server that is watched: its address, a robot that plays
/// there, the next free number of its team, and a place in its own half.
/// @param view the server; settings stay the usual ones without any
/// @param ours agents of the studio: one that is still joining has its number already
[[nodiscard]] runtime::AgentSettings nextAgentAt(const widgets::SimulatorView& view,
                                                 std::span<const AgentHost::Agent> ours);

} // namespace sideline::studio
