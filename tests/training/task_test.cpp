#include "training/task/task.h"

#include <array>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "training/task/behavior_mover.h"
#include "training/task/figure_task.h"
#include "training/task/start_cache.h"
#include "training/task/task_registry.h"
#include "training/task/trajectory_mover.h"
#include "training/task/trial_figures.h"
#include "training/task/trial_runner.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {
namespace {

robot::RobotModelPtr taskNao(robot::NaoType type = robot::NaoType::Standard) {
    return robot::naoModel(type).shared();
}

TrajectoryMover mover(const char* motion, const robot::RobotModelPtr& model = taskNao()) {
    agents::SkillLibrary skills;
    return {skills.find(motion, *model).value(), *model};
}

TaskPtr task(const char* name, const agents::ParameterTexts& settings = {}) {
    auto made = makeTask(name, settings);
    EXPECT_TRUE(made) << made.error().toString();
    return *made;
}

double metric(const TaskPtr& task, const TrialScore& score, const char* name) {
    for (std::size_t i = 0; i < task->metrics().size(); ++i) {
        if (task->metrics()[i].name == name) {
            return score.metrics[i];
        }
    }
    ADD_FAILURE() << "no metric " << name;
    return 0.0;
}

TEST(TaskTest, AShippedMotionGetsUp) {
    const TaskPtr getUp = task("get-up", {{"side", "back"}});
    TrajectoryMover play = mover("getup-back");
    TrialRunner runner(getUp);
    const TrialScore score = runner.run(play, taskNao(), 7);
    EXPECT_TRUE(score.isSuccess);
    EXPECT_GT(score.fitness, 4.0);
    EXPECT_LT(metric(getUp, score, "uprightS"), 2.0);
    EXPECT_EQ(metric(getUp, score, "selfCollisions"), 0.0);
    EXPECT_TRUE(std::isnan(metric(getUp, score, "ballDistanceM")));
    // Decided as soon as it has stood for a second.
    EXPECT_NEAR(metric(getUp, score, "endS"), metric(getUp, score, "uprightS") + 1.0, 0.021);
}

TEST(TaskTest, EachTrialStartsOnOneOfSeveralSides) {
    const TaskPtr getUp = task("get-up", {{"side", "back left"}});
    std::map<keyframe::StartPose, int> starts;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        base::Rng rng(seed);
        ++starts[getUp->start(rng).pose];
    }
    EXPECT_EQ(starts.size(), 2U);
    EXPECT_GT(starts[keyframe::StartPose::LyingOnBack], 8);
    EXPECT_GT(starts[keyframe::StartPose::LyingOnLeft], 8);
}

// Bodies of soccerbot056 that overlap in its initial pose do not end a trial.
TEST(TaskTest, ATallRobotStandsThroughATrial) {
    for (const robot::RobotModelPtr& model : robot::builtInRobots()) {
        if (!model->name().starts_with("soccerbot056")) {
            continue;
        }
        const TaskPtr play = task("play", {{"watched", "3"}});
        const auto still = std::make_shared<motion::JointTrajectory>(model->joints().size());
        TrajectoryMover mover(still, *model);
        TrialRunner runner(play);
        const TrialScore score = runner.run(mover, model, 3);
        EXPECT_EQ(metric(play, score, "selfCollisions"), 0.0) << model->name();
        EXPECT_GT(metric(play, score, "endS"), 2.9) << model->name();
        EXPECT_NEAR(metric(play, score, "headShare"), 1.0, 0.05) << model->name();
        EXPECT_TRUE(score.isSuccess) << model->name();
    }
}

TEST(TaskTest, ASquatDoesNotGetUp) {
    TrajectoryMover play = mover("squat");
    TrialRunner runner(task("get-up", {{"side", "front"}}));
    const TrialScore score = runner.run(play, taskNao(), 7);
    EXPECT_FALSE(score.isSuccess);
    EXPECT_LT(score.fitness, 1.0);
}

TEST(TaskTest, TrialsAreIndependent) {
    const TaskPtr kick = task("kick", {{"ball-left", "-0.055"}});
    TrajectoryMover play = mover("kick-right");
    TrialRunner used(kick);
    std::vector<TrialScore> scores;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        scores.push_back(used.run(play, taskNao(), seed));
    }
    static_cast<void>(
        used.run(play, taskNao(robot::NaoType::LongLegsWideHip), 1)); // another robot in between
    for (std::uint64_t seed = 3; seed >= 1; --seed) {
        const TrialScore again = used.run(play, taskNao(), seed); // from a cached start
        TrialRunner fresh(kick);
        const TrialScore alone = fresh.run(play, taskNao(), seed);
        EXPECT_EQ(again.fitness, scores[seed - 1].fitness);
        EXPECT_EQ(alone.fitness, scores[seed - 1].fitness);
        EXPECT_EQ(again.simulatedS, alone.simulatedS);
        EXPECT_EQ(metric(kick, again, "ballDistanceM"), metric(kick, alone, "ballDistanceM"));
    }
    EXPECT_NE(scores[0].fitness, scores[1].fitness);
    EXPECT_TRUE(scores[0].isSuccess);
    EXPECT_GT(metric(kick, scores[0], "ballForwardM"), 1.0);
}

TEST(TaskTest, TheBallAloneRollsAsInTheFullSimulation) {
    for (const bool isExact : {false, true}) {
        TrialRobot beside(*taskNao(), isExact);
        TrialRobot alone(*taskNao(), isExact);
        simulator::BallState ball;
        ball.X_SBall.p = {2.0, 0.5, 0.3};
        ball.velocity_SMps = {5.0, 1.0, 2.0};
        beside.setBall(ball);
        alone.setBall(ball);
        const math::Pose before = alone.torso();
        for (int i = 0; i < 250; ++i) {
            beside.cycle();
            alone.rollBall();
        }
        const Eigen::Vector3d p_SBall = alone.ball().X_SBall.p;
        EXPECT_GT(p_SBall.x(), 6.0) << isExact;
        EXPECT_LT((beside.ball().X_SBall.p - p_SBall).norm(), 1e-3) << isExact;
        EXPECT_EQ(alone.torso().p, before.p) << isExact;
    }
}

TEST(TaskTest, RewardsAddUpToTheFitness) {
    const TaskPtr getUp = task("get-up");
    const auto episode = getUp->episode();
    TrialRobot robot(*taskNao(), false);
    episode->begin(robot);
    const double atBegin = episode->finish().fitness;
    double sum = 0.0;
    TrialView view{robot};
    for (int i = 1; i <= 50; ++i) {
        robot.cycle();
        view.timeS = i * 0.02;
        static_cast<void>(episode->afterCycle(view));
        sum += episode->reward();
    }
    EXPECT_NEAR(atBegin + sum, episode->finish().fitness, 1e-9);
}

// A robot that is repositioned every cycle.
class FigureTrackerTest : public testing::Test {
protected:
    void stand(double x, double y, double headingRad, double headRad = 0.0) {
        m_jointsRad[taskNao()->findJoint("he1").index()] = headRad;
        // A torso without rotation faces +y.
        const Eigen::AngleAxisd turn(headingRad - 0.5 * math::kPi, Eigen::Vector3d::UnitZ());
        m_robot.setPosture({turn.toRotationMatrix(), {x, y, 0.39}}, m_jointsRad);
    }
    void lie() {
        const Eigen::AngleAxisd over(0.5 * math::kPi, Eigen::Vector3d::UnitX());
        m_robot.setPosture({over.toRotationMatrix(), {0.0, 0.0, 0.08}}, m_jointsRad);
    }
    void moveBall(double heightM, double speedMps) {
        simulator::BallState ball;
        ball.X_SBall.p = {2.0, 0.0, heightM};
        ball.velocity_SMps = {speedMps, 0.0, 0.0};
        m_robot.setBall(ball);
    }
    const TrialFigures& next() {
        m_view.timeS += 0.02;
        m_tracker.update(m_view);
        return m_tracker.figures();
    }

    std::vector<double> m_jointsRad = std::vector<double>(taskNao()->joints().size(), 0.0);
    TrialRobot m_robot{*taskNao(), false};
    TrialView m_view{m_robot};
    FigureTracker m_tracker;
};

TEST_F(FigureTrackerTest, PathsAndTurnsAddUp) {
    stand(0.0, 0.0, 0.0);
    m_tracker.begin(m_robot, false);
    const std::array<Eigen::Vector2d, 4> corners = {
        {{1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}, {0.0, 0.0}}};
    for (int i = 1; i <= 6; ++i) {
        const Eigen::Vector2d& corner = corners[static_cast<std::size_t>(i - 1) % 4];
        stand(corner.x(), corner.y(), 0.5 * math::kPi * i, i % 2 == 1 ? 0.2 : 0.0);
        next();
    }
    const TrialFigures& figures = m_tracker.figures();
    EXPECT_NEAR(figures.pathM, 6.0, 1e-6);
    EXPECT_NEAR(figures.turnedRad, 3.0 * math::kPi, 1e-6);
    EXPECT_NEAR(figures.forwardM, 1.0, 1e-6);
    EXPECT_NEAR(figures.leftM, 1.0, 1e-6);
    EXPECT_NEAR(figures.jointTravelRad, 1.2, 1e-3);
}

TEST_F(FigureTrackerTest, RecordsTheFirstFallAndUprightTimeSinceGettingUp) {
    stand(0.0, 0.0, 0.0);
    m_tracker.begin(m_robot, false);
    EXPECT_EQ(m_tracker.figures().uprightS, 0.0);
    EXPECT_EQ(next().uprightS, 0.0);
    lie();
    EXPECT_FALSE(next().uprightS);
    stand(0.0, 0.0, 0.0);
    EXPECT_NEAR(next().uprightS.value(), 0.06, 1e-9);
    EXPECT_NEAR(next().uprightS.value(), 0.06, 1e-9);
    lie();
    EXPECT_NEAR(next().fellS.value(), 0.04, 1e-9);
}

TEST_F(FigureTrackerTest, CommandsAreEvaluatedSeparatelyAndSummed) {
    stand(0.0, 0.0, 0.0);
    m_tracker.begin(m_robot, false);
    m_view.command = {1.0, 0.0, 0.0};
    m_view.commandNumber = 1;
    for (int i = 1; i <= 10; ++i) {
        stand(0.02 * i, 0.0, 0.0);
        next();
    }
    EXPECT_NEAR(m_tracker.figures().followedM, 0.2, 1e-6);
    m_view.command = {0.0, 0.5, 0.0};
    m_view.commandNumber = 2;
    for (int i = 1; i <= 10; ++i) {
        stand(0.2, 0.01 * i, 0.0);
        next();
    }
    EXPECT_NEAR(m_tracker.figures().followedM, 0.3, 1e-6);
}

TEST_F(FigureTrackerTest, RecordsTheFirstContactAndTheHighestPointOfTheBall) {
    stand(0.0, 0.0, 0.0);
    moveBall(0.1, 0.0);
    m_tracker.begin(m_robot, true);
    next();
    EXPECT_FALSE(m_tracker.figures().contactS);
    for (const double heightM : {0.3, 0.6, 0.2}) {
        moveBall(heightM, 3.0);
        next();
    }
    EXPECT_NEAR(m_tracker.figures().contactS.value(), 0.04, 1e-9);
    EXPECT_NEAR(m_tracker.figures().ballHeightM, 0.6, 1e-6);
}

const FigureTask& figureTask(const TaskPtr& task) {
    return dynamic_cast<const FigureTask&>(*task);
}

TEST(FigureTaskTest, AKickScoresDistanceMinusLateralError) {
    TrialFigures figures;
    figures.hasBall = true;
    figures.contactS = 0.5;
    for (const double offM : {0.5, -0.5}) {
        const TaskPtr ahead = task("kick");
        figures.ballForwardM = 2.0;
        figures.ballLeftM = offM;
        EXPECT_NEAR(figureTask(ahead).fitness(figures, Verdict::Success), 1.5, 1e-12);
        const TaskPtr left = task("kick", {{"direction", "90"}});
        figures.ballForwardM = offM;
        figures.ballLeftM = 2.0;
        EXPECT_NEAR(figureTask(left).fitness(figures, Verdict::Success), 1.5, 1e-12);
        EXPECT_TRUE(figureTask(left).isGoodAtEnd(figures));
    }
}

TEST(FigureTaskTest, AKickIsDecidedWhenTheRobotStandsAndTheBallRests) {
    const TaskPtr kick = task("kick", {{"watched", "1"}});
    TrialFigures figures;
    figures.contactS = 0.5;
    figures.ballForwardM = 2.0;
    figures.ballSpeedMps = 1.0;
    figures.isMoverDone = true;
    figures.moverEndS = 1.0;
    figures.timeS = 3.0;
    EXPECT_EQ(figureTask(kick).verdict(figures), Verdict::Open) << "it rolls";
    figures.ballSpeedMps = 0.01;
    EXPECT_EQ(figureTask(kick).verdict(figures), Verdict::Success);
    figures.timeS = 1.5;
    EXPECT_EQ(figureTask(kick).verdict(figures), Verdict::Open) << "it may still fall";
}

TEST(FigureTaskTest, GettingUpRequiresStayingUprightAfterSettling) {
    const TaskPtr getUp = task("get-up");
    TrialFigures figures;
    figures.isMoverDone = true;
    figures.moverEndS = 1.0;
    figures.timeS = 1.5;
    EXPECT_EQ(figureTask(getUp).verdict(figures), Verdict::Open) << "it may still rise";
    figures.uprightS = 1.2;
    EXPECT_EQ(figureTask(getUp).verdict(figures), Verdict::Open);
    figures.timeS = 2.3;
    EXPECT_EQ(figureTask(getUp).verdict(figures), Verdict::Success);
    const double late = figureTask(getUp).fitness(figures, Verdict::Success);
    figures.uprightS = 0.7;
    EXPECT_NEAR(figureTask(getUp).fitness(figures, Verdict::Success), late + 0.5, 1e-12);
    figures.uprightS.reset();
    EXPECT_EQ(figureTask(getUp).verdict(figures), Verdict::Failure);
}

TEST(FigureTaskTest, ADiveToTheRightMovesRight) {
    const TaskPtr dive = task("dive", {{"to-the-left", "false"}});
    TrialFigures figures;
    figures.leftM = 0.3;
    EXPECT_FALSE(figureTask(dive).isGoodAtEnd(figures));
    figures.leftM = -0.3;
    EXPECT_TRUE(figureTask(dive).isGoodAtEnd(figures));
}

TEST(FigureTaskTest, ALyingRobotMustBeUprightBeforeTheFirstCommand) {
    const TaskPtr follow = task("follow", {{"lying", "1"}});
    TrialFigures figures;
    figures.beganUpright = false;
    figures.uprightCos = 0.0;
    figures.headHeightRatio = 0.1;
    figures.timeS = 2.9;
    EXPECT_EQ(figureTask(follow).verdict(figures), Verdict::Open);
    figures.timeS = 3.1;
    EXPECT_EQ(figureTask(follow).verdict(figures), Verdict::Failure);
}

TEST(TaskTest, PushesMakeARobotFall) {
    TrajectoryMover play = mover("stand");
    TrialRunner calm(task("stand", {{"push", "0"}, {"longest", "3"}}));
    const TrialScore stood = calm.run(play, taskNao(), 3);
    EXPECT_TRUE(stood.isSuccess);
    EXPECT_GT(stood.fitness, 2.5);
    TrialRunner rough(task("stand", {{"push", "2.5"}, {"longest", "3"}}));
    const TrialScore pushed = rough.run(play, taskNao(), 3);
    EXPECT_FALSE(pushed.isSuccess);
    EXPECT_LT(pushed.fitness, stood.fitness);
}

// Returns the positions of a robot that is pushed every 0.2 s, cycle by cycle.
std::vector<Eigen::Vector3d> pushedWay(TrialRunner& runner, std::uint64_t seed) {
    TrajectoryMover play = mover("stand");
    std::vector<Eigen::Vector3d> way;
    static_cast<void>(runner.run(play, taskNao(), seed, [&](const PhysicsRobot& robot, double) {
        way.push_back(robot.torso().p);
    }));
    return way;
}

TEST(TaskTest, PushesAreSeededAndBeginAfterOneInterval) {
    const auto stand = [](const char* pushMps) {
        return task(
            "stand",
            {{"longest", "0.5"}, {"push", pushMps}, {"push-every", "0.2"}, {"joint-noise", "0"}});
    };
    TrialRunner pushed(stand("0.4"));
    TrialRunner alone(stand("0"));
    const auto first = pushedWay(pushed, 3);
    EXPECT_NE(pushedWay(pushed, 4), first) << "in other directions";
    EXPECT_EQ(pushedWay(pushed, 3), first);
    const auto still = pushedWay(alone, 3);
    ASSERT_EQ(still.size(), first.size());
    std::size_t same = 0;
    while (same < still.size() && still[same] == first[same]) {
        ++same;
    }
    EXPECT_EQ(same, 9U) << "the tenth cycle ends after 0.2 s";
}

// Turns the head once; otherwise does nothing.
class HeadTurner final : public Mover {
public:
    void begin(const PhysicsRobot&) override {}
    bool step(const PhysicsRobot& robot, double, std::span<double> targetRad) override {
        if (turns) {
            targetRad[robot.model().findJoint("he1").index()] = 1.0;
        }
        return true;
    }
    bool turns = true;
};

TEST(TaskTest, WithoutTargetsTheRobotDoesNotMove) {
    TrialRunner runner(task("stand", {{"longest", "0.5"}, {"push", "0"}, {"joint-noise", "0"}}));
    HeadTurner mover;
    double headRad = 0.0;
    const auto look = [&](const PhysicsRobot& robot, double) {
        headRad = robot.jointAngleRad(robot.model().findJoint("he1"));
    };
    static_cast<void>(runner.run(mover, taskNao(), 3, look));
    EXPECT_NEAR(headRad, 1.0, 0.01);
    mover.turns = false;
    static_cast<void>(runner.run(mover, taskNao(), 3, look));
    EXPECT_NEAR(headRad, 0.0, 0.01);
}

// Records the error of the perceived ball position.
class Onlooker final : public Mover {
public:
    void setBall(const std::optional<Eigen::Vector2d>& error_SM) override { error = error_SM; }
    void begin(const PhysicsRobot&) override {}
    bool step(const PhysicsRobot&, double, std::span<double>) override { return true; }
    std::optional<Eigen::Vector2d> error;
};

TEST(TaskTest, TheBallIsPerceivedWithErrorInBothDirections) {
    TrialRunner runner(task("kick", {{"sight-noise", "0.02"}, {"longest", "0.5"}}));
    Onlooker mover;
    Eigen::Vector2d square = Eigen::Vector2d::Zero();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        static_cast<void>(runner.run(mover, taskNao(), seed));
        ASSERT_TRUE(mover.error);
        square += mover.error->cwiseAbs2() / 20.0;
    }
    for (const double each : {square.x(), square.y()}) {
        EXPECT_GT(std::sqrt(each), 0.01);
        EXPECT_LT(std::sqrt(each), 0.03);
    }
}

TEST(TaskTest, AnExpressionScores) {
    const TaskPtr far = task("play", {{"start", "ball"},
                                      {"ball-left", "-0.055"},
                                      {"score", "10 * $ballForwardM - $endS"},
                                      {"success", "$ballForwardM - 1"}});
    TrajectoryMover play = mover("kick-right");
    TrialRunner runner(far);
    const TrialScore score = runner.run(play, taskNao(), 1);
    EXPECT_TRUE(score.isSuccess);
    EXPECT_NEAR(score.fitness,
                10.0 * metric(far, score, "ballForwardM") - metric(far, score, "endS"), 1e-9);
}

TEST(TaskTest, AnExpressionWithoutAValueIsAFailedTrial) {
    TrajectoryMover play = mover("stand");
    TrialRunner runner(task("play", {{"score", "1 / $ballDistanceM"}})); // no ball: 1 / 0
    EXPECT_TRUE(std::isnan(runner.run(play, taskNao(), 1).fitness));
}

TEST(TaskTest, TheMotionItselfScoresBest) {
    const TaskPtr track = task("track", {{"motion", "squat"}, {"longest", "3"}});
    TrajectoryMover squat = mover("squat");
    TrajectoryMover stand = mover("stand");
    TrialRunner runner(track);
    const TrialScore same = runner.run(squat, taskNao(), 1);
    const TrialScore other = runner.run(stand, taskNao(), 1);
    EXPECT_TRUE(same.isSuccess);
    EXPECT_GT(same.fitness, 0.9); // at most 1
    EXPECT_LT(other.fitness, same.fitness - 0.1);
    EXPECT_LT(metric(track, same, "meanErrorDeg"), 3.0);
}

// Leads a motion by some cycles.
class Hasty final : public Mover {
public:
    Hasty(const char* motion, int aheadCycles) : m_motion(mover(motion)), m_ahead(aheadCycles) {}
    std::span<const double> startRad() const override { return m_motion.startRad(); }
    void begin(const PhysicsRobot& robot) override {
        m_motion.begin(robot);
        std::vector<double> ignoredRad(robot.joints().size());
        for (int cycle = 0; cycle < m_ahead; ++cycle) {
            m_motion.step(robot, 0.0, ignoredRad);
        }
    }
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override {
        return m_motion.step(robot, timeS, targetRad);
    }

private:
    TrajectoryMover m_motion;
    int m_ahead;
};

TEST(TaskTest, TargetsAreMeasuredTwoCyclesLater) {
    const TaskPtr track = task("track", {{"motion", "squat"}, {"longest", "3"}});
    TrialRunner runner(track);
    const auto errorDeg = [&](int aheadCycles) {
        Hasty squat("squat", aheadCycles);
        return metric(track, runner.run(squat, taskNao(), 1), "meanErrorDeg");
    };
    EXPECT_LT(errorDeg(0), errorDeg(1));
    EXPECT_LT(errorDeg(1), errorDeg(2));
}

// Leans forward until it falls.
class Leaner final : public Mover {
public:
    void begin(const PhysicsRobot&) override {}
    bool step(const PhysicsRobot& robot, double, std::span<double> targetRad) override {
        for (const char* ankle : {"lle5", "rle5"}) {
            targetRad[robot.model().findJoint(ankle).index()] = math::radFromDeg(-45.0);
        }
        return true;
    }
};

TEST(TaskTest, TrackingEndsWithTheFall) {
    const TaskPtr track = task("track", {{"motion", "squat"}, {"longest", "5"}});
    TrialRunner runner(track);
    Leaner leaner;
    const TrialScore score = runner.run(leaner, taskNao(), 1);
    EXPECT_FALSE(score.isSuccess);
    EXPECT_LT(metric(track, score, "fellS"), 3.0);
    EXPECT_EQ(metric(track, score, "endS"), metric(track, score, "fellS"));
    EXPECT_GT(score.simulatedS, metric(track, score, "endS") + 0.05) << "it has settled, too";
}

class FrameList final : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override { frames.push_back(frame); }
    std::vector<world::AgentFramePtr> frames;
};

TEST(BehaviorMoverTest, EachTrialHasItsOwnCycleCountAndBall) {
    agents::SkillLibrary skills;
    const auto behavior = agents::builtInBehaviors().make("drive", {}, {*taskNao(), skills});
    ASSERT_TRUE(behavior) << behavior.error().toString();
    BehaviorMover mover((*behavior)->clone(), *taskNao());
    TrialRobot robot(*taskNao(), false);
    std::vector<double> targetRad(taskNao()->joints().size(), 0.0);
    for (const bool hasBall : {true, false, true}) {
        FrameList list;
        mover.setSink(&list);
        mover.setBall(hasBall ? std::optional(Eigen::Vector2d(0.0, 0.0)) : std::nullopt);
        mover.begin(robot);
        for (int cycle = 0; cycle < 3; ++cycle) {
            mover.step(robot, 0.02 * cycle, targetRad);
            mover.sent(robot);
        }
        mover.setSink(nullptr);
        ASSERT_EQ(list.frames.size(), 3U);
        for (std::uint64_t cycle = 0; cycle < 3; ++cycle) {
            EXPECT_EQ(list.frames[cycle]->cycle, cycle);
            EXPECT_EQ(list.frames[cycle]->world.ball.isKnown, hasBall);
        }
    }
}

TEST(StartCacheTest, KeepsAsManyAsAllowed) {
    StartCache cache(2);
    const auto keyOf = [](std::uint64_t seed) {
        StartCache::Key key;
        key.seed = seed;
        return key;
    };
    const PhysicsRobot::StatePtr state = TrialRobot(*taskNao(), false).save();
    for (std::uint64_t seed = 0; seed < 7; ++seed) {
        EXPECT_EQ(cache.find(keyOf(seed)), nullptr);
        cache.add(keyOf(seed), state);
        EXPECT_EQ(cache.find(keyOf(seed)), state);
        std::size_t known = 0;
        for (std::uint64_t each = 0; each <= seed; ++each) {
            known += cache.find(keyOf(each)) != nullptr ? 1U : 0U;
        }
        EXPECT_LE(known, 2U);
    }
}

TEST(TaskTest, ReportsErrors) {
    struct Case {
        const char* name;
        agents::ParameterTexts settings;
        const char* message;
    };
    for (const Case& each : std::initializer_list<Case>{
             {"getup", {}, "unknown task 'getup'; expected get-up, kick"},
             {"get-up", {{"side", "top"}}, "invalid value for side: 'top'; expected front, back"},
             {"get-up", {{"side", "back top"}}, "'back top'; expected front, back"},
             {"get-up", {{"side", ""}}, "invalid value for side: ''"},
             {"get-up", {{"sides", "front"}}, "did you mean 'side'"},
             {"kick", {{"longest", "0"}}, "0.5 to 60 s"},
             {"play", {{"score", "$speed"}}, "unknown figure '$speed' in score; expected $endS"},
             {"play", {{"score", "1 +"}}, "invalid expression for score"},
             {"play", {{"start", "flying"}}, "invalid value for start: 'flying'"}}) {
        const auto made = makeTask(each.name, each.settings);
        ASSERT_FALSE(made) << each.message;
        EXPECT_THAT(made.error().toString(), testing::HasSubstr(each.message));
    }
}

TEST(TaskTest, EveryTaskRunsWithItsDefaults) {
    TrajectoryMover play = mover("stand");
    for (const TaskInfo& info : taskInfos()) {
        const TaskPtr made = task(info.name.c_str());
        TrialRunner runner(made);
        const TrialScore score = runner.run(play, taskNao(), 1);
        EXPECT_TRUE(std::isfinite(score.fitness)) << info.name;
        EXPECT_EQ(score.metrics.size(), made->metrics().size()) << info.name;
        EXPECT_GT(score.simulatedS, 0.0) << info.name;
    }
}

} // namespace
} // namespace sideline::training
