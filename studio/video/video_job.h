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
#include "studio/video/video_plan.h"
#include "studio/video/video_scoreboard.h"
#include "studio/video/video_writer.h"
#include "viewer3d/scene/match_scene.h"
#include "viewer3d/view/camera_rig.h"
#include "viewer3d/view/offscreen_view.h"

namespace sideline::studio {

/// What is shown of and over a match besides the match itself.
struct VideoOverlays {
    bool scoreboard = true; ///< teams, score, clock and play mode
    bool numbers = true;    ///< over the heads of the players
    bool names = false;     ///< team and number over the heads, instead of numbers alone
    bool goals = true;      ///< teams' names over the goals that they defend
    bool drawings = true;   ///< those that a log was recorded with
    bool captions = false;  ///< what happens, in words
};

/// The overlays that a command line names: words with commas between them, `all` or `none`.
/// Errors: InvalidArgument with the names that there are.
[[nodiscard]] base::Expected<VideoOverlays> videoOverlays(const QString& names);

/// What a video is made of.
struct VideoRequest {
    std::shared_ptr<const logs::MatchLog> log; ///< indexed to its end
    VideoPlan plan;                            ///< with shots
    VideoSettings settings;
    std::filesystem::path file;
    base::OutputOptions output;
    viewer3d::SceneOptions scene;
    widgets::TeamColors colors;
    double fovYRad = 0.785;
    VideoOverlays overlays;             ///< count instead of the scene's labels
    std::vector<VideoCaption> captions; ///< in order of time
    /// How many times larger pictures are drawn than they are written, to smooth them; 1 to 4.
    double smoothing = viewer3d::OffscreenView::kUsualOversampling;
};

/// Makes a video of a log, picture by picture, one video at a time; nothing is left of one that is
/// not complete. Pictures are drawn by Qt 3D; meanwhile the next frame is read and the picture
/// before is added, in threads of their own. GUI thread only.
class VideoJob : public QObject {
    Q_OBJECT
public:
    explicit VideoJob(QObject* parent = nullptr);
    ~VideoJob() override;

    /// Errors: those of `VideoWriter::create`; InvalidArgument while another video is made.
    base::Expected<void> start(VideoRequest request);
    [[nodiscard]] bool isRunning() const { return m_work != nullptr; }
    /// Asks the work to stop; `finished` reports when it has.
    void cancel() { m_isCanceled = true; }
    [[nodiscard]] std::size_t pictureCount() const;

Q_SIGNALS:
    void progressed(int percent);
    /// @param error what went wrong; empty if the file was written
    void finished(const QString& file, const QString& error, bool canceled);

private:
    struct Work;
    void goOn();
    void read();
    void draw();
    void aim();
    void add();
    void finish(const base::Expected<void>& outcome);

    std::shared_ptr<Work> m_work; ///< null while nothing is made
    std::unique_ptr<viewer3d::OffscreenView> m_view;
    viewer3d::CameraRig m_rig;
    BackgroundTask m_reading;
    BackgroundTask m_adding;
    bool m_isCanceled = false;
    int m_percent = -1;
};

} // namespace sideline::studio
