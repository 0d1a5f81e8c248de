// The one list of behaviors: a new one takes a pair of files in this folder and a line here.
#include "agents/behaviors/built_in.h"

#include "agents/behaviors/decisions.h"
#include "agents/behaviors/dribble.h"
#include "agents/behaviors/drive.h"
#include "agents/behaviors/formation.h"
#include "agents/behaviors/hold.h"
#include "agents/behaviors/keeper.h"
#include "agents/behaviors/kick.h"
#include "agents/behaviors/place.h"
#include "agents/behaviors/play.h"
#include "agents/behaviors/policy.h"
#include "agents/behaviors/shield.h"
#include "agents/behaviors/stand.h"
#include "agents/behaviors/striker.h"
#include "agents/behaviors/walk.h"

namespace sideline::agents {

BehaviorRegistry builtInBehaviors() {
    BehaviorRegistry registry;
    registry.add(standAndLookInfo());
    registry.add(playMotionInfo());
    registry.add(holdPoseInfo());
    registry.add(policyInfo());
    registry.add(walkInfo());
    registry.add(driveInfo());
    registry.add(kickInfo());
    registry.add(dribbleInfo());
    registry.add(shieldInfo());
    registry.add(circleInfo());
    registry.add(holdPlaceInfo());
    registry.add(strikerInfo());
    registry.add(keeperInfo());
    registry.add(formationInfo());
    registry.add(treeInfo());
    registry.add(networkInfo());
    registry.add(machineInfo());
    registry.add(behaviorTreeInfo());
    return registry;
}

} // namespace sideline::agents
