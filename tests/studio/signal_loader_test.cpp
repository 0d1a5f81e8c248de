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

// Agents with twice the number of each frame of the match, as far as their frames have come.
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
    // Whether a column has a value in each row.
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
    bool m_wereComplete = true; ///< the first column of all tables was
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

// A curve that is added does not take the others away while it is read.
TEST_F(SignalLoaderTest, KeepsWhatItHasWhenASignalIsAdded) {
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

TEST_F(SignalLoaderTest, GoesOnAsTheLogGrows) {
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
    EXPECT_TRUE(m_loader.isLoading()); // there is more than it has
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

TEST_F(SignalLoaderTest, AnotherLogBeginsAnew) {
    tests::writeFile(m_dir / "o.log", tests::scriptedLog(tests::movingScenes(20), 5));
    const auto other = tests::openAnalyzed(m_dir / "o.log");
    ASSERT_NE(other, nullptr);
    m_loader.load(tests::sampleMatch(), {kBallX});
    m_loader.load(other, {kBallX});
    ASSERT_TRUE(waitForRows(20));
    m_loader.load(tests::sampleMatch(), {kBallX});
    ASSERT_TRUE(waitForRows(47));
}

TEST_F(SignalLoaderTest, AgentsValuesStandBesideTheMatchs) {
    const auto agents = std::make_shared<FakeAgents>(1000);
    m_loader.load(tests::sampleMatch(), {kBallX, kAgent3}, agents);
    ASSERT_TRUE(waitForRows(47));
    EXPECT_TRUE(isComplete(0) && isComplete(1));
    EXPECT_EQ(m_table->values[1][10], 23.0);
    EXPECT_EQ(agents->reads(), 47);
    // What is known is not read again.
    const auto others = std::make_shared<FakeAgents>(1000);
    m_loader.load(tests::sampleMatch(), {kAgent3, kAgent4, kTime}, others);
    ASSERT_TRUE(tests::waitUntil([&] { return !m_loader.isLoading(); }));
    EXPECT_TRUE(m_wereComplete && isComplete(0) && isComplete(1) && isComplete(2));
    EXPECT_EQ(m_table->values[1][10], 24.0);
    EXPECT_EQ(others->reads(), 47);
    m_loader.load(tests::sampleMatch(), {kAgent3, kBallX});
    ASSERT_TRUE(waitForRows(47));
    EXPECT_TRUE(isComplete(0)) << "nobody has to read it any more";
}

TEST_F(SignalLoaderTest, WithoutAgentsTheRestIsRead) {
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
    EXPECT_TRUE(tests::waitUntil([&] { return isComplete(1); })) << "it is there again";
}

// The frames of agents come by another way than those of the match, and a little later.
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
    EXPECT_TRUE(isComplete(0)) << "the match does not wait for them";
    EXPECT_EQ(m_table->values[1][19], 41.0);
    EXPECT_TRUE(std::isnan(m_table->values[1][20]));
    agents->setCome(30);
    EXPECT_TRUE(tests::waitUntil([&] { return isComplete(1); })) << "though the log stands still";
    const int reads = agents->reads();
    EXPECT_LT(reads, 200) << "only what may change is read again";
    (*log)->finishGrowing();
    (*log)->waitUntilIndexed();
    m_loader.follow();
    EXPECT_TRUE(waitForRows(30));
}

} // namespace
} // namespace sideline::studio
