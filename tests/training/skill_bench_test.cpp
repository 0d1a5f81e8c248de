#include "training/skill/skill_bench.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/field/field_model.h"
#include "agentcore/math/angles.h"
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
    settings.rows = {"10 m ahead", "quick kick while walking, time"};
    const auto some = benchSkills(model, settings);
    ASSERT_TRUE(some);
    ASSERT_EQ(some->size(), 2U);
    for (const SkillRow& row : *some) {
        EXPECT_EQ(row.sorted, rowOf(*rows, row.name)->sorted) << row.name;
    }
}

TEST(SkillBenchTest, RobotsArriveInTimePassAndIntercept) {
    SkillBenchSettings settings;
    settings.trials = 5;
    settings.workers = 2;
    settings.rows = {"in time", "interception", "pass"};
    const auto rows = benchSkills(robot::naoModel(robot::NaoType::Standard).shared(), settings);
    ASSERT_TRUE(rows) << rows.error().toString();
    ASSERT_EQ(rows->size(), 4U);
    for (const SkillRow& row : *rows) {
        EXPECT_EQ(row.unit, "s");
        EXPECT_GE(row.sorted.size(), 3U) << row.name;
        EXPECT_EQ(row.sorted.size() + row.failures.size(), 5U) << row.name;
    }
    const SkillRow* arrival = rowOf(*rows, "go to a place in time, arrival error");
    ASSERT_NE(arrival, nullptr);
    EXPECT_LT(arrival->sorted[arrival->sorted.size() / 2], 1.5);
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
    math::Pose torso() const override { return m_torso; }
    void setTorso(const math::Pose& torso) { m_torso = torso; }

private:
    std::function<bool(double)> m_isFallen;
    math::Pose m_torso;
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

TEST(SkillTestsTest, FailuresHaveAReasonAndAMoment) {
    const SkillTest& getUp = getUpTests().front();
    ScriptedRobot lies([](double) { return true; });
    const auto lying = getUp.run(lies, 0);
    ASSERT_FALSE(lying);
    EXPECT_EQ(lying.error().kind, FailureKind::NotUp);
    EXPECT_NEAR(lying.error().atS, 6.0, 0.05);

    const auto test = [](std::string_view name) {
        return *std::ranges::find(
            walkTests(), name, [](const SkillTest& each) { return std::string_view(each.name); });
    };
    ScriptedRobot falls([](double timeS) { return timeS > 2.0; });
    math::Pose onItsBack; // the front of the torso, its y axis, points up
    onItsBack.R = Eigen::AngleAxisd(math::kPi / 2.0, Eigen::Vector3d::UnitX()).toRotationMatrix();
    falls.setTorso(onItsBack);
    const auto fallen = test("forward, steady").run(falls, 0);
    ASSERT_FALSE(fallen);
    EXPECT_EQ(fallen.error().kind, FailureKind::FellBackward);
    EXPECT_NEAR(fallen.error().atS, 2.02, 0.02);

    ScriptedRobot stands([](double) { return false; });
    const auto late = test("10 m ahead from standstill").run(stands, 0);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().kind, FailureKind::NotThere);
    EXPECT_NEAR(late.error().value.value_or(0.0), 10.0, 1e-9);
}

TEST(ScoringWatchTest, ReportsWhyNoGoalWasScored) {
    const auto after = [](std::initializer_list<ScoringWatch::Truth> truths) {
        ScoringWatch watch({}, game::Side::Left);
        for (const ScoringWatch::Truth& truth : truths) {
            watch.update(truth);
        }
        return watch.finish().failure.value();
    };
    const double goalX = 0.5 * field::newestField().dimensions.lengthM;
    math::Pose at;
    at.p = {1.0, 0.0, 0.4};
    const TrialFailure missed = after({{1.0, 0.0, {3.0, 0.0}, at, false, "PlayOn"},
                                       {2.0, 0.0, {1.5, 0.0}, at, false, "PlayOn"},
                                       {3.0, 0.0, {4.0, 0.0}, at, false, "PlayOn"}});
    EXPECT_EQ(missed, (TrialFailure{FailureKind::MissedBall, 2.0, 0.5}));
    const TrialFailure slow = after({{1.0, 2.0, {0.0, 0.0}, at, false, "PlayOn"},
                                     {9.0, 0.0, {goalX - 4.0, 3.0}, at, false, "PlayOn"}});
    EXPECT_EQ(slow, (TrialFailure{FailureKind::NoGoal, 9.0, 5.0}));
    const TrialFailure out = after({{1.0, 2.0, {}, at, false, "PlayOn"},
                                    {2.0, 2.0, {}, at, false, "KickIn_Right"},
                                    {9.0, 0.0, {}, at, false, "PlayOn"}});
    EXPECT_EQ(out, (TrialFailure{FailureKind::BallOut, 2.0, 1.0}));
    math::Pose onItsFace;
    onItsFace.R = Eigen::AngleAxisd(-math::kPi / 2.0, Eigen::Vector3d::UnitX()).toRotationMatrix();
    const TrialFailure fell = after({{1.0, 2.0, {}, at, false, "PlayOn"},
                                     {5.0, 0.0, {}, onItsFace, true, "PlayOn"},
                                     {9.0, 0.0, {}, onItsFace, true, "PlayOn"}});
    EXPECT_EQ(fell, (TrialFailure{FailureKind::FellForward, 5.0}));
}

TEST(ScoringWatchTest, CountsFallsAndOutsOnceAndTheFirstTouch) {
    ScoringWatch watch({}, game::Side::Left);
    const auto is = [&](double timeS, double ballMps, bool isFallen, const char* mode) {
        watch.update({timeS, ballMps, {}, {}, isFallen, mode});
    };
    is(1.0, 0.0, false, "PlayOn");
    EXPECT_FALSE(watch.finish().touchS);
    is(2.0, 1.0, true, "PlayOn");
    is(3.0, 2.0, true, "PlayOn");
    is(4.0, 0.5, false, "KickIn_Right");
    is(5.0, 0.5, true, "KickIn_Right");
    is(6.0, 0.5, true, "PlayOn");
    EXPECT_EQ(watch.finish().touchS, 2.0);
    EXPECT_EQ(watch.finish().falls, 2);
    EXPECT_EQ(watch.finish().outs, 1);
    EXPECT_FALSE(watch.finish().goalS);
    is(7.0, 0.5, false, "Goal_Right"); // counts as out, too, for the opponents
    EXPECT_FALSE(watch.finish().goalS);
    EXPECT_EQ(watch.finish().outs, 2);
    is(8.0, 0.5, false, "Goal_Left");
    EXPECT_EQ(watch.finish().goalS, 8.0);
    EXPECT_EQ(watch.finish().outs, 2);
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
