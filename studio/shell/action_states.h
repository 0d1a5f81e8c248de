#pragma once

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"

namespace sideline::studio {

/// Without a log there is nothing to replay or export, without a match nothing to look at: enables
/// the actions that can do something. GUI thread only.
/// @param isSeen a match is on the screen, if there is one; not the first page
void enableActions(ActionTable& actions, const ShownMatch& match, bool isSeen, bool hasStage);

} // namespace sideline::studio
