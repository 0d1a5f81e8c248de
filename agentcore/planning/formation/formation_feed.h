#pragma once

#include "agentcore/base/feed.h"
#include "agentcore/planning/formation/team_formation.h"

namespace sideline::planning {

/// Newer versions of a formation on their way to the players that keep it.
using FormationFeed = base::Feed<TeamFormation>;

} // namespace sideline::planning
