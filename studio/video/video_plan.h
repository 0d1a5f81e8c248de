#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/drawing/drawing_board.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/match_frame.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/drawings.h"
#include "logs/match/frame_reader.h"
#include "logs/match/match_log.h"
#include "logs/replay/bookmarks.h"
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
    VideoCamera camera{};
    bool isContinued = false; ///< goes on from the shot before, at another speed: no cut
};

/// What a video shows, picture by picture: none is left out, whatever it costs to make.
struct VideoPlan {
    std::vector<VideoShot> shots;
    int framesPerSecond = 25;

    struct Instant {
        std::size_t shot = 0;
        double recordTimeS = 0.0;
        bool isCut = false; ///< the first one of its shot, unless that is continued
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

/// The shots of a plan, in slow motion from before the kick of a goal until the ball is in.
/// @param speed times real time there, times that of the shot
[[nodiscard]] VideoPlan withSlowGoals(const VideoPlan& plan,
                                      const logs::MatchStatistics& statistics, double speed);

/// A shot with cuts at the bookmarks that say so: words of their texts with `@` name a camera
/// (`@top`), a player (`@left:7`) or a speed times that of the shot (`@0.5x`). Camera and player
/// stay until another one is named, a speed until the next cut. The last such bookmark before the
/// shot counts for its begin.
/// Errors: InvalidArgument for another word with `@`, with the time of its bookmark.
[[nodiscard]] base::Expected<std::vector<VideoShot>> cutsOf(
    const VideoShot& shot, const std::vector<logs::Bookmark>& bookmarks,
    const logs::LogIndex& index);

/// What a text in the lower part of pictures tells.
struct VideoCaption {
    double fromS = 0.0; ///< record time
    double toS = 0.0;
    game::Side side = game::Side::None;
    std::string text;
};
/// Goals, shots, fouls and set plays with who did it, in order of time. One is gone when the next
/// one comes.
[[nodiscard]] std::vector<VideoCaption> captionsOf(const logs::MatchStatistics& statistics);

/// What is wanted of a video of a log.
struct VideoWishes {
    double fromS = 0.0; ///< record time
    double toS = 0.0;   ///< the same, not before `fromS`
    double speed = 1.0;
    VideoCamera camera{};
    int framesPerSecond = 25;
    bool isHighlights = false;         ///< a director chooses shots, cameras and speeds
    bool cutsAtBookmarks = false;      ///< see `cutsOf`
    std::optional<double> slowGoals{}; ///< see `withSlowGoals`
    bool hasCaptions = false;
};
/// A video as it is wanted, ready to be made.
struct PreparedVideo {
    VideoPlan plan;
    std::vector<VideoCaption> captions;
};
/// Counts the match if goals or events are wanted, which takes a while; any thread.
/// @param log indexed to its end
/// Errors: those of `cutsOf`, of `logs::statisticsOf` and of reading bookmarks; InvalidArgument if
/// there is nothing to be shown.
[[nodiscard]] base::Expected<PreparedVideo> prepareVideo(const logs::MatchLog& log,
                                                         const VideoWishes& wishes);

/// Frames of a log at any time, also between two of them. One thread.
class VideoFrames {
public:
    explicit VideoFrames(const logs::MatchLog& log);

    /// The match at a record time, moved on from the frame before as for the screen.
    /// Errors: those of `FrameReader::frame`.
    [[nodiscard]] base::Expected<monitor::MatchFramePtr> at(double recordTimeS);
    /// What a log that was recorded with drawings has at a record time; null without any.
    /// Errors: those of `DrawingReader::seek`.
    [[nodiscard]] base::Expected<drawing::DrawingBoardPtr> drawingsAt(double recordTimeS);

private:
    logs::FrameReader m_reader;
    std::unique_ptr<logs::DrawingReader> m_drawings; ///< null without drawings
};

} // namespace sideline::studio
