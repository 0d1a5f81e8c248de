#include "agentcore/behavior/walk.h"

#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::behavior {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

class WalkTest : public ActionFixture {
protected:
    WalkTest() {
        standAt({2.0, -1.0}, 0.5);
        const double leanRad = motion::WalkParameters().leanRad;
        m_frame.body.up_T = {0.0, -std::sin(leanRad), std::cos(leanRad)};
        m_walk.enter(context());
    }

    void cycles(int count) {
        for (int i = 0; i < count; ++i) {
            feel();
            ASSERT_EQ(step(m_walk), Status::Running);
        }
    }
    // Both feet bear the robot, the left one more.
    void feel() {
        m_frame.body.forces = {{m_model.findBody("lfoot"), Vector3d::Zero(), {0.0, 0.0, 30.0}},
                               {m_model.findBody("rfoot"), Vector3d::Zero(), {0.0, 0.0, 15.0}}};
    }
    // Middle of all that is drawn in a set.
    [[nodiscard]] Vector2d middleOf(const char* set) const {
        Vector2d sum = Vector2d::Zero();
        double count = 0.0;
        for (const drawing::NamedShape& named : m_drawings) {
            if (named.set != set) {
                continue;
            }
            const auto* line = std::get_if<drawing::Line>(&named.shape);
            const auto* point = std::get_if<drawing::Point>(&named.shape);
            sum += (line != nullptr ? line->from_S : point->p_S).head<2>();
            count += 1.0;
        }
        return sum / count;
    }

    Walk m_walk{Walk::Settings{}};
};

TEST_F(WalkTest, ShowsWhatItPlansAndMeasures) {
    cycles(50);
    std::set<std::string> sets;
    for (const drawing::NamedShape& named : m_drawings) {
        sets.insert(named.set);
    }
    EXPECT_EQ(sets, (std::set<std::string>{"walk.feet", "walk.soles", "walk.support", "walk.zmp",
                                           "walk.capture", "walk.com"}));
    // It stands where it is; the left foot is to the left of that.
    const Vector2d ahead(std::cos(0.5), std::sin(0.5));
    const Vector2d left(-ahead.y(), ahead.x());
    for (const char* set : {"walk.feet", "walk.soles", "walk.support", "walk.com"}) {
        const Vector2d off = middleOf(set) - Vector2d(2.0, -1.0);
        EXPECT_NEAR(off.dot(ahead), 0.0, 0.06) << set;
        EXPECT_NEAR(off.dot(left), 0.0, 0.005) << set;
    }
    EXPECT_NEAR((middleOf("walk.zmp") - Vector2d(2.0, -1.0)).dot(left), 0.055 / 3.0, 0.003);
    EXPECT_NEAR(value("walk.zmpYM"), 0.055 / 3.0, 0.003);
    EXPECT_LT((middleOf("walk.capture") - middleOf("walk.com")).norm(), 0.002);
    EXPECT_GT(value("walk.marginM"), 0.02);

    m_walk.setCommand({0.3, 0.0, 0.0});
    cycles(100);
    const auto landing = std::ranges::count(m_drawings, "walk.landing", &drawing::NamedShape::set);
    EXPECT_EQ(landing, 4);
    EXPECT_GT(value("walk.comMps"), 0.1);
    EXPECT_GT(value("walk.captureXM"), value("walk.comXM") + 0.02);
}

TEST_F(WalkTest, WithoutAPoseOnlyNumbersAreShown) {
    m_frame.body.pose.isValid = false;
    cycles(20);
    EXPECT_TRUE(m_drawings.empty());
    EXPECT_TRUE(std::isfinite(value("walk.zmpXM")));
}

TEST_F(WalkTest, CyclesAllocateNothing) {
    m_walk.setCommand({0.3, 0.1, 0.3});
    cycles(30);
    const tests::AllocationGuard guard;
    for (int i = 0; i < 40; ++i) {
        m_request.begin(m_model, m_joints);
        ASSERT_EQ(m_walk.update(context(), m_request), Status::Running);
    }
    EXPECT_EQ(guard.count(), 0U);
}

// Legs that record their commands.
class NotedLegs final : public Behavior, public Walking {
public:
    struct Notes {
        int entered = 0;
        int cycles = 0;
        motion::WalkCommand commanded;
    };
    explicit NotedLegs(std::shared_ptr<Notes> notes) : m_notes(std::move(notes)) {}
    [[nodiscard]] std::string_view name() const override { return "legs"; }
    void enter(const Context& /*context*/) override { ++m_notes->entered; }
    Status update(const Context& /*context*/, ActionRequest& request) override {
        ++m_notes->cycles;
        request.decision.reason = "network";
        return Status::Running;
    }
    [[nodiscard]] Walking* asWalking() override { return this; }
    void setCommand(const motion::WalkCommand& command) override { m_notes->commanded = command; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<NotedLegs>(*this);
    }

private:
    std::shared_ptr<Notes> m_notes;
};

class RunTest : public WalkTest {
protected:
    RunTest() {
        Walk::Settings settings;
        settings.runs = m_runs;
        m_walk = Walk(settings);
        m_walk.enter(context());
        cycles(20);
    }
    std::shared_ptr<NotedLegs::Notes> m_notes = std::make_shared<NotedLegs::Notes>();
    std::shared_ptr<const Behavior> m_runs = std::make_shared<const NotedLegs>(m_notes);
};

TEST_F(RunTest, RunsStraightAheadHaltsAndWalksOn) {
    m_walk.setCommand({1.5, 0.0, 0.0});
    cycles(20);
    EXPECT_EQ(m_notes->cycles, 0) << "a walk is fast enough";
    m_walk.setCommand({2.5, 1.5, 0.0});
    cycles(20);
    EXPECT_EQ(m_notes->cycles, 0) << "not straight ahead";
    m_walk.setCommand({2.5, 0.0, 0.3});
    cycles(20);
    EXPECT_EQ(m_notes->entered, 1);
    EXPECT_TRUE(m_walk.isRunning());
    EXPECT_FALSE(m_walk.isStanding());
    EXPECT_FALSE(m_walk.mayBeInterrupted());
    EXPECT_EQ(m_decision.reason, "running");
    EXPECT_EQ(value("walk.run"), 1.0);
    EXPECT_EQ(m_notes->commanded, (motion::WalkCommand{3.0, 0.0, 0.3}));
    m_walk.setCommand({2.0, 1.0, 4.0});
    cycles(5);
    EXPECT_TRUE(m_walk.isRunning()) << "it steers";
    EXPECT_GT(m_notes->commanded.turnRadPerS, 0.5);
    EXPECT_LT(m_notes->commanded.turnRadPerS, 1.0) << "no faster than it has learnt";
    m_walk.setCommand({0.4, 0.0, 0.0});
    cycles(3);
    EXPECT_TRUE(m_notes->commanded.isZero()) << "it halts first";
    cycles(100);
    EXPECT_FALSE(m_walk.isRunning());
    EXPECT_EQ(m_decision.reason, "walking");
    EXPECT_EQ(value("walk.run"), 0.0);
}

TEST_F(RunTest, EndsWhenItFallsOrHasToSettleOrLosesItsLegs) {
    m_walk.setCommand({2.5, 0.0, 0.0});
    cycles(10);
    ASSERT_TRUE(m_walk.isRunning());
    m_frame.body.isFallen = true;
    EXPECT_EQ(step(m_walk), Status::Failed);
    EXPECT_FALSE(m_walk.isRunning());
    m_frame.body.isFallen = false;
    cycles(10);
    ASSERT_TRUE(m_walk.isRunning());
    EXPECT_EQ(m_notes->entered, 2);
    m_walk.settle(true);
    cycles(2);
    EXPECT_TRUE(m_notes->commanded.isZero());
    cycles(100);
    EXPECT_TRUE(m_walk.mayBeInterrupted());
    m_walk.settle(false);
    cycles(10);
    ASSERT_TRUE(m_walk.isRunning());
    // A copy runs independently.
    Walk copy = m_walk;
    EXPECT_TRUE(copy.isRunning());
    Walk::Settings without;
    without.command = {2.5, 0.0, 0.0};
    ASSERT_TRUE(m_walk.takeSettings(Walk(without)));
    EXPECT_TRUE(m_walk.isRunning()) << "it halts first";
    cycles(2);
    EXPECT_TRUE(m_notes->commanded.isZero());
    cycles(100);
    EXPECT_FALSE(m_walk.isRunning());
}

// As a slider does while it runs.
TEST_F(RunTest, OtherNumbersLeaveARunAsItIs) {
    m_walk.setCommand({2.5, 0.0, 0.0});
    cycles(10);
    ASSERT_TRUE(m_walk.isRunning());
    Walk::Settings other;
    other.command = {2.5, 0.0, 0.0};
    other.parameters.liftM = 0.05;
    other.runs = m_runs;
    ASSERT_TRUE(m_walk.takeSettings(Walk(other)));
    cycles(10);
    EXPECT_EQ(m_notes->entered, 1);
    EXPECT_EQ(m_notes->commanded.forwardMps, 3.0);
    other.runs = std::make_shared<const NotedLegs>(m_notes); // another network
    ASSERT_TRUE(m_walk.takeSettings(Walk(other)));
    cycles(2);
    EXPECT_TRUE(m_notes->commanded.isZero());
    cycles(150);
    EXPECT_TRUE(m_walk.isRunning());
    EXPECT_EQ(m_notes->entered, 2);
}

// Planned values exist only for a walk; measurements continue.
TEST_F(RunTest, ShowsWhatItMeasuresAndNoSteps) {
    m_walk.setCommand({2.5, 0.0, 0.0});
    cycles(30);
    ASSERT_TRUE(m_walk.isRunning());
    std::set<std::string> sets;
    for (const drawing::NamedShape& named : m_drawings) {
        sets.insert(named.set);
    }
    EXPECT_EQ(sets, (std::set<std::string>{"walk.soles", "walk.support", "walk.zmp", "walk.capture",
                                           "walk.com"}));
    EXPECT_GT(value("walk.marginM"), 0.0);
    EXPECT_FALSE(std::isnan(value("walk.comMps")));
    EXPECT_FALSE(std::isnan(value("walk.leanDeg")));
    EXPECT_TRUE(std::isnan(value("walk.phase")));
    EXPECT_TRUE(std::isnan(value("walk.forwardMps")));
    EXPECT_TRUE(std::isnan(value("walk.sprint")));
}

TEST_F(RunTest, CyclesAllocateNothing) {
    m_walk.setCommand({2.5, 0.0, 0.0});
    cycles(30);
    ASSERT_TRUE(m_walk.isRunning());
    const tests::AllocationGuard guard;
    for (int i = 0; i < 20; ++i) {
        m_request.begin(m_model, m_joints);
        ASSERT_EQ(m_walk.update(context(), m_request), Status::Running);
    }
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::behavior
