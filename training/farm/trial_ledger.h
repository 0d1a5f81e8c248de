#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace sideline::training {

/// Who runs which trial of a batch.
///
/// Each rank has some trials waiting, about 20 ms of its own work, so that messages are few and
/// nobody waits for them; less towards the end of a batch. When all are handed out, trials that
/// are overdue are given to ranks that have nothing to do, too: a rank that is slow, stopped or
/// dead delays nobody. Pure: time comes in. One thread at a time.
class TrialLedger {
public:
    explicit TrialLedger(std::size_t ranks) : m_ranks(ranks) {}

    /// A rank takes trials, or takes them again.
    /// @param threads at least 1
    void join(std::size_t rank, unsigned threads);
    /// A rank is not counted on any more; until it joins.
    void leave(std::size_t rank);
    [[nodiscard]] unsigned threads(std::size_t rank) const { return m_ranks[rank].threads; }
    [[nodiscard]] unsigned allThreads() const { return m_allThreads; }

    /// A batch begins. Ranks that owe trials of the one before get none until they join again.
    void begin(std::size_t trials);
    /// Trials for a rank, by their place in the batch; none when it has enough.
    [[nodiscard]] std::vector<std::uint32_t> handOut(std::size_t rank, double nowS);
    /// A rank has done a trial of this batch.
    /// @param tookS how long it ran
    /// @return whether it is the first to have done so
    [[nodiscard]] bool finish(std::size_t rank, std::uint32_t trial, double tookS);
    [[nodiscard]] bool isDone() const { return m_done == m_trials.size(); }
    /// Trials that a rank has not returned.
    [[nodiscard]] std::size_t owed(std::size_t rank) const { return m_ranks[rank].owed; }
    /// Trials of the batch that were handed out more than once.
    [[nodiscard]] std::size_t handedOutAgain() const { return m_again; }

private:
    struct Rank {
        unsigned threads = 0; ///< 0: takes no trials
        std::size_t owed = 0;
        double trialS = 0.0; ///< usual time of a trial; 0: unknown
    };
    struct Trial {
        double handedOutS = 0.0; ///< last time
        std::uint32_t copies = 0;
        std::uint32_t rank = 0; ///< that has got it last
        bool isDone = false;
    };
    [[nodiscard]] std::size_t share(const Rank& rank) const;
    void setThreads(Rank& rank, unsigned threads);
    void handOutAgain(std::size_t rank, double nowS, std::vector<std::uint32_t>& trials);

    std::vector<Rank> m_ranks;
    unsigned m_allThreads = 0;
    std::vector<Trial> m_trials;
    std::size_t m_next = 0; ///< first trial that nobody has got
    std::size_t m_done = 0;
    std::size_t m_again = 0;
    std::deque<std::uint32_t> m_handedOut; ///< by last time; those that are done may be among them
    double m_trialS = 0.0;                 ///< usual time of a trial, of all ranks; 0: unknown
};

} // namespace sideline::training
