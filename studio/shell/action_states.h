#pragma once

#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"

namespace sideline::studio {

/// Enables the actions that apply: replaying and exporting require a log, cameras require a match.
/// GUI thread only.
/// @param isSeen whether the match, if there is one, is shown, rather than the first page
void enableActions(ActionTable& actions, const ShownMatch& match, bool isSeen, bool hasStage);

} // namespace sideline::studio
