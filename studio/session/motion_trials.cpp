#include "studio/session/motion_trials.h"

#include <algorithm>
#include <utility>

#include "widgets/format/text_format.h"

namespace sideline::studio {

MotionTrials::MotionTrials(QObject* parent) : QObject(parent), m_pool(*this) {}

MotionTrials::~MotionTrials() {
    giveUp();
    m_pool.waitForDone();
}

void MotionTrials::giveUp() {
    if (m_series) {
        m_series->isCancelled = true;
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

void MotionTrials::start(const std::shared_ptr<const motion::JointTrajectory>& trajectory,
                         training::TrialSettings settings, int count) {
    giveUp();
    m_series = std::make_shared<Series>();
    m_results.clear();
    m_count = std::max(1, count);
    m_percent = 0;
    m_isRunning = true;
    for (int i = 0; i < m_count; ++i) {
        settings.keepsSamples = i == 0;
        const auto trial = [this, trajectory, settings, series = m_series] {
            auto result = training::runTrial(trajectory, settings,
                                             [&] { return series->isCancelled.load(); });
            QMetaObject::invokeMethod(this, [this, series, result = std::move(result)]() mutable {
                if (series != m_series) {
                    return; // of a series that was given up
                }
                if (!result) {
                    fail(series, result.error());
                    return;
                }
                m_results.push_back(
                    std::make_shared<const training::TrialResult>(std::move(*result)));
                m_percent = static_cast<int>(m_results.size()) * 100 / m_count;
                m_isRunning = static_cast<int>(m_results.size()) < m_count;
                Q_EMIT progressed();
                if (!m_isRunning) {
                    m_series.reset();
                    Q_EMIT finished();
                }
            });
        };
        m_pool.start("the trial", trial,
                     [this, series = m_series](const base::Error& error) { fail(series, error); });
        ++settings.seed;
    }
    Q_EMIT progressed();
}

} // namespace sideline::studio
