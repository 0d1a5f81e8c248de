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

/// Camera of a video.
struct VideoCamera {
    viewer3d::CameraMode mode = viewer3d::CameraMode::FollowBall;
    int preset = 0; ///< 1 to 8: one of the eight preset views at the start; 0: none
    /// Camera of a view, with the player that it follows; replaces mode, preset and player.
    std::optional<viewer3d::CameraRig> rig{};
    /// Player that the player cameras follow; if empty, the player nearest to the ball at the cut.
    std::optional<game::PlayerId> player{};
    /// Whether the camera stays in place when its player is beamed or placed.
    bool staysAtBeam = false;
};

/// Parses the camera of a command line: preset1 to preset8, or a camera mode.
/// Errors: InvalidArgument with the valid names.
[[nodiscard]] base::Expected<VideoCamera> videoCamera(std::string_view name);

/// A section of a match in a video, without a cut.
struct VideoShot {
    double fromS = 0.0; ///< record time
    double toS = 0.0;   ///< record time, not before `fromS`
    double speed = 1.0; ///< multiple of real time, > 0
    VideoCamera camera{};
    bool isContinued = false; ///< continues the previous shot at another speed, without a cut
};

/// Everything a video shows, picture by picture. No picture is dropped, however long drawing takes.
struct VideoPlan {
    std::vector<VideoShot> shots;
    int framesPerSecond = 25;

    struct Instant {
        std::size_t shot = 0;
        double recordTimeS = 0.0;
        bool isCut = false; ///< first picture of its shot, unless the shot is continued
    };
    [[nodiscard]] std::size_t pictureCount() const;
    /// @param picture index below `pictureCount()`
    [[nodiscard]] Instant at(std::size_t picture) const;
};

/// Selects the highlights of a match: every goal, starting before the kick, with a slow-motion
/// replay over the scorer's shoulder (for an own goal, of the ball); and shots on target that did
/// not become goals. Ordered by time.
/// @param durationS length of the match in record time
/// @return a plan without shots if there are no highlights
[[nodiscard]] VideoPlan highlightsOf(const logs::MatchStatistics& statistics, double durationS,
                                     int framesPerSecond);

/// Adds slow motion to the shots of a plan, from before the kick of each goal until the ball is in.
/// @param speed speed of the slow motion as a multiple of the shot's speed
[[nodiscard]] VideoPlan withSlowGoals(const VideoPlan& plan,
                                      const logs::MatchStatistics& statistics, double speed);

/// Cuts a shot at bookmarks with commands: words starting with `@` name a camera (`@top`), a player
/// (`@left:7`) or a speed as a multiple of the shot's speed (`@0.5x`). Camera and player apply
/// until changed, a speed applies until the next cut. The last such bookmark before the shot
/// applies to its start.
/// Errors: InvalidArgument for any other word with `@`, with the time of its bookmark.
[[nodiscard]] base::Expected<std::vector<VideoShot>> cutsOf(
    const VideoShot& shot, const std::vector<logs::Bookmark>& bookmarks,
    const logs::LogIndex& index);

/// Text in the lower part of the pictures.
struct VideoCaption {
    double fromS = 0.0; ///< record time
    double toS = 0.0;
    game::Side side = game::Side::None;
    std::string text;
};
/// Returns captions for goals, shots, fouls and set plays with team and player, sorted by time. A
/// caption ends when the next one begins.
[[nodiscard]] std::vector<VideoCaption> captionsOf(const logs::MatchStatistics& statistics);

/// Options for a video of a log.
struct VideoOptions {
    double fromS = 0.0; ///< record time
    double toS = 0.0;   ///< record time, not before `fromS`
    double speed = 1.0;
    VideoCamera camera{};
    int framesPerSecond = 25;
    bool isHighlights = false;         ///< shots, cameras and speeds are chosen automatically
    bool cutsAtBookmarks = false;      ///< see `cutsOf`
    std::optional<double> slowGoals{}; ///< see `withSlowGoals`
    bool hasCaptions = false;
};
/// A video that is ready to be made.
struct PreparedVideo {
    VideoPlan plan;
    std::vector<VideoCaption> captions;
};
/// Prepares a video. Analyzes the match if goals or events are needed, which takes a while; any
/// thread.
/// @param log must be indexed completely
/// Errors: those of `cutsOf`, of `logs::statisticsOf` and of reading bookmarks; InvalidArgument if
/// there is nothing to show.
[[nodiscard]] base::Expected<PreparedVideo> prepareVideo(const logs::MatchLog& log,
                                                         const VideoOptions& options);

/// Returns frames of a log at any time, interpolated between recorded frames. One thread.
class VideoFrames {
public:
    explicit VideoFrames(const logs::MatchLog& log);

    /// Returns the match at a record time, interpolated as on the screen.
    /// Errors: those of `FrameReader::frame`.
    [[nodiscard]] base::Expected<monitor::MatchFramePtr> at(double recordTimeS);
    /// Returns the recorded drawings at a record time; null if the log has none.
    /// Errors: those of `DrawingReader::seek`.
    [[nodiscard]] base::Expected<drawing::DrawingBoardPtr> drawingsAt(double recordTimeS);

private:
    logs::FrameReader m_reader;
    std::unique_ptr<logs::DrawingReader> m_drawings; ///< null without drawings
};

} // namespace sideline::studio
