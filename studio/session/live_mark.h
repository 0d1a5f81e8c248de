#pragma once

#include "studio/session/live_session.h"
#include "widgets/common/workspace_bar.h"
#include "widgets/match/transport_bar.h"

namespace sideline::studio {

/// Where the view of a live match is, and how its server does, for the mark beside the ruler.
[[nodiscard]] widgets::LiveMark liveMark(const LiveSession& live);
/// How the simulator does, or the server that is watched, for the lamp beside the tabs.
[[nodiscard]] widgets::SimulatorLamp simulatorLamp(const LiveSession& live);

} // namespace sideline::studio
