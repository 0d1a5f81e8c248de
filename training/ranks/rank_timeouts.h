#pragma once

namespace sideline::training {

/// Timeouts for detecting lost ranks.
struct RankTimeouts {
    double heartbeatS = 5.0; ///< interval of heartbeats
    double silenceS = 30.0;  ///< silence after which a rank counts as lost
    double orphanS = 60.0;   ///< silence of rank 0 after which the other ranks end
    double farewellS = 3.0;  ///< maximum time that rank 0 waits for the others at the end
};

} // namespace sideline::training
