#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

#include <QObject>

#include "agentcore/base/mailbox.h"
#include "agentcore/base/worker.h"
#include "logs/match/match_log.h"
#include "logs/match/signals.h"
#include "logs/session/agent_values.h"

namespace sideline::studio {

/// Collects the values of signals over a whole log in a thread of its own, and continues with them
/// as the log grows. Those of agents come from elsewhere, and follow a moment later. A new request
/// ends the one before; values that are there already are kept.
/// GUI thread only.
class SignalLoader : public QObject {
    Q_OBJECT
public:
    explicit SignalLoader(QObject* parent = nullptr);
    ~SignalLoader() override;

    /// @param log may be null, which only ends the work
    /// @param agents has the values of agents at the frames of the log, and is read in the thread;
    ///     null: nobody has them, and they are NaN
    void load(std::shared_ptr<const logs::MatchLog> log, std::vector<logs::SignalId> ids,
              std::shared_ptr<logs::AgentValues> agents = nullptr);
    /// The log has grown.
    void follow();
    /// Whether frames of the log are not in the table yet.
    [[nodiscard]] bool isLoading() const;

Q_SIGNALS:
    /// A longer table, again and again until all frames are in it. While a signal is read that
    /// others have gone ahead of, its values are NaN in the rows behind.
    void tableReady(const std::shared_ptr<const sideline::logs::SignalTable>& table);
    /// The rest of the table, or of the agents' values in it, could not be had.
    void failed(const QString& text);

private:
    struct Result {
        std::shared_ptr<const logs::SignalTable> table;
        std::vector<logs::SignalId> behind; ///< signals that others have gone ahead of
        /// Of agents: the first frame whose values are not known for good. Likewise the first that
        /// was not looked at.
        std::map<logs::SignalId, logs::FrameNumber> settled;
        logs::FrameNumber lookedTo = 0;
        bool isOver = false; ///< nothing is added any more
        int request = 0;
    };
    class Work;
    void take();
    void fail(int request, const base::Error& error);
    void failAgents(int request, const base::Error& error);

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
