#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace sideline::training {

/// Assigns the trials of a batch to ranks.
///
/// Each rank has some queued trials, about 20 ms of its work, so that messages are few and ranks do
/// not idle; fewer toward the end of a batch. When all trials are assigned, overdue ones are also
/// assigned to idle ranks: slow, stopped or dead ranks delay no batch. Pure: times are passed in.
/// One thread at a time.
class TrialLedger {
public:
    explicit TrialLedger(std::size_t ranks) : m_ranks(ranks) {}

    /// Adds a rank, or reactivates it. @param threads at least 1
    void join(std::size_t rank, unsigned threads);
    /// Excludes a rank from new trials until it joins again.
    void leave(std::size_t rank);
    [[nodiscard]] unsigned threads(std::size_t rank) const { return m_ranks[rank].threads; }
    [[nodiscard]] unsigned allThreads() const { return m_allThreads; }

    /// Begins a batch. Ranks with unfinished trials of the previous one receive none until they
    /// join again.
    void begin(std::size_t trials);
    /// Assigns trials to a rank, by index in the batch; none if it has enough.
    [[nodiscard]] std::vector<std::uint32_t> handOut(std::size_t rank, double nowS);
    /// Records that a rank has finished a trial of this batch.
    /// @param tookS duration of the trial
    /// @return whether it is the first rank to finish it
    [[nodiscard]] bool finish(std::size_t rank, std::uint32_t trial, double tookS);
    [[nodiscard]] bool isDone() const { return m_done == m_trials.size(); }
    /// Number of trials that a rank has not returned.
    [[nodiscard]] std::size_t owed(std::size_t rank) const { return m_ranks[rank].owed; }
    /// Number of the batch's trials that were assigned more than once.
    [[nodiscard]] std::size_t handedOutAgain() const { return m_again; }

private:
    struct Rank {
        unsigned threads = 0; ///< 0: inactive
        std::size_t owed = 0;
        double trialS = 0.0; ///< mean time of a trial; 0: unknown
    };
    struct Trial {
        double handedOutS = 0.0; ///< last assignment
        std::uint32_t copies = 0;
        std::uint32_t rank = 0; ///< rank of the last assignment
        bool isDone = false;
    };
    [[nodiscard]] std::size_t targetCount(const Rank& rank) const;
    void setThreads(Rank& rank, unsigned threads);
    void handOutAgain(std::size_t rank, double nowS, std::vector<std::uint32_t>& trials);

    std::vector<Rank> m_ranks;
    unsigned m_allThreads = 0;
    std::vector<Trial> m_trials;
    std::size_t m_next = 0; ///< first unassigned trial
    std::size_t m_done = 0;
    std::size_t m_again = 0;
    /// By time of last assignment; may include finished ones.
    std::deque<std::uint32_t> m_handedOut;
    double m_trialS = 0.0; ///< mean time of a trial across all ranks; 0: unknown
};

} // namespace sideline::training
