#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include <QObject>

#include "studio/session/job_pool.h"
#include "training/trial/motion_trial.h"

namespace sideline::studio {

/// A motion on one robot, and how it is tried.
struct TrialJob {
    std::shared_ptr<const motion::JointTrajectory> trajectory;
    training::TrialSettings settings;
};

/// Trials of a motion in simulation, beside the editor. GUI thread only.
class MotionTrials : public QObject {
    Q_OBJECT
public:
    explicit MotionTrials(QObject* parent = nullptr);
    ~MotionTrials() override;

    /// Runs trials; only the first keeps its samples. What is still running is given up first.
    void start(std::vector<TrialJob> jobs);
    /// Runs one of them again, which gives the same, and keeps its samples.
    void replay(std::size_t job);
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] int percent() const { return m_percent; }
    [[nodiscard]] const std::vector<TrialJob>& jobs() const { return m_jobs; }
    /// Results of the last series, in the order of the jobs; as many as are done.
    [[nodiscard]] const std::vector<training::TrialResultPtr>& results() const { return m_results; }

Q_SIGNALS:
    void progressed();
    void finished();
    void replayed(quint64 job, const sideline::training::TrialResultPtr& result);
    void failed(const QString& text);

private:
    struct Series {
        std::atomic<bool> isCanceled = false;
    };

    void giveUp();
    void fail(const std::shared_ptr<Series>& series, const base::Error& error);
    void run(const TrialJob& job, std::function<void(training::TrialResultPtr)> done);

    JobPool m_pool;
    std::shared_ptr<Series> m_series;
    std::vector<training::TrialResultPtr> m_results;
    std::vector<TrialJob> m_jobs;
    int m_percent = 0;
    bool m_isRunning = false;
};

} // namespace sideline::studio
