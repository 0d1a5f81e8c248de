#pragma once

#include "studio/session/live_session.h"
#include "widgets/live/simulator_setup.h"

namespace sideline::studio {

/// Shows the switches of noise and rules on the setup page, and applies the user's changes to the
/// simulator and to its later starts. GUI thread only.
/// @param session must outlive the setup page
void connectSwitches(widgets::SimulatorSetup& setup, LiveSession& session);

} // namespace sideline::studio
