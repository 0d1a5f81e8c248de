#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include <QObject>

#include "motions/analysis/motion_analysis.h"
#include "motions/finding.h"
#include "motions/motion.h"
#include "studio/session/job_pool.h"

namespace sideline::studio {

/// Analyses the newest version of a motion beside the editor; older ones are given up.
/// GUI thread only.
class MotionAnalysisJob : public QObject {
    Q_OBJECT
public:
    explicit MotionAnalysisJob(QObject* parent = nullptr);
    ~MotionAnalysisJob() override;

    /// @param R_STorsoAtStart how the robot lies or stands when the motion begins
    /// @param version reported with the result
    void start(const keyframe::TrajectoryPtr& trajectory, const robot::RobotModel& model,
               robot::GroundRule ground, const Eigen::Matrix3d& R_STorsoAtStart,
               std::uint64_t version);
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

Q_SIGNALS:
    void analyzed(const sideline::keyframe::MotionAnalysisPtr& analysis, quint64 version);
    /// This version cannot be analyzed.
    void failed(const QString& text, quint64 version);

private:
    struct Request {
        keyframe::TrajectoryPtr trajectory;
        robot::RobotModelPtr model;
        robot::GroundRule ground = robot::GroundRule::LevelSole;
        Eigen::Matrix3d R_STorsoAtStart = Eigen::Matrix3d::Identity();
        std::uint64_t version = 0;
    };
    void run(const Request& request);
    void goOn();

    JobPool m_pool;
    std::shared_ptr<std::atomic<std::uint64_t>> m_wanted; ///< version that is worth finishing
    bool m_isRunning = false;
    std::optional<Request> m_next;
};

} // namespace sideline::studio
