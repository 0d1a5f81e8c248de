#include "training/farm/thread_farm.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace sideline::training {

ThreadFarm::ThreadFarm(TrialFunctionFactory factory, unsigned workers)
    : m_factory(std::move(factory)), m_pool(workers), m_trials(m_pool.threadCount()) {}

base::Expected<std::vector<TrialScore>> ThreadFarm::run(std::span<const Genome> genomes,
                                                        std::span<const TrialJob> jobs,
                                                        const OnDone& onDone,
                                                        const std::function<bool()>& isCanceled) {
    std::vector<TrialScore> scores(jobs.size());
    std::mutex mutex; // guards the next two, and `onDone`
    std::optional<base::Error> fault;
    std::atomic<bool> isEnding{false};
    m_pool.parallelFor(jobs.size(), [&](std::size_t job, unsigned worker) {
        if (isEnding) {
            return;
        }
        if (isCanceled && isCanceled()) {
            isEnding = true;
            return;
        }
        TrialFunction& trial = m_trials[worker];
        if (!trial) {
            auto made = m_factory();
            if (!made) {
                const std::lock_guard lock(mutex);
                fault = made.error();
                isEnding = true;
                return;
            }
            trial = std::move(*made);
        }
        scores[job] = trial(genomes[jobs[job].individual], jobs[job]);
        if (onDone) {
            const std::lock_guard lock(mutex);
            onDone(job, scores[job]);
        }
    });
    if (fault) {
        return tl::unexpected(*fault);
    }
    if (isEnding) {
        return base::failure(base::ErrorCode::Canceled, "the trials were canceled");
    }
    return scores;
}

} // namespace sideline::training
