#pragma once

#include <functional>

#include <QObject>
#include <QString>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/export_job.h"
#include "studio/session/log_motion_job.h"
#include "studio/session/shown_match.h"
#include "studio/video/video_job.h"
#include "studio/workspaces/replay/match_panels.h"

namespace sideline::studio {

/// Exports data of a match: tables, clips, pictures, recordings of live matches, motions. GUI
/// thread only.
class ExportControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls.
    /// @param window parent window of dialogs
    /// @param pictured returns the 3D view to take pictures of
    ExportControls(const MatchPanels& panels, ShownMatch& match, ActionTable& actions,
                   QWidget* window, std::function<viewer3d::MatchView&()> pictured);

    [[nodiscard]] bool isRunning() const {
        return m_export.isRunning() || m_video.isRunning() || m_preparing.isRunning();
    }
    void cancel() {
        m_export.cancel();
        m_video.cancel();
        if (m_preparing.isRunning()) {
            m_preparing.cancel();
            Q_EMIT activityChanged();
        }
    }
    /// Returns the files that are being written, with the progress.
    [[nodiscard]] QString activity() const;

Q_SIGNALS:
    void activityChanged();
    /// A motion was made from the movement of a robot in an interval of the match.
    void motionMade(const sideline::keyframe::Motion& motion, const QString& note);

private:
    void exportTable(ExportJob::Kind kind, const QString& name);
    void exportClip();
    void startExport(ExportJob::Kind kind, logs::FrameRange range, const QString& file);
    void finishExport(const QString& file, const QString& error, bool canceled,
                      const QString& leftOut);
    void saveLiveRecording();
    /// Interval of the match to export: the loop, or the interval on the ruler. Record time.
    struct Interval {
        double fromS;
        double toS;
        bool isLoop;
    };
    [[nodiscard]] Interval interval() const;
    void exportVideo();
    void savePicture();
    void copyPicture();
    void makeMotion();

    MatchPanels m_panels;
    ShownMatch& m_match;
    QWidget* m_window;
    std::function<viewer3d::MatchView&()> m_pictured;
    ExportJob m_export;
    VideoJob m_video;
    BackgroundTask m_preparing; ///< preparation of a video
    QString m_exportFile;
    int m_exportPercent = 0;
    LogMotionJob m_motionJob;
    QString m_motionName;
};

} // namespace sideline::studio
