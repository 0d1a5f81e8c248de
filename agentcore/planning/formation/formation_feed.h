#pragma once

#include "agentcore/base/feed.h"
#include "agentcore/planning/formation/team_formation.h"

namespace sideline::planning {

/// Passes newer versions of a formation to the players that use it.
using FormationFeed = base::Feed<TeamFormation>;

} // namespace sideline::planning
