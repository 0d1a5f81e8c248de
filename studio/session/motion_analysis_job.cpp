#include "studio/session/motion_analysis_job.h"

#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionAnalysisJob::MotionAnalysisJob(QObject* parent)
    : QObject(parent), m_pool(*this), m_wanted(std::make_shared<std::atomic<std::uint64_t>>(0)) {
    qRegisterMetaType<keyframe::MotionAnalysisPtr>();
}

MotionAnalysisJob::~MotionAnalysisJob() {
    *m_wanted = UINT64_MAX; // no version: what runs gives up
    m_pool.waitForDone();
}

void MotionAnalysisJob::start(const keyframe::TrajectoryPtr& trajectory,
                              const robot::RobotModel& model, robot::GroundRule ground,
                              const Eigen::Matrix3d& R_STorsoAtStart, std::uint64_t version) {
    *m_wanted = version;
    m_next = Request{trajectory, model.shared(), ground, R_STorsoAtStart, version};
    if (!m_isRunning) {
        run(*std::exchange(m_next, std::nullopt));
    }
}

void MotionAnalysisJob::run(const Request& request) {
    m_isRunning = true;
    const auto analyze = [this, request, wanted = m_wanted] {
        keyframe::AnalysisOptions options;
        options.ground = request.ground;
        options.R_STorsoAtStart = request.R_STorsoAtStart;
        const auto analysis = keyframe::analyze(*request.trajectory, *request.model, options,
                                                [&] { return wanted->load() != request.version; });
        QMetaObject::invokeMethod(this, [this, analysis, version = request.version] {
            goOn();
            if (m_wanted->load() == version) {
                Q_EMIT analyzed(analysis, version);
            }
        });
    };
    m_pool.start("motion analysis", analyze,
                 [this, version = request.version](const base::Error& error) {
                     goOn();
                     Q_EMIT failed(widgets::toQt(error.toString()), version);
                 });
}

void MotionAnalysisJob::goOn() {
    m_isRunning = false;
    if (m_next) {
        run(*std::exchange(m_next, std::nullopt));
    }
}

} // namespace sideline::studio
