#pragma once

#include <map>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include "studio/session/background_task.h"
#include "widgets/train/train_view.h"

namespace sideline::studio {

/// The experiments that there are: those in the library folder and those that were opened; how each
/// of them is doing, and the processes that run them. These are programs of their own: they go on
/// when the studio closes, and are found again by the lock of their folder. GUI thread only.
class ExperimentList : public QObject {
    Q_OBJECT
public:
    /// @param library folder in which new experiments are made; need not exist
    explicit ExperimentList(QString library, QObject* parent = nullptr);

    [[nodiscard]] const QString& library() const { return m_library; }
    /// Folders outside of the library that are listed, too.
    void setOpened(const QStringList& folders);
    [[nodiscard]] const QStringList& opened() const { return m_opened; }
    /// Whether they are looked at, again and again.
    void setWatching(bool isOn);
    /// Looks at all of them now; `changed` reports what has changed.
    void refresh();
    [[nodiscard]] const std::vector<widgets::ExperimentRow>& rows() const { return m_rows; }
    /// Null for none.
    [[nodiscard]] const widgets::ExperimentRow* find(const QString& folder) const;

    /// Runs an experiment, or goes on with it. What the program writes goes to `train.log` in the
    /// folder.
    /// @return what prevents it; empty for nothing
    [[nodiscard]] QString start(const QString& folder);
    /// Ends an experiment after its generation.
    /// @return what prevents it; empty for nothing
    [[nodiscard]] QString pause(const QString& folder);
    /// Moves an experiment's folder to the trash.
    /// @return what prevents it; empty for nothing
    [[nodiscard]] QString remove(const QString& folder);

    /// A folder in the library for a new experiment, which is not there yet.
    [[nodiscard]] QString newFolder(const QString& name) const;
    /// Whether a path is an experiment's folder.
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
    [[nodiscard]] static KnownRows look(const QString& library, const QStringList& opened,
                                        const KnownRows& before);

    QString m_library;
    QStringList m_opened;
    std::vector<widgets::ExperimentRow> m_rows;
    KnownRows m_known;
    std::map<QString, QDateTime> m_started; ///< until the process has been seen
    QSet<QString> m_pausing;
    QTimer m_timer;
    BackgroundTask m_look;
};

} // namespace sideline::studio
