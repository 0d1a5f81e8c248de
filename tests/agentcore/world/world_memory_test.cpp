#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "agentcore/localization/fusion_estimator.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/world/memory.h"
#include "agentcore/world/world_model.h"
#include "tests/support/agent_record.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/test_files.h"

namespace sideline::world {
namespace {

using Eigen::Vector3d;

class WorldMemoryTest : public testing::Test {
protected:
    WorldMemoryTest() : m_field(field::newestField().dimensions), m_memory(m_field, 100) {
        m_frame.identity = {"Us",
                            {game::Side::Left, game::UniformNumber(2)},
                            0,
                            robot::naoModel(robot::NaoType::Standard).shared()};
        m_frame.body.pose.isValid = true;
        m_frame.body.joints.resize(m_frame.identity.model->joints().size());
    }

    // A cycle in which the ball is at (x, 0) with a velocity along x.
    void step(double x, double speedMps, bool isSeen, double stepS = 0.02) {
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.p_F = {x, 0.0, 0.042};
        m_frame.world.ball.velocity_FMps = {speedMps, 0.0, 0.0};
        m_percepts.vision.reset();
        if (isSeen) {
            protocol::VisionPercept& vision = m_percepts.vision.emplace();
            vision.objects.push_back({"B", {x + 1.0, 10.0, -5.0}});
            vision.objects.push_back({"F2R", {9.0, 20.0, 1.0}});
        }
        m_memory.remember(m_percepts, m_frame, stepS);
        ++m_frame.cycle;
    }

    field::FieldModel m_field;
    Memory m_memory;
    AgentFrame m_frame;
    protocol::Percepts m_percepts;
};

TEST_F(WorldMemoryTest, IsInitiallyEmpty) {
    EXPECT_EQ(m_memory.size(), 0U);
    EXPECT_EQ(m_memory.spanS(), 0.0);
    EXPECT_FALSE(m_memory.at(ObjectKey::ball(), 0.0));
    EXPECT_FALSE(m_memory.inCycle(ObjectKey::ball(), 0));
    EXPECT_FALSE(m_memory.action(0));
    EXPECT_FALSE(m_memory.parameters(0));
    EXPECT_EQ(m_memory.predictionError(ObjectKey::ball(), 0.1).count, 0U);
    m_memory.storeCommands(m_frame.body.joints);
    m_memory.said("hello");
    m_memory.beamed({1, 2, 3});
    EXPECT_EQ(m_memory.size(), 0U);
}

TEST_F(WorldMemoryTest, ObjectsHaveSeparatePositions) {
    EXPECT_FALSE(ObjectKey::player(true, 0));
    EXPECT_FALSE(ObjectKey::player(false, 12));
    EXPECT_FALSE(ObjectKey::landmark(8));
    std::array<bool, ObjectKey::kCount> used{};
    const auto take = [&](ObjectKey thing) {
        EXPECT_FALSE(used.at(thing.index()));
        used.at(thing.index()) = true;
    };
    take(ObjectKey::self());
    take(ObjectKey::ball());
    for (int unum = 1; unum <= 11; ++unum) {
        take(*ObjectKey::player(true, unum));
        take(*ObjectKey::player(false, unum));
    }
    for (std::size_t i = 0; i < 8; ++i) {
        take(*ObjectKey::landmark(i));
    }
}

TEST_F(WorldMemoryTest, PositionsAreInterpolatedBetweenCycles) {
    step(1.0, 2.0, true);
    step(1.04, 1.0, false);
    step(1.10, 0.0, false);
    EXPECT_NEAR(m_memory.spanS(), 0.04, 1e-9);
    EXPECT_NEAR(m_memory.at(ObjectKey::ball(), 0.0)->p_F.x(), 1.10, 1e-6);
    EXPECT_NEAR(m_memory.at(ObjectKey::ball(), 0.02)->p_F.x(), 1.04, 1e-6);
    EXPECT_NEAR(m_memory.at(ObjectKey::ball(), 0.01)->p_F.x(), 1.07, 1e-6);
    EXPECT_NEAR(m_memory.at(ObjectKey::ball(), 0.025)->velocity_FMps.x(), 1.25, 1e-6);
    EXPECT_FALSE(m_memory.at(ObjectKey::ball(), 0.025)->isSeen);
    EXPECT_TRUE(m_memory.at(ObjectKey::ball(), 0.039)->isSeen) << "the nearer cycle";
    EXPECT_FALSE(m_memory.at(ObjectKey::ball(), 0.05));
    EXPECT_FALSE(m_memory.at(ObjectKey::ball(), -0.01));
    EXPECT_FALSE(m_memory.at(ObjectKey::ball(), std::nan("")));
    EXPECT_FALSE(m_memory.at(*ObjectKey::player(true, 5), 0.0)->isKnown);
}

TEST_F(WorldMemoryTest, RawSightingsAreStoredUnchanged) {
    step(1.0, 0.0, true);
    step(1.0, 0.0, false);
    const auto ball = m_memory.inCycle(ObjectKey::ball(), 1);
    ASSERT_TRUE(ball && ball->isSeen);
    EXPECT_NEAR(ball->polar.distanceM, 2.0, 1e-6);
    EXPECT_NEAR(ball->polar.thetaDeg, 10.0, 1e-6);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        const auto landmark = m_memory.inCycle(*ObjectKey::landmark(i), 1);
        seen += landmark->isSeen ? 1U : 0U;
        if (landmark->isSeen) {
            EXPECT_EQ(m_field.landmarks()[i].name, "F2R");
            EXPECT_NEAR((landmark->p_F - Vector3d(15, -10, 0)).norm(), 0.0, 1e-5);
        }
    }
    EXPECT_EQ(seen, 1U);
}

TEST_F(WorldMemoryTest, PlayersAreStoredByNumber) {
    PlayerBelief& mate = m_frame.world.players.emplace_back();
    mate.isTeammate = true;
    mate.unum = 5;
    mate.p_F = {2.0, 3.0, 0.0};
    m_frame.world.players.emplace_back(); // ignored without a number
    protocol::VisionPercept& vision = m_percepts.vision.emplace();
    protocol::SeenPlayer& seen = vision.players.append();
    seen.team = "Us";
    seen.unum = 5;
    seen.parts = {{"head", {4.0, 5.0, 6.0}}};
    protocol::SeenPlayer& own = vision.players.append();
    own.team = "Us";
    own.unum = 2;
    own.parts = {{"rlowerarm", {0.2, 5.0, 6.0}}};
    m_memory.remember(m_percepts, m_frame, 0.02);
    const auto recalled = m_memory.inCycle(*ObjectKey::player(true, 5), 0);
    EXPECT_TRUE(recalled->isKnown && recalled->isSeen);
    EXPECT_NEAR(recalled->polar.phiDeg, 6.0, 1e-6);
    EXPECT_NEAR(recalled->p_F.y(), 3.0, 1e-6);
    EXPECT_FALSE(m_memory.inCycle(*ObjectKey::player(false, 5), 0)->isKnown);
    EXPECT_FALSE(m_memory.inCycle(*ObjectKey::player(true, 2), 0)->isSeen) << "its own arm";
}

TEST_F(WorldMemoryTest, OldCyclesAreOverwritten) {
    for (int i = 0; i < 250; ++i) {
        step(0.01 * i, 0.5, i % 3 == 0);
    }
    EXPECT_EQ(m_memory.size(), 100U);
    EXPECT_EQ(m_memory.capacity(), 100U);
    EXPECT_NEAR(m_memory.spanS(), 99 * 0.02, 1e-9);
    EXPECT_EQ(m_memory.parameters(99)->cycle, 150U);
    EXPECT_FALSE(m_memory.parameters(100));
    EXPECT_NEAR(m_memory.at(ObjectKey::ball(), 1.0)->p_F.x(), 0.01 * 199, 1e-5);
    m_memory.clear();
    EXPECT_EQ(m_memory.size(), 0U);
}

TEST_F(WorldMemoryTest, PredictionsAreEvaluatedByLaterVisionFrames) {
    // The prediction is a resting ball, but it moves at 1 m/s.
    for (int i = 0; i < 90; ++i) {
        step(0.02 * i, 0.0, i % 3 == 0);
    }
    const PredictionError soon = m_memory.predictionError(ObjectKey::ball(), 0.1);
    const PredictionError later = m_memory.predictionError(ObjectKey::ball(), 0.5);
    EXPECT_NEAR(soon.meanM, 0.1, 1e-5);
    EXPECT_NEAR(later.meanM, 0.5, 1e-5);
    EXPECT_NEAR(later.largestM, 0.5, 1e-5);
    EXPECT_EQ(soon.count, 28U) << "vision frames 6, 9, ... 87";
    EXPECT_GT(soon.count, later.count);
    EXPECT_EQ(m_memory.predictionError(ObjectKey::ball(), 0.3).count, 0U) << "no such horizon";
    EXPECT_NEAR(m_memory.predicted_F(ObjectKey::ball(), 0, 0.1)->x(), 0.02 * 84, 1e-5);
    EXPECT_FALSE(m_memory.predicted_F(ObjectKey::ball(), 89, 0.1));
}

TEST_F(WorldMemoryTest, PredictionForMissedCycleIsNotEvaluated) {
    step(0.0, 0.0, true);
    step(0.0, 0.0, true, 0.3);
    EXPECT_EQ(m_memory.predictionError(ObjectKey::ball(), 0.1).count, 0U);
    EXPECT_NEAR(m_memory.at(ObjectKey::ball(), 0.15)->p_F.x(), 0.0, 1e-9);
}

TEST_F(WorldMemoryTest, TheViewIsThatOfTheRobotsOwnHead) {
    const robot::RobotModel& model = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    m_frame.identity.model = model.shared();
    m_frame.body.joints.assign(model.joints().size(), {});
    m_frame.body.joints[model.findJoint("hj1").index()].measuredRad = 0.5;
    m_frame.body.joints[model.findJoint("hj2").index()].measuredRad = 0.25; // down
    step(0.0, 0.0, false);
    EXPECT_EQ(m_memory.parameters(0)->viewPanRad, 0.5);
    EXPECT_EQ(m_memory.parameters(0)->viewTiltRad, -0.25);
}

TEST_F(WorldMemoryTest, ActionsAndParametersAreStoredByCycle) {
    m_frame.cycle = 40;
    m_frame.game.playMode = game::PlayMode::KickInLeft;
    m_frame.game.gameTimeS = 12.5;
    m_frame.body.batteryLevel = 80.0;
    m_frame.body.temperatureC = 42.0;
    m_frame.body.joints[m_frame.identity.model->findJoint("hj1").index()].measuredRad = 0.5;
    m_frame.body.joints[m_frame.identity.model->findJoint("hj2").index()].measuredRad = -0.25;
    step(0.0, 0.0, false);
    m_frame.body.joints[3].commandRadPerS = 1.5;
    m_memory.storeCommands(m_frame.body.joints);
    m_memory.said("hello");
    m_memory.beamed({-3.0, 1.0, 0.5});
    m_frame.game.playMode = game::PlayMode::PlayOn;
    step(0.0, 0.0, false);
    const auto then = m_memory.parameters(1);
    EXPECT_EQ(then->cycle, 40U);
    EXPECT_EQ(then->playMode, game::PlayMode::KickInLeft);
    EXPECT_EQ(then->gameTimeS, 12.5);
    EXPECT_EQ(then->batteryLevel, 80.0);
    EXPECT_EQ(then->temperatureC, 42.0);
    EXPECT_EQ(then->viewPanRad, 0.5);
    EXPECT_EQ(then->viewTiltRad, -0.25);
    EXPECT_EQ(m_memory.parameters(0)->playMode, game::PlayMode::PlayOn);
    const auto action = m_memory.action(1);
    ASSERT_EQ(action->speedsRadPerS.size(), m_frame.body.joints.size());
    EXPECT_EQ(action->speedsRadPerS[3], 1.5F);
    EXPECT_EQ(action->said, "hello");
    EXPECT_TRUE(action->isBeamed);
    EXPECT_EQ(action->beam_F, Vector3d(-3.0, 1.0, 0.5));
    EXPECT_TRUE(m_memory.action(0)->speedsRadPerS.empty());
    EXPECT_TRUE(m_memory.action(0)->said.empty());
    EXPECT_FALSE(m_memory.action(0)->isBeamed);
}

TEST_F(WorldMemoryTest, StoringAllocatesNothing) {
    step(0.0, 0.0, true);
    m_percepts.vision.reset();
    const tests::AllocationGuard guard;
    for (int i = 0; i < 300; ++i) {
        m_memory.remember(m_percepts, m_frame, 0.02);
        m_memory.storeCommands(m_frame.body.joints);
        m_memory.said("a text that is longer than any that can be said at all");
    }
    EXPECT_EQ(m_memory.predictionError(ObjectKey::ball(), 0.5).count, 0U);
    EXPECT_EQ(guard.count(), 0U);
}

// In a real match, predictions of the ball over half a second are accurate while it is untouched.
TEST(RecordedMemoryTest, EvaluatesPredictionsOfRecordedMatch) {
    SIDELINE_SHARED_OR_SKIP(file, "agent/ut-fine00.rec.gz");
    const field::FieldModel field(field::newestField().dimensions);
    WorldModel world(
        AgentIdentity{"UTA", {}, 0, robot::naoModel(robot::NaoType::Standard).shared()}, field,
        std::make_unique<localization::FusionEstimator>());
    AgentFrame frame;
    PredictionError soon;
    PredictionError later;
    std::size_t cycles = 0;
    for (const tests::AgentRecord& record : tests::readAgentRecords(file)) {
        if (!record.isFromServer) {
            continue;
        }
        const auto percepts = protocol::parsePercepts(record.message);
        ASSERT_TRUE(percepts);
        world.update(*percepts, frame);
        if (++cycles % Memory::kDefaultCycles == 0) {
            const auto add = [](PredictionError& sum, const PredictionError& error) {
                sum.meanM += error.meanM * static_cast<double>(error.count);
                sum.count += error.count;
            };
            add(soon, world.memory().predictionError(ObjectKey::ball(), 0.1));
            add(later, world.memory().predictionError(ObjectKey::ball(), 0.5));
        }
    }
    ASSERT_GT(soon.count, 500U);
    soon.meanM /= static_cast<double>(soon.count);
    later.meanM /= static_cast<double>(later.count);
    RecordProperty("ballAfter100MsM", std::to_string(soon.meanM));
    RecordProperty("ballAfter500MsM", std::to_string(later.meanM));
    EXPECT_LT(soon.meanM, tests::tolerance(0.15));
    EXPECT_LT(later.meanM, tests::tolerance(0.6));
    EXPECT_NEAR(world.memory().spanS(), 9.98, 1e-6) << "whole steps";
}

} // namespace
} // namespace sideline::world
