#pragma once

#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>

#include "motions/format/format.h"
#include "motions/library/branches.h"
#include "studio/actions/action_table.h"
#include "studio/session/motion_document.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "studio/workspaces/motion/motion_library.h"
#include "studio/workspaces/motion/motion_menus.h"
#include "studio/workspaces/motion/motion_messages.h"
#include "studio/workspaces/motion/motion_robot.h"
#include "studio/workspaces/motion/motion_stage.h"
#include "studio/workspaces/motion/motion_trial_controls.h"
#include "studio/workspaces/workspace.h"
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

/// The motion editor: puts together the document, the robot in 3D and the panels around it with
/// what works on them. GUI thread only.
class MotionWorkspace : public Workspace {
    Q_OBJECT
public:
    struct Parts {
        ActionTable& actions;
        LiveWorkspace& live;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };

    explicit MotionWorkspace(const Parts& parts);
    ~MotionWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override { return motionMenus(); }
    [[nodiscard]] LayoutKind kind() const override { return LayoutKind::Motion; }
    [[nodiscard]] QString layout() const override { return QStringLiteral("Motion"); }
    [[nodiscard]] bool canOpen(const QString& path) const override { return isMotionFile(path); }
    void open(const OpenRequest& request) override { openFile(request.path); }
    /// The robot in 3D; made when it is asked for first, as a 3D view costs time and memory.
    [[nodiscard]] MotionStage* stage();
    [[nodiscard]] std::optional<WorkspaceCenter> center() override;
    [[nodiscard]] QString windowTitle() const override;
    [[nodiscard]] MotionDocument& document() { return m_document; }
    [[nodiscard]] const MotionLibrary& library() const { return *m_library; }
    [[nodiscard]] MotionTrialControls& trials() { return *m_trials; }
    [[nodiscard]] widgets::MotionTimeline* timeline() const { return m_timeline; }
    [[nodiscard]] widgets::PosePanel* posePanel() const { return m_posePanel; }
    [[nodiscard]] const widgets::MotionView& view() const;
    [[nodiscard]] double timeS() const { return m_cursor.timeS(); }
    [[nodiscard]] const robot::RobotModel& model() const { return m_robot.model(); }

    /// The editor comes on the screen, or leaves it.
    void setActive(bool isActive) override;
    void setOptions(const viewer3d::SceneOptions& options);
    /// Reports work that a program left unsaved that did not end as it should; if there is any.
    void offerRecovery();

    /// Opens a motion file. Unsaved work is asked for first.
    /// @return false if it cannot be read, or the user wants to stay; the message bar reports why
    bool openFile(const QString& file);
    /// @param note what is to be said about it; may be empty
    void takeMotion(keyframe::Motion motion, const QString& note = {});
    /// Saves to the document's file; asks for one where there is none.
    bool save();
    /// Writes to a file whose extension selects the format; the document is that file's from then
    /// on if the format is our own.
    bool saveTo(const QString& file, keyframe::Format format);
    /// Asks what should become of unsaved work. @return false if the user wants to stay
    bool mayClose();
    void setTime(double timeS);
    /// @param robot its place among the choices
    void setRobot(int robot);
    /// Begins a motion for a robot, a choice from now on. @return false if the user wants to stay
    bool startNewFor(const robot::RobotModelPtr& model);
    /// Whether a file is one that the editor opens.
    [[nodiscard]] static bool isMotionFile(const QString& file);

Q_SIGNALS:
    void opened();         ///< a motion is there to be seen
    void trialStarted();   ///< its report is of interest now
    void titleChanged();   ///< name of the document, or whether it is modified
    void optimizeWanted(); ///< the motion as it is now is to be trained

private:
    void connectPanels();
    void connectDocument();
    void connectFiles();
    void connectTrials();
    void connectStoredPoses();
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
    widgets::StepGesture m_trialSteps; ///< of settings of the trial
    bool m_recoveryOffered = false;
};

} // namespace sideline::studio
