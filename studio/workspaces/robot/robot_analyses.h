#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>

#include "motions/analysis/holding_load.h"
#include "motions/motion.h"
#include "studio/session/background_task.h"
#include "studio/session/robot_document.h"
#include "studio/workspaces/robot/robot_files.h"
#include "viewer3d/scene/pose_overlay.h"
#include "widgets/common/message_bar.h"
#include "widgets/robot/dh_panel.h"
#include "widgets/robot/holding_panel.h"
#include "widgets/robot/reach_panel.h"
#include "widgets/robot/robot_check_panel.h"
#include "widgets/robot/robot_compare_panel.h"

namespace sideline::studio {

/// Computes the results for the robot in the workshop: checks, reach, torques, comparison, tables.
/// Long computations run in the background, for the newest version only; results that no panel
/// shows are not computed. GUI thread only.
class RobotAnalyses : public QObject {
    Q_OBJECT
public:
    /// The referenced objects must outlive this object.
    struct Parts {
        RobotDocument& document;
        RobotFiles& files;
        widgets::MessageBar& messages;
        /// Returns the motion that is being edited; null for none.
        std::function<keyframe::MotionPtr()> editedMotion;
    };
    explicit RobotAnalyses(const Parts& parts);
    ~RobotAnalyses() override;

    [[nodiscard]] widgets::RobotCheckPanel* checks() const { return m_checks; }
    [[nodiscard]] widgets::ReachPanel* reach() const { return m_reach; }
    [[nodiscard]] widgets::HoldingPanel* holding() const { return m_holding; }
    [[nodiscard]] widgets::RobotComparePanel* comparison() const { return m_comparison; }
    [[nodiscard]] widgets::DhPanel* dh() const { return m_dh; }

    /// Returns the bodies that overlap with all joints at zero.
    [[nodiscard]] const std::vector<robot::BodyId>& overlapping() const { return m_overlapping; }
    /// Returns the reachable points in the torso's frame; null while they are not shown.
    [[nodiscard]] std::shared_ptr<const std::vector<viewer3d::PoseOverlay::Cloud>> clouds() const;
    /// Returns whether the results for the current version are complete.
    [[nodiscard]] bool isDone() const;
    void setActive(bool isActive);
    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void shownChanged(); ///< overlaps or clouds have changed
    void subjectChosen(const QString& subject);
    void jointChosen(sideline::robot::JointId joint);
    /// The robot should be shown in the pose of the motion at an instant.
    void poseChosen(const std::vector<double>& anglesRad);

private:
    void connectPanels();
    void update();
    void runChecks();
    void runReach();
    void runHolding();
    void compare();
    void chooseOther(int index);
    void listMotions();
    void showPose(double timeS);
    void watchDocks();
    [[nodiscard]] static bool isSeen(const QWidget* panel);

    Parts m_parts;
    QPointer<widgets::RobotCheckPanel> m_checks;
    QPointer<widgets::ReachPanel> m_reach;
    QPointer<widgets::HoldingPanel> m_holding;
    QPointer<widgets::RobotComparePanel> m_comparison;
    QPointer<widgets::DhPanel> m_dh;
    BackgroundTask m_checkTask{BackgroundTask::Policy::Newest};
    BackgroundTask m_reachTask{BackgroundTask::Policy::Newest};
    BackgroundTask m_holdingTask{BackgroundTask::Policy::Newest};
    // Versions of the last requests.
    robot::RobotModelPtr m_checkedModel;
    robot::RobotModelPtr m_reachedModel;
    robot::RobotModelPtr m_heldModel;
    robot::RobotModelPtr m_dhModel;
    std::vector<robot::BodyId> m_overlapping;
    std::shared_ptr<const std::vector<viewer3d::PoseOverlay::Cloud>> m_clouds;
    KnownRobot m_other; ///< robot read from a file; null for none
    std::vector<std::filesystem::path> m_motions;
    keyframe::MotionAnalysisPtr m_motion; ///< motion whose holding loads are shown
    bool m_isActive = false;
    bool m_watchesDocks = false;
};

} // namespace sideline::studio
