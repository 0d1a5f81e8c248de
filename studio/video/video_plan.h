#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/frame_reader.h"
#include "logs/match/match_log.h"
#include "viewer3d/view/camera_rig.h"

namespace sideline::studio {

/// From where a video looks.
struct VideoCamera {
    viewer3d::CameraMode mode = viewer3d::CameraMode::FollowBall;
    int preset = 0; ///< 1 to 8: one of the eight views to begin with; 0: none
    /// A camera as it stands, which counts instead of mode and preset.
    std::optional<viewer3d::CameraRig> rig{};
    /// Whom the player cameras look at; without one it is who is nearest to the ball at the cut.
    std::optional<game::PlayerId> player;
};

/// The camera that a command line names: preset1 to preset8, or a camera mode.
/// Errors: InvalidArgument with the names that there are.
[[nodiscard]] base::Expected<VideoCamera> videoCamera(std::string_view name);

/// A piece of a match in a video, without a cut.
struct VideoShot {
    double fromS = 0.0; ///< record time
    double toS = 0.0;   ///< the same, not before `fromS`
    double speed = 1.0; ///< times real time, > 0
    VideoCamera camera;
};

/// What a video shows, picture by picture: none is left out, whatever it costs to make.
struct VideoPlan {
    std::vector<VideoShot> shots;
    int framesPerSecond = 25;

    struct Instant {
        std::size_t shot = 0;
        double recordTimeS = 0.0;
        bool isCut = false; ///< the first one of its shot
    };
    [[nodiscard]] std::size_t pictureCount() const;
    /// @param picture below `pictureCount()`
    [[nodiscard]] Instant at(std::size_t picture) const;
};

/// What a director shows of a match: every goal, followed from before the kick, and the kick once
/// more in slow motion, over the shoulder of who scored; and shots on target that were none. In the
/// order of the match.
/// @param durationS record time of the match
/// @return without shots if there is nothing of the kind
[[nodiscard]] VideoPlan highlightsOf(const logs::MatchStatistics& statistics, double durationS,
                                     int framesPerSecond);

/// The same for a log, or a part of it.
/// @param fromS,toS game clock; without them the log's begin and end
/// Errors: those of `logs::statisticsOf`; InvalidArgument if there is nothing to be shown.
[[nodiscard]] base::Expected<VideoPlan> highlightsIn(const logs::MatchLog& log,
                                                     std::optional<double> fromS,
                                                     std::optional<double> toS,
                                                     int framesPerSecond);

/// Frames of a log at any time, also between two of them. One thread.
class VideoFrames {
public:
    explicit VideoFrames(const logs::MatchLog& log) : m_reader(log.makeReader()) {}

    /// The match at a record time, moved on from the frame before as for the screen.
    /// Errors: those of `FrameReader::frame`.
    [[nodiscard]] base::Expected<monitor::MatchFramePtr> at(double recordTimeS);

private:
    logs::FrameReader m_reader;
};

} // namespace sideline::studio
