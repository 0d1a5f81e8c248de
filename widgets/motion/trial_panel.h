#pragma once

#include <memory>
#include <vector>

#include <QString>
#include <QStringList>
#include <QWidget>

#include "widgets/common/fall_report.h"
#include "widgets/motion/trial_run_model.h"

namespace sideline::widgets {

/// Settings of a trial of a motion; indices refer to the owner's lists.
struct TrialChoice {
    int start = 0;
    double ballForwardM = 0.18;
    double ballLeftM = 0.0;
    int repeats = 1;          ///< number of trials, with consecutive seeds
    double noiseDeg = 0.0;    ///< noise of the joint angles of the start pose
    bool onAllRobots = false; ///< runs on all robot types, instead of only the edited one
    bool operator==(const TrialChoice&) const = default;
};

/// A line of the report: name, value, and whether the value is bad.
struct TrialLine {
    QString what;
    QString value;
    bool isBad = false;
    bool operator==(const TrialLine&) const = default;
};

/// State of a trial.
struct TrialView {
    bool canTry = false;
    bool canPlayLive = false;  ///< whether there are a live robot and a motion to play
    bool hasLiveRobot = false; ///< whether there is a live robot that can be recorded
    QString liveRobot;         ///< name of the live robot
    bool isRunning = false;
    bool isRecording = false; ///< the live robot's movements are being recorded
    double recordedS = 0.0;
    int percent = 0;
    QString robot;              ///< robot that the motion is edited for
    std::vector<TrialRun> runs; ///< runs of the last series
    int shownRun = 0;           ///< the run shown in report and picture
    bool isOutdated = false;    ///< the motion has changed since then
    QString summary;            ///< one sentence about the last trial; empty before the first
    std::vector<TrialLine> lines;
    FallView fall;        ///< why the robot of the shown run fell
    double lengthS = 0.0; ///< end of the recorded trial, from the beginning of the motion; 0: none
    double beginS = 0.0;  ///< start of the recorded trial, 0 or less
    double timeS = 0.0;   ///< shown time, from `beginS` to `lengthS`
    bool isShown = false; ///< the 3D view shows the trial, not the motion
    bool isPlaying = false;
    double speed = 1.0; ///< playback speed
};

/// Tests a motion in simulation or on a live robot: settings, report, and playback of the result.
/// GUI thread only.
class TrialPanel : public QWidget {
    Q_OBJECT
public:
    explicit TrialPanel(QWidget* parent = nullptr);
    ~TrialPanel() override;

    /// @param ballStart the choice that requires the ball's position; -1: the last
    void setStarts(const QStringList& names, int ballStart = -1);
    void setView(const TrialView& view);
    void setChoice(const TrialChoice& choice);
    /// Tolerance of a recording's keyframes against the measured angles.
    void setToleranceDeg(double toleranceDeg);
    [[nodiscard]] double toleranceDeg() const;
    /// Whether commanded and measured poses are shown together.
    void setGhost(bool isOn);
    [[nodiscard]] const TrialChoice& choice() const;

Q_SIGNALS:
    void choiceChanged(const sideline::widgets::TrialChoice& choice);
    void tryRequested();
    void cancelRequested();
    void playLiveRequested();
    void recordLiveRequested();         ///< stores the live robot's pose as a keyframe
    void recordingRequested(bool isOn); ///< recording of the live robot's movements; false ends it
    void toleranceChanged(double toleranceDeg);
    void showRequested(bool trial);
    void playRequested(bool on);
    void timeRequested(double timeS);
    void momentRequested(double timeS); ///< this time of the test should be shown
    void runRequested(int run);         ///< the user wants to see a run
    void remedyRequested(int index);    ///< index into `FallView::remedies`
    void ghostToggled(bool isOn);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::widgets
