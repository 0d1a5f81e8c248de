#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "studio/actions/action_table.h"
#include "studio/session/motion_analysis_job.h"
#include "studio/session/motion_document.h"
#include "studio/session/motion_recorder.h"
#include "studio/session/robot_choices.h"
#include "studio/workspaces/live/live_workspace.h"
#include "studio/workspaces/motion/motion_library.h"
#include "studio/workspaces/motion/motion_menus.h"
#include "studio/workspaces/motion/motion_stage.h"
#include "studio/workspaces/motion/motion_trial_controls.h"
#include "widgets/motion/motion_panel.h"
#include "widgets/motion/motion_timeline.h"
#include "widgets/motion/pose_panel.h"

namespace sideline::studio {

/// The motion editor: the document, the robot in 3D, the panels around it, and what keys and menus
/// do. GUI thread only.
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
    [[nodiscard]] QString layout() const override { return QStringLiteral("Motion"); }
    [[nodiscard]] bool canOpen(const QString& path) const override { return isMotionFile(path); }
    void open(const OpenRequest& request) override { openFile(request.path); }
    /// The robot in 3D; made when it is asked for first, as a 3D view costs time and memory.
    [[nodiscard]] MotionStage* stage();
    [[nodiscard]] MotionDocument& document() { return m_document; }
    [[nodiscard]] MotionTrialControls& trials() { return *m_trials; }
    [[nodiscard]] widgets::MotionTimeline* timeline() const { return m_timeline; }
    [[nodiscard]] widgets::PosePanel* posePanel() const { return m_pose; }
    [[nodiscard]] const widgets::MotionView& view() const { return m_view; }
    [[nodiscard]] double timeS() const { return m_timeS; }
    [[nodiscard]] const robot::RobotModel& model() const;

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
    /// @param robot its place among `knownRobots`
    void setRobot(int robot);
    /// Whether a file is one that the editor opens.
    [[nodiscard]] static bool isMotionFile(const QString& file);

Q_SIGNALS:
    void opened();       ///< a motion is there to be seen
    void trialStarted(); ///< its report is of interest now
    void titleChanged(); ///< name of the document, or whether it is modified

private:
    void connectPanels();
    void connectStage();
    void connectActions();
    void connectEditActions();
    void connectPlayActions();
    void showVersion();
    void showPose();
    void showSelection();
    void updateActions();
    [[nodiscard]] std::vector<double> anglesAt(double timeS) const;
    [[nodiscard]] MotionStage::Scene motionScene() const;
    [[nodiscard]] MotionStage::Scene trialScene(const training::TrialSample& sample) const;
    void addSkins(MotionStage::Scene& scene) const;
    void addGhost(MotionStage::Scene& scene) const;
    [[nodiscard]] const keyframe::MotionSample* analyzedSample() const;
    [[nodiscard]] math::Pose torsoFor(const std::vector<double>& anglesRad) const;
    [[nodiscard]] QString momentText() const;

    void pose(const keyframe::PoseDeg& pose, int gesture, const QString& what);
    void apply(keyframe::Edited edited, const QString& text, int gesture = 0);
    [[nodiscard]] keyframe::PoseDeg unlocked(keyframe::PoseDeg pose);
    void storeKeyframe();
    void pastePose(bool isFlipped);
    void flipPose();
    void zeroPose();
    void keyFromRobot();
    void connectRecorder();
    void record(bool isOn);
    void takeRecording(const keyframe::Motion& recorded);
    void toggleKey(robot::JointId joint, bool isOn);
    void targetLimb(keyframe::Limb limb);
    void connectPosePanel();
    void mirrorMotion();
    void followTrial();
    /// The nearest number of a robot that there is.
    [[nodiscard]] int validRobot(int robot) const;
    [[nodiscard]] keyframe::TrajectoryPtr trajectoryFor(int robot) const;
    [[nodiscard]] keyframe::Linked linkedFor(int robot) const;
    void goToFinding(const keyframe::Finding& finding);
    [[nodiscard]] keyframe::PoseDeg shownPose() const;

    void setPlaying(bool isPlaying);
    void tick();
    void showPlaying();
    [[nodiscard]] std::pair<double, double> repeatedRange() const;
    void chooseRobotFor(const keyframe::Motion& motion);
    void leaveDocument();
    void askToOpen();
    void takeOther(keyframe::ReadMotion read);
    void offerOthers(const QString& file, std::vector<keyframe::ReadMotion> others);
    void askToExport();
    void askForParameters();
    void tell(widgets::MessageBar::Severity severity, const QString& text,
              const QString& button = {}, std::function<void()> action = {});
    bool askToSaveAs();
    void tellFindings(const std::vector<keyframe::Finding>& findings, const QString& what);
    void analyze();
    void showFindings(const std::vector<keyframe::Finding>& analyzed);
    [[nodiscard]] bool beginsLying() const;
    [[nodiscard]] robot::GroundRule groundRule() const;
    [[nodiscard]] Eigen::Matrix3d R_STorsoAtStart() const;

    Parts m_parts;
    ActionTable& m_actions;
    QSettings& m_store;
    MotionDocument m_document;
    MotionAnalysisJob m_analysis;
    std::unique_ptr<MotionTrialControls> m_trials;
    std::unique_ptr<MotionLibrary> m_library;
    MotionRecorder m_recorder;
    double m_recordAtS = 0.0; ///< where a recording is put
    QPointer<MotionStage> m_stage;
    QPointer<widgets::MotionTimeline> m_timeline;
    QPointer<widgets::PosePanel> m_pose;
    QPointer<widgets::MotionPanel> m_motionPanel;
    viewer3d::SceneOptions m_sceneOptions;
    widgets::MotionView m_view;
    keyframe::TrajectoryPtr m_played; ///< as it is played: left and right exchanged, if it says so
    std::vector<keyframe::Finding> m_checkFindings;
    std::vector<keyframe::Finding> m_fileFindings; ///< what reader or writer of the file had to say
    std::uint64_t m_analyzedVersion = 0;
    std::vector<RobotChoice> m_robots = knownRobots();
    int m_robot = 0; ///< of `m_robots`
    QStringList m_robotNames;
    double m_timeS = 0.0;
    keyframe::PoseDeg m_working;     ///< posed, but not stored
    std::vector<double> m_anglesRad; ///< on the screen
    math::Pose m_X_STorso;           ///< on the screen
    keyframe::PoseDeg m_copiedPose;
    bool m_isActive = false;
    bool m_isPlaying = false;
    bool m_showsPause = false; ///< the button of playing
    bool m_recoveryOffered = false;
    int m_lastGesture = 0;
    widgets::StepGesture m_trialSteps; ///< of settings of the trial
    QStringList m_told;                ///< messages that are about the open motion
    QString m_refusal;                 ///< message about the file that could not be opened last
    QTimer m_playTimer;
    QElapsedTimer m_playClock;
};

} // namespace sideline::studio
