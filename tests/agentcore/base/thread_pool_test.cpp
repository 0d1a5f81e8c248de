#include "agentcore/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace sideline::base {
namespace {

class ThreadPoolTest : public ::testing::TestWithParam<unsigned> {};

TEST_P(ThreadPoolTest, RunsEveryIterationOnce) {
    ThreadPool pool(GetParam());
    for (const std::size_t count : {0U, 1U, 2U, 7U, 1000U}) {
        std::vector<int> calls(count, 0);
        pool.parallelFor(count, [&](std::size_t i, unsigned) { ++calls[i]; });
        EXPECT_EQ(std::ranges::count(calls, 1), static_cast<std::ptrdiff_t>(count));
    }
}

TEST_P(ThreadPoolTest, MakesWritesOfShortLoopsVisible) {
    ThreadPool pool(GetParam());
    std::vector<std::uint64_t> values(22, 0);
    for (std::uint64_t round = 1; round <= 3000; ++round) {
        pool.parallelFor(values.size(), [&](std::size_t i, unsigned) { values[i] += round * i; });
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(values[i], i * (3000U * 3001U / 2U));
    }
}

TEST_P(ThreadPoolTest, GivesEveryThreadItsOwnScratch) {
    ThreadPool pool(GetParam());
    std::vector<std::size_t> sums(pool.threadCount(), 0);
    pool.parallelFor(5000, [&](std::size_t i, unsigned worker) { sums.at(worker) += i; });
    EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), std::size_t{0}), 5000U * 4999U / 2U);
}

TEST_P(ThreadPoolTest, WaitsForAllThreads) {
    std::atomic<unsigned> begun{0};
    std::atomic<unsigned> done{0};
    const auto turn = [&](std::size_t, unsigned worker) {
        ++begun;
        while (begun < GetParam()) { // one call per thread
            std::this_thread::yield();
        }
        if (worker != 0) { // lets the caller finish first
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        ++done;
    };
    ThreadPool pool(GetParam());
    pool.parallelFor(GetParam(), turn);
    EXPECT_EQ(done, GetParam());
}

TEST_P(ThreadPoolTest, RethrowsExceptionsAndStaysUsable) {
    ThreadPool pool(GetParam());
    for (int round = 0; round < 20; ++round) {
        try {
            pool.parallelFor(100, [](std::size_t i, unsigned) {
                if (i == 7) {
                    throw std::runtime_error("turn 7");
                }
            });
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "turn 7");
        }
        std::vector<int> calls(50, 0);
        pool.parallelFor(calls.size(), [&](std::size_t i, unsigned) { ++calls[i]; });
        EXPECT_EQ(std::ranges::count(calls, 1), 50);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, ThreadPoolTest, ::testing::Values(1U, 2U, 3U, 8U));

TEST(ThreadPoolCountTest, CountsTheCallingThread) {
    EXPECT_EQ(ThreadPool(0).threadCount(), 1U);
    EXPECT_EQ(ThreadPool(1).threadCount(), 1U);
    EXPECT_EQ(ThreadPool(3).threadCount(), 3U);
}

TEST(ThreadPoolCountTest, LowerPriorityAppliesToThePool) {
    const auto niceness = [] { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())); };
    const int before = niceness();
    std::vector<int> found;
    std::thread behind([&] {
        lowerPriority();
        ThreadPool pool(3);
        std::mutex mutex;
        pool.parallelFor(100, [&](std::size_t, unsigned) {
            const std::lock_guard lock(mutex);
            found.push_back(niceness());
        });
    });
    behind.join();
    EXPECT_EQ(found.size(), 100U);
    for (const int each : found) {
        EXPECT_GE(each, 10);
    }
    EXPECT_EQ(niceness(), before) << "no other thread";
}

} // namespace
} // namespace sideline::base
