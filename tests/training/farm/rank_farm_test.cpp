// Trials on several ranks: the same results as on one, whatever becomes of the others.
#include "training/farm/rank_farm.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "tests/support/run_program.h"
#include "tests/training/ranks/fake_ranks.h"
#include "training/farm/thread_farm.h"
#include "training/farm/trial_crew.h"
#include "training/farm/trial_message.h"
#include "training/farm/trial_server.h"

namespace sideline::training {
namespace {

using tests::FakeRanks;

// Gone silent soon, so that tests are short.
constexpr RankTimeouts kShort{0.02, 0.5, 2.0, 0.5};

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
    EXPECT_FALSE(two.served); // no rank is left to serve
    two.thread = std::thread([] {});
}

TEST(RankFarmTest, AStalledRankDelaysNoOtherRankAndRecovers) {
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

// A rank that is scripted by the test, message by message.
struct ScriptedRank {
    ScriptedRank(FakeRanks& ranks, int rank) : link(ranks, rank) {}

    void say(int to, RankMessage message) { link.send(to, bytesOf(message)); }
    void say(int to, RankWord word) {
        RankMessage message;
        message.word = word;
        message.capacity = 1;
        say(to, std::move(message));
    }
    /// What has come since the last call and is one of these words.
    std::vector<RankMessage> heard(RankWord word) {
        std::vector<RankMessage> messages;
        while (const auto packet = link.receive()) {
            auto message = rankMessageFrom(packet->bytes);
            if (message && message->word == word) {
                messages.push_back(std::move(*message));
            }
        }
        return messages;
    }
    /// Does at once what rank 0 requests.
    void answer(const RankMessage& message) {
        const auto work = trialWorkFrom(message.payload);
        ASSERT_TRUE(work);
        for (const auto& [place, genome] : work->genomes) {
            ++genomes[place];
        }
        TrialResults results;
        results.tookS = 1e-4 * static_cast<double>(work->trials.size());
        for (const auto& [place, job] : work->trials) {
            results.results.emplace_back(place,
                                         TrialScore{static_cast<double>(job.seed), true, 0.0, {}});
        }
        say(0, {RankWord::Results, message.batch, 0, bytesOf(results)});
    }

    FakeRanks::Link link;
    std::map<std::uint32_t, int> genomes; ///< how often each has come
};

RankMessage workOf(std::uint32_t batch, std::uint32_t place, double gene) {
    const TrialWork work{{{0, Genome{{gene}, ""}}}, {{place, TrialJob{0, 0, 0}}}};
    return {RankWord::Work, batch, 0, bytesOf(work)};
}

// The scores in messages, by place.
std::vector<std::pair<std::uint32_t, double>> fitnessIn(const std::vector<RankMessage>& messages) {
    std::vector<std::pair<std::uint32_t, double>> all;
    for (const RankMessage& message : messages) {
        const auto results = trialResultsFrom(message.payload);
        for (const auto& [place, score] : results.value_or(TrialResults()).results) {
            all.emplace_back(place, score.fitness);
        }
    }
    return all;
}

TEST(TrialServerTest, SendsEachResultOfTheBatchOnceAndNoneOfTheLastOne) {
    using Scores = std::vector<std::pair<std::uint32_t, double>>;
    FakeRanks ranks(2);
    ScriptedRank zero(ranks, 0);
    Server one(ranks, 1);
    RankMessage setup;
    setup.word = RankWord::Setup;
    setup.payload = "setup";
    zero.say(1, setup);
    ASSERT_TRUE(tests::within([&] { return !zero.heard(RankWord::Ready).empty(); }));
    one.isHeldUp = true;
    zero.say(1, workOf(1, 5, 0.001));
    ASSERT_TRUE(tests::within([&] { return one.begun == 1; }));
    zero.say(1, workOf(1, 6, 0.001)); // still waits when the next batch comes
    zero.say(1, workOf(2, 7, 0.002));
    ASSERT_TRUE(tests::within([&] { return ranks.deliveredTo(1) == 4; }));
    one.isHeldUp = false;
    std::vector<RankMessage> results;
    const auto resultsCome = [&] {
        results = zero.heard(RankWord::Results);
        return !results.empty();
    };
    ASSERT_TRUE(tests::within(resultsCome));
    EXPECT_EQ(fitnessIn(results), (Scores{{7, 2.0}}));
    EXPECT_EQ(results.front().batch, 2U);
    zero.say(1, workOf(2, 8, 0.003));
    ASSERT_TRUE(tests::within(resultsCome));
    EXPECT_EQ(fitnessIn(results), (Scores{{8, 3.0}}));
    EXPECT_EQ(one.begun, 3U);
    zero.say(1, RankWord::Finish);
    ASSERT_TRUE(tests::within([&] { return !zero.heard(RankWord::Farewell).empty(); }));
    zero.say(1, RankWord::Leave);
}

TEST(RankFarmTest, ALostRankGetsNoTrialsUntilItIsHeardAgain) {
    const Work work(1, 1000);
    FakeRanks ranks(2);
    FakeRanks::Link link(ranks, 0);
    ScriptedRank one(ranks, 1);
    std::vector<std::string> news;
    RankFarm farm(link, "setup", ownTrials(std::chrono::milliseconds(1)), 1,
                  [&](const std::string& text) { news.push_back(text); }, {10.0, 0.2, 60.0, 0.5});
    one.say(0, RankWord::Ready);
    farm.waitForRanks(std::chrono::seconds(30));
    EXPECT_EQ(farm.workerCount(), 2U);
    int turns = 0; // of the farm, since the rank is back
    std::size_t workWhileLost = 0;
    const auto play = [&] { // takes work, does none of it
        if (news.empty()) {
            return false;
        }
        if (news.size() == 1 && workWhileLost == 0) {
            EXPECT_EQ(farm.workerCount(), 1U);
            workWhileLost = 1;
            EXPECT_FALSE(one.heard(RankWord::Work).empty());
            return false;
        }
        if (turns == 0) {
            EXPECT_TRUE(one.heard(RankWord::Work).empty());
        }
        one.say(0, RankWord::Alive);
        return ++turns == 20;
    };
    ASSERT_FALSE(farm.run(work.genomes, work.jobs, {}, play));
    EXPECT_EQ(news, (std::vector<std::string>{"rank 1 has been silent for 0 s; the others continue",
                                              "rank 1 is back"}));
    EXPECT_EQ(farm.workerCount(), 1U) << "it still owes trials";
}

TEST(RankFarmTest, AGenomeIsSentOnceToARank) {
    const Work work(3, 200);
    FakeRanks ranks(2);
    FakeRanks::Link link(ranks, 0);
    ScriptedRank one(ranks, 1);
    RankFarm farm(link, "setup", ownTrials(std::chrono::milliseconds(1)), 1, {}, kShort);
    one.say(0, RankWord::Ready);
    farm.waitForRanks(std::chrono::seconds(30));
    std::size_t messages = 0;
    for (int batch = 1; batch <= 2; ++batch) {
        ASSERT_TRUE(farm.run(work.genomes, work.jobs, {}, [&] {
            for (const RankMessage& message : one.heard(RankWord::Work)) {
                one.answer(message);
                ++messages;
            }
            return false;
        }));
        EXPECT_EQ(one.genomes, (std::map<std::uint32_t, int>{{0, batch}, {1, batch}, {2, batch}}));
    }
    EXPECT_GT(messages, 6U);
}

TEST(RankFarmTest, SilenceBetweenRunsCostsNoRank) {
    const Work work(1, 1);
    FakeRanks ranks(2);
    FakeRanks::Link link(ranks, 0);
    ScriptedRank one(ranks, 1);
    std::vector<std::string> news;
    RankFarm farm(link, "setup", ownTrials(), 1,
                  [&](const std::string& text) { news.push_back(text); }, {10.0, 0.1, 60.0, 0.5});
    one.say(0, RankWord::Ready);
    farm.waitForRanks(std::chrono::seconds(30));
    const auto listened = std::chrono::steady_clock::now();
    ASSERT_TRUE(tests::within([&] {
        return std::chrono::steady_clock::now() - listened > std::chrono::milliseconds(150);
    }));
    static_cast<void>(farm.run(work.genomes, work.jobs, {}, [] { return true; }));
    EXPECT_TRUE(news.empty()) << news.front();
}

TEST(RankFarmTest, ThisProcessCannotRunTrialsEither) {
    FakeRanks ranks(1);
    FakeRanks::Link link(ranks, 0);
    const auto broken = []() -> base::Expected<TrialFunction> {
        return base::failure(base::ErrorCode::NotFound, "there is no robot", "a robot");
    };
    const Work work(1, 4);
    RankFarm farm(link, "setup", broken, 1, {}, kShort);
    bool isLate = false; // rather than to wait for ever
    const auto begun = std::chrono::steady_clock::now();
    const auto scores = farm.run(work.genomes, work.jobs, {}, [&] {
        isLate = std::chrono::steady_clock::now() - begun > std::chrono::seconds(30);
        return isLate;
    });
    ASSERT_FALSE(scores);
    EXPECT_FALSE(isLate);
    EXPECT_EQ(scores.error().message, "there is no robot");
}

TEST(TrialCrewTest, WhatIsDroppedIsNotRun) {
    std::atomic<bool> isHeldUp = true;
    std::atomic<int> begun = 0;
    TrialCrew crew(
        [&]() -> base::Expected<TrialFunction> {
            return TrialFunction([&](const Genome& genome, const TrialJob& job) {
                ++begun;
                while (isHeldUp) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                }
                return scoreOf(genome, job);
            });
        },
        1);
    const auto trial = [](std::uint32_t place) {
        return TrialCrew::Trial{1, place, {}, std::make_shared<const Genome>(Genome{{1.0}, ""})};
    };
    crew.add({trial(0)});
    ASSERT_TRUE(tests::within([&] { return begun == 1; }));
    crew.add({trial(1), trial(2)});
    EXPECT_EQ(crew.waiting(), 2U);
    crew.drop();
    EXPECT_EQ(crew.waiting(), 0U);
    crew.add({trial(3)});
    isHeldUp = false;
    std::vector<std::uint32_t> done;
    ASSERT_TRUE(tests::within([&] {
        for (const TrialCrew::Result& result : crew.take()) {
            done.push_back(result.place);
        }
        return !done.empty() && done.back() == 3;
    }));
    EXPECT_EQ(done, (std::vector<std::uint32_t>{0, 3}));
}

TEST(ThreadFarmTest, ACanceledFarmRunsNoMoreTrials) {
    const Work work(2, 10);
    std::atomic<std::size_t> begun = 0;
    ThreadFarm farm(ownTrials(std::chrono::microseconds(0), &begun), 1);
    const auto scores = farm.run(work.genomes, work.jobs, {}, [&] { return begun == 3; });
    ASSERT_FALSE(scores);
    EXPECT_EQ(scores.error().code, base::ErrorCode::Canceled);
    EXPECT_EQ(begun, 3U);
}

TEST(ThreadFarmTest, ReportsTheScoreOfEachJob) {
    const Work work(3, 5);
    ThreadFarm farm(ownTrials(), 2);
    std::vector<TrialScore> reported(work.jobs.size());
    const auto scores =
        farm.run(work.genomes, work.jobs,
                 [&](std::size_t job, const TrialScore& score) { reported[job] = score; }, {});
    ASSERT_TRUE(scores);
    EXPECT_TRUE(same(reported, *scores));
}

} // namespace
} // namespace sideline::training
