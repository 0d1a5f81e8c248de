#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "studio/stage/motion_stage.h"
#include "training/experiment/recorded_trial.h"
#include "widgets/train/play_bar.h"

namespace sideline::studio {

/// The 3D view of an individual's trial, with another one as a ghost, and a bar to play and scrub
/// it. GUI thread only.
class TrainStage : public QWidget {
    Q_OBJECT
public:
    explicit TrainStage(QWidget* parent = nullptr);

    /// Shows another trial, and plays it.
    /// @param trial,ghost may be null
    /// @param fromS time in the trial from which it is first played
    void setTrial(const training::RecordedTrialPtr& trial, const training::RecordedTrialPtr& ghost,
                  double fromS = 0.0);
    /// Sets the text above the picture.
    void setTitle(const QString& individual, const QString& trial);
    void setPlaying(bool isPlaying);
    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    /// Seeks to a time and pauses.
    void goTo(double timeS);
    [[nodiscard]] double timeS() const { return m_timeS; }
    /// Sets whether the stage is shown; if not, nothing is drawn or played.
    void setActive(bool isActive);

    [[nodiscard]] viewer3d::MatchView& view() { return m_stage->view(); }
    [[nodiscard]] QWidget* viewWidget() { return m_stage->viewWidget(); }
    void setOptions(const viewer3d::SceneOptions& options) { m_stage->setOptions(options); }

Q_SIGNALS:
    /// This moment of the trial is shown.
    void momentShown(const training::TrialMoment& moment);

private:
    void tick();
    void show();
    [[nodiscard]] double lengthS() const;

    MotionStage* m_stage;
    widgets::PlayBar* m_bar;
    QTimer m_timer;
    QElapsedTimer m_clock;
    training::RecordedTrialPtr m_trial;
    training::RecordedTrialPtr m_ghost;
    QString m_individual;
    QString m_which;
    double m_timeS = 0.0;
    bool m_isActive = false;
};

} // namespace sideline::studio
