#include "studio/session/motion_analysis_job.h"

#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionAnalysisJob::MotionAnalysisJob(QObject* parent)
    : QObject(parent), m_task(BackgroundTask::Policy::Newest) {
    qRegisterMetaType<keyframe::MotionAnalysisPtr>();
}

void MotionAnalysisJob::start(const keyframe::TrajectoryPtr& trajectory,
                              const robot::RobotModel& model, robot::GroundRule ground,
                              const Eigen::Matrix3d& R_STorsoAtStart, std::uint64_t version) {
    keyframe::AnalysisOptions options;
    options.ground = ground;
    options.R_STorsoAtStart = R_STorsoAtStart;
    m_task.start(
        "motion analysis",
        [trajectory, robot = model.shared(), options](const TaskControl& control) {
            return keyframe::analyze(*trajectory, *robot, options,
                                     [&] { return control.isStopRequested(); });
        },
        [this, version](const base::Expected<keyframe::MotionAnalysisPtr>& analysis) {
            if (analysis) {
                Q_EMIT analyzed(*analysis, version);
            } else {
                Q_EMIT failed(widgets::toQt(analysis.error().toString()), version);
            }
        });
}

} // namespace sideline::studio
