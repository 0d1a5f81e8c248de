#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "agentcore/base/worker.h"
#include "training/farm/farm.h"
#include "training/farm/rank_link.h"
#include "training/farm/rank_message.h"
#include "training/farm/trial_crew.h"
#include "training/farm/trial_ledger.h"

namespace sideline::training {

/// How ranks notice that others are gone.
struct RankPatience {
    double aliveS = 5.0;     ///< how often everybody says that it is there
    double silentS = 30.0;   ///< after which a rank is not counted on
    double orphanedS = 60.0; ///< without a word from rank 0 after which the others end
    double farewellS = 3.0;  ///< for which rank 0 waits for the others in the end
};

/// Runs trials on many processes; this is rank 0, which hands them out and does some itself.
///
/// A rank that is lost costs what it had under way: others do that again, and `run` goes on, with
/// rank 0 alone if need be. The others run `serveTrials` until `dismissRanks`.
class RankFarm final : public Farm {
public:
    /// @param link outlives the farm
    /// @param setup what the others make their trials of
    /// @param factory the same for this process
    /// @param threads that run trials in this process, at least 1
    /// @param onNews one line about a rank that was lost or came back; may be empty
    RankFarm(RankLink& link, const std::string& setup, TrialFunctionFactory factory,
             unsigned threads, std::function<void(const std::string&)> onNews,
             const RankPatience& patience = {});
    ~RankFarm() override;

    [[nodiscard]] unsigned workerCount() const override { return m_ledger.allThreads(); }
    [[nodiscard]] base::Expected<std::vector<TrialScore>> run(
        std::span<const Genome> genomes, std::span<const TrialJob> jobs, const OnDone& onDone,
        const std::function<bool()>& isCanceled) override;

    /// Waits until all ranks are ready, or some time is over. For measuring.
    void waitForRanks(std::chrono::milliseconds longest);
    /// Messages that were sent to other ranks with trials so far.
    [[nodiscard]] std::uint64_t messageCount() const { return m_messages; }
    [[nodiscard]] std::uint64_t handedOutAgain() const override { return m_again; }

private:
    struct Rank {
        double heardS = 0.0;
        bool isLost = false;
        unsigned threads = 0;
        std::vector<bool> hasGenome; ///< of the batch
    };
    struct Batch;
    void receive(Batch* batch);
    void take(Batch& batch, std::size_t rank, std::uint32_t place, TrialScore score, double tookS);
    void handOut(Batch& batch);
    void send(Batch& batch, std::size_t rank, const std::vector<std::uint32_t>& trials);
    void findLost();
    void endBatch();
    void sendAlive();
    [[nodiscard]] double nowS() const;

    RankLink& m_link;
    RankPatience m_patience;
    std::function<void(const std::string&)> m_onNews;
    TrialCrew m_crew;
    TrialLedger m_ledger;
    std::vector<Rank> m_ranks;
    double m_listenedS = 0.0; ///< when `run` was left last; what nobody listened to is no silence
    std::uint32_t m_batch = 0;
    std::uint64_t m_messages = 0;
    std::uint64_t m_again = 0;
    std::optional<base::Error> m_fault;
    std::mutex m_endMutex;
    std::condition_variable m_end;
    bool m_isEnding = false;
    base::Worker m_alive; ///< says that rank 0 is there, whatever else it does
};

/// Ends the other ranks, whether they have run trials or not, and leaves the link.
void dismissRanks(RankLink& link, const RankPatience& patience = {});

} // namespace sideline::training
