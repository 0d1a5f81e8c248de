#include "agentcore/base/thread_pool.h"

#include <chrono>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace sideline::base {

namespace {

// Longer than most loop bodies and than the caller's pauses between the loops of a simulated cycle,
// but too short to burden the system. Waking a sleeping thread takes longer than this, and on a
// virtual machine longer than the whole loop. Threads spin without yielding, because yielding would
// lower their scheduling priority.
constexpr std::chrono::microseconds kSpinTime{100};
constexpr int kChecksPerClockRead = 32;

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause(); // yields execution resources to the sibling hyperthread
#endif
}

// Spins until another thread makes the condition true, or until `kSpinTime` has passed.
template <typename Condition>
void spinUntil(Condition hasHappened) {
    const auto until = std::chrono::steady_clock::now() + kSpinTime;
    do {
        for (int look = 0; look < kChecksPerClockRead; ++look) {
            if (hasHappened()) {
                return;
            }
            relax();
        }
    } while (std::chrono::steady_clock::now() < until);
}

} // namespace

ThreadPool::ThreadPool(unsigned threadCount) {
    for (unsigned worker = 1; worker < threadCount; ++worker) {
        m_workers.emplace_back([this, worker] { work(worker); });
    }
}

ThreadPool::~ThreadPool() {
    {
        const std::scoped_lock lock(m_mutex);
        m_isEnding = true;
        m_jobs.fetch_add(1, std::memory_order_release);
    }
    m_begun.notify_all();
    for (std::thread& worker : m_workers) {
        worker.join();
    }
}

void ThreadPool::claimIndices(const Job& job, unsigned worker) noexcept {
    try {
        for (;;) {
            const std::size_t index = m_next.fetch_add(1, std::memory_order_relaxed);
            if (index >= job.count) {
                return;
            }
            job.call(job.context, index, worker);
        }
    } catch (...) {
        // The exception is rethrown in the thread that called the loop.
        m_next.store(job.count, std::memory_order_relaxed);
        const std::scoped_lock lock(m_mutex);
        if (!m_thrown) {
            m_thrown = std::current_exception();
        }
    }
}

void ThreadPool::run(const Job& job) {
    if (m_workers.empty() || job.count <= 1) {
        for (std::size_t index = 0; index < job.count; ++index) {
            job.call(job.context, index, 0);
        }
        return;
    }
    {
        const std::scoped_lock lock(m_mutex);
        m_job = job;
        m_next.store(0, std::memory_order_relaxed);
        m_isOpen = true;
        m_jobs.fetch_add(1, std::memory_order_release);
    }
    m_begun.notify_all();
    claimIndices(job, 0);
    // A worker that has not joined by now would find no work, so it is not waited for.
    std::unique_lock lock(m_mutex);
    m_isOpen = false;
    if (m_busyWorkers.load() != 0) {
        lock.unlock();
        spinUntil([this] { return m_busyWorkers.load(std::memory_order_acquire) == 0; });
        lock.lock();
    }
    m_finished.wait(lock, [this] { return m_busyWorkers.load() == 0; });
    if (m_thrown) {
        std::rethrow_exception(std::exchange(m_thrown, nullptr));
    }
}

void ThreadPool::work(unsigned worker) {
    std::uint64_t seen = 0;
    for (;;) {
        spinUntil([&] { return m_jobs.load(std::memory_order_acquire) != seen; });
        Job job;
        {
            std::unique_lock lock(m_mutex);
            m_begun.wait(lock, [&] { return m_jobs.load() != seen; });
            seen = m_jobs.load();
            if (m_isEnding) {
                return;
            }
            if (!m_isOpen) {
                continue;
            }
            job = m_job;
            ++m_busyWorkers;
        }
        claimIndices(job, worker);
        bool isLast = false;
        {
            const std::scoped_lock lock(m_mutex);
            isLast = --m_busyWorkers == 0;
        }
        if (isLast) {
            m_finished.notify_one();
        }
    }
}

void lowerPriority() {
    constexpr int kNice = 10; // Linux applies the priority per thread
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice));
}

} // namespace sideline::base
