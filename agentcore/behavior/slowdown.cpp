#include "agentcore/behavior/slowdown.h"

#include <algorithm>
#include <array>

#include <Eigen/Core>

#include "agentcore/behavior/walk_along.h"

namespace sideline::behavior {

std::span<const base::NumberInfo<SlowdownSettings>> SlowdownSettings::numbers() {
    using S = SlowdownSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"range", "robots within this distance slow it down when it walks toward them", "m", 0.0,
         5.0, &S::rangeM},
        {"crowd",
         "it uses no fast gait while a robot is within this distance, since a fall would bring "
         "that robot down, too",
         "m", 0.0, 10.0, &S::crowdM},
        {"crowd-speed", "maximum speed while another robot is so near that it uses no fast gait",
         "m/s", 0.1, 3.0, &S::crowdMps},
        {"touch", "distance between the torsos of two robots at which their spread arms touch", "m",
         0.0, 2.0, &S::touchM},
        {"touch-speed",
         "maximum approach speed where spread arms would touch; 0.4 m/s or more is charging", "m/s",
         0.05, 2.0, &S::touchMps},
        {"gain",
         "increase of the maximum approach speed per meter beyond where spread arms would touch",
         "1/s", 0.0, 10.0, &S::gainPerS},
        {"max-age", "sightings of robots older than this are ignored", "s", 0.0, 10.0, &S::maxAgeS},
        {"right-of-way", "an opponent farther from the ball by at least this much must give way",
         "m", 0.0, 2.0, &S::rightOfWayM},
    });
    return kRows;
}

motion::WalkCommand limitSpeedNearRobots(const Context& context, const motion::WalkCommand& command,
                                         const SlowdownSettings& settings) {
    const world::AgentFrame& frame = context.frame;
    if (!frame.body.pose.isValid || command.isZero()) {
        return command;
    }
    const Eigen::Vector2d self_F = frame.body.X_FT.p.head<2>();
    const bool hasBall = frame.world.ball.isKnown;
    const Eigen::Vector2d ball_F = frame.world.ball.p_F.head<2>();
    Eigen::Vector2d speed(command.forwardMps, command.leftMps);
    bool isInCrowd = false;
    for (const world::PlayerBelief& player : frame.world.players) {
        const Eigen::Vector2d p_F = player.p_F.head<2>();
        const double distanceM = (p_F - self_F).norm();
        isInCrowd |= player.ageS < settings.maxAgeS && distanceM < settings.crowdM;
        const bool givesWay =
            !player.isTeammate && !player.isFallen && hasBall &&
            (p_F - ball_F).norm() > (self_F - ball_F).norm() + settings.rightOfWayM;
        if (player.ageS > settings.maxAgeS || distanceM > settings.rangeM || distanceM < 1e-3 ||
            givesWay) {
            continue;
        }
        const Eigen::Vector2d toward = fromRobot(frame.body.X_FT, p_F) / distanceM;
        const double maxMps =
            settings.touchMps + settings.gainPerS * std::max(0.0, distanceM - settings.touchM);
        const double towardMps = speed.dot(toward);
        if (towardMps > maxMps) {
            speed -= (towardMps - maxMps) * toward;
        }
    }
    if (isInCrowd && speed.norm() > settings.crowdMps) {
        speed *= settings.crowdMps / speed.norm();
    }
    motion::WalkCommand limited = command;
    limited.forwardMps = speed.x();
    limited.leftMps = speed.y();
    return limited;
}

} // namespace sideline::behavior
