#pragma once

#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator {

/// Frames around the start frame, from which velocities are estimated.
struct FrameNeighbors {
    monitor::MatchFramePtr before; ///< null if there is none
    monitor::MatchFramePtr after;  ///< null if there is none
};

/// A situation created from a frame, with remarks for the user.
struct FrameSituation {
    StartSituation situation;
    std::vector<std::string> remarks; ///< robots that have fallen, overlap or were repaired
};

/// Creates the situation of a match frame, from any server and monitor stream.
///
/// Robots get their torso poses and joint angles. Velocities are differences between the previous
/// and the next frame; for the ball between the present and the next frame, since a kick would
/// spoil the mean. Objects teleported between two frames are at rest. Joint speeds are only
/// estimated from frames less than `kMaxJointGapS` apart, because legs reverse faster than the
/// frame rate of the server's own logs.
/// @param source origin of the frame, for display
/// @param robots catalog for looking up robots
/// Errors: InvalidArgument for a frame that is damaged, has no ball, contains values that are not
/// finite, has a play mode unknown to our referee, or a robot that cannot be simulated.
[[nodiscard]] base::Expected<FrameSituation> situationOf(const monitor::MatchFrame& frame,
                                                         const FrameNeighbors& neighbors,
                                                         std::string source,
                                                         const robot::RobotCatalog& robots);

inline constexpr double kMaxJointGapS = 0.1;

} // namespace sideline::simulator
