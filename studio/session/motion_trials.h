#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QObject>

#include "studio/session/job_pool.h"
#include "training/trial/motion_trial.h"

namespace sideline::studio {

/// Trials of a motion on physics, beside the editor. GUI thread only.
class MotionTrials : public QObject {
    Q_OBJECT
public:
    explicit MotionTrials(QObject* parent = nullptr);
    ~MotionTrials() override;

    /// Runs trials with seeds from `settings.seed` on; only the first keeps its samples. What is
    /// still running is given up first.
    void start(const std::shared_ptr<const motion::JointTrajectory>& trajectory,
               training::TrialSettings settings, int count);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] int percent() const { return m_percent; }
    /// Results of the last series, in the order of their seeds; as many as are done.
    [[nodiscard]] const std::vector<training::TrialResultPtr>& results() const { return m_results; }

Q_SIGNALS:
    void progressed();
    void finished();
    void failed(const QString& text);

private:
    struct Series {
        std::atomic<bool> isCancelled = false;
    };

    void giveUp();
    void fail(const std::shared_ptr<Series>& series, const base::Error& error);

    JobPool m_pool;
    std::shared_ptr<Series> m_series;
    std::vector<training::TrialResultPtr> m_results;
    int m_count = 0;
    int m_percent = 0;
    bool m_isRunning = false;
};

} // namespace sideline::studio
