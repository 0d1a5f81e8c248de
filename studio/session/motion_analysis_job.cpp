#include "studio/session/motion_analysis_job.h"

#include <utility>

#include "widgets/format/text_format.h"

namespace sideline::studio {

MotionAnalysisJob::MotionAnalysisJob(QObject* parent)
    : QObject(parent), m_pool(*this), m_wanted(std::make_shared<std::atomic<std::uint64_t>>(0)) {
    qRegisterMetaType<motions::MotionAnalysisPtr>();
}

MotionAnalysisJob::~MotionAnalysisJob() {
    *m_wanted = UINT64_MAX; // no version: what runs gives up
    m_pool.waitForDone();
}

void MotionAnalysisJob::start(const motions::TrajectoryPtr& trajectory,
                              const robot::RobotModel& model, robot::GroundRule ground,
                              const Eigen::Matrix3d& R_STorsoAtStart, std::uint64_t version) {
    *m_wanted = version;
    m_next = Wish{trajectory, &model, ground, R_STorsoAtStart, version};
    if (!m_isRunning) {
        run(*std::exchange(m_next, std::nullopt));
    }
}

void MotionAnalysisJob::run(const Wish& wish) {
    m_isRunning = true;
    const auto analyse = [this, wish, wanted = m_wanted] {
        motions::AnalysisOptions options;
        options.ground = wish.ground;
        options.R_STorsoAtStart = wish.R_STorsoAtStart;
        const auto analysis = motions::analyse(*wish.trajectory, *wish.model, options,
                                               [&] { return wanted->load() != wish.version; });
        QMetaObject::invokeMethod(this, [this, analysis, version = wish.version] {
            goOn();
            if (m_wanted->load() == version) {
                Q_EMIT analysed(analysis, version);
            }
        });
    };
    m_pool.start("the motion's analysis", analyse,
                 [this, version = wish.version](const base::Error& error) {
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
