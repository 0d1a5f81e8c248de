#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "agentcore/base/worker.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// Threads that run trials from a queue concurrently with their owner. One owner.
class TrialCrew {
public:
    /// A trial of a batch.
    struct Trial {
        std::uint32_t batch = 0;
        std::uint32_t place = 0; ///< index in the batch
        TrialJob job;
        std::shared_ptr<const Genome> genome;
    };
    struct Result {
        std::uint32_t batch = 0;
        std::uint32_t place = 0;
        TrialScore score;
        double tookS = 0.0;
    };

    /// @param threads at least 1
    TrialCrew(TrialFunctionFactory factory, unsigned threads);
    ~TrialCrew();
    TrialCrew(const TrialCrew&) = delete;
    TrialCrew& operator=(const TrialCrew&) = delete;

    [[nodiscard]] unsigned threadCount() const { return static_cast<unsigned>(m_threads.size()); }
    void add(std::vector<Trial> trials);
    /// Discards the trials that have not begun.
    void drop();
    /// Number of trials that have not begun.
    [[nodiscard]] std::size_t waiting() const;
    /// Results since the last call.
    [[nodiscard]] std::vector<Result> take();
    /// Waits until results are available.
    void waitForResult(std::chrono::microseconds longest);
    /// The error of a thread that could not start, if any.
    [[nodiscard]] std::optional<base::Error> fault() const;

private:
    void work();

    TrialFunctionFactory m_factory;
    mutable std::mutex m_mutex; // guards everything below
    std::condition_variable m_hasWork;
    std::condition_variable m_hasResult;
    std::deque<Trial> m_waiting;
    std::vector<Result> m_results;
    std::optional<base::Error> m_fault;
    bool m_isEnding = false;
    std::vector<base::Worker> m_threads;
};

} // namespace sideline::training
