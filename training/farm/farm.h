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

/// Runs one trial. Each worker creates its own function.
using TrialFunction = std::function<TrialScore(const Genome& genome, const TrialJob& job)>;
/// Creates a worker's trial function; called once by each worker, in its thread or process.
using TrialFunctionFactory = std::function<base::Expected<TrialFunction>()>;

/// Runs trials on the threads of this process, or on several processes. The assignment to workers
/// varies, the results do not. One thread at a time.
class Farm {
public:
    virtual ~Farm() = default;
    /// Number of workers.
    [[nodiscard]] virtual unsigned workerCount() const = 0;
    /// Number of trials so far that were reassigned because the first worker was late or lost.
    [[nodiscard]] virtual std::uint64_t handedOutAgain() const { return 0; }
    /// Runs trials and returns their scores, in the order of `jobs`.
    /// @param genomes the genomes of the batch
    /// @param onDone called for each finished trial in the calling process, by one thread at a
    ///     time, for a journal; may be empty
    /// Errors: those of the factory; Canceled if `isCanceled` returns true; Io if workers were lost
    /// and the others cannot continue.
    using OnDone = std::function<void(std::size_t job, const TrialScore& score)>;
    [[nodiscard]] virtual base::Expected<std::vector<TrialScore>> run(
        std::span<const Genome> genomes, std::span<const TrialJob> jobs, const OnDone& onDone,
        const std::function<bool()>& isCanceled) = 0;

protected:
    Farm() = default;
};

} // namespace sideline::training
