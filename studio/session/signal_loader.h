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

/// Collects the values of signals over a whole log in a separate thread, and continues as the log
/// grows. Values of agents come from another source and follow a moment later. A new request
/// cancels the previous one; values that have already been read are kept. GUI thread only.
class SignalLoader : public QObject {
    Q_OBJECT
public:
    explicit SignalLoader(QObject* parent = nullptr);
    ~SignalLoader() override;

    /// @param log may be null, which only stops the work
    /// @param agents provides the agents' values at the frames of the log, and is read in the
    ///     thread; null: these values are NaN
    void load(std::shared_ptr<const logs::MatchLog> log, std::vector<logs::SignalId> ids,
              std::shared_ptr<logs::AgentValues> agents = nullptr);
    /// Continues after the log has grown.
    void follow();
    /// Whether some frames of the log are not in the table yet.
    [[nodiscard]] bool isLoading() const;

Q_SIGNALS:
    /// Emitted with a longer table each time, until it holds all frames. While a new signal is
    /// still being read for earlier frames, its values are NaN in the remaining rows.
    void tableReady(const std::shared_ptr<const sideline::logs::SignalTable>& table);
    /// Emitted when the rest of the table, or of the agents' values in it, cannot be read.
    void failed(const QString& text);

private:
    struct Result {
        std::shared_ptr<const logs::SignalTable> table;
        std::vector<logs::SignalId> behind; ///< signals with fewer rows than the table
        /// For signals of agents: the first frame whose values are not final. `lookedTo` is the
        /// first frame whose values have not been read yet.
        std::map<logs::SignalId, logs::FrameNumber> settled;
        logs::FrameNumber lookedTo = 0;
        bool isOver = false; ///< nothing more will be added
        int request = 0;
    };
    class Work;
    void take();
    void fail(int request, const base::Error& error);
    void failAgents(int request, const base::Error& error);

    std::shared_ptr<const logs::MatchLog> m_log;
    Result m_latest; ///< result for `m_log`
    int m_request = 0;
    base::Mailbox<Result> m_results;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_isGrown = false; // guarded by m_mutex
    base::Worker m_worker;  // last: its thread ends before the other members are destroyed
};

} // namespace sideline::studio
