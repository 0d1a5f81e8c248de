#include "studio/session/motion_trials.h"

#include <algorithm>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionTrials::MotionTrials(QObject* parent) : QObject(parent), m_pool(*this) {}

MotionTrials::~MotionTrials() {
    giveUp();
    m_pool.waitForDone();
}

void MotionTrials::giveUp() {
    if (m_series) {
        m_series->isCanceled = true;
    }
    m_pool.clear();
    m_isRunning = false;
    m_series.reset();
}

void MotionTrials::cancel() {
    giveUp();
    Q_EMIT progressed();
}

void MotionTrials::fail(const std::shared_ptr<Series>& series, const base::Error& error) {
    if (series == m_series) {
        cancel();
        Q_EMIT failed(widgets::toQt(error.toString()));
    }
}

// Calls `done` in the GUI thread, unless the series was given up meanwhile.
void MotionTrials::run(const TrialJob& job, std::function<void(training::TrialResultPtr)> done) {
    const auto trial = [this, job, series = m_series, done = std::move(done)] {
        auto result = training::runTrial(job.trajectory, job.settings,
                                         [&] { return series->isCanceled.load(); });
        QMetaObject::invokeMethod(this, [this, series, done, result = std::move(result)]() mutable {
            if (series != m_series) {
                return;
            }
            if (!result) {
                fail(series, result.error());
                return;
            }
            done(std::make_shared<const training::TrialResult>(std::move(*result)));
        });
    };
    m_pool.start("the simulation test", trial,
                 [this, series = m_series](const base::Error& error) { fail(series, error); });
}

void MotionTrials::start(std::vector<TrialJob> jobs) {
    giveUp();
    m_series = std::make_shared<Series>();
    m_results.clear();
    m_jobs = std::move(jobs);
    m_percent = 0;
    m_isRunning = !m_jobs.empty();
    for (std::size_t i = 0; i < m_jobs.size(); ++i) {
        m_jobs[i].settings.keepsSamples = i == 0;
        run(m_jobs[i], [this](training::TrialResultPtr result) {
            m_results.push_back(std::move(result));
            m_percent = static_cast<int>(m_results.size() * 100 / m_jobs.size());
            m_isRunning = m_results.size() < m_jobs.size();
            Q_EMIT progressed();
            if (!m_isRunning) {
                Q_EMIT finished();
            }
        });
    }
    Q_EMIT progressed();
}

void MotionTrials::replay(std::size_t job) {
    if (job >= m_results.size() || m_isRunning) {
        return;
    }
    giveUp(); // a replay that is not wanted any more
    m_series = std::make_shared<Series>();
    TrialJob again = m_jobs[job];
    again.settings.keepsSamples = true;
    run(again,
        [this, job](const training::TrialResultPtr& result) { Q_EMIT replayed(job, result); });
}

} // namespace sideline::studio
