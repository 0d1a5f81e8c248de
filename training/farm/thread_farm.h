#pragma once

#include <memory>

#include "agentcore/base/thread_pool.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// Runs trials on the threads of this process; idle workers take the next one.
class ThreadFarm final : public Farm {
public:
    /// @param workers number of threads, including the caller's; 0 counts as 1
    ThreadFarm(TrialFunctionFactory factory, unsigned workers);

    [[nodiscard]] unsigned workerCount() const override { return m_pool.threadCount(); }
    [[nodiscard]] base::Expected<std::vector<TrialScore>> run(
        std::span<const Genome> genomes, std::span<const TrialJob> jobs, const OnDone& onDone,
        const std::function<bool()>& isCanceled) override;

private:
    TrialFunctionFactory m_factory;
    base::ThreadPool m_pool;
    std::vector<TrialFunction> m_trials; ///< one per worker; empty until it has run a trial
};

} // namespace sideline::training
