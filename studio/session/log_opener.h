#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "agentcore/base/error.h"
#include "agentcore/base/worker.h"
#include "logs/match/match_log.h"

namespace sideline::studio {

/// Opens match logs in separate threads; only the latest request counts. GUI thread only.
///
/// Must outlive the logs that it opened, because they report through it while they are being
/// indexed.
class LogOpener : public QObject {
    Q_OBJECT
public:
    explicit LogOpener(QObject* parent = nullptr);
    ~LogOpener() override;

    void open(const std::string& path, const logs::LogOptions& options);
    /// Drops the log that is being opened.
    void cancel() { ++m_attempt; }
    [[nodiscard]] bool isOpening() const { return m_opening != 0; }
    /// Waits for the logs that are being opened.
    void wait() { m_workers.clear(); }

Q_SIGNALS:
    void opened(const std::shared_ptr<sideline::logs::MatchLog>& log);
    void failed(const QString& text);
    void progressed(); ///< more of an opened log was indexed or analyzed

private:
    void finish(int attempt, const base::Expected<std::shared_ptr<logs::MatchLog>>& result);

    int m_attempt = 0; ///< number of the latest call of `open`
    int m_opening = 0; ///< number of logs that are being opened
    std::vector<base::Worker> m_workers;
    std::unique_ptr<QObject> m_relay; ///< receives calls posted by other threads
};

} // namespace sideline::studio
