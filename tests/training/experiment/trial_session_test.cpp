// Trials with an agent become sessions; others match logs.
#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "logs/session/session_reader.h"
#include "motions/motion.h"
#include "motions/resolve.h"
#include "tests/support/test_files.h"
#include "training/experiment/recorded_trial.h"
#include "training/experiment/trial_log.h"
#include "training/task/behavior_mover.h"
#include "training/task/task_registry.h"
#include "training/task/trajectory_mover.h"
#include "training/task/trial_runner.h"

namespace sideline::training {
namespace {

namespace fs = std::filesystem;

robot::RobotModelPtr nao() {
    return robot::naoModel(robot::NaoType::Standard).shared();
}

RecordedTrialPtr trialOfBehavior(const char* behavior, const char* task,
                                 const agents::ParameterTexts& settings) {
    agents::SkillLibrary skills;
    const auto registry = agents::builtInBehaviors();
    const auto complete = registry.complete(behavior, {}, *nao()).value();
    auto made = registry.make(behavior, complete, {*nao(), skills});
    EXPECT_TRUE(made) << made.error().toString();
    BehaviorMover mover(std::move(*made), *nao());
    return std::make_shared<const RecordedTrial>(
        recordTrial(makeTask(task, settings).value(), mover, nao(), 7, false));
}

TEST(TrialSessionTest, ContainsTheAgentsFrameOfEachCycle) {
    const RecordedTrialPtr trial =
        trialOfBehavior("drive", "walk-to", {{"longest", "2"}, {"targets", "1"}});
    ASSERT_EQ(trial->moments.size(), 100U);
    ASSERT_EQ(trial->frames.size(), 100U);
    const tests::TempDir folder;
    const auto file = writeTrials({&trial, 1}, "Some team", folder / "one");
    ASSERT_TRUE(file) << file.error().toString();
    EXPECT_EQ(*file, folder / "one.session");
    EXPECT_FALSE(fs::exists(folder / "one.session.part"));
    const auto reader = logs::SessionReader::open(*file);
    ASSERT_TRUE(reader) << reader.error().toString();
    EXPECT_TRUE((*reader)->isComplete());
    EXPECT_TRUE((*reader)->drops().empty());
    ASSERT_EQ((*reader)->agents().size(), 1U);
    EXPECT_EQ((*reader)->agents()[0].name, "Some team 1");
    EXPECT_EQ((*reader)->agents()[0].frames, 100U);
    ASSERT_EQ((*reader)->matchLogs().size(), 1U);
    EXPECT_EQ((*reader)->matchLogs()[0].name, "one.log");
    EXPECT_EQ((*reader)->markCount(0), 100U);
    const logs::TrackId agent = (*reader)->findAgent("Some team 1").value();
    // A frame contains percepts, belief, decision and commands.
    const auto found = (*reader)->frame(agent, 60);
    ASSERT_TRUE(found) << found.error().toString();
    const world::AgentFrame& frame = *found->frame;
    EXPECT_EQ(frame.cycle, 60U);
    EXPECT_EQ(frame.identity.team, "Some team");
    EXPECT_NEAR(frame.game.gameTimeS, 1.2, 1e-9);
    EXPECT_EQ(frame.decision.behavior, "drive");
    EXPECT_EQ(frame.decision.reason, "walking");
    EXPECT_GT(frame.body.acceleration_TMps2.norm(), 1.0);
    EXPECT_TRUE(std::ranges::any_of(frame.body.joints,
                                    [](const auto& joint) { return joint.commandRadPerS != 0.0; }));
    EXPECT_TRUE(std::ranges::any_of(frame.values,
                                    [](const auto& value) { return value.name == "drive.toGoM"; }));
    EXPECT_FALSE(frame.drawings.empty());
    // Its position in the match: percepts reflect the previous cycle.
    const TrialMoment& before = trial->moments[59];
    ASSERT_TRUE(frame.body.pose.isValid);
    EXPECT_LT((frame.body.pose.X_ST.p - trial->X_SF.inverse() * before.X_SBody.front().p).norm(),
              1e-6);
    EXPECT_NEAR(before.timeS, frame.game.gameTimeS, 1e-9);
    // The match log's frame at that time shows the same instant.
    const auto at = (*reader)->timeOfMatchFrame(0, 59.0);
    ASSERT_TRUE(at);
    EXPECT_EQ((*reader)->positionAt(agent, *at).value(), 60U);
}

TEST(TrialSessionTest, SeveralTrialsFollowOneAnother) {
    const RecordedTrialPtr trial = trialOfBehavior("walk", "walk", {{"longest", "0.5"}});
    const std::array trials = {trial, trial};
    const tests::TempDir folder;
    ASSERT_TRUE(writeTrialSession(trials, "Two", folder / "two.session"));
    ASSERT_TRUE(writeTrialSession(trials, "Two", folder / "two.session")) << "it is replaced";
    const auto reader = logs::SessionReader::open(folder / "two.session");
    ASSERT_TRUE(reader);
    EXPECT_EQ((*reader)->agents()[0].frames, 2 * trial->frames.size());
    const logs::TrackId agent = (*reader)->findAgent("Two 1").value();
    const auto last = (*reader)->frame(agent, 2 * trial->frames.size() - 1);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->frame->cycle, 2 * trial->frames.size() - 1);
}

// A trial that is shown carries what led to its failure; recording does not change its score.
TEST(RecordedTrialTest, AFallIsExplained) {
    agents::SkillLibrary skills;
    const TaskPtr task = makeTask("stand", {{"longest", "3"}}).value();
    TrajectoryMover mover(skills.find("dive-left", *nao()).value(), *nao());
    const RecordedTrial trial = recordTrial(task, mover, nao(), 7, false);
    ASSERT_TRUE(trial.score.failure);
    EXPECT_EQ(trial.score.failure->kind, FailureKind::FellLeft);
    ASSERT_FALSE(trial.failureEvents.empty());
    const FallCause& cause = trial.failureEvents.at(trial.firstCause);
    EXPECT_GE(cause.beginS, 0.0);
    EXPECT_LT(cause.beginS, trial.score.failure->atS);
    EXPECT_THAT(fallCauseText(*trial.model, cause), testing::Not(testing::IsEmpty()));
    TrialRunner runner(task);
    EXPECT_EQ(runner.run(mover, nao(), 7).fitness, trial.score.fitness);
}

// Its legs cross while it stands.
TEST(RecordedTrialTest, ASelfCollisionNamesTheBodiesThatTouch) {
    keyframe::Motion motion;
    motion.name = "crossed";
    for (const auto& [timeS, rollDeg] : {std::pair(0.1, 0.0), std::pair(1.1, 25.0)}) {
        auto& joints = motion.keyframeAtForWriting(timeS).joints;
        for (const auto& [joint, angleDeg] : std::map<std::string, double>{{"lle2", -rollDeg},
                                                                           {"rle2", rollDeg},
                                                                           {"lle3", 30.0},
                                                                           {"rle3", 30.0},
                                                                           {"lle4", -60.0},
                                                                           {"rle4", -60.0},
                                                                           {"lle5", 30.0},
                                                                           {"rle5", 30.0}}) {
            joints[joint].angleDeg = angleDeg;
        }
    }
    motion.lengthS = 1.5;
    TrajectoryMover mover(keyframe::resolve(motion, *nao()).trajectory, *nao());
    const RecordedTrial trial =
        recordTrial(makeTask("stand", {{"longest", "2"}}).value(), mover, nao(), 7, false);
    ASSERT_TRUE(trial.score.failure);
    ASSERT_EQ(trial.score.failure->kind, FailureKind::SelfCollision);
    ASSERT_FALSE(trial.failureEvents.empty());
    const FallCause& hit = trial.failureEvents.at(trial.firstCause);
    EXPECT_EQ(hit.kind, FallCauseKind::SelfCollision);
    EXPECT_NEAR(hit.beginS, trial.score.failure->atS, 0.021);
    EXPECT_THAT(fallCauseText(*trial.model, hit), testing::HasSubstr("shank hits "));
}

TEST(TrialSessionTest, WithoutAnAgentItIsAMatchLog) {
    agents::SkillLibrary skills;
    TrajectoryMover mover(skills.find("squat", *nao()).value(), *nao());
    const auto trial = std::make_shared<const RecordedTrial>(
        recordTrial(makeTask("stand", {{"longest", "1"}}).value(), mover, nao(), 7, false));
    EXPECT_TRUE(trial->frames.empty());
    const tests::TempDir folder;
    const auto file = writeTrials({&trial, 1}, "Motion", folder / "squat");
    ASSERT_TRUE(file) << file.error().toString();
    EXPECT_EQ(*file, folder / "squat.log");
    const auto refused = writeTrialSession({&trial, 1}, "Motion", folder / "squat.session");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(), testing::HasSubstr("no agent moved the robot"));
    EXPECT_FALSE(fs::exists(folder / "squat.session"));
    EXPECT_FALSE(writeTrials({&trial, 1}, "Motion", folder / "absent/squat"));
}

} // namespace
} // namespace sideline::training
