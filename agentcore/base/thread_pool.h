#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace sideline::base {

/// Runs the turns of a loop on several threads, the caller's among them.
///
/// Which thread runs which turn is left to chance; a loop whose turns write only what is their own
/// gives the same result with any number of threads. A call allocates nothing. Idle threads look
/// out for work for a tenth of a millisecond, then sleep. One caller at a time, and none from
/// inside a turn.
class ThreadPool {
public:
    /// @param threadCount threads that share the work, the caller's included; 0 counts as 1
    explicit ThreadPool(unsigned threadCount);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Threads that share the work, the caller's included.
    [[nodiscard]] unsigned threadCount() const {
        return static_cast<unsigned>(m_workers.size()) + 1U;
    }

    /// Calls `turn(index, worker)` for every index in [0, count) and returns when all are done.
    /// What the turns wrote is then seen by the caller. What a turn throws is thrown here, once
    /// none is at work any more; of several only the first, and turns that nobody has begun by then
    /// are omitted.
    /// @param turn `worker` in [0, threadCount()) names the thread, for scratch
    template <typename Turn>
    void parallelFor(std::size_t count, Turn&& turn) {
        const auto call = [](void* context, std::size_t index, unsigned worker) {
            (*static_cast<std::remove_reference_t<Turn>*>(context))(index, worker);
        };
        run({call, const_cast<void*>(static_cast<const void*>(&turn)), count});
    }

private:
    struct Job {
        void (*call)(void* context, std::size_t index, unsigned worker) = nullptr;
        void* context = nullptr;
        std::size_t count = 0;
    };
    void run(const Job& job);
    void takeTurns(const Job& job, unsigned worker) noexcept;
    void work(unsigned worker);

    // Apart: who looks at one would hold up those who count the other on.
    static constexpr std::size_t kCacheLine = 64;
    alignas(kCacheLine) std::atomic<std::size_t> m_next{0};   ///< turn that nobody has taken
    alignas(kCacheLine) std::atomic<std::uint64_t> m_jobs{0}; ///< begun; changed under the mutex
    std::atomic<unsigned> m_busyWorkers{0}; ///< in the job; changed under the mutex
    std::mutex m_mutex;
    std::condition_variable m_begun;
    std::condition_variable m_finished;
    Job m_job;             // under the mutex, as are the next two
    bool m_isOpen = false; ///< whether workers may still join the job
    bool m_isEnding = false;
    std::exception_ptr m_thrown; ///< by a turn of the job
    std::vector<std::thread> m_workers;
};

/// Lets all other threads go first from now on, as `nice` does for a process: this thread and those
/// that it starts from now on. For long work beside a window. It cannot be undone; where the system
/// does not know it nothing happens.
void goBehindOthers();

} // namespace sideline::base
