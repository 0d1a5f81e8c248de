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

/// An experiment as it was read. Immutable.
struct OpenExperiment {
    QString folder;
    training::ExperimentSettings settings;
    /// What makes trials; nothing if it cannot be made.
    std::optional<training::ExperimentParts> parts;
    QString fault; ///< why not
    std::optional<training::Champion> champion;
    std::uint64_t generation = 0; ///< that comes next
    training::ExperimentRecords records;
    widgets::TrainDataPtr data; ///< the same for panels; never null
};
using OpenExperimentPtr = std::shared_ptr<const OpenExperiment>;

/// Reads an experiment in the background, and on while it grows. GUI thread only.
class ExperimentReader : public QObject {
    Q_OBJECT
public:
    explicit ExperimentReader(QObject* parent = nullptr);

    /// Reads another experiment; what was shown is closed.
    void open(const QString& folder);
    /// Reads what has come since.
    void refresh();
    void close();
    [[nodiscard]] const QString& folder() const { return m_folder; }
    /// Null until it is read.
    [[nodiscard]] const OpenExperimentPtr& experiment() const { return m_experiment; }
    [[nodiscard]] bool isReading() const { return m_read.isRunning(); }

Q_SIGNALS:
    /// Another experiment is there, or none, or there is more of it.
    void changed();
    void failed(const QString& text);

private:
    void read();

    QString m_folder;
    OpenExperimentPtr m_experiment;
    QString m_fault; ///< reported last
    BackgroundTask m_read;
};

} // namespace sideline::studio
