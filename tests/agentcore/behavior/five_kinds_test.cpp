// The five kinds of behaviors of the magma manual, each as small as it can be: the contract carries
// them all.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/behavior/play_motion.h"
#include "tests/agentcore/behavior/action_fixture.h"

namespace sideline::behavior {
namespace {

robot::JointId jointOf(const robot::RobotModel& model, const char* name) {
    return model.findJoint(name);
}

// Basic: one action at once, as a beam, and it is done.
class BeamHome final : public Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "beam home"; }
    Status update(const Context&, ActionRequest& request) override {
        request.beam_F = Eigen::Vector3d(-3.0, 1.0, 0.0);
        request.say = "home";
        return Status::Done;
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<BeamHome>(*this);
    }
};

// Motor: joint positions over time, fixed beforehand.
std::unique_ptr<PlayMotion> lookLeft(const robot::RobotModel& model) {
    auto trajectory = std::make_shared<motion::JointTrajectory>(model.joints().size());
    trajectory->setKeys(jointOf(model, "he1"), {{.timeS = 0.2, .angleRad = 0.4}});
    trajectory->lengthS = 0.2;
    return std::make_unique<PlayMotion>(std::move(trajectory), "look left");
}

// Movement: phases, each with targets and speeds, one after the other when they are reached.
class RaiseArms final : public Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "raise arms"; }
    void enter(const Context&) override { m_phase = 0; }
    Status update(const Context& context, ActionRequest& request) override {
        struct Phase {
            double angleRad;
            double speedRadPerS;
        };
        static constexpr std::array kPhases = {Phase{-0.3, 2.0}, Phase{-0.6, 6.0}};
        if (m_phase == kPhases.size()) {
            return Status::Done;
        }
        const Phase& phase = kPhases[m_phase];
        bool isReached = true;
        for (const char* name : {"lae1", "rae1"}) {
            const robot::JointId id = jointOf(context.model(), name);
            request.targetRad[id.index()] = phase.angleRad;
            request.speedLimitRadPerS[id.index()] = phase.speedRadPerS;
            const double offRad =
                context.frame.body.joints[id.index()].measuredRad - phase.angleRad;
            isReached = isReached && std::abs(offRad) < 0.01;
        }
        m_phase += isReached ? 1U : 0U;
        request.decision.reason = "phase " + std::to_string(m_phase);
        return m_phase == kPhases.size() ? Status::Done : Status::Running;
    }
    // Not with the arms half raised.
    [[nodiscard]] bool mayBeInterrupted() const override { return m_phase != 1; }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<RaiseArms>(*this);
    }

private:
    std::size_t m_phase = 0;
};

// Dynamic: the next action comes from what is believed now, and the step is passed to the
// estimator.
class WalkToBall final : public Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "walk to ball"; }
    Status update(const Context& context, ActionRequest& request) override {
        const world::BallBelief& ball = context.frame.world.ball;
        if (!ball.isKnown) {
            request.decision.reason = "sees no ball";
            return Status::Failed;
        }
        const double distanceM = ball.p_T.head<2>().norm();
        if (distanceM < 0.2) {
            return Status::Done;
        }
        const double forwardM = std::min(distanceM, 0.5) * context.stepS;
        request.odometry = localization::WalkOdometry{.move_TM = {0.0, forwardM, 0.0}};
        request.addValue("walk.forwardM", forwardM);
        return Status::Running;
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<WalkToBall>(*this);
    }
};

// Complex: chooses among others, and lets the one that acts finish what must not be interrupted.
class Player final : public Behavior {
public:
    explicit Player(std::vector<std::unique_ptr<Behavior>> choices)
        : m_choices(std::move(choices)) {}

    [[nodiscard]] std::string_view name() const override { return "player"; }
    void enter(const Context&) override { m_acting = m_choices.size(); }
    Status update(const Context& context, ActionRequest& request) override {
        const std::size_t requested = context.frame.world.ball.isKnown ? 0 : 1;
        const bool isFree = m_acting == m_choices.size() || m_choices[m_acting]->mayBeInterrupted();
        if (requested != m_acting && isFree) {
            leave();
            m_acting = requested;
            m_choices[m_acting]->enter(context);
        }
        m_choices[m_acting]->update(context, request);
        request.decision.reason = m_choices[m_acting]->name();
        return Status::Running;
    }
    void leave() override {
        if (m_acting < m_choices.size()) {
            m_choices[m_acting]->leave();
            m_acting = m_choices.size();
        }
    }
    [[nodiscard]] bool mayBeInterrupted() const override {
        return m_acting == m_choices.size() || m_choices[m_acting]->mayBeInterrupted();
    }
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        std::vector<std::unique_ptr<Behavior>> choices;
        for (const auto& choice : m_choices) {
            choices.push_back(choice->clone());
        }
        auto copy = std::make_unique<Player>(std::move(choices));
        copy->m_acting = m_acting;
        return copy;
    }

private:
    std::vector<std::unique_ptr<Behavior>> m_choices;
    std::size_t m_acting = 0;
};

class FiveKindsTest : public ActionFixture {
protected:
    // Steps until it is no longer running; how many steps.
    int stepsUntilDone(Behavior& behavior, Status& last) {
        behavior.enter(context());
        for (int steps = 1; steps < 500; ++steps) {
            last = step(behavior);
            if (last != Status::Running) {
                return steps;
            }
        }
        return 500;
    }
    void seeBall(double forwardM) {
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.p_T = {0.0, forwardM, 0.0};
    }
};

TEST_F(FiveKindsTest, ABasicOneActsAtOnce) {
    BeamHome beam;
    Status status{};
    EXPECT_EQ(stepsUntilDone(beam, status), 1);
    EXPECT_EQ(status, Status::Done);
    EXPECT_EQ(m_request.beam_F, Eigen::Vector3d(-3.0, 1.0, 0.0));
    EXPECT_EQ(m_request.say, "home");
}

TEST_F(FiveKindsTest, AMotorOnePlaysWhatIsFixed) {
    const auto look = lookLeft(m_model);
    Status status{};
    EXPECT_NEAR(stepsUntilDone(*look, status), 10, 1);
    EXPECT_EQ(status, Status::Done);
    EXPECT_NEAR(joint("hj1").measuredRad, 0.4, 1e-6);
}

TEST_F(FiveKindsTest, AMovementGoesThroughItsPhasesAndMayNotBeInterruptedInBetween) {
    RaiseArms raise;
    raise.enter(context());
    int uninterruptible = 0;
    Status status = Status::Running;
    for (int i = 0; i < 100 && status == Status::Running; ++i) {
        status = step(raise);
        uninterruptible += raise.mayBeInterrupted() ? 0 : 1;
    }
    EXPECT_EQ(status, Status::Done);
    EXPECT_GT(uninterruptible, 1);
    EXPECT_TRUE(raise.mayBeInterrupted());
    raise.enter(context());
    EXPECT_EQ(step(raise), Status::Running) << "it restarts when entered again";
}

TEST_F(FiveKindsTest, ADynamicOneFollowsWhatIsBelieved) {
    WalkToBall walk;
    EXPECT_EQ(decide(walk), Status::Failed);
    EXPECT_EQ(m_decision.reason, "sees no ball");
    seeBall(2.0);
    EXPECT_EQ(decide(walk), Status::Running);
    ASSERT_TRUE(m_request.odometry);
    EXPECT_NEAR(m_request.odometry->move_TM.y(), 0.01, 1e-12);
    seeBall(0.1);
    EXPECT_EQ(decide(walk), Status::Done);
    EXPECT_FALSE(m_request.odometry) << "what a request held is gone in the next cycle";
}

TEST_F(FiveKindsTest, AComplexOneLetsTheOthersFinishAndCanBeCloned) {
    std::vector<std::unique_ptr<Behavior>> choices;
    choices.push_back(std::make_unique<WalkToBall>());
    choices.push_back(std::make_unique<RaiseArms>());
    Player player(std::move(choices));
    player.enter(context());
    step(player);
    EXPECT_EQ(m_decision.reason, "raise arms");
    while (player.mayBeInterrupted()) {
        step(player);
    }
    seeBall(2.0);
    step(player);
    EXPECT_EQ(m_decision.reason, "raise arms") << "in the middle of it";
    const auto twin = player.clone();
    for (int i = 0; i < 100; ++i) {
        step(player);
    }
    EXPECT_EQ(m_decision.reason, "walk to ball");
    decide(*twin);
    EXPECT_TRUE(m_decision.reason == "raise arms" || m_decision.reason == "walk to ball");
    EXPECT_EQ(twin->name(), "player");
}

} // namespace
} // namespace sideline::behavior
