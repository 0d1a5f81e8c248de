#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include <QObject>

#include "studio/session/background_task.h"
#include "training/trial/motion_trial.h"

namespace sideline::studio {

/// A motion on one robot, and the settings of its trial.
struct TrialJob {
    std::shared_ptr<const motion::JointTrajectory> trajectory;
    training::TrialSettings settings;
};

/// Runs trials of a motion in simulation, in the background. GUI thread only.
class MotionTrials : public QObject {
    Q_OBJECT
public:
    explicit MotionTrials(QObject* parent = nullptr);

    /// Cancels running trials and starts these; only the first one keeps its samples.
    void start(std::vector<TrialJob> jobs);
    /// Repeats one of the trials, with the same result, and keeps its samples.
    void replay(std::size_t job);
    void cancel();
    /// Whether a series is running; a replay does not count.
    [[nodiscard]] bool isRunning() const { return m_series.isRunning(); }
    /// Progress of the last series, 0 to 100.
    [[nodiscard]] int percent() const;
    [[nodiscard]] const std::vector<TrialJob>& jobs() const { return m_jobs; }
    /// Results of the last series so far, in the order of the jobs.
    [[nodiscard]] const std::vector<training::TrialResultPtr>& results() const { return m_results; }

Q_SIGNALS:
    void progressed();
    void finished();
    void replayed(quint64 job, const sideline::training::TrialResultPtr& result);
    void failed(const QString& text);

private:
    void run(BackgroundTask& task, const TrialJob& job,
             std::function<void(training::TrialResultPtr)> done);
    void cancelTasks();

    BackgroundTask m_series;
    BackgroundTask m_replay;
    std::vector<training::TrialResultPtr> m_results;
    std::vector<TrialJob> m_jobs;
};

} // namespace sideline::studio
