#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/localization/fusion_estimator.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/ground_truth.h"
#include "agentcore/robot/nao.h"
#include "agentcore/world/world_model.h"
#include "tests/support/agent_record.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/test_files.h"

namespace sideline::world {
namespace {

using Eigen::Vector3d;
using math::radFromDeg;

// An estimator that returns the pose given by a test.
class FixedPose final : public localization::PoseEstimator {
public:
    explicit FixedPose(const localization::PoseEstimate& pose) : m_pose(pose) {}
    localization::PoseEstimate update(const localization::PoseInput& input) override {
        stepS = input.stepS;
        odometry = input.odometry;
        return m_pose;
    }
    void reset() override { ++resets; }
    [[nodiscard]] std::unique_ptr<PoseEstimator> clone() const override {
        return std::make_unique<FixedPose>(*this);
    }
    int resets = 0;
    double stepS = 0.0;
    std::optional<localization::WalkOdometry> odometry;

private:
    const localization::PoseEstimate& m_pose;
};

protocol::Percepts percepts(const std::string& message) {
    auto parsed = protocol::parsePercepts(message);
    EXPECT_TRUE(parsed) << message;
    return parsed ? *parsed : protocol::Percepts{};
}

class WorldModelTest : public testing::Test {
protected:
    WorldModelTest()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_field(field::newestField().dimensions) {
        // At (-3, 0) in S, facing the right goal.
        m_pose.isValid = true;
        m_pose.X_ST.R = Eigen::AngleAxisd(-0.5 * math::kPi, Vector3d::UnitZ()).toRotationMatrix();
        m_pose.X_ST.p = {-3.0, 0.0, 0.4};
        auto estimator = std::make_unique<FixedPose>(m_pose);
        m_estimator = estimator.get();
        m_world = std::make_unique<WorldModel>(
            AgentIdentity{"Us", {game::Side::None, game::UniformNumber(0)}, 0, m_model.shared()},
            m_field, std::move(estimator));
    }

    const AgentFrame& update(const std::string& message) {
        m_texts.push_back(std::make_unique<std::string>(message));
        m_world->update(percepts(*m_texts.back()), m_frame);
        return m_frame;
    }

    // A message with the time and further percepts.
    const AgentFrame& step(const std::string& rest) {
        m_timeS += 0.02;
        return update("(time (now " + std::to_string(m_timeS) + "))" + rest);
    }

    const JointBelief& joint(const char* name) const {
        return m_frame.body.joints[m_model.findJoint(name).index()];
    }

    const robot::RobotModel& m_model;
    field::FieldModel m_field;
    localization::PoseEstimate m_pose;
    FixedPose* m_estimator = nullptr;
    std::unique_ptr<WorldModel> m_world;
    AgentFrame m_frame;
    double m_timeS = 100.0;
    std::vector<std::unique_ptr<std::string>> m_texts;
};

TEST_F(WorldModelTest, WalkOdometryReachesTheEstimatorOnce) {
    step("");
    EXPECT_FALSE(m_estimator->odometry);
    m_world->walked(localization::WalkOdometry{.move_TM = {0.0, 0.01, 0.0}, .turnRad = 0.02});
    step("");
    ASSERT_TRUE(m_estimator->odometry);
    EXPECT_EQ(m_estimator->odometry->move_TM.y(), 0.01);
    EXPECT_EQ(m_estimator->odometry->turnRad, 0.02);
    step("");
    EXPECT_FALSE(m_estimator->odometry) << "a standing robot reports no odometry";
}

TEST_F(WorldModelTest, ReportsIdentityAndGame) {
    update("(time (now 12.50))(GS (unum 7) (team right) (sl 1) (sr 3) (t 4.20) (pm PlayOn))");
    EXPECT_EQ(m_frame.identity.team, "Us");
    EXPECT_EQ(m_frame.identity.robot.side, game::Side::Right);
    EXPECT_EQ(m_frame.identity.robot.unum.value(), 7);
    EXPECT_EQ(m_frame.game.serverTimeS, 12.5);
    EXPECT_EQ(m_frame.game.gameTimeS, 4.2);
    EXPECT_EQ(m_frame.game.playMode, game::PlayMode::PlayOn);
    EXPECT_EQ(m_frame.game.ownScore, 3);
    EXPECT_EQ(m_frame.game.opponentScore, 1);
    update("(time (now 12.52))(GS (sl 1) (sr 3) (t 4.22) (pm NoSuchMode))");
    EXPECT_EQ(m_frame.identity.robot.side, game::Side::Right) << "reported only once";
    EXPECT_FALSE(m_frame.game.playMode);
}

TEST_F(WorldModelTest, PassesStepDurationToTheEstimator) {
    update("(time (now 12.50))");
    EXPECT_DOUBLE_EQ(m_estimator->stepS, 0.02);
    update("(time (now 12.56))");
    EXPECT_NEAR(m_estimator->stepS, 0.06, 1e-9);
    update("(time (now 12.59))");
    EXPECT_DOUBLE_EQ(m_estimator->stepS, 0.02) << "rounded; physics took one step";
    update("(time (now 12.64))");
    EXPECT_DOUBLE_EQ(m_estimator->stepS, 0.04) << "one is missing";
    update("(time (now 12.65))");
    EXPECT_DOUBLE_EQ(m_estimator->stepS, 0.02);
    update("(time (now 12.65))");
    EXPECT_DOUBLE_EQ(m_estimator->stepS, 0.02);
    update("(time (now 3.00))");
    EXPECT_DOUBLE_EQ(m_estimator->stepS, 0.02) << "another server's clock";
    update("(time (now 900.00))");
    EXPECT_DOUBLE_EQ(m_estimator->stepS, 1.0);
}

TEST_F(WorldModelTest, BodyComesFromItsPercepts) {
    step("(GYR (n torso) (rt 180.00 0.00 -90.00))(ACC (n torso) (a 0.10 0.20 9.70))"
         "(HJ (n hj1) (ax 30.00))(FRP (n lf) (c 0.01 0.02 -0.01) (f 0.00 0.00 22.60))"
         "(AgentState (temp 48) (battery 75))");
    EXPECT_NEAR(joint("hj1").measuredRad, radFromDeg(30.0), 1e-12);
    EXPECT_NEAR(joint("hj1").targetRad, radFromDeg(30.0), 1e-12);
    EXPECT_NEAR(m_frame.body.gyro_TRadPerS.x(), math::kPi, 1e-12);
    EXPECT_NEAR(m_frame.body.gyro_TRadPerS.z(), -0.5 * math::kPi, 1e-12);
    EXPECT_EQ(m_frame.body.acceleration_TMps2, Vector3d(0.1, 0.2, 9.7));
    ASSERT_EQ(m_frame.body.forces.size(), 1U);
    EXPECT_EQ(m_model.body(m_frame.body.forces[0].body).name, "lfoot");
    EXPECT_EQ(m_frame.body.forces[0].force_BodyN.z(), 22.6);
    EXPECT_EQ(m_frame.body.readings.temperatureC, 48.0);
    EXPECT_EQ(m_frame.body.readings.batteryLevel, 75.0);
    step("");
    EXPECT_TRUE(m_frame.body.forces.empty()) << "only of this cycle";
    EXPECT_NEAR(joint("hj1").measuredRad, radFromDeg(30.0), 1e-12) << "the last one stays";
}

TEST_F(WorldModelTest, ExpectsPendingCommands) {
    const std::size_t pan = m_model.findJoint("hj1").index();
    step("(HJ (n hj1) (ax 0.00))");
    EXPECT_EQ(joint("hj1").expectedRad, 0.0);
    std::vector<JointBelief> sent = m_frame.body.joints;
    sent[pan].commandRadPerS = 1.0;
    sent[pan].targetRad = 0.5;
    m_world->sent(sent);
    step("(HJ (n hj1) (ax 0.00))");
    EXPECT_NEAR(joint("hj1").expectedRad, 0.02, 1e-9) << "acts after the next message";
    EXPECT_EQ(joint("hj1").targetRad, 0.5);
    sent[pan].commandRadPerS = 0.0;
    m_world->sent(sent);
    // One step at 1 rad/s is 1.146 degrees, which is rounded in percepts.
    step("(HJ (n hj1) (ax 1.15))");
    EXPECT_NEAR(joint("hj1").measuredRad, radFromDeg(1.15), 1e-12);
    EXPECT_NEAR(joint("hj1").expectedRad, 0.02, 1e-9) << "finer than the percept";
    // The joint is blocked: the measurement counts.
    step("(HJ (n hj1) (ax 0.90))");
    EXPECT_NEAR(joint("hj1").expectedRad, radFromDeg(0.905), 1e-4);
}

TEST_F(WorldModelTest, ExpectsNoJointBeyondItsLimits) {
    const std::size_t pan = m_model.findJoint("hj1").index();
    step("(HJ (n hj1) (ax 119.00))");
    std::vector<JointBelief> sent = m_frame.body.joints;
    sent[pan].commandRadPerS = 6.0;
    m_world->sent(sent);
    step("(HJ (n hj1) (ax 119.00))");
    EXPECT_DOUBLE_EQ(joint("hj1").expectedRad, m_model.joints()[pan].maxRad);
}

TEST_F(WorldModelTest, NonFiniteNumbersAreIgnored) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    step("(HJ (n hj1) (ax 10.00))");
    protocol::Percepts bad;
    bad.serverTimeS = nan;
    bad.gameTimeS = nan;
    bad.batteryLevel = nan;
    bad.joints.push_back({"hj1", 0, nan});
    bad.joints.push_back({"nonsense", 0, 1.0});
    bad.gyros.push_back({"torso", Vector3d::Constant(nan)});
    bad.accelerometers.push_back({"torso", Vector3d::Constant(nan)});
    bad.forces.push_back({"rf", Vector3d::Constant(nan), Vector3d::UnitZ()});
    protocol::VisionPercept vision;
    vision.objects.push_back({"B", {nan, 0.0, 0.0}});
    vision.objects.push_back({"F1L", {5.0, nan, 0.0}});
    vision.lines.push_back({{1.0, 2.0, 3.0}, {nan, 2.0, 3.0}});
    bad.vision = vision;
    m_world->update(bad, m_frame);
    EXPECT_NEAR(joint("hj1").measuredRad, radFromDeg(10.0), 1e-12);
    EXPECT_TRUE(m_frame.body.gyro_TRadPerS.allFinite());
    EXPECT_TRUE(m_frame.body.acceleration_TMps2.allFinite());
    EXPECT_TRUE(m_frame.body.forces.empty());
    EXPECT_TRUE(std::isfinite(m_frame.game.serverTimeS));
    EXPECT_FALSE(m_frame.world.ball.isKnown);
    EXPECT_TRUE(m_frame.world.landmarks.empty());
    EXPECT_TRUE(m_frame.world.lines.empty());
}

TEST_F(WorldModelTest, BallIsAtSeenPosition) {
    step("(See (B (pol 2.00 0.00 0.00)))");
    EXPECT_TRUE(m_frame.world.hasVision);
    ASSERT_TRUE(m_frame.world.ball.isKnown);
    EXPECT_NEAR(m_frame.world.ball.p_T.y(), 2.0, 0.01) << "straight ahead";
    EXPECT_NEAR(m_frame.world.ball.p_F.x(), -1.0, 0.01);
    EXPECT_EQ(m_frame.world.ball.ageS, 0.0);
    for (int i = 0; i < 10; ++i) {
        step("");
    }
    EXPECT_FALSE(m_frame.world.hasVision);
    EXPECT_TRUE(m_frame.world.ball.isKnown);
    EXPECT_NEAR(m_frame.world.ball.ageS, 0.2, 1e-6);
}

TEST_F(WorldModelTest, RightTeamUsesRotatedField) {
    update("(time (now 1.00))(GS (unum 1) (team right) (sl 0) (sr 0) (t 0.00) (pm PlayOn))");
    step("(See (B (pol 2.00 0.00 0.00))(F1L (pol 1.00 0.00 0.00)))");
    EXPECT_NEAR(m_frame.world.ball.p_F.x(), 1.0, 0.01);
    EXPECT_NEAR(m_frame.body.X_FT.p.x(), 3.0, 1e-9);
    ASSERT_EQ(m_frame.world.landmarks.size(), 1U);
    EXPECT_EQ(m_frame.world.landmarks[0].name, "F1L");
    EXPECT_NEAR(m_frame.world.landmarks[0].p_F.x(), 2.0, 0.01);
}

TEST_F(WorldModelTest, BallIsKnownInTorsoFrameWithoutPose) {
    m_pose.isValid = false;
    step("(See (B (pol 2.00 0.00 0.00))(F1L (pol 1.00 0.00 0.00))(L (pol 2 1 1)(pol 2 2 2)))");
    EXPECT_TRUE(m_frame.world.ball.isKnown);
    EXPECT_NEAR(m_frame.world.ball.p_T.y(), 2.0, 0.01);
    EXPECT_TRUE(m_frame.world.landmarks.empty());
    EXPECT_TRUE(m_frame.world.lines.empty());
    for (int i = 0; i < 60; ++i) {
        step("");
    }
    EXPECT_FALSE(m_frame.world.ball.isKnown);
}

TEST_F(WorldModelTest, BallNotSeenWhereExpectedIsRemoved) {
    step("(See (B (pol 2.00 0.00 -5.00)))");
    for (int i = 0; i < 4; ++i) {
        step("(See (F1R (pol 20.00 0.00 0.00)))");
        EXPECT_TRUE(m_frame.world.ball.isKnown);
    }
    step("(See (F1R (pol 20.00 0.00 0.00)))");
    EXPECT_FALSE(m_frame.world.ball.isKnown);
}

TEST_F(WorldModelTest, PlayersAreIdentifiedByTeamAndNumber) {
    step("(See (P (team Us) (id 0) (head (pol 3.00 0.00 0.00)))"
         "(P (team Us) (id 4) (head (pol 3.00 10.00 0.00)))"
         "(P (team Them) (id 4) (head (pol 2.00 -10.00 -15.00))"
         "(rlowerarm (pol 2.00 -6.00 0.00)) (llowerarm (pol 2.00 -14.00 0.00))))");
    ASSERT_EQ(m_frame.world.players.size(), 3U);
    const PlayerBelief& opponent = m_frame.world.players[2];
    EXPECT_FALSE(opponent.isTeammate);
    EXPECT_EQ(opponent.unum, 4);
    ASSERT_TRUE(opponent.hasHeading);
    // Its right arm is on our left: it faces us.
    EXPECT_NEAR(std::abs(opponent.headingRad), radFromDeg(170.0), 0.05);
    EXPECT_TRUE(opponent.isFallen) << "its head is near the ground";
    step("(See (P (team Us) (id 4) (head (pol 3.00 10.00 0.00))))");
    EXPECT_EQ(m_frame.world.players.size(), 3U);
    EXPECT_EQ(m_frame.world.players[1].ageS, 0.0);
    EXPECT_GT(m_frame.world.players[2].ageS, 0.0);
    for (int i = 0; i < 600; ++i) {
        step("");
    }
    EXPECT_TRUE(m_frame.world.players.empty());
}

TEST_F(WorldModelTest, OwnArmsAreIgnored) {
    update("(time (now 1.00))(GS (unum 3) (team left) (sl 0) (sr 0) (t 0.00) (pm PlayOn))");
    step("(See (P (team Us) (id 3) (rlowerarm (pol 0.19 -33.93 -21.69)))"
         "(P (team Them) (id 3) (head (pol 3.00 0.00 0.00))))");
    ASSERT_EQ(m_frame.world.players.size(), 1U);
    EXPECT_FALSE(m_frame.world.players[0].isTeammate);
}

TEST_F(WorldModelTest, HeardMessagesBelongToOneCycle) {
    update("(time (now 9.00))(GS (sl 0) (sr 0) (t 5.00) (pm PlayOn))"
           "(hear Us 4.96 -90.00 twenty_signs_at_most)(hear Us 4.96 self ok)");
    ASSERT_EQ(m_frame.world.heard.size(), 2U);
    EXPECT_EQ(m_frame.world.heard[0].text, "twenty_signs_at_most");
    EXPECT_EQ(m_frame.world.heard[0].team, "Us");
    EXPECT_NEAR(m_frame.world.heard[0].directionRad, -0.5 * math::kPi, 1e-12);
    EXPECT_NEAR(m_frame.world.heard[0].ageS, 0.04, 1e-9);
    EXPECT_TRUE(m_frame.world.heard[1].isOwn);
    step("");
    EXPECT_TRUE(m_frame.world.heard.empty());
}

TEST_F(WorldModelTest, TeammateMessagesReachBallPlayersAndSituation) {
    SayWords words;
    words.unum = 4;
    words.p_F = {5.0, 2.0};
    words.isBallKnown = true;
    words.ball_F = {6.0, 2.0};
    std::string text;
    ASSERT_TRUE(writeSay(words, text));
    update("(time (now 9.00))(GS (unum 7) (team right) (sl 0) (sr 0) (t 5.00) (pm PlayOn))"
           "(hear Us 4.96 -90.00 " +
           text + ")");
    ASSERT_TRUE(m_frame.world.ball.isKnown);
    EXPECT_TRUE(m_frame.world.ball.isHeard);
    EXPECT_NEAR(m_frame.world.ball.p_F.x(), 6.0, 0.01) << "in the team's frame on both sides";
    ASSERT_EQ(m_frame.world.players.size(), 1U);
    EXPECT_EQ(m_frame.world.players[0].unum, 4);
    EXPECT_EQ(m_frame.situation.teammatesByBall, std::vector<int>{0});
    EXPECT_EQ(m_frame.situation.ownRankToBall, 1);
    EXPECT_TRUE(m_frame.situation.mayTouchBall);
    EXPECT_TRUE(m_frame.situation.hasHome);
    ASSERT_EQ(m_world->heardMessages().size(), 1U);
    EXPECT_EQ(m_world->heardMessages()[0].text.view(), text);
    m_timeS = 9.0;
    step("");
    EXPECT_TRUE(m_frame.world.ball.isKnown) << "stays for a while";
    EXPECT_NEAR(m_frame.world.ball.ageS, 0.06, 1e-6);
    for (int i = 0; i < 200; ++i) {
        step("");
    }
    EXPECT_FALSE(m_frame.world.ball.isKnown);
    EXPECT_TRUE(m_frame.world.players.empty());
}

TEST_F(WorldModelTest, TracksAgeOfGameState) {
    step("(GS (sl 0) (sr 0) (t 5.00) (pm KickOff_Left))");
    EXPECT_EQ(m_frame.game.ageS, 0.0);
    EXPECT_EQ(m_frame.situation.setPiece, SetPiece::KickOff);
    step("");
    EXPECT_DOUBLE_EQ(m_frame.game.ageS, 0.02);
    EXPECT_DOUBLE_EQ(m_frame.situation.modeForS, 0.02);
    step("(GS (sl 0) (sr 0) (t 5.04) (pm KickOff_Left))");
    EXPECT_EQ(m_frame.game.ageS, 0.0);
}

TEST_F(WorldModelTest, TracksFallsAndGettingUp) {
    const Eigen::Matrix3d upright = m_pose.X_ST.R;
    step("");
    EXPECT_FALSE(m_frame.body.isFallen);
    m_pose.X_ST.R = upright * Eigen::AngleAxisd(1.4, Vector3d::UnitX());
    step("");
    EXPECT_FALSE(m_frame.body.isFallen) << "not in one cycle";
    for (int i = 0; i < 5; ++i) {
        step("");
    }
    EXPECT_TRUE(m_frame.body.isFallen);
    m_pose.X_ST.R = upright;
    for (int i = 0; i < 6; ++i) {
        step("");
    }
    EXPECT_FALSE(m_frame.body.isFallen);
}

TEST_F(WorldModelTest, EveryFallTakesTimeToCount) {
    const Eigen::Matrix3d upright = m_pose.X_ST.R;
    const auto cyclesUntil = [&](bool isFallen) {
        int cycles = 0;
        while (m_frame.body.isFallen != isFallen && cycles < 50) {
            step("");
            ++cycles;
        }
        return cycles;
    };
    step("");
    m_pose.X_ST.R = upright * Eigen::AngleAxisd(1.4, Vector3d::UnitX());
    const int first = cyclesUntil(true);
    EXPECT_GT(first, 2);
    for (int round = 0; round < 3; ++round) {
        m_pose.X_ST.R = upright;
        EXPECT_EQ(cyclesUntil(false), first) << round;
        m_pose.X_ST.R = upright * Eigen::AngleAxisd(1.4, Vector3d::UnitX());
        EXPECT_EQ(cyclesUntil(true), first) << round;
    }
}

TEST_F(WorldModelTest, AccelerometerDetectsFallWithoutPose) {
    m_pose.isValid = false;
    for (int i = 0; i < 60; ++i) {
        step("(ACC (n torso) (a 0.00 9.80 0.20))");
    }
    EXPECT_TRUE(m_frame.body.isFallen);
}

TEST_F(WorldModelTest, NewConnectionResetsState) {
    update("(time (now 1.00))(GS (unum 3) (team right) (sl 2) (sr 0) (t 0.00) (pm PlayOn))"
           "(See (B (pol 2.00 0.00 0.00)))");
    m_world->reset(5);
    EXPECT_EQ(m_estimator->resets, 1);
    step("");
    EXPECT_EQ(m_frame.identity.robot.unum.value(), 5);
    EXPECT_EQ(m_frame.identity.robot.side, game::Side::None);
    EXPECT_EQ(m_frame.game.opponentScore, 0);
    EXPECT_FALSE(m_frame.world.ball.isKnown);
    m_world->forgetPose();
    EXPECT_EQ(m_estimator->resets, 2);
}

// Without a reported side a robot assumes the left one.
TEST_F(WorldModelTest, FieldRotationResetsBeliefs) {
    step("(See (B (pol 2.00 0.00 0.00))(P (team Them) (id 4) (head (pol 3.00 10.00 0.00))))");
    ASSERT_TRUE(m_frame.world.ball.isKnown);
    ASSERT_EQ(m_frame.world.players.size(), 1U);
    step("(GS (unum 1) (team right) (sl 0) (sr 0) (t 0.00) (pm PlayOn))");
    EXPECT_TRUE(m_frame.world.players.empty());
    // The position in the torso frame is kept.
    ASSERT_TRUE(m_frame.world.ball.isKnown);
    EXPECT_NEAR(m_frame.world.ball.p_F.x(), 1.0, 0.01);
    EXPECT_NEAR(m_frame.world.ball.p_T.y(), 2.0, 0.01);
}

TEST_F(WorldModelTest, LandmarksComeFromVision) {
    step("(See (F1R (pol 20.00 0.00 0.00))(L (pol 2 1 1)(pol 2 2 2)))");
    ASSERT_EQ(m_frame.world.landmarks.size(), 1U);
    step("(See (G1R (pol 18.00 3.00 0.00)))");
    ASSERT_EQ(m_frame.world.landmarks.size(), 1U);
    EXPECT_EQ(m_frame.world.landmarks[0].name, "G1R");
    EXPECT_TRUE(m_frame.world.lines.empty());
    step("");
    EXPECT_TRUE(m_frame.world.landmarks.empty());
}

TEST_F(WorldModelTest, BeamTakesEffectTwoMessagesLater) {
    step("");
    m_world->beamed();
    step("");
    EXPECT_EQ(m_estimator->resets, 0) << "the message was on its way already";
    step("");
    EXPECT_EQ(m_estimator->resets, 1);
    step("");
    EXPECT_EQ(m_estimator->resets, 1);
}

TEST_F(WorldModelTest, ABeamPutsALyingRobotUpright) {
    m_pose.isValid = false; // then the accelerometer decides
    const std::string lying =
        "(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a 0.00 9.81 0.00))";
    for (int i = 0; i < 50; ++i) {
        step(lying);
    }
    ASSERT_TRUE(m_frame.body.isFallen);
    m_world->beamed();
    step(lying);
    EXPECT_TRUE(m_frame.body.isFallen);
    EXPECT_FALSE(m_world->hasBeamed());
    step("(GYR (n torso) (rt 0.00 0.00 0.00))(ACC (n torso) (a 0.00 0.00 0.00))");
    EXPECT_FALSE(m_frame.body.isFallen);
    EXPECT_EQ(m_frame.body.up_T, Vector3d::UnitZ());
    EXPECT_TRUE(m_world->hasBeamed());
    step("");
    EXPECT_FALSE(m_world->hasBeamed());
}

TEST(FieldFromServerTest, RotatesOnlyForTheRightTeam) {
    const Vector3d p_S(3.0, -4.0, 0.5);
    EXPECT_EQ(fieldFromServer(game::Side::Left) * p_S, p_S);
    EXPECT_EQ(fieldFromServer(game::Side::None) * p_S, p_S);
    EXPECT_EQ(fieldFromServer(game::Side::Right) * p_S, Vector3d(-3.0, 4.0, 0.5));
    EXPECT_NEAR(fieldFromServer(game::Side::Right).R.determinant(), 1.0, 1e-12);
}

// A recorded match, processed like in an agent's thread.
class RecordedWorldTest : public testing::Test {
protected:
    RecordedWorldTest()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_field(field::newestField().dimensions),
          m_world(AgentIdentity{"UTA", {}, 0, m_model.shared()}, m_field,
                  std::make_unique<localization::FusionEstimator>()) {}

    const robot::RobotModel& m_model;
    field::FieldModel m_field;
    WorldModel m_world;
};

TEST_F(RecordedWorldTest, BallAndLandmarksAreAtTruePositions) {
    SIDELINE_SHARED_OR_SKIP(file, "agent/ut-fine00.rec.gz");
    AgentFrame frame;
    double ballErrorM = 0.0;
    double landmarkErrorM = 0.0;
    int balls = 0;
    int landmarks = 0;
    int players = 0;
    for (const tests::AgentRecord& record : tests::readAgentRecords(file)) {
        if (!record.isFromServer) {
            continue;
        }
        const protocol::Percepts reported = percepts(record.message);
        m_world.update(reported, frame);
        players += frame.world.players.empty() ? 0 : 1;
        protocol::Percepts unused;
        protocol::GroundTruth truth;
        ASSERT_TRUE(protocol::parsePercepts(record.message, unused, truth));
        if (truth.ballPosition_S && frame.body.pose.isValid &&
            frame.body.pose.cyclesSinceVision < 10 && frame.world.ball.isKnown &&
            frame.world.ball.ageS < 0.1) {
            ballErrorM += (frame.world.ball.p_F - *truth.ballPosition_S).head<2>().norm();
            ++balls;
        }
        for (const SeenLandmark& seen : frame.world.landmarks) {
            const auto known =
                std::ranges::find(m_field.landmarks(), seen.name, &field::Landmark::name);
            ASSERT_NE(known, m_field.landmarks().end()) << seen.name;
            landmarkErrorM += (seen.p_F - known->p_S).norm();
            ++landmarks;
        }
    }
    ASSERT_GT(balls, 500);
    ASSERT_GT(landmarks, 2000);
    EXPECT_GT(players, 1000);
    std::cout << "ball: mean error " << 1e3 * ballErrorM / balls << " mm of " << balls
              << "; landmarks: " << 1e3 * landmarkErrorM / landmarks << " mm of " << landmarks
              << '\n';
    EXPECT_LT(ballErrorM / balls, tests::tolerance(0.06));
    EXPECT_LT(landmarkErrorM / landmarks, tests::tolerance(0.2));
}

TEST_F(RecordedWorldTest, AllocatesNothingAfterWarmUp) {
    SIDELINE_SHARED_OR_SKIP(file, "agent/ut-fine00.rec.gz");
    std::array<AgentFrame, 3> frames;
    protocol::Percepts reported;
    reported.reserve();
    std::vector<std::string> messages;
    for (tests::AgentRecord& record : tests::readAgentRecords(file)) {
        if (record.isFromServer) {
            messages.push_back(std::move(record.message));
        }
    }
    std::uint64_t allocations = 0;
    for (int round = 0; round < 2; ++round) {
        for (std::size_t i = 0; i < messages.size(); ++i) {
            ASSERT_TRUE(protocol::parsePercepts(messages[i], reported));
            AgentFrame& frame = frames[i % frames.size()];
            const tests::AllocationGuard guard;
            m_world.update(reported, frame);
            m_world.sent(frame.body.joints);
            allocations += round > 0 ? guard.count() : 0;
        }
    }
    EXPECT_EQ(allocations, 0U);
}

} // namespace
} // namespace sideline::world
