#include "logs/replay/frame_fetcher.h"

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/roboviz_client.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

class FrameFetcherTest : public ::testing::Test {
protected:
    void SetUp() override {
        tests::writeFile(m_dir / "m.log", tests::scriptedLog(tests::movingScenes(200), 15));
        m_log = tests::openAnalyzed(m_dir / "m.log");
        ASSERT_NE(m_log, nullptr);
    }

    FetchedFrame fetch(FrameFetcher& fetcher, const FrameRequest& request) {
        fetcher.request(request);
        std::unique_lock lock(m_mutex);
        std::optional<FetchedFrame> answer;
        m_ready.wait(lock, [&] {
            answer = fetcher.take();
            return answer && answer->request.frame == request.frame;
        });
        return *answer;
    }
    std::function<void()> onReady() {
        return [this] {
            const std::scoped_lock lock(m_mutex);
            m_ready.notify_all();
        };
    }

    tests::TempDir m_dir;
    std::shared_ptr<MatchLog> m_log;
    std::mutex m_mutex;
    std::condition_variable m_ready;
};

TEST_F(FrameFetcherTest, FetchesTheFrameAndThePrecedingOne) {
    FrameFetcher fetcher(m_log, onReady());
    const FetchedFrame answer = fetch(fetcher, {.frame = 50});
    EXPECT_EQ(answer.exact->index, 50U);
    EXPECT_EQ(answer.drawn, answer.exact);
    EXPECT_EQ(answer.before->index, 49U);
    EXPECT_TRUE(answer.trail.empty());
    EXPECT_EQ(fetch(fetcher, {.frame = 0}).before, nullptr);
    EXPECT_EQ(fetch(fetcher, {.frame = 100000}).exact->index, 199U);
}

TEST_F(FrameFetcherTest, InterpolatesForDrawingButReportsExactFrames) {
    FrameFetcher fetcher(m_log, onReady());
    const FetchedFrame answer = fetch(fetcher, {.frame = 50, .fraction = 0.5});
    const FetchedFrame next = fetch(fetcher, {.frame = 51});
    EXPECT_EQ(answer.exact->index, 50U);
    const double from = answer.exact->ball->X_SBall.p.y();
    const double to = next.exact->ball->X_SBall.p.y();
    EXPECT_NEAR(answer.drawn->ball->X_SBall.p.y(), (from + to) / 2, 1e-9);
}

TEST_F(FrameFetcherTest, FetchesTheTrail) {
    FrameFetcher fetcher(m_log, onReady());
    const FetchedFrame answer = fetch(fetcher, {.frame = 50, .trailS = 2.1});
    ASSERT_EQ(answer.trail.size(), 12U);
    EXPECT_EQ(answer.trail.front()->index, 39U);
    EXPECT_EQ(answer.trail.back(), answer.exact);
    const FetchedFrame further = fetch(fetcher, {.frame = 51, .trailS = 2.1});
    EXPECT_EQ(further.trail.front(), answer.trail[1]); // not decoded again
    EXPECT_EQ(fetch(fetcher, {.frame = 3, .trailS = 2.0}).trail.size(), 4U);
}

TEST_F(FrameFetcherTest, OnlyTheNewestRequestCounts) {
    FrameFetcher fetcher(m_log, onReady());
    for (FrameNumber n = 0; n < 199; ++n) {
        fetcher.request({.frame = n});
    }
    EXPECT_EQ(fetch(fetcher, {.frame = 199}).exact->index, 199U);
}

TEST_F(FrameFetcherTest, ReturnsEveryAnswerOnce) {
    int answers = 0;
    {
        FrameFetcher fetcher(m_log, [&] {
            const std::scoped_lock lock(m_mutex);
            ++answers;
            m_ready.notify_all();
        });
        for (FrameNumber n = 0; n < 100; ++n) {
            EXPECT_EQ(fetch(fetcher, {.frame = n}).exact->index, n);
        }
    }
    EXPECT_EQ(answers, 100);
}

TEST_F(FrameFetcherTest, FollowsALogThatGrows) {
    const std::string text = tests::scriptedLog(tests::movingScenes(60), 15);
    std::size_t written = 0;
    for (int i = 0; i < 20; ++i) {
        written = text.find('\n', written) + 1;
    }
    tests::writeFile(m_dir / "growing.log", std::string_view(text).substr(0, written));
    LogOptions options;
    options.isGrowing = true;
    const auto log = MatchLog::open(m_dir / "growing.log", options);
    ASSERT_TRUE(log) << log.error().toString();
    ASSERT_TRUE((*log)->waitForFrames(20));
    FrameFetcher fetcher(*log, onReady());
    EXPECT_EQ(fetch(fetcher, {.frame = 50}).exact->index, 19U) << "the last so far";
    std::ofstream(m_dir / "growing.log", std::ios::binary | std::ios::app) << text.substr(written);
    (*log)->notifyGrown();
    ASSERT_TRUE((*log)->waitForFrames(60));
    EXPECT_EQ(fetch(fetcher, {.frame = 51}).exact->index, 51U);
}

TEST_F(FrameFetcherTest, ReportsAMissingFile) {
    FrameFetcher fetcher(m_log, onReady());
    std::filesystem::resize_file(m_dir / "m.log", 50);
    const FetchedFrame answer = fetch(fetcher, {.frame = 150});
    ASSERT_TRUE(answer.error);
    EXPECT_NE(answer.error->message.find("truncated"), std::string::npos);
}

TEST_F(FrameFetcherTest, FetchesTheDrawingsOfTheFrame) {
    FrameFetcher without(m_log, onReady());
    EXPECT_EQ(fetch(without, {.frame = 50}).drawings, nullptr);

    namespace rv = tests::roboviz;
    std::string text;
    std::istringstream lines(tests::scriptedLog(tests::movingScenes(900), 15));
    int step = 0;
    for (std::string line; std::getline(lines, line); ++step) {
        for (const std::string& datagram : rv::animatedPicture(step)) {
            appendDrawingPrefix(text, datagram);
        }
        text += line + '\n';
    }
    tests::writeFile(m_dir / "drawn.log", text);
    m_log = tests::openAnalyzed(m_dir / "drawn.log");
    FrameFetcher fetcher(m_log, onReady());
    // The last one is so far away that its drawings come later.
    for (const FrameNumber frame : {0U, 50U, 49U, 899U, 898U, 3U}) {
        FetchedFrame answer = fetch(fetcher, {.frame = frame});
        std::unique_lock lock(m_mutex);
        m_ready.wait(lock, [&] {
            auto next = fetcher.take();
            answer = next ? *next : answer;
            return answer.drawings != nullptr;
        });
        EXPECT_EQ(answer.exact->index, frame);
        ASSERT_EQ(answer.drawings->agentNotes.size(), 2U);
        EXPECT_EQ(answer.drawings->agentNotes[0].text, "step " + std::to_string(frame));
        ASSERT_NE(answer.drawingStats, nullptr);
        EXPECT_EQ(answer.drawingStats->senders.at(0).errors, 0U);
    }
}

} // namespace
} // namespace sideline::logs
