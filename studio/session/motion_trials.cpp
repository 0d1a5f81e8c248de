#include "studio/session/motion_trials.h"

#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionTrials::MotionTrials(QObject* parent)
    : QObject(parent),
      m_series(BackgroundTask::Policy::InOrder),
      m_replay(BackgroundTask::Policy::Newest) {}

void MotionTrials::cancelTasks() {
    m_series.cancel();
    m_replay.cancel();
}

void MotionTrials::cancel() {
    cancelTasks();
    Q_EMIT progressed();
}

int MotionTrials::percent() const {
    return m_jobs.empty() ? 0 : static_cast<int>(m_results.size() * 100 / m_jobs.size());
}

void MotionTrials::run(BackgroundTask& task, const TrialJob& job,
                       std::function<void(training::TrialResultPtr)> done) {
    task.start(
        "the simulation test",
        [job](const TaskControl& control) {
            return training::runTrial(job.trajectory, job.settings,
                                      [&] { return control.isStopRequested(); });
        },
        [this, done = std::move(done)](base::Expected<training::TrialResult> result) {
            if (!result) {
                cancel(); // the other trials would fail for the same reason
                Q_EMIT failed(widgets::toQt(result.error().toString()));
                return;
            }
            done(std::make_shared<const training::TrialResult>(std::move(*result)));
        });
}

void MotionTrials::start(std::vector<TrialJob> jobs) {
    cancelTasks();
    m_results.clear();
    m_jobs = std::move(jobs);
    for (std::size_t i = 0; i < m_jobs.size(); ++i) {
        m_jobs[i].settings.keepsSamples = i == 0;
        run(m_series, m_jobs[i], [this](training::TrialResultPtr result) {
            m_results.push_back(std::move(result));
            Q_EMIT progressed();
            if (!isRunning()) {
                Q_EMIT finished();
            }
        });
    }
    Q_EMIT progressed();
}

void MotionTrials::replay(std::size_t job) {
    if (job >= m_results.size() || isRunning()) {
        return;
    }
    TrialJob again = m_jobs[job];
    again.settings.keepsSamples = true;
    run(m_replay, again,
        [this, job](const training::TrialResultPtr& result) { Q_EMIT replayed(job, result); });
}

} // namespace sideline::studio
