#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include <QObject>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/worker.h"
#include "logs/match/match_log.h"
#include "logs/match/signals.h"

namespace sideline::studio {

/// Collects the values of signals over a whole log in a thread of its own. A new request ends the
/// one before. GUI thread only.
class SignalLoader : public QObject {
    Q_OBJECT
public:
    explicit SignalLoader(QObject* parent = nullptr);
    ~SignalLoader() override;

    /// @param log may be null, which only ends the work
    void load(std::shared_ptr<const logs::MatchLog> log, std::vector<logs::SignalId> ids);
    [[nodiscard]] bool isLoading() const { return m_loading; }

Q_SIGNALS:
    /// A longer table, several times until all frames are in it.
    void tableReady(const std::shared_ptr<const sideline::logs::SignalTable>& table, bool complete);
    /// The rest of the table could not be had.
    void failed(const QString& text);

private:
    struct Result {
        std::shared_ptr<const logs::SignalTable> table;
        bool complete = false;
        int request = 0;
    };
    void work(const std::stop_token& stop, int request,
              const std::shared_ptr<const logs::MatchLog>& log,
              const std::vector<logs::SignalId>& ids);
    void take();
    void fail(int request, const base::Error& error);

    base::Mailbox<Result> m_results;
    int m_request = 0;
    bool m_loading = false;
    base::Worker m_worker;
};

} // namespace sideline::studio
