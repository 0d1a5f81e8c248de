#pragma once

#include "studio/session/live_session.h"
#include "widgets/common/workspace_bar.h"
#include "widgets/match/transport_bar.h"

namespace sideline::studio {

/// Returns the position of the view in a live match and the state of its server, for the mark next
/// to the ruler.
[[nodiscard]] widgets::LiveMark liveMark(const LiveSession& live);
/// Returns the state of the simulator, or of the connected server, for the lamp next to the tabs.
[[nodiscard]] widgets::SimulatorLamp simulatorLamp(const LiveSession& live);

} // namespace sideline::studio
