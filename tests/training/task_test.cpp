#include "training/task/task.h"

#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agents/skill_library.h"
#include "training/task/task_registry.h"
#include "training/task/trajectory_mover.h"
#include "training/task/trial_runner.h"

namespace sideline::training {
namespace {

robot::RobotModelPtr nao(robot::NaoType type = robot::NaoType::Standard) {
    return robot::naoModel(type).shared();
}

TrajectoryMover mover(const char* motion, const robot::RobotModelPtr& model = nao()) {
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
    const TrialScore score = runner.run(play, nao(), 7);
    EXPECT_TRUE(score.isSuccess);
    EXPECT_GT(score.fitness, 4.0);
    EXPECT_LT(metric(getUp, score, "uprightS"), 2.0);
    EXPECT_EQ(metric(getUp, score, "selfCollisions"), 0.0);
    EXPECT_TRUE(std::isnan(metric(getUp, score, "ballDistanceM")));
    // Decided as soon as it has stood for a second.
    EXPECT_NEAR(metric(getUp, score, "endS"), metric(getUp, score, "uprightS") + 1.0, 0.021);
}

TEST(TaskTest, OfSeveralSidesEachTrialBeginsOnOne) {
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

TEST(TaskTest, ASquatDoesNot) {
    TrajectoryMover play = mover("squat");
    TrialRunner runner(task("get-up", {{"side", "front"}}));
    const TrialScore score = runner.run(play, nao(), 7);
    EXPECT_FALSE(score.isSuccess);
    EXPECT_LT(score.fitness, 1.0);
}

TEST(TaskTest, TrialsDoNotDependOnThoseBefore) {
    const TaskPtr kick = task("kick", {{"ball-left", "-0.055"}});
    TrajectoryMover play = mover("kick-right");
    TrialRunner used(kick);
    std::vector<TrialScore> scores;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        scores.push_back(used.run(play, nao(), seed));
    }
    static_cast<void>(
        used.run(play, nao(robot::NaoType::LongLegsWideHip), 1)); // another robot between
    for (std::uint64_t seed = 3; seed >= 1; --seed) {
        const TrialScore again = used.run(play, nao(), seed); // from a start that is known
        TrialRunner fresh(kick);
        const TrialScore alone = fresh.run(play, nao(), seed);
        EXPECT_EQ(again.fitness, scores[seed - 1].fitness);
        EXPECT_EQ(alone.fitness, scores[seed - 1].fitness);
        EXPECT_EQ(again.simulatedS, alone.simulatedS);
        EXPECT_EQ(metric(kick, again, "ballDistanceM"), metric(kick, alone, "ballDistanceM"));
    }
    EXPECT_NE(scores[0].fitness, scores[1].fitness);
    EXPECT_TRUE(scores[0].isSuccess);
    EXPECT_GT(metric(kick, scores[0], "ballForwardM"), 1.0);
}

TEST(TaskTest, ABallRollsAloneAsItDoesBesideARobot) {
    for (const bool isExact : {false, true}) {
        TrialRobot beside(*nao(), isExact);
        TrialRobot alone(*nao(), isExact);
        simulator::BallState ball;
        ball.X_SBall.p = {2.0, 0.5, 0.3};
        ball.velocity_SMps = {5.0, 1.0, 2.0};
        beside.physics().setBall(ball);
        alone.physics().setBall(ball);
        const math::Pose before = alone.torso();
        for (int i = 0; i < 250; ++i) {
            beside.cycle();
            alone.rollBall();
        }
        const Eigen::Vector3d p_SBall = alone.physics().ball().X_SBall.p;
        EXPECT_GT(p_SBall.x(), 6.0) << isExact;
        EXPECT_LT((beside.physics().ball().X_SBall.p - p_SBall).norm(), 1e-3) << isExact;
        EXPECT_EQ(alone.torso().p, before.p) << isExact;
    }
}

TEST(TaskTest, RewardsAddUpToTheFitness) {
    const TaskPtr getUp = task("get-up");
    const auto episode = getUp->episode();
    TrialRobot robot(*nao(), false);
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

TEST(TaskTest, PushesMakeARobotFall) {
    TrajectoryMover play = mover("stand");
    TrialRunner calm(task("stand", {{"push", "0"}, {"longest", "3"}}));
    const TrialScore stood = calm.run(play, nao(), 3);
    EXPECT_TRUE(stood.isSuccess);
    EXPECT_GT(stood.fitness, 2.5);
    TrialRunner rough(task("stand", {{"push", "2.5"}, {"longest", "3"}}));
    const TrialScore pushed = rough.run(play, nao(), 3);
    EXPECT_FALSE(pushed.isSuccess);
    EXPECT_LT(pushed.fitness, stood.fitness);
}

TEST(TaskTest, AnExpressionJudges) {
    const TaskPtr far = task("play", {{"start", "ball"},
                                      {"ball-left", "-0.055"},
                                      {"score", "10 * $ballForwardM - $endS"},
                                      {"success", "$ballForwardM - 1"}});
    TrajectoryMover play = mover("kick-right");
    TrialRunner runner(far);
    const TrialScore score = runner.run(play, nao(), 1);
    EXPECT_TRUE(score.isSuccess);
    EXPECT_NEAR(score.fitness,
                10.0 * metric(far, score, "ballForwardM") - metric(far, score, "endS"), 1e-9);
}

TEST(TaskTest, AnExpressionWithoutAValueIsAFailedTrial) {
    TrajectoryMover play = mover("stand");
    TrialRunner runner(task("play", {{"score", "1 / $ballDistanceM"}})); // no ball: 1 / 0
    EXPECT_TRUE(std::isnan(runner.run(play, nao(), 1).fitness));
}

TEST(TaskTest, TheMotionItselfTracksItBest) {
    const TaskPtr track = task("track", {{"motion", "squat"}, {"longest", "3"}});
    TrajectoryMover squat = mover("squat");
    TrajectoryMover stand = mover("stand");
    TrialRunner runner(track);
    const TrialScore same = runner.run(squat, nao(), 1);
    const TrialScore other = runner.run(stand, nao(), 1);
    EXPECT_TRUE(same.isSuccess);
    EXPECT_GT(same.fitness, 0.9); // at most 1
    EXPECT_LT(other.fitness, same.fitness - 0.1);
    EXPECT_LT(metric(track, same, "meanErrorDeg"), 3.0);
}

TEST(TaskTest, SaysWhatIsWrong) {
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

TEST(TaskTest, EveryTaskRunsWithItsUsualSettings) {
    TrajectoryMover play = mover("stand");
    for (const TaskInfo& info : taskInfos()) {
        const TaskPtr made = task(info.name.c_str());
        TrialRunner runner(made);
        const TrialScore score = runner.run(play, nao(), 1);
        EXPECT_TRUE(std::isfinite(score.fitness)) << info.name;
        EXPECT_EQ(score.metrics.size(), made->metrics().size()) << info.name;
        EXPECT_GT(score.simulatedS, 0.0) << info.name;
    }
}

} // namespace
} // namespace sideline::training
