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

/// What the newest version of the motion means for the robot: its trajectory, what `check` finds
/// in it, and the analysis that is computed beside the editor. GUI thread only.
class MotionChecker : public QObject {
    Q_OBJECT
public:
    /// @param panel has the user's choice of the ground rule; the others must outlive the checker
    MotionChecker(const MotionDocument& document, const MotionRobot& robot,
                  widgets::PosePanel* panel);

    /// As panels show it.
    [[nodiscard]] const widgets::MotionView& view() const { return m_view; }
    /// As it is played: left and right exchanged, if the motion says so.
    [[nodiscard]] const keyframe::TrajectoryPtr& played() const { return m_played; }
    /// As it is played on one of `knownRobots`.
    [[nodiscard]] keyframe::TrajectoryPtr playedOn(int robot) const;
    /// The analysis, unless it is of an earlier version; else null.
    [[nodiscard]] const keyframe::MotionAnalysis* currentAnalysis() const;
    /// Get-ups are posed on a robot that lies, and rests as it falls.
    [[nodiscard]] bool beginsLying() const;
    [[nodiscard]] robot::GroundRule groundRule() const;
    /// How the torso is turned when the motion begins.
    [[nodiscard]] Eigen::Matrix3d R_STorsoAtStart() const;

    /// Another version of the motion, or another robot: resolves and checks it.
    void update();
    /// Starts the analysis of this version; `analyzed` or `failed` reports the end.
    void analyze();
    /// What reader or writer of the file had to say; part of the findings from `update` on.
    void setFileFindings(const std::vector<keyframe::Finding>& findings);
    /// What was measured when it was played; null for nothing.
    void setPlayed(const std::shared_ptr<const widgets::PlayedJoints>& joints);
    void dropAnalysis() { m_view.analysis = nullptr; }
    /// Another motion comes: forgets all findings.
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
    std::vector<keyframe::Finding> m_checkFindings; ///< with those of the file
    std::vector<keyframe::Finding> m_fileFindings;
    std::uint64_t m_analyzedVersion = 0;
    MotionAnalysisJob m_job;
};

} // namespace sideline::studio
