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
#include "studio/workspaces/robot/robot_stage.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/message_bar.h"
#include "widgets/robot/robot_property_panel.h"
#include "widgets/robot/robot_tree_panel.h"

namespace sideline::studio {

/// The robot workshop: a robot's bodies and joints are looked at, changed, checked and analyzed.
/// GUI thread only.
class RobotWorkspace : public Workspace {
    Q_OBJECT
public:
    /// All must outlive the workspace.
    struct Parts {
        ActionTable& actions;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
        /// The motion that is being edited; null for none.
        std::function<keyframe::MotionPtr()> editedMotion;
    };
    explicit RobotWorkspace(const Parts& parts);
    ~RobotWorkspace() override;

    [[nodiscard]] std::vector<WorkspacePanel> panels() const override;
    [[nodiscard]] std::vector<WorkspaceMenu> menus() const override;
    [[nodiscard]] LayoutKind kind() const override { return LayoutKind::Robot; }
    [[nodiscard]] QString layout() const override { return QStringLiteral("Robot"); }
    [[nodiscard]] bool canOpen(const QString& path) const override { return isSceneFile(path); }
    void open(const OpenRequest& request) override;
    void setActive(bool isActive) override;
    /// The robot in 3D; made when it is asked for first, as a 3D view costs time and memory.
    [[nodiscard]] RobotStage* stage();
    [[nodiscard]] std::optional<WorkspaceCenter> center() override;
    [[nodiscard]] QString windowTitle() const override;
    void setOptions(const viewer3d::SceneOptions& options);
    /// Whether a file is a robot's scene file, by its name.
    [[nodiscard]] static bool isSceneFile(const QString& path);
    /// Asks what should become of unsaved work. @return false if the user wants to stay
    bool mayClose() { return m_files.mayClose(); }

    [[nodiscard]] RobotDocument& document() { return m_document; }
    [[nodiscard]] RobotFiles& files() { return m_files; }
    [[nodiscard]] RobotAnalyses& analyses() { return m_analyses; }
    [[nodiscard]] const widgets::RobotPart& part() const { return m_part; }
    void choose(const widgets::RobotPart& part);

Q_SIGNALS:
    void opened(); ///< a robot is there to be seen
    void titleChanged();
    /// The robot is to walk in the simulator, or do what it can.
    void tryWanted(const sideline::robot::RobotModelPtr& model);
    /// A motion for the robot is to be made.
    void motionWanted(const sideline::robot::RobotModelPtr& model);

private:
    void connectPanels();
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
    QString m_partName; ///< of the body or joint, to find it in the next version
    std::vector<double> m_anglesRad;
    QString m_refusal; ///< message about the last edit that was refused
    bool m_isActive = false;
};

} // namespace sideline::studio
