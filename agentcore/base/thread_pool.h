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

/// Runs the iterations of a loop on several threads, including the caller's.
///
/// The assignment of iterations to threads is not deterministic; a loop whose iterations write only
/// their own data gives the same result with any number of threads. A call allocates nothing. Idle
/// threads spin for 0.1 ms, then sleep. One caller at a time; must not be called from an iteration.
class ThreadPool {
public:
    /// @param threadCount number of threads including the caller's; 0 counts as 1
    explicit ThreadPool(unsigned threadCount);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    /// Number of threads including the caller's.
    [[nodiscard]] unsigned threadCount() const {
        return static_cast<unsigned>(m_workers.size()) + 1U;
    }

    /// Calls `turn(index, worker)` for every index in [0, count) and returns when all calls have
    /// finished; their writes are then visible to the caller. If a call throws, indices not yet
    /// started are skipped, and the first exception is rethrown after all running calls have
    /// finished.
    /// @param turn `worker` in [0, threadCount()) identifies the thread, for scratch data
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
    void claimIndices(const Job& job, unsigned worker) noexcept;
    void work(unsigned worker);

    // Separate cache lines: polling one counter must not slow down writes to the other.
    static constexpr std::size_t kCacheLine = 64;
    alignas(kCacheLine) std::atomic<std::size_t> m_next{0}; ///< next index to be claimed
    alignas(kCacheLine) std::atomic<std::uint64_t> m_jobs{
        0};                                 ///< jobs started so far; changed under the mutex
    std::atomic<unsigned> m_busyWorkers{0}; ///< workers in the current job; changed under the mutex
    std::mutex m_mutex;
    std::condition_variable m_begun;
    std::condition_variable m_finished;
    Job m_job;             // guarded by the mutex, like the next two members
    bool m_isOpen = false; ///< whether workers may still join the job
    bool m_isEnding = false;
    std::exception_ptr m_thrown; ///< first exception of the job
    std::vector<std::thread> m_workers;
};

/// Lowers the priority of this thread and of threads that it starts from now on, as `nice` does for
/// a process. For long background work in a program with a window. Cannot be undone; has no effect
/// on systems without per-thread priorities.
void lowerPriority();

} // namespace sideline::base
