#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include <QObject>

#include "studio/session/background_task.h"
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

    /// Runs trials; only the first keeps its samples. What is still running is given up first.
    void start(std::vector<TrialJob> jobs);
    /// Runs one of them again, which gives the same, and keeps its samples.
    void replay(std::size_t job);
    void cancel();
    /// Whether a series runs; a replay does not count.
    [[nodiscard]] bool isRunning() const { return m_series.isRunning(); }
    /// Of the last series.
    [[nodiscard]] int percent() const;
    [[nodiscard]] const std::vector<TrialJob>& jobs() const { return m_jobs; }
    /// Results of the last series, in the order of the jobs; as many as are done.
    [[nodiscard]] const std::vector<training::TrialResultPtr>& results() const { return m_results; }

Q_SIGNALS:
    void progressed();
    void finished();
    void replayed(quint64 job, const sideline::training::TrialResultPtr& result);
    void failed(const QString& text);

private:
    void run(BackgroundTask& task, const TrialJob& job,
             std::function<void(training::TrialResultPtr)> done);
    void giveUp();

    BackgroundTask m_series;
    BackgroundTask m_replay;
    std::vector<training::TrialResultPtr> m_results;
    std::vector<TrialJob> m_jobs;
};

} // namespace sideline::studio
