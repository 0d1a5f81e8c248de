#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "agentcore/base/error.h"
#include "training/genome/genome.h"
#include "training/task/task.h"

namespace sideline::training {

/// A trial to be run.
struct TrialJob {
    std::uint32_t individual = 0; ///< index into the genomes of the batch
    std::uint32_t robot = 0;      ///< index of the robot model in the experiment
    std::uint64_t seed = 0;
    [[nodiscard]] bool operator==(const TrialJob&) const = default;
};

/// Runs one trial. Each worker makes its own.
using TrialFunction = std::function<TrialScore(const Genome& genome, const TrialJob& job)>;
/// Makes a worker's trial function; called once by each worker, in its thread or process.
using TrialFunctionFactory = std::function<base::Expected<TrialFunction>()>;

/// Where trials are run: the threads of this process, or many processes. Which worker runs which
/// trial is left to chance, results are not. One thread at a time.
class Farm {
public:
    virtual ~Farm() = default;
    /// Workers that share the trials.
    [[nodiscard]] virtual unsigned workerCount() const = 0;
    /// Trials so far that were given to a second worker, as the first one was late or lost.
    [[nodiscard]] virtual std::uint64_t handedOutAgain() const { return 0; }
    /// Runs trials and returns their scores, in the order of `jobs`.
    /// @param genomes of the batch
    /// @param onDone called in the calling thread's process whenever a trial is done, by one thread
    ///     at a time: what a journal wants to know; may be empty
    /// Errors: of the factory; Canceled when `isCanceled` says so; Io when workers were lost and
    /// the rest cannot go on.
    using OnDone = std::function<void(std::size_t job, const TrialScore& score)>;
    [[nodiscard]] virtual base::Expected<std::vector<TrialScore>> run(
        std::span<const Genome> genomes, std::span<const TrialJob> jobs, const OnDone& onDone,
        const std::function<bool()>& isCanceled) = 0;

protected:
    Farm() = default;
};

} // namespace sideline::training
