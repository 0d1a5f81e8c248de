#include "training/farm/trial_ledger.h"

#include <algorithm>
#include <cmath>

namespace sideline::training {

namespace {

constexpr double kAheadS = 0.02;
constexpr double kMaxAhead = 1000.0; // trials per thread
constexpr double kTimeoutS = 0.03;   // three mean trial times are added

void average(double& mean, double value) {
    mean = mean > 0.0 ? mean + 0.1 * (value - mean) : value;
}

} // namespace

void TrialLedger::join(std::size_t rank, unsigned threads) {
    setThreads(m_ranks[rank], threads);
    m_ranks[rank].owed = 0;
}

void TrialLedger::leave(std::size_t rank) {
    setThreads(m_ranks[rank], 0);
}

void TrialLedger::setThreads(Rank& rank, unsigned threads) {
    m_allThreads = m_allThreads - rank.threads + threads;
    rank.threads = threads;
}

void TrialLedger::begin(std::size_t trials) {
    m_trials.assign(trials, {});
    m_handedOut.clear();
    m_next = 0;
    m_done = 0;
    m_again = 0;
    for (Rank& rank : m_ranks) {
        if (rank.owed > 0) {
            setThreads(rank, 0);
        }
    }
}

// Maximum number of unfinished trials for a rank.
std::size_t TrialLedger::targetCount(const Rank& rank) const {
    const std::size_t open = m_trials.size() - m_next;
    const std::size_t all = m_allThreads;
    if (open <= all) {
        return rank.threads;
    }
    const double trialS = rank.trialS > 0.0 ? rank.trialS : m_trialS;
    const double ahead =
        trialS > 0.0 ? std::clamp(std::ceil(kAheadS / trialS), 1.0, kMaxAhead) : 1.0;
    const auto target = rank.threads * (1 + static_cast<std::size_t>(ahead));
    return std::min(target, std::max<std::size_t>(rank.threads, open * rank.threads / (2 * all)));
}

std::vector<std::uint32_t> TrialLedger::handOut(std::size_t number, double nowS) {
    std::vector<std::uint32_t> trials;
    Rank& rank = m_ranks[number];
    if (rank.threads == 0) {
        return trials;
    }
    if (m_next == m_trials.size()) {
        if (rank.owed < rank.threads) {
            handOutAgain(number, nowS, trials);
        }
        return trials;
    }
    const std::size_t target = targetCount(rank);
    if (rank.owed > target / 2 && rank.owed >= rank.threads) {
        return trials;
    }
    while (rank.owed < target && m_next < m_trials.size()) {
        const auto place = static_cast<std::uint32_t>(m_next++);
        m_trials[place] = {nowS, 1, static_cast<std::uint32_t>(number), false};
        m_handedOut.push_back(place);
        trials.push_back(place);
        ++rank.owed;
    }
    return trials;
}

void TrialLedger::handOutAgain(std::size_t number, double nowS,
                               std::vector<std::uint32_t>& trials) {
    Rank& rank = m_ranks[number];
    const double timeoutS = kTimeoutS + 3.0 * m_trialS;
    for (auto each = m_handedOut.begin(); each != m_handedOut.end() && rank.owed < rank.threads;) {
        const std::uint32_t place = *each;
        Trial& trial = m_trials[place];
        const double waitedS = nowS - trial.handedOutS;
        if (trial.isDone) {
            each = m_handedOut.erase(each);
        } else if (waitedS < timeoutS) {
            return; // the entries after this one were assigned later
        } else if (trial.rank == number ||
                   waitedS < timeoutS * std::exp2(std::min(trial.copies - 1, 10U))) {
            ++each;
        } else {
            m_again += trial.copies == 1 ? 1 : 0;
            trial = {nowS, trial.copies + 1, static_cast<std::uint32_t>(number), false};
            each = m_handedOut.erase(each);
            trials.push_back(place);
            ++rank.owed;
        }
    }
    m_handedOut.insert(m_handedOut.end(), trials.begin(), trials.end());
}

bool TrialLedger::finish(std::size_t number, std::uint32_t place, double tookS) {
    Rank& rank = m_ranks[number];
    rank.owed -= rank.owed > 0 ? 1 : 0;
    average(rank.trialS, tookS);
    average(m_trialS, tookS);
    if (place >= m_trials.size() || m_trials[place].isDone) {
        return false;
    }
    m_trials[place].isDone = true;
    ++m_done;
    return true;
}

} // namespace sideline::training
