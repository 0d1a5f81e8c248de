// A formation that is saved while it is kept.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agents/behaviors/built_in.h"
#include "agents/behaviors/formation_watch.h"
#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/test_files.h"

namespace sideline::agents {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kBefore = "formation one\nfield 30 20\nrole 2 left\nrole 3 right\n"
                                "situation play\nball 0 0\nleft -4 2\nright -4 -2\n";
constexpr const char* kAfter = "formation other\nfield 30 20\nrole 2 wing\nrole 3 right\n"
                               "situation play\nball 0 0\nwing 6 8\nright -4 -2\n";

class FormationWatchTest : public behavior::ActionFixture {
protected:
    FormationWatchTest() {
        tests::writeFile(m_file, kBefore);
        m_frame.identity.robot.unum = game::UniformNumber(2);
        m_frame.game.playMode = game::PlayMode::PlayOn;
        m_frame.situation.isRunning = m_frame.situation.mayTouchBall = true;
        standAt({0.0, 0.0}, 0.0);
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.confidence = 1.0;
        m_frame.world.ball.p_F = {8.0, 0.0, 0.04};
        m_frame.world.ball.p_T = {8.0, 0.0, -0.35};
    }
    base::Expected<std::unique_ptr<behavior::Behavior>> make(ParameterTexts more = {}) {
        more.emplace_back("file", m_file.string());
        more.emplace_back("strike", "false");
        return builtInBehaviors().make("formation", more, {m_model, m_skills});
    }
    // Decides until a line comes, in real time: another thread reads the file.
    std::string lineOf(behavior::Behavior& behavior) {
        using Clock = std::chrono::steady_clock;
        const auto until = Clock::now() + std::chrono::seconds(20);
        while (Clock::now() < until) {
            decide(behavior);
            if (!m_request.lines.empty()) {
                return m_request.lines.front();
            }
            std::this_thread::yield();
        }
        return "no line";
    }

    tests::TempDir m_folder;
    fs::path m_file = m_folder / "one.formation";
    SkillLibrary m_skills;
};

TEST_F(FormationWatchTest, ASavedFormationCountsAtOnce) {
    const auto keeper = make();
    ASSERT_TRUE(keeper.has_value()) << keeper.error().toString();
    (*keeper)->enter(context());
    decide(**keeper);
    EXPECT_EQ(m_request.decision.reason, "going to its position as left");
    tests::writeFile(m_file, kAfter);
    EXPECT_EQ(lineOf(**keeper), "formation other was reloaded");
    EXPECT_EQ(m_request.decision.reason, "going to its position as wing");

    tests::writeFile(m_file, std::string(kAfter) + "ball 3 4\n");
    const std::string line = lineOf(**keeper);
    EXPECT_THAT(line, HasSubstr("formation other keeps its previous version"));
    EXPECT_THAT(line, HasSubstr("one.formation"));
    EXPECT_THAT(line, HasSubstr("a position of wing, right"));
    EXPECT_EQ(m_request.decision.reason, "going to its position as wing");
}

TEST_F(FormationWatchTest, ARoleThatIsPlayedMustStay) {
    const auto keeper = make({{"role", "3"}});
    ASSERT_TRUE(keeper.has_value()) << keeper.error().toString();
    (*keeper)->enter(context());
    std::string without = kAfter;
    without.replace(without.find("role 3"), 6, "role 4");
    tests::writeFile(m_file, without);
    EXPECT_THAT(lineOf(**keeper), HasSubstr("has no role 3"));
    EXPECT_EQ(m_request.decision.reason, "going to its position as right");
}

TEST_F(FormationWatchTest, AllPlayersOfAProcessUseOneThread) {
    ASSERT_EQ(FileWatch::threads(), 0);
    auto first = make();
    ASSERT_TRUE(first.has_value()) << first.error().toString();
    const auto second = make({{"role", "3"}});
    ASSERT_TRUE(second.has_value()) << second.error().toString();
    EXPECT_EQ(FileWatch::threads(), 1);
    // One that goes leaves the others alone.
    *first = nullptr;
    EXPECT_EQ(FileWatch::threads(), 1);
    (*second)->enter(context());
    tests::writeFile(m_file, kAfter);
    EXPECT_EQ(lineOf(**second), "formation other was reloaded");
}

TEST_F(FormationWatchTest, NoThreadRunsWithoutAWatch) {
    const auto keeper = make({{"watch", "false"}});
    ASSERT_TRUE(keeper.has_value()) << keeper.error().toString();
    EXPECT_EQ(FileWatch::threads(), 0);
}

// A watch ends in the middle of another one's call, as when a decision that is read again holds
// formations; and a watch that throws is not called again.
TEST(FileWatchTest, WatchesComeAndGoDuringACall) {
    std::atomic<int> loads{0};
    std::atomic<int> failures{0};
    std::atomic<bool> isChanged{true};
    auto inner = std::make_unique<FileWatch>(
        "inner", FileWatch::Calls{[] { return false; }, [] {}, [](const base::Error&) {}});
    const FileWatch outer("outer", {[&] { return isChanged.exchange(false); },
                                    [&] {
                                        inner.reset();
                                        inner = std::make_unique<FileWatch>(
                                            "inner",
                                            FileWatch::Calls{[]() -> bool { throw 1; }, [] {},
                                                             [&](const base::Error& error) {
                                                                 EXPECT_THAT(error.toString(),
                                                                             HasSubstr("inner"));
                                                                 ++failures;
                                                             }});
                                        ++loads;
                                    },
                                    [](const base::Error&) {}});
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::seconds(20);
    while (failures == 0 && Clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    isChanged = true;
    while (failures < 2 && Clock::now() < until) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_EQ(loads, 2);
    EXPECT_EQ(failures, 2); // once by each of the two that threw
    EXPECT_EQ(FileWatch::threads(), 1);
}

TEST_F(FormationWatchTest, AsksForARoleThatIsThere) {
    const auto made = make({{"role", "7"}});
    ASSERT_FALSE(made.has_value());
    EXPECT_THAT(made.error().toString(), HasSubstr("has no role 7"));
    EXPECT_FALSE(stampOf(m_folder / "nothing").isThere);
}

} // namespace
} // namespace sideline::agents
