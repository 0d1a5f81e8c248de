#pragma once

#include <functional>
#include <string>

#include <QObject>
#include <QThreadPool>

#include "agentcore/base/attempt.h"

namespace sideline::studio {

/// Pieces of work beside the window, one after the other. What they throw is reported to the window
/// instead of ending the program. GUI thread only.
class JobPool {
public:
    /// @param owner in whose thread faults are reported; outlives this, and this all work
    explicit JobPool(QObject& owner);
    /// Waits for the work at hand; what has not begun is omitted.
    ~JobPool();
    JobPool(const JobPool&) = delete;
    JobPool& operator=(const JobPool&) = delete;

    /// Queues a piece of work.
    /// @param what see `base::attempt`
    /// @param failed called in the GUI thread with what the work has thrown
    void start(std::string what, std::function<void()> work,
               std::function<void(const base::Error& error)> failed);
    /// Omits what has not begun.
    void clear() { m_pool.clear(); }
    void waitForDone() { m_pool.waitForDone(); }

private:
    QObject& m_owner;
    QThreadPool m_pool;
};

} // namespace sideline::studio
