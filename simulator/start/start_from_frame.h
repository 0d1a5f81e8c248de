#pragma once

#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator {

/// Frames around the one that becomes a start, from which speeds are estimated.
struct FrameNeighbors {
    monitor::MatchFramePtr before; ///< null: there is none
    monitor::MatchFramePtr after;  ///< the same
};

/// A situation made of a frame, and what people should know about it.
struct FrameSituation {
    StartSituation situation;
    std::vector<std::string> remarks; ///< robots that have fallen, overlap or had to be mended
};

/// The situation that a frame of a match shows, of any server and monitor stream.
///
/// Robots get the poses of their torsos and the angles of their joints. Velocities are slopes from
/// the frame before to the one after; the ball's is that to the frame after, as a kick between the
/// frames would spoil the mean. What was put elsewhere between two frames is at rest. Joint speeds
/// are estimated only from frames that are less than `kMostJointGapS` apart, as legs turn back
/// faster than the server's own logs have frames.
/// @param source where the frame comes from, for people
/// @param robots where robots are looked up
/// Errors: InvalidArgument for a frame that is damaged, has no ball, no numbers where some should
/// be, a play mode that our referee does not know, or a robot that the simulator cannot simulate.
[[nodiscard]] base::Expected<FrameSituation> situationOf(const monitor::MatchFrame& frame,
                                                         const FrameNeighbors& neighbors,
                                                         std::string source,
                                                         const robot::RobotCatalog& robots);

inline constexpr double kMostJointGapS = 0.1;

} // namespace sideline::simulator
