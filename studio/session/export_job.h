#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "logs/match/log_export.h"
#include "logs/match/match_log.h"
#include "studio/session/background_task.h"

namespace sideline::studio {

/// Writes a file from a log in the background, one at a time; an incomplete file is removed. GUI
/// thread only.
class ExportJob : public QObject {
    Q_OBJECT
public:
    enum class Kind { Poses, Joints, Events, Cut };

    explicit ExportJob(QObject* parent = nullptr);

    /// Starts writing. @return false if another file is being written
    bool start(Kind kind, std::shared_ptr<const logs::MatchLog> log, logs::FrameRange range,
               const QString& file);
    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }
    /// Requests a stop; `finished` is emitted when the work has ended.
    void cancel() { m_task.requestStop(); }

Q_SIGNALS:
    void progressed(int percent);
    /// @param error reason for a failure; empty on success
    /// @param leftOut data missing from the file because the log is damaged; empty if it is
    ///     complete
    void finished(const QString& file, const QString& error, bool canceled, const QString& leftOut);

private:
    BackgroundTask m_task;
};

} // namespace sideline::studio
