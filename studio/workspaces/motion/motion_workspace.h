#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>

#include "motions/format/format.h"
#include "motions/library/branches.h"
#include "studio/actions/action_table.h"
#include "studio/session/file_kinds.h"
#include "studio/session/motion_document.h"
#include "studio/session/shown_agent.h"
#include "studio/stage/motion_stage.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "studio/workspaces/motion/motion_layouts.h"
#include "studio/workspaces/motion/motion_library.h"
#include "studio/workspaces/motion/motion_menus.h"
#include "studio/workspaces/motion/motion_messages.h"
#include "studio/workspaces/motion/motion_robot.h"
#include "studio/workspaces/motion/motion_trial_controls.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/message_topic.h"
#include "widgets/live/joint_panel.h"
#include "widgets/motion/motion_panel.h"
#include "widgets/motion/motion_timeline.h"
#include "widgets/motion/pose_panel.h"
#include "widgets/motion/step_gesture.h"

namespace sideline::studio {

class MotionCapture;
class MotionChecker;
class MotionDisplay;
class MotionFiles;
class MotionPlayback;
class MotionPosing;

/// The motion editor: combines the document, the 3D view and the panels with the classes that
/// operate on them. GUI thread only.
class MotionWorkspace : public Workspace {
    Q_OBJECT
public:
    struct Parts {
        ActionTable& actions;
        LiveAgents agents;
        widgets::JointPanel* joints; ///< shows the same stored poses as the editor
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };

    explicit MotionWorkspace(const Parts& parts);
    ~MotionWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override { return motionMenus(); }
    [[nodiscard]] ActionScope scope() const override { return ActionScope::Motion; }
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override { return motionLayouts(); }
    [[nodiscard]] Claim claim(const QString& path) const override {
        return isMotionFile(path) ? Claim::ByName : Claim::None;
    }
    [[nodiscard]] Question fileQuestion() const override;
    void open(const OpenRequest& request) override { openFile(request.path); }
    /// Returns the 3D view of the robot; created on the first call, as it costs time and memory.
    [[nodiscard]] MotionStage* stage();
    [[nodiscard]] std::optional<WorkspaceCenter> center() override;
    [[nodiscard]] QString windowTitle() const override;
    [[nodiscard]] bool isModified() const override { return m_document.isModified(); }
    [[nodiscard]] MotionDocument& document() { return m_document; }
    [[nodiscard]] const MotionLibrary& library() const { return *m_library; }
    [[nodiscard]] MotionTrialControls& trials() { return *m_trials; }
    [[nodiscard]] widgets::MotionTimeline* timeline() const { return m_timeline; }
    [[nodiscard]] widgets::PosePanel* posePanel() const { return m_posePanel; }
    [[nodiscard]] const widgets::MotionView& view() const;
    [[nodiscard]] double timeS() const { return m_cursor.timeS(); }
    [[nodiscard]] const robot::RobotModel& model() const { return m_robot.model(); }

    /// The editor is shown or hidden.
    void setActive(bool isActive) override;
    void applySettings(const AppliedSettings& settings) override;
    /// Offers to recover unsaved work of a program that ended abnormally, if there is any.
    void begin() override;

    /// Opens a motion file. Asks about unsaved work first.
    /// @return false if it cannot be read, or the user cancels; the message bar reports the reason
    bool openFile(const QString& file);
    /// @param note message about the motion; may be empty
    void takeMotion(keyframe::Motion motion, const QString& note);
    /// Saves to the document's file; asks for a name if it has none.
    bool save();
    /// Writes to a file whose extension selects the format; it becomes the document's file if the
    /// format is Sideline's own.
    bool saveTo(const QString& file, keyframe::Format format);
    bool mayClose() override;
    void setTime(double timeS);
    /// @param robot index among the choices
    void setRobot(int robot);
    /// Begins a motion for a robot and adds it to the choices. @return false if the user cancels
    bool startNewFor(const robot::RobotModelPtr& model);

Q_SIGNALS:
    void optimizeRequested(); ///< the current motion should be trained

private:
    void followStartRobot();
    void connectPanels();
    void connectDocument();
    void connectFiles();
    void connectTrials();
    void showOpened();
    void connectActions();
    void showVersion();
    void updateActions();
    void goToFinding(const keyframe::Finding& finding);
    void changeTrial(const keyframe::TrialSetup& setup);
    [[nodiscard]] keyframe::Linked linkedFor(int robot) const;

    Parts m_parts;
    ActionTable& m_actions;
    MotionDocument m_document;
    MotionRobot m_robot;
    MotionCursor m_cursor;
    MotionMessages m_messages;
    widgets::MessageTopic m_playing; ///< reports that a robot plays the motion
    QPointer<widgets::MotionTimeline> m_timeline;
    QPointer<widgets::PosePanel> m_posePanel;
    QPointer<widgets::MotionPanel> m_motionPanel;
    std::unique_ptr<MotionLibrary> m_library;
    std::unique_ptr<MotionChecker> m_checker;
    std::unique_ptr<MotionTrialControls> m_trials;
    std::unique_ptr<MotionPlayback> m_playback;
    std::unique_ptr<MotionDisplay> m_display;
    std::unique_ptr<MotionPosing> m_posing;
    std::unique_ptr<MotionCapture> m_capture;
    std::unique_ptr<MotionFiles> m_files;
    widgets::StepGesture m_trialSteps; ///< merges changes of trial settings into one step
    bool m_recoveryOffered = false;
};

} // namespace sideline::studio
