#include "training/skill/skill_bench.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "training/skill/scoring_watch.h"
#include "training/skill/skill_tests.h"

namespace sideline::training {
namespace {

const SkillRow* rowOf(const std::vector<SkillRow>& rows, std::string_view name) {
    const auto row = std::ranges::find(rows, name, &SkillRow::name);
    return row == rows.end() ? nullptr : &*row;
}

// The shipped gait and get-ups perform as documented.
TEST(SkillBenchTest, RobotsWalkAndGetUpAndWorkersDoNotMatter) {
    SkillBenchSettings settings;
    settings.trials = 2;
    settings.workers = 2;
    const auto model = robot::naoModel(robot::NaoType::FastAnklePitch).shared();
    std::vector<std::string> reported;
    const auto rows =
        benchSkills(model, settings, [&](const SkillRow& row) { reported.push_back(row.name); });
    ASSERT_TRUE(rows) << rows.error().toString();
    ASSERT_EQ(rows->size(), reported.size());
    for (const auto& [name, minimum, maximum] :
         {std::tuple("forward, steady", 0.6, 2.0), std::tuple("backward, steady", 0.3, 2.0),
          std::tuple("sideways, steady", 0.2, 2.0), std::tuple("turn, steady", 80.0, 300.0),
          std::tuple("10 m ahead from standstill", 5.0, 20.0),
          std::tuple("get up from the front", 1.0, 4.0),
          std::tuple("get up from the back", 1.0, 6.0),
          std::tuple("long kick, straight ahead", 8.0, 20.0)}) {
        const SkillRow* row = rowOf(*rows, name);
        ASSERT_NE(row, nullptr) << name;
        ASSERT_FALSE(row->sorted.empty()) << name;
        EXPECT_GT(row->sorted.front(), minimum) << name;
        EXPECT_LT(row->sorted.back(), maximum) << name;
    }
    for (const SkillRow& row : *rows) {
        EXPECT_TRUE(std::ranges::is_sorted(row.sorted)) << row.name;
    }
    const double falls = rowOf(*rows, "falls per 1,000 m, random commands, pushes")->total;
    // Two robots walk less than 200 m per minute each, so one fall counts for at least 5.
    EXPECT_TRUE(falls == 0.0 || falls > 5.0) << falls;
    EXPECT_LT(falls, 200.0);

    settings.workers = 1;
    const auto again = benchSkills(model, settings);
    ASSERT_TRUE(again);
    for (std::size_t i = 0; i < rows->size(); ++i) {
        EXPECT_EQ((*again)[i].sorted, (*rows)[i].sorted) << (*rows)[i].name;
    }
    settings.rows = {"10 m ahead", "quick kick out of the walk, time"};
    const auto some = benchSkills(model, settings);
    ASSERT_TRUE(some);
    ASSERT_EQ(some->size(), 2U);
    for (const SkillRow& row : *some) {
        EXPECT_EQ(row.sorted, rowOf(*rows, row.name)->sorted) << row.name;
    }
}

TEST(SkillBenchTest, UnknownRowsAreAnError) {
    SkillBenchSettings settings;
    settings.rows = {"backflip"};
    const auto rows = benchSkills(robot::naoModel(robot::NaoType::Standard).shared(), settings);
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, base::ErrorCode::NotFound);
}

// A robot with scripted falls and walking.
class ScriptedRobot final : public SkillRobot {
public:
    explicit ScriptedRobot(std::function<bool(double)> isFallen)
        : m_isFallen(std::move(isFallen)) {}
    bool cycle(const motion::WalkCommand&) override {
        ++m_cycles;
        return true;
    }
    Eigen::Vector2d place() const override { return Eigen::Vector2d::Zero(); }
    double headingRad() const override { return 0.0; }
    double turnedRad() const override { return 0.0; }
    double timeS() const override { return 0.02 * m_cycles; }
    bool isFallen() const override { return m_isFallen(timeS()); }
    bool isWalking() const override { return !isFallen(); }

private:
    std::function<bool(double)> m_isFallen;
    int m_cycles = 0;
};

TEST(SkillTestsTest, GettingUpCountsFromTheLastFall) {
    const SkillTest& test = getUpTests().front();
    ScriptedRobot once([](double timeS) { return timeS < 1.5; });
    EXPECT_NEAR(test.run(once, 0).value_or(0.0), 1.5, 0.03);
    ScriptedRobot twice([](double timeS) { return timeS < 1.5 || (timeS > 2.0 && timeS < 3.0); });
    EXPECT_NEAR(test.run(twice, 0).value_or(0.0), 3.0, 0.03);
    ScriptedRobot never([](double timeS) { return std::fmod(timeS, 1.0) < 0.5; });
    EXPECT_FALSE(test.run(never, 0));
}

TEST(ScoringWatchTest, CountsFallsAndOutsOnceAndTheFirstTouch) {
    ScoringWatch watch({}, game::Side::Left);
    const auto is = [&](double timeS, double ballMps, bool isFallen, const char* mode) {
        watch.update(timeS, ballMps, isFallen, mode);
    };
    is(1.0, 0.0, false, "PlayOn");
    EXPECT_FALSE(watch.trial().touchS);
    is(2.0, 1.0, true, "PlayOn");
    is(3.0, 2.0, true, "PlayOn");
    is(4.0, 0.5, false, "KickIn_Right");
    is(5.0, 0.5, true, "KickIn_Right");
    is(6.0, 0.5, true, "PlayOn");
    EXPECT_EQ(watch.trial().touchS, 2.0);
    EXPECT_EQ(watch.trial().falls, 2);
    EXPECT_EQ(watch.trial().outs, 1);
    EXPECT_FALSE(watch.trial().goalS);
    is(7.0, 0.5, false, "Goal_Right"); // counts as out, too, for the opponents
    EXPECT_FALSE(watch.trial().goalS);
    EXPECT_EQ(watch.trial().outs, 2);
    is(8.0, 0.5, false, "Goal_Left");
    EXPECT_EQ(watch.trial().goalS, 8.0);
    EXPECT_EQ(watch.trial().outs, 2);
}

TEST(SkillBenchTest, AMissingGaitIsAnError) {
    SkillBenchSettings settings;
    settings.gait = "no such gait.toml";
    const auto rows = benchSkills(robot::naoModel(robot::NaoType::Standard).shared(), settings);
    ASSERT_FALSE(rows);
    EXPECT_NE(rows.error().toString().find("no such gait.toml"), std::string::npos);
}

} // namespace
} // namespace sideline::training
