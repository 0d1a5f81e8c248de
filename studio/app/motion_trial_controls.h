#pragma once

#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "studio/session/agent_host.h"
#include "studio/session/motion_trials.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/trial_panel.h"
#include "widgets/timeline/motion_view.h"

namespace sideline::studio {

/// Tries the motion on physics and on live robots, and shows what came of it. GUI thread only.
class MotionTrialControls : public QObject {
    Q_OBJECT
public:
    /// What the controls ask of the rest of the editor.
    struct Source {
        std::function<motions::TrajectoryPtr()> trajectory; ///< of the motion as it is now
        std::function<int()> robotType;
        std::function<std::string()> title; ///< of the motion, for people
        /// The agent on whose robot a motion can be played; null if there is none.
        std::function<const AgentHost::Agent*()> agent;
    };

    MotionTrialControls(Source source, AgentHost& agents, widgets::MessageBar& messages,
                        QSettings& store);

    [[nodiscard]] widgets::TrialPanel* panel() const { return m_panel; }
    void tryOnPhysics();
    /// Chooses the start that a motion's tags ask for (`training::suggestedStart`); where they tell
    /// nothing, a start upright stays as it is.
    void chooseStartFor(const motions::Motion& motion);
    void playOnRobot();
    /// Whether the trial is in the picture instead of the motion; never without a result.
    void setShown(bool isShown);
    [[nodiscard]] bool isShown() const { return m_isShown; }
    void setPlaying(bool isPlaying);
    [[nodiscard]] bool isPlaying() const { return m_isPlaying; }
    void setTime(double timeS);
    /// The cycle that is shown; null without a trial.
    [[nodiscard]] const training::TrialSample* sample() const;
    [[nodiscard]] const training::TrialResultPtr& result() const { return m_result; }
    /// Forgets the result: another motion is edited.
    void clear();
    /// What changed around it: agents came or went, the motion has keys or not.
    void refresh();

Q_SIGNALS:
    void shownChanged(); ///< what the picture shows: trial or motion, or another moment of it
    void played(const std::shared_ptr<const sideline::widgets::PlayedJoints>& joints);
    void recordRequested();
    void started();
    void playsOnRobot(const QString& robot); ///< the live robot has been told to

private:
    void takeResults();
    void tick();
    void showReport();
    [[nodiscard]] std::vector<widgets::TrialLine> linesOf(const training::TrialResult& one) const;
    [[nodiscard]] std::vector<widgets::TrialLine> linesOfSeries() const;

    Source m_source;
    AgentHost& m_agents;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    MotionTrials m_trials;
    QPointer<widgets::TrialPanel> m_panel;
    training::TrialResultPtr m_result;
    bool m_isShown = false;
    bool m_isPlaying = false;
    double m_timeS = 0.0;
    QTimer m_timer;
    QElapsedTimer m_clock;
    QString m_summary;
    std::vector<widgets::TrialLine> m_lines;
};

} // namespace sideline::studio
