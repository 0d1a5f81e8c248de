#pragma once

#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "motions/library/branches.h"
#include "studio/session/agent_host.h"
#include "studio/session/motion_trials.h"
#include "studio/session/robot_choices.h"
#include "studio/workspaces/motion/motion_fall.h"
#include "widgets/common/message_bar.h"
#include "widgets/motion/motion_view.h"
#include "widgets/motion/trial_panel.h"

namespace sideline::studio {

/// Tests the motion in the simulator and on live robots, and shows the results. GUI thread only.
class MotionTrialControls : public QObject {
    Q_OBJECT
public:
    /// Gives the controls access to the other parts of the editor.
    struct Source {
        /// Returns the current motion, as it is played on one of `robots`.
        std::function<keyframe::TrajectoryPtr(int robot)> trajectory;
        /// Returns the current motion with the targets of its branches; reads files.
        std::function<keyframe::Linked(int robot)> linked;
        std::function<int()> robot; ///< returns an index into `robots`
        /// Returns the robots that motions can be made for.
        std::function<const std::vector<RobotChoice>&()> robots;
        std::function<keyframe::MotionPtr()> motion; ///< returns the current motion
        std::function<std::string()> title;          ///< returns the motion's title, for display
        /// Returns the agent on whose robot a motion can be played; null if there is none.
        std::function<const AgentHost::Agent*()> agent;
    };

    MotionTrialControls(Source source, AgentHost& agents, widgets::MessageBar& messages,
                        QSettings& store);

    [[nodiscard]] widgets::TrialPanel* panel() const { return m_panel; }
    void tryOnPhysics();
    /// Receives another version of the motion: shows its settings, and marks the result of an
    /// earlier version as outdated.
    void setMotion(const keyframe::Motion& motion);
    void playOnRobot();
    /// Sets whether the trial is shown in place of the motion; requires a result.
    void setShown(bool isShown);
    [[nodiscard]] bool isShown() const { return m_isShown; }
    void setPlaying(bool isPlaying);
    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }
    /// Sets the speed at which trials are played.
    void setSpeed(double speed);
    void setTime(double timeS);
    /// Seeks to the state of the trial at this time of the motion; pauses.
    void setMotionTime(double motionTimeS);
    /// Returns the cycle that is shown; null without a trial.
    [[nodiscard]] const training::TrialSample* sample() const;
    /// Returns the cycle in which the motion was nearest to a time; if there are several, the one
    /// nearest to the shown cycle. Null without a trial.
    [[nodiscard]] const training::TrialSample* sampleAt(double motionTimeS) const;
    /// Returns whether the trial belongs to the current version of the motion.
    [[nodiscard]] bool isCurrent() const { return m_result && !m_isOutdated; }
    /// Returns whether commanded and measured poses are both shown.
    [[nodiscard]] bool hasGhost() const { return m_hasGhost; }
    /// Returns the index of the shown trial's robot, or else of the edited robot, among the
    /// choices.
    [[nodiscard]] int shownRobot() const;
    [[nodiscard]] const training::TrialResultPtr& result() const { return m_result; }
    /// Shows the state of the recording of the live robot.
    void setRecording(bool isOn, double lengthS);
    /// Clears the result before another motion is edited.
    void clear();
    /// Updates the controls after agents joined or left, or keys were added or removed.
    void refresh();

Q_SIGNALS:
    /// The user has changed the settings of the trial.
    void setupChanged(const sideline::keyframe::TrialSetup& setup);
    void shownChanged(); ///< the picture shows another trial, motion or time
    void played(const std::shared_ptr<const sideline::widgets::PlayedJoints>& joints);
    void recordRequested();
    void recordingRequested(bool isOn);
    void started();
    /// The user chose an edit that may prevent the fall.
    void remedyChosen(const sideline::keyframe::Motion& motion, const QString& what);
    void playsOnRobot(const QString& robot); ///< the live robot starts to play the motion

private:
    [[nodiscard]] keyframe::TrajectoryPtr linkedFor(int robot);
    void takeResults();
    void showRun(std::size_t run, const training::TrialResultPtr& result);
    void checkVersion();
    void tick();
    void showReport();
    void connectFall();

    Source m_source;
    AgentHost& m_agents;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    MotionTrials m_trials;
    MotionFall m_fall; ///< fall of the shown run
    QPointer<widgets::TrialPanel> m_panel;
    training::TrialResultPtr m_result; ///< the shown run, with samples
    std::size_t m_shownRun = 0;
    bool m_isOutdated = false;
    bool m_hasGhost = true;
    bool m_isShown = false;
    bool m_isPlaying = false;
    double m_timeS = 0.0;
    double m_speed = 1.0;
    bool m_isRecording = false;
    double m_recordedS = 0.0;
    QTimer m_timer;
    QElapsedTimer m_clock;
    QString m_lost;    ///< error of a branch that cannot be followed
    QString m_failure; ///< error of a trial that could not be run
    QString m_summary;
    std::vector<widgets::TrialLine> m_lines;
    std::vector<widgets::TrialRun> m_runs;
};

} // namespace sideline::studio
