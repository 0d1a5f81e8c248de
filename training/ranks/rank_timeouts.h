#pragma once

namespace sideline::training {

/// How ranks detect that others are lost.
struct RankTimeouts {
    double heartbeatS = 5.0; ///< interval of heartbeats
    double silenceS = 30.0;  ///< without a message before a rank counts as lost
    double orphanS = 60.0;   ///< without a message of rank 0 before another rank ends
    double farewellS = 3.0;  ///< that rank 0 waits for the others at the end
};

} // namespace sideline::training
