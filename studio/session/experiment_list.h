#pragma once

#include <map>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include "studio/session/background_task.h"
#include "widgets/common/file_question.h"
#include "widgets/train/train_view.h"

namespace sideline::studio {

/// Lists the experiments in the library folder and those opened from elsewhere, with their states
/// and the processes that run them. The processes are separate programs: they keep running when the
/// studio closes, and are found again by the lock in their folder. GUI thread only.
class ExperimentList : public QObject {
    Q_OBJECT
public:
    /// @param library folder for new experiments; need not exist
    explicit ExperimentList(QString library, QObject* parent = nullptr);

    [[nodiscard]] const QString& library() const { return m_library; }
    /// Returns the settings of the dialog that opens an experiment.
    [[nodiscard]] widgets::FileQuestion question() const {
        return {QStringLiteral("experiments"), tr("Open an experiment"), tr("Experiments (*.toml)"),
                QString(), m_library};
    }
    /// Sets the folders outside the library that are listed as well.
    void setOpened(const QStringList& folders);
    [[nodiscard]] const QStringList& opened() const { return m_opened; }
    /// Turns periodic refreshing on or off.
    void setWatching(bool isOn);
    /// Refreshes all experiments now; `changed` reports the changes.
    void refresh();
    [[nodiscard]] const std::vector<widgets::ExperimentRow>& rows() const { return m_rows; }
    /// Returns the experiment's row, or null.
    [[nodiscard]] const widgets::ExperimentRow* find(const QString& folder) const;

    /// Starts or resumes an experiment. The program's output is written to `train.log` in the
    /// folder.
    /// @return reason for a failure; empty on success
    [[nodiscard]] QString start(const QString& folder);
    /// Ends an experiment after the current generation.
    /// @return reason for a failure; empty on success
    [[nodiscard]] QString pause(const QString& folder);
    /// Moves an experiment's folder to the trash.
    /// @return reason for a failure; empty on success
    [[nodiscard]] QString remove(const QString& folder);

    /// Returns an unused folder in the library for a new experiment.
    [[nodiscard]] QString newFolder(const QString& name) const;
    /// Whether a path is the folder of an experiment.
    [[nodiscard]] static bool isExperimentFolder(const QString& path);

Q_SIGNALS:
    void changed();

private:
    struct Known {
        QDateTime settingsTime;
        QDateTime checkpointTime;
        widgets::ExperimentRow row;
    };
    using KnownRows = std::map<QString, Known>;
    [[nodiscard]] static KnownRows readRows(const QString& library, const QStringList& opened,
                                            const KnownRows& before);

    QString m_library;
    QStringList m_opened;
    std::vector<widgets::ExperimentRow> m_rows;
    KnownRows m_known;
    /// Start times of processes that have not been seen yet.
    std::map<QString, QDateTime> m_started;
    QSet<QString> m_pausing;
    QTimer m_timer;
    BackgroundTask m_refresh;
};

} // namespace sideline::studio
