#pragma once

#include <cstdint>

#include <QObject>

#include "motions/analysis/motion_analysis.h"
#include "motions/finding.h"
#include "motions/motion.h"
#include "studio/session/background_task.h"

namespace sideline::studio {

/// Analyzes the newest version of a motion in the background; drops older versions. GUI thread
/// only.
class MotionAnalysisJob : public QObject {
    Q_OBJECT
public:
    explicit MotionAnalysisJob(QObject* parent = nullptr);

    /// @param R_STorsoAtStart orientation of the torso when the motion begins
    /// @param version reported with the result
    void start(const keyframe::TrajectoryPtr& trajectory, const robot::RobotModel& model,
               robot::GroundRule ground, const Eigen::Matrix3d& R_STorsoAtStart,
               std::uint64_t version);
    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }

Q_SIGNALS:
    void analyzed(const sideline::keyframe::MotionAnalysisPtr& analysis, quint64 version);
    /// Emitted when this version cannot be analyzed.
    void failed(const QString& text, quint64 version);

private:
    BackgroundTask m_task;
};

} // namespace sideline::studio
