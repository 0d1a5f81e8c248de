#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "studio/session/background_task.h"
#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_parts.h"
#include "training/experiment/experiment_records.h"
#include "training/experiment/experiment_settings.h"
#include "widgets/train/train_view.h"

namespace sideline::studio {

/// A loaded experiment. Immutable.
struct OpenExperiment {
    QString folder;
    training::ExperimentSettings settings;
    /// Creates trials; empty if that is not possible.
    std::optional<training::ExperimentParts> parts;
    QString fault; ///< why `parts` is empty
    std::optional<training::Champion> champion;
    std::uint64_t generation = 0; ///< next generation
    training::ExperimentRecords records;
    widgets::TrainDataPtr data; ///< the experiment in the form that panels show; never null
};
using OpenExperimentPtr = std::shared_ptr<const OpenExperiment>;

/// Reads an experiment in the background and follows it while it grows. GUI thread only.
class ExperimentReader : public QObject {
    Q_OBJECT
public:
    explicit ExperimentReader(QObject* parent = nullptr);

    /// Closes the current experiment and reads another one.
    void open(const QString& folder);
    /// Reads what was added since the last read.
    void refresh();
    void close();
    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// Null until it has been read.
    [[nodiscard]] const OpenExperimentPtr& experiment() const { return m_experiment; }
    [[nodiscard]] bool isReading() const { return m_read.isRunning(); }

Q_SIGNALS:
    /// Emitted when another experiment was opened or closed, or this one has grown.
    void changed();
    void failed(const QString& text);

private:
    void read();

    QString m_folder;
    OpenExperimentPtr m_experiment;
    QString m_fault; ///< last reported fault
    BackgroundTask m_read;
};

} // namespace sideline::studio
