// Trials on several ranks: the same results as on one, whatever becomes of the others.
#include "training/farm/rank_farm.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/run_program.h"
#include "tests/training/farm/fake_ranks.h"
#include "training/farm/rank_server.h"
#include "training/farm/thread_farm.h"

namespace sideline::training {
namespace {

using tests::FakeRanks;

// Gone silent soon, so that tests are short.
constexpr RankPatience kShort{0.02, 0.5, 2.0, 0.5};

TrialScore scoreOf(const Genome& genome, const TrialJob& job) {
    TrialScore score;
    score.fitness = job.seed % 7 == 3 ? std::nan("")
                                      : genome.values[0] * 1000.0 + static_cast<double>(job.seed);
    score.isSuccess = job.seed % 2 == 0;
    score.simulatedS = 0.5;
    score.metrics = {static_cast<double>(job.robot), std::nan("")};
    return score;
}

// A rank in a thread, whose trials count themselves and can be held up.
struct Server {
    Server(FakeRanks& ranks, int rank, unsigned threads = 1)
        : link(ranks, rank), thread([this, threads] {
              const auto made = [this](const std::string& setup) { return trialsOf(setup); };
              served = serveTrials(link, made, threads, kShort);
          }) {}
    ~Server() {
        isHeldUp = false;
        thread.join();
    }

    base::Expected<TrialFunctionFactory> trialsOf(const std::string& setup) {
        if (setup != "setup") {
            return base::failure(base::ErrorCode::Malformed, "this setup is unknown", "setup");
        }
        return TrialFunctionFactory([this]() -> base::Expected<TrialFunction> {
            return TrialFunction([this](const Genome& genome, const TrialJob& job) {
                ++begun;
                while (isHeldUp) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
                return scoreOf(genome, job);
            });
        });
    }

    std::atomic<bool> isHeldUp = false;
    std::atomic<std::size_t> begun = 0;
    base::Expected<void> served;
    FakeRanks::Link link;
    std::thread thread;
};

TrialFunctionFactory ownTrials(std::chrono::microseconds each = std::chrono::microseconds(0),
                               std::atomic<std::size_t>* begun = nullptr) {
    return [each, begun]() -> base::Expected<TrialFunction> {
        return TrialFunction([each, begun](const Genome& genome, const TrialJob& job) {
            if (begun != nullptr) {
                ++*begun;
            }
            std::this_thread::sleep_for(each);
            return scoreOf(genome, job);
        });
    };
}

struct Work {
    explicit Work(std::uint32_t individuals, std::uint64_t trials) {
        for (std::uint32_t i = 0; i < individuals; ++i) {
            genomes.push_back({{0.25 * i, 1.0}, i % 2 == 0 ? "" : "(program)"});
            for (std::uint64_t seed = 0; seed < trials; ++seed) {
                jobs.push_back({i, i % 3, seed});
            }
        }
    }
    std::vector<Genome> genomes;
    std::vector<TrialJob> jobs;
};

bool same(const std::vector<TrialScore>& a, const std::vector<TrialScore>& b) {
    const auto number = [](double x, double y) { return x == y || (x != x && y != y); };
    return std::ranges::equal(a, b, [&](const TrialScore& x, const TrialScore& y) {
        return number(x.fitness, y.fitness) && x.isSuccess == y.isSuccess &&
               x.simulatedS == y.simulatedS && std::ranges::equal(x.metrics, y.metrics, number);
    });
}

std::vector<TrialScore> expected(const Work& work) {
    return *ThreadFarm(ownTrials(), 1).run(work.genomes, work.jobs, {}, {});
}

TEST(RankFarmTest, EveryTrialIsDoneOnceAndScoresAreThoseOfOneThread) {
    const Work work(20, 31);
    FakeRanks ranks(4);
    FakeRanks::Link link(ranks, 0);
    Server one(ranks, 1);
    Server two(ranks, 2, 3);
    Server three(ranks, 3);
    {
        RankFarm farm(link, "setup", ownTrials(), 1, {}, kShort);
        farm.waitForRanks(std::chrono::seconds(30));
        EXPECT_EQ(farm.workerCount(), 6U);
        for (int turn = 0; turn < 3; ++turn) { // batches follow each other
            std::multiset<std::size_t> done;
            const auto scores =
                farm.run(work.genomes, work.jobs,
                         [&](std::size_t job, const TrialScore&) { done.insert(job); }, {});
            ASSERT_TRUE(scores) << scores.error().toString();
            EXPECT_TRUE(same(*scores, expected(work)));
            EXPECT_EQ(done.size(), work.jobs.size());
            EXPECT_EQ(std::set(done.begin(), done.end()).size(), work.jobs.size());
        }
    }
    dismissRanks(link, kShort);
    EXPECT_TRUE(link.hasLeftTogether());
    EXPECT_TRUE(tests::within([&] { return one.link.hasLeftTogether(); }));
}

TEST(RankFarmTest, MessagesHoldManySmallTrials) {
    const Work work(10, 2000);
    FakeRanks ranks(2);
    FakeRanks::Link link(ranks, 0);
    const Server one(ranks, 1);
    {
        RankFarm farm(link, "setup", ownTrials(std::chrono::microseconds(200)), 1, {}, kShort);
        farm.waitForRanks(std::chrono::seconds(30));
        ASSERT_TRUE(farm.run(work.genomes, work.jobs, {}, {}));
        EXPECT_LT(farm.messageCount() * 20, one.begun);
    }
    dismissRanks(link, kShort);
}

TEST(RankFarmTest, ARankThatDiesCostsWhatItHadUnderWay) {
    const Work work(8, 50);
    FakeRanks ranks(3);
    FakeRanks::Link link(ranks, 0);
    std::vector<std::string> news;
    const Server one(ranks, 1);
    Server two(ranks, 2);
    {
        std::atomic<std::size_t> own = 0;
        RankFarm farm(
            link, "setup", ownTrials(std::chrono::microseconds(500), &own), 1,
            [&](const std::string& text) { news.push_back(text); }, kShort);
        farm.waitForRanks(std::chrono::seconds(30));
        std::size_t count = 0;
        const auto scores = farm.run(work.genomes, work.jobs,
                                     [&](std::size_t, const TrialScore&) {
                                         if (++count == 100) {
                                             two.isHeldUp = true; // dies in a trial
                                             ranks.cut(2);
                                         }
                                     },
                                     {});
        ASSERT_TRUE(scores);
        EXPECT_TRUE(same(*scores, expected(work)));
        EXPECT_EQ(count, work.jobs.size());
        // Only what it had in hand, and perhaps some of the last, is done again.
        EXPECT_LE(own + one.begun + two.begun - work.jobs.size(), farm.handedOutAgain() + 6U);
        EXPECT_LE(farm.handedOutAgain(), work.jobs.size() / 4);
        EXPECT_TRUE(tests::within([&] { // on without it
            return !farm.run(work.genomes, work.jobs, {}, {}) || !news.empty();
        }));
        ASSERT_FALSE(news.empty());
        EXPECT_NE(news.front().find("rank 2 has been silent"), std::string::npos);
    }
    two.isHeldUp = false;
    dismissRanks(link, kShort);
    EXPECT_FALSE(link.hasLeftTogether());
    two.thread.join();
    EXPECT_FALSE(two.served); // nobody is there any more
    two.thread = std::thread([] {});
}

TEST(RankFarmTest, ARankThatStandsStillDelaysNobodyAndComesBack) {
    const Work work(4, 25);
    FakeRanks ranks(2);
    FakeRanks::Link link(ranks, 0);
    Server one(ranks, 1);
    {
        RankFarm farm(link, "setup", ownTrials(), 1, {}, kShort);
        farm.waitForRanks(std::chrono::seconds(30));
        one.isHeldUp = true;
        for (int turn = 0; turn < 3; ++turn) {
            const auto scores = farm.run(work.genomes, work.jobs, {}, {});
            ASSERT_TRUE(scores);
            EXPECT_TRUE(same(*scores, expected(work)));
        }
        EXPECT_LE(one.begun, 3U);
        one.isHeldUp = false;
        EXPECT_TRUE(tests::within([&] {
            const std::size_t before = one.begun;
            return farm.run(work.genomes, work.jobs, {}, {}) && one.begun > before + 5;
        }));
    }
    dismissRanks(link, kShort);
    EXPECT_TRUE(link.hasLeftTogether());
}

TEST(RankFarmTest, CancelingEndsTheBatchAndTheNextOneRuns) {
    const Work work(10, 100);
    FakeRanks ranks(2);
    FakeRanks::Link link(ranks, 0);
    const Server one(ranks, 1);
    {
        RankFarm farm(link, "setup", ownTrials(std::chrono::microseconds(100)), 1, {}, kShort);
        std::atomic<bool> isCanceled = false;
        const auto canceled = farm.run(
            work.genomes, work.jobs, [&](std::size_t, const TrialScore&) { isCanceled = true; },
            [&] { return isCanceled.load(); });
        ASSERT_FALSE(canceled);
        EXPECT_EQ(canceled.error().code, base::ErrorCode::Canceled);
        const auto scores = farm.run(work.genomes, work.jobs, {}, {});
        ASSERT_TRUE(scores);
        EXPECT_TRUE(same(*scores, expected(work)));
    }
    dismissRanks(link, kShort);
}

TEST(RankFarmTest, ARankThatCannotRunTrialsIsAnErrorThatNamesIt) {
    const Work work(10, 1000);
    FakeRanks ranks(2);
    FakeRanks::Link link(ranks, 0);
    const Server one(ranks, 1);
    {
        RankFarm farm(link, "nonsense", ownTrials(std::chrono::milliseconds(5)), 1, {}, kShort);
        const auto scores = farm.run(work.genomes, work.jobs, {}, {});
        ASSERT_FALSE(scores);
        EXPECT_NE(scores.error().message.find("rank 1 cannot run trials"), std::string::npos);
        EXPECT_NE(scores.error().message.find("this setup is unknown"), std::string::npos);
    }
    dismissRanks(link, kShort);
}

} // namespace
} // namespace sideline::training
