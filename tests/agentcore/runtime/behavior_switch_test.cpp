// Selection of the active controller and transitions between controllers.
#include "agentcore/runtime/behavior_switch.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/motion/joint_trajectory.h"
#include "tests/agentcore/behavior/action_fixture.h"

namespace sideline::runtime {
namespace {

using behavior::Status;

// Records the calls of its functions.
class Diary final : public behavior::Behavior {
public:
    Diary(std::string name, std::shared_ptr<std::string> pages)
        : m_name(std::move(name)), m_pages(std::move(pages)) {}

    [[nodiscard]] std::string_view name() const override { return m_name; }
    void enter(const behavior::Context&) override { *m_pages += "+" + m_name; }
    Status update(const behavior::Context&, behavior::ActionRequest& request) override {
        ++updates;
        *m_pages += ".";
        request.decision.reason = reason;
        return status;
    }
    void leave() override { *m_pages += "-" + m_name; }
    [[nodiscard]] bool mayBeInterrupted() const override { return updates >= busyUpdates; }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<Diary>(*this);
    }

    Status status = Status::Running;
    std::string reason;
    int busyUpdates = 0; ///< number of updates during which it must not be interrupted
    int updates = 0;

private:
    std::string m_name;
    std::shared_ptr<std::string> m_pages;
};

// A drivable behavior: records its commands, and stands when requested.
class DrivenDiary final : public behavior::Behavior, public behavior::Driven {
public:
    explicit DrivenDiary(std::shared_ptr<std::string> pages) : m_pages(std::move(pages)) {}

    [[nodiscard]] std::string_view name() const override { return "driven"; }
    void enter(const behavior::Context&) override { *m_pages += "+d"; }
    Status update(const behavior::Context&, behavior::ActionRequest&) override {
        *m_pages += m_isWalking ? "w" : "s";
        m_isStanding = !m_isWalking;
        return Status::Running;
    }
    void leave() override { *m_pages += "-d"; }
    [[nodiscard]] bool mayBeInterrupted() const override { return m_isStanding; }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<DrivenDiary>(*this);
    }
    [[nodiscard]] behavior::Driven* asDriven() override { return this; }
    void go(const behavior::DriveGoal& goal) override {
        const auto* command = std::get_if<motion::WalkCommand>(&goal);
        m_isWalking = command == nullptr || !command->isZero();
    }

private:
    std::shared_ptr<std::string> m_pages;
    bool m_isWalking = false;
    bool m_isStanding = true;
};

// Accepts new parameters while running.
class TunedDiary final : public behavior::Behavior {
public:
    TunedDiary(int setting, std::shared_ptr<std::string> pages)
        : m_setting(setting), m_pages(std::move(pages)) {}

    [[nodiscard]] std::string_view name() const override { return "tuned"; }
    void enter(const behavior::Context&) override { *m_pages += "+"; }
    Status update(const behavior::Context&, behavior::ActionRequest&) override {
        *m_pages += std::to_string(m_setting);
        return Status::Running;
    }
    bool takeSettings(const Behavior& other) override {
        const auto* tuned = dynamic_cast<const TunedDiary*>(&other);
        m_setting = tuned != nullptr ? tuned->m_setting : m_setting;
        return tuned != nullptr;
    }
    [[nodiscard]] bool mayBeInterrupted() const override { return false; }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<TunedDiary>(*this);
    }

private:
    int m_setting;
    std::shared_ptr<std::string> m_pages;
};

class BehaviorSwitchTest : public behavior::ActionFixture {
protected:
    std::unique_ptr<Diary> diary(const char* name) {
        return std::make_unique<Diary>(name, m_pages);
    }
    std::optional<std::string> act(BehaviorSwitch& turn) {
        m_frame.body.joints = m_joints;
        m_request.begin(m_model, m_joints);
        return turn.act(context(), m_request);
    }
    std::shared_ptr<const motion::JointTrajectory> shortMotion() {
        auto trajectory = std::make_shared<motion::JointTrajectory>(m_model.joints().size());
        trajectory->setKeys(m_model.findJoint("he1"), {{.timeS = 0.04, .angleRad = 0.01}});
        trajectory->lengthS = 0.04;
        return trajectory;
    }
    std::shared_ptr<std::string> m_pages = std::make_shared<std::string>();
};

TEST_F(BehaviorSwitchTest, EntersOnceAndLeavesOnSwitch) {
    BehaviorSwitch turn(diary("a"));
    act(turn);
    act(turn);
    EXPECT_EQ(*m_pages, "+a..");
    turn.obey(command::Control{true});
    act(turn);
    EXPECT_EQ(*m_pages, "+a..-a");
    EXPECT_TRUE(m_decision.isUserControlled);
    turn.obey(command::Control{false});
    act(turn);
    EXPECT_EQ(*m_pages, "+a..-a+a.");
    EXPECT_EQ(m_decision.behavior, "a");
}

TEST_F(BehaviorSwitchTest, BehaviorResumesAfterMotion) {
    BehaviorSwitch turn(diary("a"));
    act(turn);
    turn.obey(command::PlayMotion{shortMotion(), "look"});
    for (int i = 0; i < 10; ++i) {
        act(turn);
    }
    EXPECT_TRUE(m_pages->starts_with("+a.-a+a")) << *m_pages;
    EXPECT_EQ(m_decision.behavior, "a");
}

TEST_F(BehaviorSwitchTest, NewBehaviorWaitsUntilInterruptionIsAllowed) {
    auto busy = diary("a");
    busy->busyUpdates = 3;
    BehaviorSwitch turn(std::move(busy));
    act(turn);
    const std::shared_ptr<behavior::Behavior> next = diary("b");
    turn.obey(command::Behave{next});
    act(turn);
    act(turn);
    EXPECT_EQ(*m_pages, "+a...") << "in the middle of it";
    act(turn);
    EXPECT_EQ(*m_pages, "+a...-a+b.");
    EXPECT_EQ(m_decision.behavior, "b");
}

TEST_F(BehaviorSwitchTest, ParametersChangeWhileRunning) {
    BehaviorSwitch turn(std::make_unique<TunedDiary>(1, m_pages));
    act(turn);
    turn.obey(command::Retune{std::make_shared<TunedDiary>(2, m_pages), false, {}});
    act(turn);
    EXPECT_EQ(*m_pages, "+12") << "not re-entered, although it must not be interrupted";
    turn.obey(command::Drive{std::make_shared<TunedDiary>(5, m_pages)});
    act(turn);
    turn.obey(command::Retune{std::make_shared<TunedDiary>(6, m_pages), true, {}});
    turn.obey(command::Retune{std::make_shared<TunedDiary>(3, m_pages), false, {}});
    turn.obey(command::Retune{});
    act(turn);
    EXPECT_EQ(*m_pages, "+12+56") << "each gets its own";
}

TEST_F(BehaviorSwitchTest, BehaviorIsReplacedIfItCannotTakeParameters) {
    auto busy = diary("a");
    busy->busyUpdates = 3;
    BehaviorSwitch turn(std::move(busy));
    act(turn);
    turn.obey(command::Retune{diary("b"), false, {}});
    act(turn);
    turn.obey(command::Retune{diary("c"), false, {}}); // the last one counts
    act(turn);
    act(turn);
    EXPECT_EQ(*m_pages, "+a...-a+c.");
}

TEST_F(BehaviorSwitchTest, UserControlStartsImmediately) {
    auto busy = diary("a");
    busy->busyUpdates = 100;
    BehaviorSwitch turn(std::move(busy));
    act(turn);
    turn.obey(command::Freeze{});
    act(turn);
    EXPECT_EQ(*m_pages, "+a.-a");
}

TEST_F(BehaviorSwitchTest, HoldPoseBehaviorIsNotUserControl) {
    BehaviorSwitch turn(nullptr);
    act(turn);
    EXPECT_EQ(m_decision.behavior, "hold pose");
    EXPECT_FALSE(m_decision.isUserControlled);
    turn.obey(command::Control{true});
    act(turn);
    EXPECT_TRUE(m_decision.isUserControlled);
}

TEST_F(BehaviorSwitchTest, BehaviorResumesAfterDriving) {
    BehaviorSwitch turn(diary("a"));
    const auto driver = std::make_shared<DrivenDiary>(m_pages);
    act(turn);
    turn.obey(command::Go{motion::WalkCommand{1.0, 0.0, 0.0}}); // no driver is active
    act(turn);
    turn.obey(command::Drive{driver});
    turn.obey(command::Go{motion::WalkCommand{1.0, 0.0, 0.0}});
    act(turn);
    EXPECT_EQ(*m_pages, "+a..-a+dw");
    EXPECT_TRUE(turn.isDriven());
    EXPECT_TRUE(m_decision.isUserControlled);
    EXPECT_EQ(m_decision.behavior, "driven");
    act(turn);
    turn.obey(command::Drive{nullptr});
    EXPECT_FALSE(turn.isDriven());
    turn.obey(command::Go{motion::WalkCommand{1.0, 0.0, 0.0}}); // too late
    act(turn);
    EXPECT_EQ(*m_pages, "+a..-a+dwws") << "it stops before another behavior becomes active";
    act(turn);
    EXPECT_EQ(*m_pages, "+a..-a+dwws-d+a.");
    EXPECT_FALSE(m_decision.isUserControlled);
}

TEST_F(BehaviorSwitchTest, JointControlDoesNotWaitForDriver) {
    BehaviorSwitch turn(diary("a"));
    turn.obey(command::Drive{std::make_shared<DrivenDiary>(m_pages)});
    turn.obey(command::Go{behavior::GoToPlace{}});
    act(turn);
    turn.obey(command::Control{true});
    act(turn);
    EXPECT_EQ(*m_pages, "+dw-d");
    EXPECT_TRUE(turn.isControlled());
    turn.obey(command::Drive{std::make_shared<DrivenDiary>(m_pages)});
    act(turn);
    EXPECT_FALSE(turn.isControlled());
    EXPECT_EQ(*m_pages, "+dw-d+ds");
    turn.obey(command::PlayMotion{shortMotion(), "short"});
    act(turn);
    EXPECT_EQ(*m_pages, "+dw-d+ds-d") << "a motion comes first";
    while (m_decision.behavior != "driven" && m_pages->size() < 40) {
        act(turn);
    }
    EXPECT_TRUE(turn.isDriven()) << "and then it is driven again";
}

TEST_F(BehaviorSwitchTest, BehaviorIsReenteredForNewRobot) {
    BehaviorSwitch turn(diary("a"));
    act(turn);
    turn.reset();
    act(turn);
    EXPECT_EQ(*m_pages, "+a.-a+a.");
}

TEST_F(BehaviorSwitchTest, ReportsEndOfBehaviorOnce) {
    auto own = diary("a");
    Diary* const raw = own.get();
    BehaviorSwitch turn(std::move(own));
    EXPECT_FALSE(act(turn));
    raw->status = Status::Done;
    EXPECT_EQ(act(turn), "a is done");
    EXPECT_FALSE(act(turn));
    raw->status = Status::Failed;
    EXPECT_EQ(act(turn), "a has failed");
    raw->status = Status::Running;
    EXPECT_FALSE(act(turn));
    raw->status = Status::Failed;
    raw->reason = "no legs";
    EXPECT_EQ(act(turn), "a has failed: no legs");
}

TEST_F(BehaviorSwitchTest, CopyHasItsOwnBehavior) {
    auto own = diary("a");
    Diary* const raw = own.get();
    BehaviorSwitch turn(std::move(own));
    act(turn);
    BehaviorSwitch copy(turn);
    act(copy);
    act(copy);
    EXPECT_EQ(raw->updates, 1);
    EXPECT_EQ(*m_pages, "+a...") << "the copy continues and is not re-entered";
}

} // namespace
} // namespace sideline::runtime
