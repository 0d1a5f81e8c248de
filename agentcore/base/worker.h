#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "agentcore/base/attempt.h"

namespace sideline::base {

/// A thread for one task; its exceptions are reported instead of terminating the program.
///
/// Destruction and replacement request a stop and wait for the task to end. Used wherever a thread
/// is needed. One owner at a time.
class Worker {
public:
    using Work = std::function<void(const std::stop_token& stop)>;
    using Failed = std::function<void(const Error& error)>;

    /// An empty worker, without a thread.
    Worker() = default;
    /// Starts the task.
    /// @param what see `attempt`
    /// @param failed called in the worker's thread with the exception that ended the task, as an
    /// error; must not throw
    /// May throw std::system_error if the system cannot create a thread.
    Worker(std::string what, Work work, Failed failed)
        : m_thread([what = std::move(what), work = std::move(work),
                    failed = std::move(failed)](const std::stop_token& stop) {
              if (const auto done = attempt(what, [&] { work(stop); }); !done && failed) {
                  failed(done.error());
              }
          }) {}

    void requestStop() { m_thread.request_stop(); }
    [[nodiscard]] bool isStopRequested() const {
        return m_thread.get_stop_token().stop_requested();
    }
    /// Whether there is a thread, finished or not.
    [[nodiscard]] bool isJoinable() const { return m_thread.joinable(); }
    /// Waits for the end of the task without requesting a stop.
    void join() { m_thread.join(); }
    /// Detaches the thread; the task may then use only objects that outlive it.
    void detach() { m_thread.detach(); }

private:
    std::jthread m_thread;
};

} // namespace sideline::base
