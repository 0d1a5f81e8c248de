// Tests games on several ranks, which are threads of the test.
#include "series/rank_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/training/ranks/fake_ranks.h"

namespace sideline::series {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// A pool whose games end when the test requests it.
class FakePool final : public GamePool {
public:
    explicit FakePool(std::size_t places) : m_places(places) {}

    std::size_t capacity() const override { return m_places; }
    std::size_t count() const override {
        const std::lock_guard lock(m_mutex);
        return m_games.size();
    }
    bool isRunning(int game) const override {
        const std::lock_guard lock(m_mutex);
        return std::ranges::count(m_games, game) > 0;
    }
    base::Expected<void> start(int game) override {
        const std::lock_guard lock(m_mutex);
        m_games.push_back(game);
        return {};
    }
    std::vector<EndedGame> wait(std::chrono::milliseconds /*atMost*/) override {
        std::this_thread::sleep_for(1ms);
        const std::lock_guard lock(m_mutex);
        std::vector<EndedGame> ended;
        for (const int game : std::exchange(m_over, {})) {
            std::erase(m_games, game);
            EndedGame& end = ended.emplace_back();
            end.game = game;
            end.wallS = 2.5;
            end.result = "result of " + std::to_string(game) + " \xff"; // not UTF-8
            end.log = "/logs/" + std::to_string(game);
        }
        return ended;
    }
    void stop(int game) override {
        const std::lock_guard lock(m_mutex);
        std::erase(m_games, game);
    }
    void stopAll() override {
        const std::lock_guard lock(m_mutex);
        m_games.clear();
    }
    // Ends a game.
    void end(int game) {
        const std::lock_guard lock(m_mutex);
        m_over.push_back(game);
    }

private:
    std::size_t m_places;
    mutable std::mutex m_mutex;
    std::vector<int> m_games;
    std::vector<int> m_over;
};

// Gives the ranks access to the test's pools without transferring ownership.
class Borrowed final : public GamePool {
public:
    explicit Borrowed(GamePool& pool) : m_pool(pool) {}
    std::size_t capacity() const override { return m_pool.capacity(); }
    std::size_t count() const override { return m_pool.count(); }
    bool isRunning(int game) const override { return m_pool.isRunning(game); }
    base::Expected<void> start(int game) override { return m_pool.start(game); }
    std::vector<EndedGame> wait(std::chrono::milliseconds atMost) override {
        return m_pool.wait(atMost);
    }
    void stop(int game) override { m_pool.stop(game); }
    void stopAll() override { m_pool.stopAll(); }

private:
    GamePool& m_pool;
};

class RankPoolTest : public testing::Test {
protected:
    static constexpr training::RankTimeouts kTimeout{0.02, 0.5, 20.0, 3.0};

    void begin(const std::string& version = "1") {
        for (int rank = 1; rank < 3; ++rank) {
            m_ranks.emplace_back([this, rank] {
                tests::FakeRanks::Link link(m_between, rank);
                static_cast<void>(playForRanks(
                    link,
                    [this, rank](const RankGames& games, const std::string& tag)
                        -> base::Expected<std::unique_ptr<GamePool>> {
                        EXPECT_EQ(tag, "r" + std::to_string(rank));
                        EXPECT_EQ(games.folder, "/series");
                        if (games.version != "1") {
                            return base::failure(base::ErrorCode::InvalidArgument, "too old");
                        }
                        return std::make_unique<Borrowed>(m_pools[static_cast<std::size_t>(rank)]);
                    },
                    kTimeout));
                m_together += link.hasLeftTogether() ? 1 : 0;
            });
        }
        m_pool = std::make_unique<RankPool>(
            m_first, std::make_unique<Borrowed>(m_pools[0]), RankGames{version, "/series", 60.0, 1},
            [this](const std::string& news) { m_news.push_back(news); }, kTimeout);
    }
    void TearDown() override {
        training::dismissRanks(m_first, kTimeout);
        for (std::thread& rank : m_ranks) {
            rank.join();
        }
    }
    // Waits and collects ended games until the condition holds.
    bool until(const std::function<bool()>& isDone) {
        for (int i = 0; i < 2000 && !isDone(); ++i) {
            for (EndedGame& ended : m_pool->wait(1ms)) {
                m_ended[ended.game].push_back(std::move(ended));
            }
        }
        return isDone();
    }
    std::size_t placeOf(int game) {
        for (std::size_t i = 0; i < m_pools.size(); ++i) {
            if (m_pools[i].isRunning(game)) {
                return i;
            }
        }
        return 99;
    }

    tests::FakeRanks m_between{3};
    tests::FakeRanks::Link m_first{m_between, 0};
    std::array<FakePool, 3> m_pools{FakePool(1), FakePool(2), FakePool(1)};
    std::vector<std::thread> m_ranks;
    std::unique_ptr<RankPool> m_pool;
    std::map<int, std::vector<EndedGame>> m_ended;
    std::vector<std::string> m_news;
    std::atomic<int> m_together = 0;
};

TEST_F(RankPoolTest, GamesArePlayedWhereThereIsPlace) {
    begin();
    ASSERT_TRUE(until([&] { return m_pool->capacity() == 4; }));
    for (int game = 1; game <= 4; ++game) {
        ASSERT_TRUE(m_pool->start(game));
    }
    EXPECT_EQ(m_pool->count(), 4U);
    ASSERT_TRUE(until([&] { return placeOf(1) != 99 && placeOf(2) != 99 && placeOf(3) != 99; }));
    EXPECT_EQ(placeOf(4), 0U) << "the last one here";
    EXPECT_EQ(m_pools[1].count(), 2U);
    m_pools[placeOf(2)].end(2);
    m_pools[0].end(4);
    ASSERT_TRUE(until([&] { return m_ended.size() == 2; }));
    EXPECT_THAT(m_ended[2].front().result, HasSubstr("result of 2"));
    EXPECT_EQ(m_ended[2].front().log, "/logs/2");
    EXPECT_DOUBLE_EQ(m_ended[2].front().wallS, 2.5);
    EXPECT_TRUE(m_pool->isRunning(1));
    // A stopped game is not reported.
    m_pool->stop(1);
    EXPECT_FALSE(m_pool->isRunning(1));
    EXPECT_TRUE(until([&] { return placeOf(1) == 99; }));
    m_pool->stopAll();
    EXPECT_EQ(m_pool->count(), 0U);
    EXPECT_TRUE(until([&] { return placeOf(3) == 99; }));
    EXPECT_FALSE(m_ended.contains(1) || m_ended.contains(3));
}

TEST_F(RankPoolTest, TheGamesOfALostRankAreLostAndItMayComeBack) {
    begin();
    ASSERT_TRUE(until([&] { return m_pool->capacity() == 4; }));
    ASSERT_TRUE(m_pool->start(1)); // on rank 1, which has more places
    ASSERT_TRUE(m_pool->start(2));
    ASSERT_TRUE(until([&] { return placeOf(1) == 1 && placeOf(2) == 1; }));
    m_between.cut(1);
    ASSERT_TRUE(until([&] { return m_ended.size() == 2; }));
    EXPECT_TRUE(m_ended[1].front().isLost && m_ended[2].front().isLost);
    EXPECT_EQ(m_pool->capacity(), 2U);
    EXPECT_THAT(m_news.front(), HasSubstr("rank 1 has been silent"));
    // A result that it finishes meanwhile does not count, since another rank plays the game.
    ASSERT_TRUE(m_pool->start(1));
    ASSERT_TRUE(until([&] { return placeOf(1) == 1 && m_pools[2].isRunning(1); }));
    m_pools[1].end(1);
    m_between.heal();
    ASSERT_TRUE(until([&] { return m_pool->capacity() == 4; }));
    EXPECT_THAT(m_news.back(), HasSubstr("rank 1 is back"));
    EXPECT_TRUE(m_pool->isRunning(1));
    m_pools[2].end(1);
    ASSERT_TRUE(until([&] { return m_ended[1].size() == 2; }));
    EXPECT_FALSE(m_ended[1].back().isLost);
}

TEST_F(RankPoolTest, ARankThatCannotPlayIsDoneWithout) {
    begin("2");
    ASSERT_TRUE(until([&] { return m_news.size() == 2; }));
    EXPECT_THAT(m_news.front(), HasSubstr("plays no games: too old"));
    EXPECT_EQ(m_pool->capacity(), 1U);
    ASSERT_TRUE(m_pool->start(7));
    EXPECT_EQ(placeOf(7), 0U);
}

} // namespace
} // namespace sideline::series
