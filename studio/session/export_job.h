#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "agentcore/base/worker.h"
#include "logs/match/log_export.h"
#include "logs/match/match_log.h"

namespace sideline::studio {

/// Writes a file from a log in a thread of its own, one at a time. GUI thread only.
class ExportJob : public QObject {
    Q_OBJECT
public:
    enum class Kind { Poses, Joints, Events, Cut };

    explicit ExportJob(QObject* parent = nullptr);
    /// Stops the work; of a file that is not complete nothing is left.
    ~ExportJob() override;

    /// Begins to write. @return false if another file is being written
    bool start(Kind kind, std::shared_ptr<const logs::MatchLog> log, logs::FrameRange range,
               const QString& file);
    [[nodiscard]] bool isRunning() const { return m_running; }
    /// Asks the work to stop; `finished` reports when it has.
    void cancel();

Q_SIGNALS:
    void progressed(int percent);
    /// @param error what went wrong; empty if the file was written
    /// @param leftOut what the file lacks because the log is damaged; empty if it is complete
    void finished(const QString& file, const QString& error, bool canceled, const QString& leftOut);

private:
    bool m_running = false;
    base::Worker m_worker; // last: stops before the rest goes
};

} // namespace sideline::studio
