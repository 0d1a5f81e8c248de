#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "agentcore/base/attempt.h"

namespace sideline::base {

/// A thread for one piece of work, whose exceptions are reported instead of terminating the
/// program.
///
/// When it is destroyed or replaced, the work is asked to stop and waited for. To be used wherever
/// a thread is needed. One owner at a time.
class Worker {
public:
    using Work = std::function<void(const std::stop_token& stop)>;
    using Failed = std::function<void(const Error& error)>;

    /// No thread.
    Worker() = default;
    /// Begins the work.
    /// @param what see `attempt`
    /// @param failed reported in the worker's thread, at its end, what the work has thrown; must
    /// not
    ///     throw anything itself
    /// May throw std::system_error: when the system gives no more threads.
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
    /// Whether there is a thread, ended or not.
    [[nodiscard]] bool isJoinable() const { return m_thread.joinable(); }
    /// Waits for the end of the work, which has to come by itself.
    void join() { m_thread.join(); }
    /// Leaves the work to itself, which then may use nothing that does not outlive it.
    void detach() { m_thread.detach(); }

private:
    std::jthread m_thread;
};

} // namespace sideline::base
