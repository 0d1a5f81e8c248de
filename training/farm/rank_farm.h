#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "training/farm/farm.h"
#include "training/farm/trial_crew.h"
#include "training/farm/trial_ledger.h"
#include "training/ranks/rank_hub.h"

namespace sideline::training {

/// Runs trials on many processes; this is rank 0, which distributes them and runs some itself.
///
/// The trials under way on a rank that is lost are run again by others, if necessary by rank 0
/// alone. The other ranks run `serveTrials` until `dismissRanks`.
class RankFarm final : public Farm {
public:
    /// @param link outlives the farm
    /// @param setup from which the other ranks create their trials
    /// @param factory creates the trials of this process
    /// @param threads number of threads that run trials in this process, at least 1
    /// @param onNews one line about a rank that was lost or came back; may be empty
    RankFarm(RankLink& link, const std::string& setup, TrialFunctionFactory factory,
             unsigned threads, std::function<void(const std::string&)> onNews,
             const RankTimeouts& timeouts = {});

    [[nodiscard]] unsigned workerCount() const override { return m_ledger.allThreads(); }
    [[nodiscard]] base::Expected<std::vector<TrialScore>> run(
        std::span<const Genome> genomes, std::span<const TrialJob> jobs, const OnDone& onDone,
        const std::function<bool()>& isCanceled) override;

    /// Waits until all ranks are ready, but at most `longest`. For measurements.
    void waitForRanks(std::chrono::milliseconds longest);
    /// Number of messages with trials sent to other ranks so far.
    [[nodiscard]] std::uint64_t messageCount() const { return m_messages; }
    [[nodiscard]] std::uint64_t handedOutAgain() const override { return m_again; }

private:
    struct Worker {
        unsigned threads = 0;
        std::vector<bool> hasGenome; ///< whether the rank has each genome of the batch
    };
    struct Batch;
    void receive(Batch* batch);
    void handle(Batch* batch, const RankHub::Received& received);
    void take(Batch& batch, std::size_t rank, std::uint32_t place, TrialScore score, double tookS);
    void handOut(Batch& batch);
    void send(Batch& batch, std::size_t rank, const std::vector<std::uint32_t>& trials);
    void endBatch();

    TrialCrew m_crew;
    TrialLedger m_ledger;
    std::vector<Worker> m_workers; ///< by rank
    std::uint32_t m_batch = 0;
    std::uint64_t m_messages = 0;
    std::uint64_t m_again = 0;
    std::optional<base::Error> m_fault;
    RankHub m_hub;
};

} // namespace sideline::training
