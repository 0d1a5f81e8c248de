#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <QObject>
#include <QPointer>

#include "agentcore/robot/posture.h"
#include "studio/session/motion_analysis_job.h"
#include "studio/session/motion_document.h"
#include "studio/workspaces/motion/motion_robot.h"
#include "widgets/motion/motion_view.h"
#include "widgets/motion/pose_panel.h"

namespace sideline::studio {

/// Evaluates the newest version of the motion for the robot: its trajectory, the findings of
/// `check`, and the analysis, which is computed in the background. GUI thread only.
class MotionChecker : public QObject {
    Q_OBJECT
public:
    /// @param panel contains the choice of the ground rule; the others must outlive the checker
    MotionChecker(const MotionDocument& document, const MotionRobot& robot,
                  widgets::PosePanel* panel);

    /// Returns the motion as panels show it.
    [[nodiscard]] const widgets::MotionView& view() const { return m_view; }
    /// Returns the trajectory as played: left and right are exchanged if the motion requires it.
    [[nodiscard]] const keyframe::TrajectoryPtr& played() const { return m_played; }
    /// Returns the trajectory as played on one of `knownRobots`.
    [[nodiscard]] keyframe::TrajectoryPtr playedOn(int robot) const;
    /// Returns the analysis; null if it belongs to an earlier version.
    [[nodiscard]] const keyframe::MotionAnalysis* currentAnalysis() const;
    /// Returns whether the motion begins lying: get-ups are posed on a lying robot.
    [[nodiscard]] bool beginsLying() const;
    [[nodiscard]] robot::GroundRule groundRule() const;
    /// Returns the orientation of the torso at the start of the motion.
    [[nodiscard]] Eigen::Matrix3d R_STorsoAtStart() const;

    /// Resolves and checks the motion after a change of the motion or the robot.
    void update();
    /// Starts the analysis of this version; `analyzed` or `failed` reports its end.
    void analyze();
    /// Sets the findings of the file's reader or writer, which the next `update` includes.
    void setFileFindings(const std::vector<keyframe::Finding>& findings);
    /// Sets the joints measured while the motion was played; null for none.
    void setPlayed(const std::shared_ptr<const widgets::PlayedJoints>& joints);
    void dropAnalysis() { m_view.analysis = nullptr; }
    /// Clears all findings before another motion is opened.
    void clear();

Q_SIGNALS:
    void analyzed(); ///< analysis and findings of the view have changed
    void failed(const QString& text);

private:
    void setFindings(const std::vector<keyframe::Finding>& analyzed);

    const MotionDocument& m_document;
    const MotionRobot& m_robot;
    QPointer<widgets::PosePanel> m_panel;
    widgets::MotionView m_view;
    keyframe::TrajectoryPtr m_played;
    std::vector<keyframe::Finding> m_checkFindings; ///< including those of the file
    std::vector<keyframe::Finding> m_fileFindings;
    std::uint64_t m_analyzedVersion = 0;
    MotionAnalysisJob m_job;
};

} // namespace sideline::studio
