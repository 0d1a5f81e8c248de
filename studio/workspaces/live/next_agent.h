#pragma once

#include <span>
#include <string_view>

#include "agentcore/runtime/agent_settings.h"
#include "studio/session/agent_host.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// Returns the default settings of a new agent at a server: its address, a robot that plays there,
/// the next free number of its team, and a position in its own half.
/// @param view state of the server; without a server, the settings keep their defaults
/// @param ours built-in agents; the number of an agent that is still joining counts as taken
/// @param robotName name of the robot that the user has chosen, such as `T1`, used where it plays
[[nodiscard]] runtime::AgentSettings nextAgentAt(const widgets::SimulatorView& view,
                                                 std::span<const AgentHost::Agent> ours,
                                                 std::string_view robotName = {});

} // namespace sideline::studio
