#include "studio/session/signal_loader.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

using logs::Quantity;
using logs::SignalId;
using monitor::ObjectId;

const SignalId kBallX{Quantity::XM, ObjectId::ball(), -1};
const SignalId kTime{Quantity::GameTimeS, {}, -1};
const SignalId kAgent3 = SignalId::ofAgent({game::Side::Left, game::UniformNumber(3)}, "cycle");
const SignalId kAgent4 = SignalId::ofAgent({game::Side::Left, game::UniformNumber(4)}, "cycle");

// Agents whose value is twice the frame number plus their uniform number, for the frames so far.
class FakeAgents final : public logs::AgentValues {
public:
    explicit FakeAgents(int come, bool isGrowing = false) : m_come(come), m_isGrowing(isGrowing) {}

    base::Expected<void> refresh() override {
        if (m_come < 0) {
            return base::failure(base::ErrorCode::NotFound, "no such session");
        }
        m_known = static_cast<logs::FrameNumber>(m_come);
        return {};
    }
    bool isGrowing() const override { return m_isGrowing; }
    Answer read(const logs::MatchInstant& instant, const game::PlayerId& agent,
                std::span<const std::string> paths, std::span<double> values) override {
        m_reads += static_cast<int>(paths.size());
        const bool isThere = instant.frame < m_known;
        std::ranges::fill(values, isThere ? 2.0 * instant.frame + agent.unum.value()
                                          : std::numeric_limits<double>::quiet_NaN());
        return isThere ? Answer::Final : Answer::SoFar;
    }

    void setCome(int come) { m_come = come; }
    int reads() const { return m_reads; }

private:
    std::atomic<int> m_come;
    std::atomic<int> m_reads = 0;
    bool m_isGrowing;
    logs::FrameNumber m_known = 0;
};

class SignalLoaderTest : public ::testing::Test {
protected:
    SignalLoaderTest() {
        QObject::connect(&m_loader, &SignalLoader::tableReady, &m_loader,
                         [this](const std::shared_ptr<const logs::SignalTable>& table) {
                             m_table = table;
                             m_wereComplete = m_wereComplete && isComplete(0);
                         });
    }
    // Whether a column has a value in every row.
    bool isComplete(std::size_t column) const {
        return m_table && std::ranges::none_of(m_table->values[column],
                                               [](double value) { return std::isnan(value); });
    }
    bool waitForRows(std::size_t count) {
        return tests::waitUntil(
            [&] { return !m_loader.isLoading() && m_table && m_table->frames.size() == count; });
    }
    tests::TempDir m_dir;
    std::shared_ptr<const logs::SignalTable> m_table;
    bool m_wereComplete = true; ///< the first column of every table was complete
    SignalLoader m_loader;
};

TEST_F(SignalLoaderTest, ReadsAWholeLog) {
    EXPECT_FALSE(m_loader.isLoading());
    m_loader.load(tests::sampleMatch(), {kBallX, kTime});
    EXPECT_TRUE(m_loader.isLoading());
    ASSERT_TRUE(waitForRows(47));
    EXPECT_EQ(m_table->signals, (std::vector{kBallX, kTime}));
    EXPECT_TRUE(isComplete(0) && isComplete(1));
    m_loader.load(nullptr, {});
    EXPECT_FALSE(m_loader.isLoading());
    m_loader.load(tests::sampleMatch(), {});
    EXPECT_FALSE(m_loader.isLoading());
}

// Existing curves stay visible while an added one is read.
TEST_F(SignalLoaderTest, KeepsValuesWhenASignalIsAdded) {
    m_loader.load(tests::sampleMatch(), {kBallX});
    ASSERT_TRUE(waitForRows(47));
    const auto x = m_table->values[0];
    m_loader.load(tests::sampleMatch(), {kBallX, kTime});
    ASSERT_TRUE(tests::waitUntil([&] { return !m_loader.isLoading(); }));
    EXPECT_TRUE(m_wereComplete);
    ASSERT_EQ(m_table->frames.size(), 47U);
    EXPECT_EQ(m_table->values[0], x);
    EXPECT_TRUE(isComplete(1));
    EXPECT_EQ(m_table->values[1], m_table->gameTimeS);
    m_loader.load(tests::sampleMatch(), {kTime});
    ASSERT_TRUE(waitForRows(47));
    EXPECT_EQ(m_table->signals, std::vector{kTime});
    EXPECT_TRUE(isComplete(0));
}

TEST_F(SignalLoaderTest, ContinuesAsTheLogGrows) {
    const std::string text = tests::scriptedLog(tests::movingScenes(60), 20);
    std::size_t half = 0;
    for (int line = 0; line < 30; ++line) {
        half = text.find('\n', half) + 1;
    }
    tests::writeFile(m_dir / "g.log", text.substr(0, half));
    logs::LogOptions options;
    options.isGrowing = true;
    options.times.stepS = 0.2;
    auto log = logs::MatchLog::open(m_dir / "g.log", options);
    ASSERT_TRUE(log) << log.error().toString();
    ASSERT_TRUE((*log)->waitForFrames(30));
    m_loader.load(*log, {kBallX, kTime});
    ASSERT_TRUE(waitForRows(30));
    std::ofstream(m_dir / "g.log", std::ios::binary | std::ios::app) << text.substr(half);
    (*log)->notifyGrown();
    ASSERT_TRUE((*log)->waitForFrames(60));
    EXPECT_TRUE(m_loader.isLoading()); // more frames than rows
    m_loader.follow();
    ASSERT_TRUE(waitForRows(60));
    EXPECT_TRUE(isComplete(0));
    EXPECT_EQ(m_table->frames.back(), 59U);
    EXPECT_EQ(m_table->recordTimeS.back(), (*log)->index()->recordTimeS(59));
    (*log)->finishGrowing();
    (*log)->waitUntilIndexed();
    m_loader.follow();
    EXPECT_TRUE(waitForRows(60));
}

TEST_F(SignalLoaderTest, RestartsForAnotherLog) {
    tests::writeFile(m_dir / "o.log", tests::scriptedLog(tests::movingScenes(20), 5));
    const auto other = tests::openAnalyzed(m_dir / "o.log");
    ASSERT_NE(other, nullptr);
    m_loader.load(tests::sampleMatch(), {kBallX});
    m_loader.load(other, {kBallX});
    ASSERT_TRUE(waitForRows(20));
    m_loader.load(tests::sampleMatch(), {kBallX});
    ASSERT_TRUE(waitForRows(47));
}

TEST_F(SignalLoaderTest, ValuesOfAgentsHaveTheirOwnColumns) {
    const auto agents = std::make_shared<FakeAgents>(1000);
    m_loader.load(tests::sampleMatch(), {kBallX, kAgent3}, agents);
    ASSERT_TRUE(waitForRows(47));
    EXPECT_TRUE(isComplete(0) && isComplete(1));
    EXPECT_EQ(m_table->values[1][10], 23.0);
    EXPECT_EQ(agents->reads(), 47);
    // Known values are not read again.
    const auto others = std::make_shared<FakeAgents>(1000);
    m_loader.load(tests::sampleMatch(), {kAgent3, kAgent4, kTime}, others);
    ASSERT_TRUE(tests::waitUntil([&] { return !m_loader.isLoading(); }));
    EXPECT_TRUE(m_wereComplete && isComplete(0) && isComplete(1) && isComplete(2));
    EXPECT_EQ(m_table->values[1][10], 24.0);
    EXPECT_EQ(others->reads(), 47);
    m_loader.load(tests::sampleMatch(), {kAgent3, kBallX});
    ASSERT_TRUE(waitForRows(47));
    EXPECT_TRUE(isComplete(0)) << "it must not be read again";
}

TEST_F(SignalLoaderTest, ReadsTheRestWithoutAgents) {
    m_loader.load(tests::sampleMatch(), {kAgent3, kTime});
    ASSERT_TRUE(waitForRows(47));
    EXPECT_TRUE(isComplete(1));
    EXPECT_TRUE(std::isnan(m_table->values[0][10]));
    int failures = 0;
    QObject::connect(&m_loader, &SignalLoader::failed, &m_loader, [&] { ++failures; });
    m_loader.load(tests::sampleMatch(), {kBallX, kAgent3}, std::make_shared<FakeAgents>(-1));
    ASSERT_TRUE(tests::waitUntil([&] { return !m_loader.isLoading() && failures > 0; }));
    EXPECT_TRUE(isComplete(0));
    EXPECT_TRUE(std::isnan(m_table->values[1][10]));
    EXPECT_EQ(failures, 1);
    m_loader.load(tests::sampleMatch(), {kBallX, kAgent3}, std::make_shared<FakeAgents>(1000));
    EXPECT_TRUE(tests::waitUntil([&] { return isComplete(1); })) << "available again";
}

// Frames of agents take another path than frames of the match, and arrive a little later.
TEST_F(SignalLoaderTest, AgentsFollowTheMatch) {
    const std::string text = tests::scriptedLog(tests::movingScenes(30), 10);
    tests::writeFile(m_dir / "g.log", text);
    logs::LogOptions options;
    options.isGrowing = true;
    options.times.stepS = 0.2;
    auto log = logs::MatchLog::open(m_dir / "g.log", options);
    ASSERT_TRUE(log) << log.error().toString();
    ASSERT_TRUE((*log)->waitForFrames(30));
    const auto agents = std::make_shared<FakeAgents>(20, true);
    m_loader.load(*log, {kBallX, kAgent3}, agents);
    ASSERT_TRUE(waitForRows(30));
    EXPECT_TRUE(isComplete(0)) << "values of the match are not delayed";
    EXPECT_EQ(m_table->values[1][19], 41.0);
    EXPECT_TRUE(std::isnan(m_table->values[1][20]));
    agents->setCome(30);
    EXPECT_TRUE(tests::waitUntil([&] { return isComplete(1); }))
        << "although the log does not grow";
    const int reads = agents->reads();
    EXPECT_LT(reads, 200) << "only values that may change are read again";
    (*log)->finishGrowing();
    (*log)->waitUntilIndexed();
    m_loader.follow();
    EXPECT_TRUE(waitForRows(30));
}

} // namespace
} // namespace sideline::studio
