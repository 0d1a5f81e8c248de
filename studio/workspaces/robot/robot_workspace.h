#pragma once

#include <memory>
#include <vector>

#include <QPointer>
#include <QSettings>

#include "motions/motion.h"
#include "studio/actions/action_table.h"
#include "studio/session/robot_document.h"
#include "studio/workspaces/robot/robot_analyses.h"
#include "studio/workspaces/robot/robot_files.h"
#include "studio/workspaces/robot/robot_layouts.h"
#include "studio/workspaces/robot/robot_stage.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/message_bar.h"
#include "widgets/robot/robot_property_panel.h"
#include "widgets/robot/robot_tree_panel.h"

namespace sideline::studio {

/// The robot workshop: displays, edits, checks and analyzes the bodies and joints of a robot. GUI
/// thread only.
class RobotWorkspace : public Workspace {
    Q_OBJECT
public:
    /// These objects must outlive the workspace.
    struct Parts {
        ActionTable& actions;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
        /// Returns the motion that is being edited; null for none.
        std::function<keyframe::MotionPtr()> editedMotion;
    };
    explicit RobotWorkspace(const Parts& parts);
    ~RobotWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override;
    [[nodiscard]] ActionScope scope() const override { return ActionScope::Robot; }
    [[nodiscard]] std::vector<WorkspaceLayout> layouts() const override { return robotLayouts(); }
    [[nodiscard]] Claim claim(const QString& path) const override;
    [[nodiscard]] Question fileQuestion() const override { return m_files.question(); }
    void open(const OpenRequest& request) override;
    void setActive(bool isActive) override;
    /// Returns the 3D view of the robot; created on the first call, as it costs time and memory.
    [[nodiscard]] RobotStage* stage();
    [[nodiscard]] std::optional<WorkspaceCenter> center() override;
    [[nodiscard]] QString windowTitle() const override;
    [[nodiscard]] bool isModified() const override { return m_document.isModified(); }
    void begin() override { m_files.offerRecovery(); }
    void applySettings(const AppliedSettings& settings) override;
    bool mayClose() override { return m_files.mayClose(); }

    [[nodiscard]] RobotDocument& document() { return m_document; }
    [[nodiscard]] RobotFiles& files() { return m_files; }
    [[nodiscard]] RobotAnalyses& analyses() { return m_analyses; }
    [[nodiscard]] const widgets::RobotPart& part() const { return m_part; }
    void choose(const widgets::RobotPart& part);

Q_SIGNALS:
    /// The robot should walk in the simulator, or stand if it cannot walk.
    void tryRequested(const sideline::robot::RobotModelPtr& model);
    /// A motion for the robot should be created.
    void motionRequested(const sideline::robot::RobotModelPtr& model);

private:
    void connectPanels();
    void showOpened();
    void connectDocument();
    void connectActions();
    void showVersion();
    void showStage();
    void showTitle();
    void chooseNamed(const QString& subject);
    void addBody();
    void removePart();
    void updateActions();
    [[nodiscard]] robot::RobotModelPtr playable() const;

    Parts m_parts;
    ActionTable& m_actions;
    RobotDocument m_document;
    RobotFiles m_files;
    RobotAnalyses m_analyses;
    QPointer<widgets::RobotTreePanel> m_tree;
    QPointer<widgets::RobotPropertyPanel> m_properties;
    QPointer<RobotStage> m_stage;
    viewer3d::SceneOptions m_options;
    widgets::RobotPart m_part;
    QString m_partName; ///< name of the body or joint, which identifies it in the next version
    std::vector<double> m_anglesRad;
    QString m_refusal; ///< message about the last edit that was rejected
    bool m_isActive = false;
};

} // namespace sideline::studio
