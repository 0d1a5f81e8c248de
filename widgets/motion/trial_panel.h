#pragma once

#include <memory>
#include <vector>

#include <QString>
#include <QStringList>
#include <QWidget>

#include "widgets/motion/trial_run_model.h"

namespace sideline::widgets {

/// Where and how a motion is tried; indices are those of the lists that the owner gives.
struct TrialChoice {
    int start = 0;
    double ballForwardM = 0.18;
    double ballLeftM = 0.0;
    int repeats = 1;          ///< with seeds one after the other
    double noiseDeg = 0.0;    ///< of the start pose's joints
    bool onAllRobots = false; ///< on all types, else on the one that is edited
    bool operator==(const TrialChoice&) const = default;
};

/// A line of the report: what, how much, and whether that is bad.
struct TrialLine {
    QString what;
    QString value;
    bool isBad = false;
    bool operator==(const TrialLine&) const = default;
};

/// How a trial is going.
struct TrialView {
    bool canTry = false;
    bool canPlayLive = false;  ///< a live robot is there, and something to play
    bool hasLiveRobot = false; ///< it is there to be recorded
    QString liveRobot;         ///< its name
    bool isRunning = false;
    bool isRecording = false; ///< what the live robot does
    double recordedS = 0.0;
    int percent = 0;
    QString robot;              ///< that the motion is edited for
    std::vector<TrialRun> runs; ///< of the last series
    int shownRun = 0;           ///< the one that report and picture are of
    bool isOutdated = false;    ///< the motion was changed since then
    QString summary;            ///< one sentence of the last trial; empty before the first
    std::vector<TrialLine> lines;
    double lengthS =
        0.0; ///< the recorded trial's last time, counted from the motion's begin; 0: none
    double beginS = 0.0;  ///< its first time, 0 or less
    double timeS = 0.0;   ///< that is shown, from `beginS` to `lengthS`
    bool isShown = false; ///< the 3D view shows the trial, not the motion
    bool isPlaying = false;
    double speed = 1.0; ///< that it is played with
};

/// Tries a motion: physics, live robot; the report; scrubbing through the result. GUI thread only.
class TrialPanel : public QWidget {
    Q_OBJECT
public:
    explicit TrialPanel(QWidget* parent = nullptr);
    ~TrialPanel() override;

    /// @param ballStart the one that asks for the ball's place; -1: the last
    void setStarts(const QStringList& names, int ballStart = -1);
    void setView(const TrialView& view);
    void setChoice(const TrialChoice& choice);
    /// How far keyframes of a recording may be beside what was measured.
    void setToleranceDeg(double toleranceDeg);
    [[nodiscard]] double toleranceDeg() const;
    /// Whether what was asked and what was measured are shown beside each other.
    void setGhost(bool isOn);
    [[nodiscard]] const TrialChoice& choice() const;

Q_SIGNALS:
    void choiceChanged(const sideline::widgets::TrialChoice& choice);
    void tryRequested();
    void cancelRequested();
    void playLiveRequested();
    void recordLiveRequested();         ///< keyframe of the live robot's pose
    void recordingRequested(bool isOn); ///< of what the live robot does, until it is off
    void toleranceChanged(double toleranceDeg);
    void showRequested(bool trial);
    void playRequested(bool on);
    void timeRequested(double timeS);
    void runRequested(int run); ///< should be seen again
    void ghostToggled(bool isOn);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace sideline::widgets
