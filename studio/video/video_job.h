#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include <QImage>
#include <QObject>
#include <QString>

#include "logs/match/match_log.h"
#include "studio/session/background_task.h"
#include "studio/video/video_aim.h"
#include "studio/video/video_plan.h"
#include "studio/video/video_scoreboard.h"
#include "studio/video/video_writer.h"
#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/offscreen_view.h"

namespace sideline::studio {

/// What is drawn over a match.
struct VideoOverlays {
    bool scoreboard = true; ///< teams, score, clock and play mode
    bool numbers = true;    ///< numbers above the players
    bool names = false;     ///< team and number above the players, instead of numbers alone
    bool goals = true;      ///< team names above the goals that they defend
    bool drawings = true;   ///< drawings recorded in the log
    bool captions = false;  ///< descriptions of the events
};

/// Parses the overlays of a command line: names separated by commas, `all` or `none`.
/// Errors: InvalidArgument with the valid names.
[[nodiscard]] base::Expected<VideoOverlays> videoOverlays(const QString& names);

/// Everything that is needed to create a video.
struct VideoRequest {
    std::shared_ptr<const logs::MatchLog> log; ///< must be indexed completely
    VideoPlan plan;                            ///< must have shots
    VideoSettings settings;
    std::filesystem::path file;
    base::OutputOptions output;
    viewer3d::SceneOptions scene;
    widgets::TeamColors colors;
    double fovYRad = 0.785;
    VideoOverlays overlays;             ///< replaces the labels of the scene
    std::vector<VideoCaption> captions; ///< sorted by time
    /// Drawn size divided by written size, for antialiasing; 1 to 4.
    double smoothing = viewer3d::OffscreenView::kDefaultOversampling;
};

/// Creates a video of a log, picture by picture, one video at a time; an incomplete file is
/// removed. Qt 3D draws the pictures; meanwhile other threads read the next frame and add the
/// previous picture. GUI thread only.
class VideoJob : public QObject {
    Q_OBJECT
public:
    explicit VideoJob(QObject* parent = nullptr);
    ~VideoJob() override;

    /// Errors: those of `VideoWriter::create`; InvalidArgument while another video is being made.
    base::Expected<void> start(VideoRequest request);
    [[nodiscard]] bool isRunning() const { return m_work != nullptr; }
    /// Requests a stop; `finished` is emitted when the work has ended.
    void cancel() { m_isCanceled = true; }
    [[nodiscard]] std::size_t pictureCount() const;

Q_SIGNALS:
    void progressed(int percent);
    /// @param error reason for a failure; empty on success
    void finished(const QString& file, const QString& error, bool canceled);

private:
    struct Work;
    void startSteps();
    void read();
    void draw();
    void aim();
    void add();
    void finish(const base::Expected<void>& outcome);

    std::shared_ptr<Work> m_work; ///< null while no video is being made
    std::unique_ptr<viewer3d::OffscreenView> m_view;
    std::optional<VideoAim> m_aim; ///< camera of the current or last video
    BackgroundTask m_reading;
    BackgroundTask m_adding;
    bool m_isCanceled = false;
    int m_percent = -1;
};

} // namespace sideline::studio
