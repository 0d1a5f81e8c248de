#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>

#include "studio/session/background_task.h"
#include "studio/session/experiment_reader.h"
#include "training/experiment/recorded_trial.h"
#include "widgets/train/train_view.h"

namespace sideline::studio {

/// Runs trials of an individual again in the background: the shown trial, the same trial for a
/// ghost, and all validation trials, so that the worst one can be found. GUI thread only.
class TrialReplay : public QObject {
    Q_OBJECT
public:
    explicit TrialReplay(QObject* parent = nullptr);

    /// Shows the first trial of another individual, until another trial is chosen.
    /// @param experiment must have parts
    void watch(const OpenExperimentPtr& experiment, const training::Genome& genome);
    /// Shows another trial.
    /// @param place index of the validation trial
    void show(int place);
    /// Shows another individual in the same trial as a ghost; empty for none.
    void setGhost(std::optional<training::Genome> genome);
    void clear();

    /// Null until the trial has been run.
    [[nodiscard]] const training::RecordedTrialPtr& trial() const { return m_trial; }
    [[nodiscard]] const training::RecordedTrialPtr& ghost() const { return m_ghost; }
    [[nodiscard]] int place() const { return m_place; }
    /// All validation trials, worst first; empty until they have been run.
    [[nodiscard]] const std::vector<widgets::TrialRow>& rows() const { return m_rows; }
    [[nodiscard]] int percent() const { return m_series.percent(); }

Q_SIGNALS:
    void trialChanged(); ///< trial or ghost has changed
    void rowsChanged();  ///< rows or progress have changed
    void failed(const QString& text);

private:
    void record(BackgroundTask& task, const training::Genome& genome,
                training::RecordedTrialPtr& into);
    void runSeries();

    OpenExperimentPtr m_experiment;
    training::Genome m_genome;
    std::optional<training::Genome> m_ghostGenome;
    std::vector<training::TrialPlace> m_places;
    int m_place = 0;
    training::RecordedTrialPtr m_trial;
    training::RecordedTrialPtr m_ghost;
    std::vector<widgets::TrialRow> m_rows;
    BackgroundTask m_record;
    BackgroundTask m_recordGhost;
    BackgroundTask m_series;
};

} // namespace sideline::studio
