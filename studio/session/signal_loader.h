#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include <QObject>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/worker.h"
#include "logs/match/match_log.h"
#include "logs/match/signals.h"

namespace sideline::studio {

/// Collects the values of signals over a whole log in a thread of its own, and continues with them
/// as the log grows. A new request ends the one before; values that are there already are kept.
/// GUI thread only.
class SignalLoader : public QObject {
    Q_OBJECT
public:
    explicit SignalLoader(QObject* parent = nullptr);
    ~SignalLoader() override;

    /// @param log may be null, which only ends the work
    void load(std::shared_ptr<const logs::MatchLog> log, std::vector<logs::SignalId> ids);
    /// The log has grown.
    void follow();
    /// Whether frames of the log are not in the table yet.
    [[nodiscard]] bool isLoading() const;

Q_SIGNALS:
    /// A longer table, again and again until all frames are in it. While a signal is read that
    /// others have gone ahead of, its values are NaN in the rows behind.
    void tableReady(const std::shared_ptr<const sideline::logs::SignalTable>& table);
    /// The rest of the table could not be had.
    void failed(const QString& text);

private:
    struct Result {
        std::shared_ptr<const logs::SignalTable> table;
        std::vector<logs::SignalId> behind; ///< signals that others have gone ahead of
        bool isOver = false;                ///< nothing is added any more
        int request = 0;
    };
    class Work;
    void take();
    void fail(int request, const base::Error& error);

    std::shared_ptr<const logs::MatchLog> m_log;
    Result m_latest; ///< of `m_log`
    int m_request = 0;
    base::Mailbox<Result> m_results;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_isGrown = false; // guarded by m_mutex
    base::Worker m_worker;  // last: stops before the rest goes
};

} // namespace sideline::studio
