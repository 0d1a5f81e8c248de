#include "simulator/referee/standing_room.h"

#include <algorithm>

#include "agentcore/robot/posture.h"

namespace sideline::simulator {

StandingRoom standingRoom(const game::Rules& rules, const robot::RobotModel& model) {
    StandingRoom room{rules.agentRadiusM, rules.agentRadiusM};
    if (rules.agentRadiusM != game::Rules().agentRadiusM) {
        return room;
    }
    room.torsoM = robot::placingHeightM(model, rules.agentRadiusM);
    const Eigen::AlignedBox3d& extent_T = model.extent_T();
    room.radiusM = std::max({room.radiusM, -extent_T.min().x(), extent_T.max().x()});
    return room;
}

} // namespace sideline::simulator
