#include "training/farm/trial_ledger.h"

#include <algorithm>
#include <queue>
#include <vector>

#include <gtest/gtest.h>

#include "training/farm/trial_message.h"
#include "training/ranks/rank_message.h"

namespace sideline::training {
namespace {

// Simulated single-threaded ranks with different speeds and message delays.
struct Outcome {
    double tookS = 0.0;
    std::size_t messages = 0;
    std::size_t again = 0;
};

Outcome simulate(std::size_t trials, const std::vector<double>& trialS, double messageS,
                 std::size_t deadRank = 1000, double deathS = 0.0) {
    struct Event {
        double timeS;
        std::size_t rank;
        std::uint32_t trial;
        bool operator<(const Event& other) const { return timeS > other.timeS; }
    };
    TrialLedger ledger(trialS.size());
    for (std::size_t rank = 0; rank < trialS.size(); ++rank) {
        ledger.join(rank, 1);
    }
    ledger.begin(trials);
    Outcome outcome;
    std::priority_queue<Event> results;
    std::vector<double> freeS(trialS.size());
    double nowS = 0.0;
    while (!ledger.isDone()) {
        for (std::size_t rank = 0; rank < trialS.size(); ++rank) {
            const auto handedOut = ledger.handOut(rank, nowS);
            outcome.messages += handedOut.empty() ? 0U : 1U;
            for (const std::uint32_t trial : handedOut) {
                freeS[rank] = std::max(freeS[rank], nowS + messageS) + trialS[rank];
                if (rank != deadRank || freeS[rank] < deathS) {
                    results.push({freeS[rank] + messageS, rank, trial});
                }
            }
        }
        nowS += 0.0005;
        while (!results.empty() && results.top().timeS <= nowS) {
            static_cast<void>(
                ledger.finish(results.top().rank, results.top().trial, trialS[results.top().rank]));
            results.pop();
        }
        if (nowS > 1000.0) {
            ADD_FAILURE() << "the batch does not end";
            break;
        }
    }
    outcome.tookS = nowS;
    outcome.again = ledger.handedOutAgain();
    return outcome;
}

TEST(TrialLedgerTest, EqualRanksAreBusyToTheEndWithFewMessages) {
    const Outcome outcome = simulate(8000, std::vector<double>(16, 0.005), 0.001);
    EXPECT_LT(outcome.tookS, 1.03 * 8000 * 0.005 / 16);
    EXPECT_LT(outcome.messages, 8000U / 2);
}

TEST(TrialLedgerTest, ASlowRankStallsNoOther) {
    std::vector<double> trialS(8, 0.005);
    trialS[3] = 0.1; // twenty times slower
    const Outcome outcome = simulate(2000, trialS, 0.0002);
    EXPECT_LT(outcome.tookS, 1.05 * 2000 / (7 / 0.005 + 1 / 0.1) + 0.05);
}

TEST(TrialLedgerTest, OnlyTheTrialsOfADeadRankAreRepeated) {
    const Outcome outcome = simulate(2000, std::vector<double>(4, 0.005), 0.0002, 2, 1.0);
    EXPECT_LE(outcome.again, 5U + 3U); // its own trials, and duplicates near the end
    EXPECT_LT(outcome.tookS, 1.0 + 1.05 * (2000 - 4 * 200) * 0.005 / 3 + 0.1);
}

TEST(TrialLedgerTest, ShortTrialsGoInLargeChunks) {
    const Outcome outcome = simulate(100000, std::vector<double>(4, 0.0001), 0.0002);
    EXPECT_LT(outcome.messages, 100000U / 50);
}

TEST(TrialLedgerTest, ARankWithOldTrialsGetsNoneUntilItJoinsAgain) {
    TrialLedger ledger(2);
    ledger.join(0, 1);
    ledger.join(1, 1);
    ledger.begin(2);
    ASSERT_EQ(ledger.handOut(0, 0.0).size(), 1U);
    ASSERT_EQ(ledger.handOut(1, 0.0).size(), 1U);
    EXPECT_TRUE(ledger.finish(0, 0, 0.01));
    EXPECT_TRUE(ledger.handOut(0, 0.01).empty()); // not overdue yet
    EXPECT_EQ(ledger.handOut(0, 1.0), std::vector<std::uint32_t>{1});
    EXPECT_TRUE(ledger.finish(0, 1, 0.01));
    EXPECT_TRUE(ledger.isDone());
    EXPECT_FALSE(ledger.finish(0, 1, 0.01));
    ledger.begin(4);
    EXPECT_EQ(ledger.allThreads(), 1U);
    EXPECT_TRUE(ledger.handOut(1, 2.0).empty());
    ledger.join(1, 1);
    EXPECT_FALSE(ledger.handOut(1, 2.0).empty());
}

TEST(TrialLedgerTest, OverdueTrialsAreReassignedToOthersAtGrowingIntervals) {
    TrialLedger ledger(3);
    ledger.join(0, 2); // has an idle thread all the time
    ledger.join(1, 1);
    ledger.join(2, 1);
    ledger.begin(1);
    ASSERT_EQ(ledger.handOut(0, 0.0), std::vector<std::uint32_t>{0});
    EXPECT_TRUE(ledger.handOut(0, 0.05).empty()) << "it has the trial already";
    EXPECT_TRUE(ledger.handOut(1, 0.02).empty());
    EXPECT_EQ(ledger.handOut(1, 0.05), std::vector<std::uint32_t>{0});
    EXPECT_TRUE(ledger.handOut(2, 0.05 + 0.04).empty()) << "the second copy has longer";
    EXPECT_EQ(ledger.handOut(2, 0.05 + 0.07), std::vector<std::uint32_t>{0});
    EXPECT_EQ(ledger.handedOutAgain(), 1U) << "it is one trial";
}

TEST(TrialLedgerTest, ABatchAssignsOnlyItsOwnTrials) {
    TrialLedger ledger(2);
    ledger.join(0, 3);
    ledger.join(1, 2);
    ledger.begin(3);
    ASSERT_EQ(ledger.handOut(0, 0.0).size(), 3U);
    ASSERT_EQ(ledger.handOut(1, 1.0).size(), 2U);
    EXPECT_EQ(ledger.handedOutAgain(), 2U);
    ledger.begin(1); // no trial was finished
    EXPECT_EQ(ledger.handedOutAgain(), 0U);
    ledger.join(0, 3);
    ledger.join(1, 2);
    EXPECT_EQ(ledger.handOut(0, 2.0), std::vector<std::uint32_t>{0});
    EXPECT_EQ(ledger.handOut(1, 3.0), std::vector<std::uint32_t>{0});
}

template <typename Read>
void expectRefusesAllElse(const std::string& bytes, const Read& read) {
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(read(std::string_view(bytes).substr(0, size))) << size;
    }
    EXPECT_FALSE(read(bytes + "x"));
}

TEST(RankMessageTest, ReadsWhatIsWrittenAndRefusesAllElse) {
    const RankMessage message{RankWord::Work, 7, 3, "payload"};
    const std::string bytes = bytesOf(message);
    const auto read = rankMessageFrom(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->word, message.word);
    EXPECT_EQ(read->batch, message.batch);
    EXPECT_EQ(read->capacity, message.capacity);
    EXPECT_EQ(read->payload, message.payload);
    expectRefusesAllElse(bytes, rankMessageFrom);
    EXPECT_FALSE(rankMessageFrom("\xff" + bytes.substr(1)));
}

TEST(TrialMessageTest, ReadsWhatIsWrittenAndRefusesAllElse) {
    TrialWork work;
    work.genomes = {{2, {{0.1, -2.0}, "(p)"}}};
    work.trials = {{9, {2, 1, 0xffffffffffffffffU}}};
    const auto readWork = trialWorkFrom(bytesOf(work));
    ASSERT_TRUE(readWork);
    EXPECT_EQ(readWork->genomes, work.genomes);
    EXPECT_EQ(readWork->trials, work.trials);
    expectRefusesAllElse(bytesOf(work), trialWorkFrom);
    TrialResults results;
    results.tookS = 0.1;
    results.results = {{4, {0.5, true, 1.5, {1.0, 2.0}}}};
    const auto readResults = trialResultsFrom(bytesOf(results));
    ASSERT_TRUE(readResults);
    EXPECT_EQ(readResults->tookS, results.tookS);
    EXPECT_EQ(readResults->results, results.results);
    expectRefusesAllElse(bytesOf(results), trialResultsFrom);
}

} // namespace
} // namespace sideline::training
