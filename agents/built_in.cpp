// The one list of behaviors: a new one takes a pair of files in agents/behaviors and a line here.
#include "agents/behavior_registry.h"
#include "agents/behaviors/hold.h"
#include "agents/behaviors/play.h"
#include "agents/behaviors/stand.h"

namespace sideline::agents {

BehaviorRegistry builtInBehaviors() {
    BehaviorRegistry registry;
    registry.add(standAndLookInfo());
    registry.add(playMotionInfo());
    registry.add(holdPoseInfo());
    return registry;
}

} // namespace sideline::agents
