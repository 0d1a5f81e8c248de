#include "studio/session/background_task.h"

#include <atomic>
#include <future>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QThread>

#include "tests/gui/gui_support.h"

namespace sideline::studio {
namespace {

using Policy = BackgroundTask::Policy;

// Work that runs until a stop is requested.
int untilStopped(const TaskControl& control) {
    while (!control.isStopRequested()) {
        std::this_thread::yield();
    }
    return 0;
}

class BackgroundTaskTest : public ::testing::Test {
protected:
    // Returns a callback that keeps the result and checks that it runs in the GUI thread.
    auto keep(std::string& into) {
        return [this, &into](const auto& result) {
            EXPECT_EQ(QThread::currentThread(), m_window.thread());
            into = result ? "done" : result.error().toString();
        };
    }
    QObject m_window;
};

TEST_F(BackgroundTaskTest, DeliversAValueInTheGuiThread) {
    BackgroundTask task(Policy::OneAtATime);
    std::optional<int> value;
    ASSERT_TRUE(task.start(
        "counting",
        [gui = QThread::currentThread()](const TaskControl&) {
            EXPECT_NE(QThread::currentThread(), gui);
            return 42;
        },
        [&](base::Expected<int> result) {
            EXPECT_EQ(QThread::currentThread(), task.thread());
            EXPECT_FALSE(task.isRunning());
            value = result.value();
        }));
    EXPECT_TRUE(task.isRunning());
    EXPECT_TRUE(tests::waitUntil([&] { return value.has_value(); }));
    EXPECT_EQ(value, 42);
}

TEST_F(BackgroundTaskTest, DeliversAnErrorOfTheWork) {
    BackgroundTask task(Policy::OneAtATime);
    std::string said;
    task.start(
        "reading",
        [](const TaskControl&) -> base::Expected<std::unique_ptr<int>> {
            return base::failure(base::ErrorCode::NotFound, "nothing is there");
        },
        keep(said));
    EXPECT_TRUE(tests::waitUntil([&] { return !said.empty(); }));
    EXPECT_EQ(said, "nothing is there");
}

TEST_F(BackgroundTaskTest, TurnsAnExceptionIntoAnErrorAndContinues) {
    BackgroundTask task(Policy::InOrder);
    std::string first;
    std::string second;
    std::string third;
    task.start(
        "the first job", [](const TaskControl&) { throw std::bad_alloc(); }, keep(first));
    task.start(
        "the second job", [](const TaskControl&) { throw std::runtime_error("no luck"); },
        keep(second));
    task.start(
        "the third job", [](const TaskControl&) {}, keep(third));
    EXPECT_TRUE(tests::waitUntil([&] { return !third.empty(); }));
    EXPECT_EQ(first,
              "the first job ran out of memory; expected a smaller input, or more free memory");
    EXPECT_EQ(second, "the second job failed: no luck");
    EXPECT_EQ(third, "done");
}

TEST_F(BackgroundTaskTest, OneAtATimeRefusesTheSecond) {
    BackgroundTask task(Policy::OneAtATime);
    std::string said;
    std::promise<void> begun;
    ASSERT_TRUE(task.start(
        "the first",
        [&](const TaskControl& control) {
            begun.set_value();
            return untilStopped(control);
        },
        keep(said)));
    begun.get_future().wait();
    EXPECT_FALSE(task.start("the second", untilStopped, [](const auto&) { ADD_FAILURE(); }));
    task.requestStop();
    EXPECT_TRUE(tests::waitUntil([&] { return !said.empty(); }));
    EXPECT_EQ(said, "done") << "work that was stopped still reports its result";
    EXPECT_FALSE(task.isRunning());
    EXPECT_TRUE(task.start("the third", untilStopped, keep(said)));
}

TEST_F(BackgroundTaskTest, TheNewestRequestWins) {
    BackgroundTask task(Policy::Newest);
    std::promise<void> begun;
    std::promise<void> asked;
    task.start(
        "the first",
        [&, all = std::make_shared<std::future<void>>(asked.get_future())](
            const TaskControl& control) {
            begun.set_value();
            untilStopped(control);
            all->wait(); // delays the second piece
        },
        [](const auto&) { ADD_FAILURE() << "it was replaced"; });
    begun.get_future().wait();
    task.start(
        "the second", [](const TaskControl&) { ADD_FAILURE() << "it never started"; },
        [](const auto&) { ADD_FAILURE() << "it was replaced"; });
    std::string said;
    task.start(
        "the third", [](const TaskControl&) {}, keep(said));
    asked.set_value();
    EXPECT_TRUE(tests::waitUntil([&] { return !said.empty(); }));
    EXPECT_EQ(said, "done");
    EXPECT_FALSE(task.isRunning());
}

TEST_F(BackgroundTaskTest, InOrderRunsPiecesOneByOneAndCountsThem) {
    BackgroundTask task(Policy::InOrder);
    std::vector<int> done;
    std::vector<int> percents;
    for (int i = 0; i < 4; ++i) {
        task.start(
            "counting", [i](const TaskControl&) { return i; },
            [&](base::Expected<int> result) {
                done.push_back(result.value());
                percents.push_back(task.percent());
            });
    }
    EXPECT_EQ(task.percent(), 0);
    EXPECT_TRUE(tests::waitUntil([&] { return !task.isRunning(); }));
    EXPECT_EQ(done, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(percents, (std::vector<int>{25, 50, 75, 100}));
}

TEST_F(BackgroundTaskTest, ReportsProgressOncePerPercent) {
    BackgroundTask task(Policy::InOrder);
    QSignalSpy progressed(&task, &BackgroundTask::progressed);
    const auto work = [](const TaskControl& control) {
        for (const double ratio : {0.0, 0.001, 0.5, 0.509, 1.0, 7.0}) {
            EXPECT_TRUE(control.report(ratio));
        }
    };
    std::string said;
    std::string last;
    task.start("the first", work, keep(said));
    task.start("the second", untilStopped, keep(last));
    EXPECT_TRUE(tests::waitUntil([&] { return !said.empty(); }));
    ASSERT_EQ(progressed.count(), 3);
    EXPECT_EQ(progressed[0][0].toInt(), 0);
    EXPECT_EQ(progressed[1][0].toInt(), 50);
    EXPECT_EQ(progressed[2][0].toInt(), 100);
    EXPECT_EQ(task.percent(), 50) << "one of two";
}

TEST_F(BackgroundTaskTest, CanceledWorkDeliversNothing) {
    BackgroundTask task(Policy::InOrder);
    std::promise<void> begun;
    std::atomic<bool> isOver = false;
    const auto never = [](const auto&) { ADD_FAILURE() << "it was canceled"; };
    task.start(
        "the first",
        [&](const TaskControl& control) {
            begun.set_value();
            untilStopped(control);
            EXPECT_FALSE(control.report(0.5));
            isOver = true;
        },
        never);
    task.start(
        "the second", [](const TaskControl&) { ADD_FAILURE() << "it never started"; }, never);
    begun.get_future().wait();
    QSignalSpy progressed(&task, &BackgroundTask::progressed);
    task.cancel();
    EXPECT_FALSE(task.isRunning());
    EXPECT_EQ(task.percent(), 100);
    std::string said;
    task.start(
        "the third", [](const TaskControl&) {}, keep(said));
    EXPECT_TRUE(tests::waitUntil([&] { return !said.empty(); }));
    EXPECT_TRUE(isOver);
    EXPECT_EQ(progressed.count(), 0);
}

TEST_F(BackgroundTaskTest, WorkStoppedBeforeItsStartDeliversAnError) {
    BackgroundTask task(Policy::InOrder);
    std::string first;
    std::optional<base::Error> error;
    task.start("the first", untilStopped, keep(first));
    task.start(
        "the second", [](const TaskControl&) { ADD_FAILURE() << "it never started"; },
        [&](const base::Expected<void>& result) { error = result.error(); });
    task.requestStop();
    EXPECT_TRUE(tests::waitUntil([&] { return error.has_value(); }));
    EXPECT_EQ(error->code, base::ErrorCode::Canceled);
}

TEST_F(BackgroundTaskTest, DestructorStopsRunningWorkAndWaits) {
    std::atomic<bool> isOver = false;
    std::promise<void> begun;
    {
        BackgroundTask task(Policy::InOrder);
        task.start(
            "the first",
            [&](const TaskControl& control) {
                begun.set_value();
                control.report(0.3);
                untilStopped(control);
                isOver = true;
            },
            [](const auto&) { ADD_FAILURE() << "the receiver no longer exists"; });
        task.start(
            "the second", [](const TaskControl&) { ADD_FAILURE() << "it never started"; },
            [](const auto&) { ADD_FAILURE() << "the receiver no longer exists"; });
        begun.get_future().wait();
    }
    EXPECT_TRUE(isOver);
    QCoreApplication::processEvents();
}

TEST_F(BackgroundTaskTest, DestructorDropsUndeliveredResults) {
    auto task = std::make_unique<BackgroundTask>(Policy::InOrder);
    std::promise<void> done;
    task->start(
        "a job", [&](const TaskControl&) { done.set_value(); },
        [](const auto&) { ADD_FAILURE() << "the receiver no longer exists"; });
    done.get_future().wait();
    task.reset();
    QCoreApplication::processEvents();
}

TEST_F(BackgroundTaskTest, DoneMayStartWorkOrDestroyTheTask) {
    auto task = std::make_unique<BackgroundTask>(Policy::OneAtATime);
    const auto nothing = [](const TaskControl&) {};
    task->start("the first", nothing, [&](const auto&) {
        EXPECT_TRUE(task->start("the second", nothing, [&](const auto&) { task.reset(); }));
    });
    EXPECT_TRUE(tests::waitUntil([&] { return task == nullptr; }));
}

} // namespace
} // namespace sideline::studio
