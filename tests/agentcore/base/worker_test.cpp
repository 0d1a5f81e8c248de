#include "agentcore/base/worker.h"

#include <atomic>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace sideline::base {
namespace {

TEST(AttemptTest, ReturnsTheResultOfTheWork) {
    EXPECT_EQ(attempt("it", [] { return 5; }), 5);
    EXPECT_TRUE(attempt("it", [] {}).has_value());
    const auto same = attempt("it", []() -> Expected<std::string> { return "text"; });
    static_assert(std::is_same_v<decltype(same), const Expected<std::string>>);
    EXPECT_EQ(same, "text");
    const auto failed = attempt("it", []() -> Expected<int> {
        return failure(ErrorCode::NotFound, "there is none", "one");
    });
    EXPECT_EQ(failed.error().toString(), "there is none; expected one");
}

TEST(AttemptTest, ConvertsExceptionsToErrors) {
    const auto noMemory = attempt("the motion's analysis", [] { throw std::bad_alloc(); });
    ASSERT_FALSE(noMemory);
    EXPECT_EQ(noMemory.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(
        noMemory.error().toString(),
        "the motion's analysis ran out of memory; expected a smaller input, or more free memory");
    const auto tooLong = attempt("it", [] { return std::string().at(3); });
    ASSERT_FALSE(tooLong);
    EXPECT_EQ(tooLong.error().code, ErrorCode::Internal);
    EXPECT_NE(tooLong.error().toString().find("it failed: basic_string::at"), std::string::npos);
    const auto strange = attempt("it", []() -> int { throw 5; });
    ASSERT_FALSE(strange);
    EXPECT_EQ(strange.error().toString(), "it failed");
}

TEST(AttemptTest, TooLargeVectorIsAnError) {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer's operator new ends the program instead of throwing";
#endif
    const auto made = attempt(
        "it", [] { return std::make_unique<std::vector<double>>(std::size_t{1} << 59U)->size(); });
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::LimitExceeded);
}

TEST(WorkerTest, ReportsExceptionsOfItsTask) {
    std::promise<Error> reported;
    {
        const Worker worker(
            "the work", [](const auto& /*stop*/) { throw std::runtime_error("no luck"); },
            [&](const Error& error) { reported.set_value(error); });
        EXPECT_EQ(reported.get_future().get().toString(), "the work failed: no luck");
    }
    SUCCEED() << "and the program continues";
}

TEST(WorkerTest, DestructorRequestsStopAndWaits) {
    std::promise<void> begun;
    std::atomic<bool> hasEnded = false;
    {
        const Worker worker(
            "the work",
            [&](const std::stop_token& stop) {
                begun.set_value();
                while (!stop.stop_requested()) {
                    std::this_thread::yield();
                }
                hasEnded = true;
            },
            [](const Error& /*error*/) { ADD_FAILURE(); });
        begun.get_future().wait();
        EXPECT_TRUE(worker.isJoinable());
        EXPECT_FALSE(hasEnded);
    }
    EXPECT_TRUE(hasEnded);
    EXPECT_FALSE(Worker().isJoinable());
}

} // namespace
} // namespace sideline::base
