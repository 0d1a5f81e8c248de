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
#include "widgets/common/message_bar.h"
#include "widgets/motion/motion_view.h"
#include "widgets/motion/trial_panel.h"

namespace sideline::studio {

/// Tries the motion in simulation and on live robots, and shows what came of it. GUI thread only.
class MotionTrialControls : public QObject {
    Q_OBJECT
public:
    /// What the controls ask of the rest of the editor.
    struct Source {
        /// The motion as it is now, as it is played on one of `robots`.
        std::function<keyframe::TrajectoryPtr(int robot)> trajectory;
        /// The same with what its branches lead to; reads files.
        std::function<keyframe::Linked(int robot)> linked;
        std::function<int()> robot; ///< of `robots`
        /// Those that motions can be made for.
        std::function<const std::vector<RobotChoice>&()> robots;
        std::function<std::string()> title; ///< of the motion, for display
        /// The agent on whose robot a motion can be played; null if there is none.
        std::function<const AgentHost::Agent*()> agent;
    };

    MotionTrialControls(Source source, AgentHost& agents, widgets::MessageBar& messages,
                        QSettings& store);

    [[nodiscard]] widgets::TrialPanel* panel() const { return m_panel; }
    void tryOnPhysics();
    /// Another version of the motion is there: its settings are shown, and the verdict on another
    /// one is marked as such.
    void setMotion(const keyframe::Motion& motion);
    void playOnRobot();
    /// Whether the trial is in the picture instead of the motion; never without a result.
    void setShown(bool isShown);
    [[nodiscard]] bool isShown() const { return m_isShown; }
    void setPlaying(bool isPlaying);
    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }
    /// How fast trials are played.
    void setSpeed(double speed);
    void setTime(double timeS);
    /// Goes to where the trial had come to this time in the motion; pauses.
    void setMotionTime(double motionTimeS);
    /// The cycle that is shown; null without a trial.
    [[nodiscard]] const training::TrialSample* sample() const;
    /// The cycle in which the motion was nearest to a time; of several the one that is nearest to
    /// the shown one. Null without a trial.
    [[nodiscard]] const training::TrialSample* sampleAt(double motionTimeS) const;
    /// Whether the trial is of the motion as it is now.
    [[nodiscard]] bool isCurrent() const { return m_result && !m_isOutdated; }
    /// Whether what was asked and what was measured stand beside each other.
    [[nodiscard]] bool hasGhost() const { return m_hasGhost; }
    /// Place of the robot of the trial that is shown, or of the one that is edited, among
    /// the choices.
    [[nodiscard]] int shownRobot() const;
    [[nodiscard]] const training::TrialResultPtr& result() const { return m_result; }
    /// How the recording of the live robot is going.
    void setRecording(bool isOn, double lengthS);
    /// Forgets the result: another motion is edited.
    void clear();
    /// What changed around it: agents came or went, the motion has keys or not.
    void refresh();

Q_SIGNALS:
    /// The user wants the motion tried otherwise.
    void setupChanged(const sideline::keyframe::TrialSetup& setup);
    void shownChanged(); ///< what the picture shows: trial or motion, or another moment of it
    void played(const std::shared_ptr<const sideline::widgets::PlayedJoints>& joints);
    void recordRequested();
    void recordingRequested(bool isOn);
    void started();
    void playsOnRobot(const QString& robot); ///< the live robot starts to play it

private:
    [[nodiscard]] keyframe::TrajectoryPtr linkedFor(int robot);
    void takeResults();
    void showRun(std::size_t run, const training::TrialResultPtr& result);
    void checkVersion();
    void tick();
    void showReport();

    Source m_source;
    AgentHost& m_agents;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    MotionTrials m_trials;
    QPointer<widgets::TrialPanel> m_panel;
    training::TrialResultPtr m_result; ///< of the run that is shown, with samples
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
    QString m_lost;    ///< message about a branch that cannot be followed
    QString m_failure; ///< message about a trial that could not be run
    QString m_summary;
    std::vector<widgets::TrialLine> m_lines;
    std::vector<widgets::TrialRun> m_runs;
};

} // namespace sideline::studio
