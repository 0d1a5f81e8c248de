#include "agentcore/motion/kick/kick_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "tests/support/allocation_guard.h"

namespace sideline::motion {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kKickCycleS = 0.02;

// A robot whose joints reach their targets in the next cycle, on a fixed support sole.
struct IdealKicker {
    explicit IdealKicker(robot::NaoType type = robot::NaoType::Standard,
                         const KickParameters& parameters = {})
        : model(robot::naoModel(type)),
          body(model),
          engine(model, parameters),
          measuredRad(model.joints().size()),
          targetRad(model.joints().size()) {
        // The stance of a walk: knees bent, soles level.
        for (const Foot foot : kFeet) {
            math::Pose sole;
            sole.p = body.hips_T() + Vector3d(foot == Foot::Left ? -body.hipM() : body.hipM(), 0.0,
                                              -0.85 * body.legM());
            body.placeSole(foot, sole, {}, targetRad);
            body.placeArm(foot, -1.57, 0.2, 0.2, targetRad);
        }
        feel();
    }

    void feel() {
        measuredRad = targetRad;
        senses.measuredRad = measuredRad;
    }
    void begin(Foot foot, const KickEngine::Aim& aim) {
        feel();
        engine.begin(senses, foot, aim);
        footBegin = foot;
    }
    void step(const std::optional<Vector3d>& ball_T = {}) {
        feel();
        engine.update(senses, ball_T, kKickCycleS, targetRad);
    }
    // Kicking foot relative to the support sole: x right, y ahead, z up.
    [[nodiscard]] math::Pose kickingSole() const {
        return body.X_TorsoSole(otherFoot(footBegin), targetRad).inverse() *
               body.X_TorsoSole(footBegin, targetRad);
    }
    void expectInsideStops() const {
        for (std::size_t i = 0; i < targetRad.size(); ++i) {
            const robot::Joint& joint = model.joints()[i];
            ASSERT_TRUE(std::isfinite(targetRad[i])) << joint.effector;
            ASSERT_GE(targetRad[i], joint.minRad) << joint.effector;
            ASSERT_LE(targetRad[i], joint.maxRad) << joint.effector;
        }
    }

    const robot::RobotModel& model;
    LeggedBody body;
    KickEngine engine;
    WalkSenses senses;
    std::vector<double> measuredRad;
    std::vector<double> targetRad;
    Foot footBegin = Foot::Right;
};

// Slow and low enough for inverse kinematics to be exact.
KickParameters reachable() {
    KickParameters parameters;
    parameters.entryS = 0.0;
    parameters.backM = 0.03;
    parameters.throughM = 0.0;
    parameters.backUpM = 0.03;
    parameters.contactUpM = 0.02;
    parameters.throughUpM = 0.03;
    parameters.backLeanRad = 0.0;
    parameters.backRollRad = 0.05;
    parameters.throughRollRad = 0.05;
    parameters.backHeightRatio = 0.82;
    parameters.throughHeightRatio = 0.82;
    parameters.swingEase = 0.0;
    return parameters;
}

TEST(KickEngineTest, AbortedKickReturnsToStanceWithoutSwing) {
    for (const double atS : {0.06, 0.2, 0.3}) {
        IdealKicker kicker;
        kicker.begin(Foot::Right, {{0.17, -0.05}, 0.0});
        while (kicker.engine.timeS() < atS) {
            kicker.step();
        }
        if (kicker.engine.hasSwung()) {
            break;
        }
        const Vector3d before = kicker.kickingSole().p;
        kicker.engine.callOff();
        kicker.step();
        EXPECT_LT((kicker.kickingSole().p - before).norm(), 0.03) << "no jump";
        double maxAheadM = -1.0;
        for (int i = 0; i < 100 && !kicker.engine.isDone(); ++i) {
            kicker.step();
            kicker.expectInsideStops();
            maxAheadM = std::max(maxAheadM, kicker.kickingSole().p.y());
        }
        EXPECT_TRUE(kicker.engine.isDone());
        EXPECT_FALSE(kicker.engine.hasSwung());
        EXPECT_LT(maxAheadM, 0.03) << "the foot does not reach the ball";
        EXPECT_NEAR(kicker.kickingSole().p.z(), 0.0, 0.01);
    }
}

TEST(KickEngineTest, SwingCannotBeAborted) {
    IdealKicker kicker;
    IdealKicker other;
    kicker.begin(Foot::Right, {{0.17, -0.05}, 0.0});
    other.begin(Foot::Right, {{0.17, -0.05}, 0.0});
    while (!kicker.engine.hasSwung()) {
        kicker.step();
        other.step();
    }
    kicker.engine.callOff();
    while (!other.engine.isDone()) {
        kicker.step();
        other.step();
        ASSERT_EQ(kicker.targetRad, other.targetRad);
    }
    EXPECT_TRUE(kicker.engine.isDone());
}

TEST(KickEngineTest, FootMovesThroughTheBallInRequestedDirection) {
    // Outwards; a leg cannot cross the other one far.
    for (const double directionRad : {0.0, -0.3, 0.05}) {
        IdealKicker kicker(robot::NaoType::Standard, reachable());
        const KickEngine::Aim aim{{0.08, -0.06}, directionRad};
        kicker.begin(Foot::Right, aim);
        // From the support sole, the left one: x right, y ahead.
        const Vector2d ball(kicker.body.hipM() + 0.06, 0.08);
        const Vector2d along(-std::sin(directionRad), std::cos(directionRad));
        double nearestM = 1.0;
        int swings = 0;
        while (!kicker.engine.isDone()) {
            kicker.step();
            if (kicker.engine.hasSwung() &&
                kicker.engine.timeS() < reachable().durationS() - reachable().returnS - 1e-9) {
                const Vector2d way = kicker.kickingSole().p.head<2>() - ball;
                EXPECT_LT(std::abs(along.x() * way.y() - along.y() * way.x()), 0.004)
                    << directionRad << " at " << kicker.engine.timeS();
                nearestM = std::min(nearestM, way.norm());
                ++swings;
            }
        }
        EXPECT_GE(swings, 5);
        EXPECT_LT(nearestM, 0.02);
    }
}

TEST(KickEngineTest, EndsOnBothFeet) {
    for (const robot::NaoType type : robot::kNaoTypes) {
        IdealKicker kicker(type);
        kicker.begin(Foot::Left, {{0.16, 0.05}, 0.1});
        int cycles = 0;
        while (!kicker.engine.isDone()) {
            kicker.step();
            ASSERT_NO_FATAL_FAILURE(kicker.expectInsideStops());
            ++cycles;
        }
        EXPECT_EQ(cycles, std::lround(KickParameters().durationS() / kKickCycleS));
        kicker.step();
        const math::Pose sole = kicker.kickingSole();
        const double apartM = 2.0 * (kicker.body.hipM() + KickParameters().spreadM);
        EXPECT_TRUE(sole.p.isApprox(Vector3d(-apartM, 0.0, 0.0), 0.01)) << sole.p.transpose();
        EXPECT_GT(sole.R(2, 2), 0.9999);
    }
}

TEST(KickEngineTest, OtherFootMirrorsTheKick) {
    IdealKicker right;
    IdealKicker left;
    right.begin(Foot::Right, {{0.15, -0.04}, 0.2});
    left.begin(Foot::Left, {{0.15, 0.04}, -0.2});
    while (!right.engine.isDone()) {
        right.step();
        left.step();
        math::Pose image = left.kickingSole();
        image.p.x() *= -1.0;
        ASSERT_TRUE(image.p.isApprox(right.kickingSole().p, 1e-9)) << right.engine.timeS();
        const double knee = right.targetRad[right.model.findJoint("rle4").index()];
        ASSERT_NEAR(left.targetRad[left.model.findJoint("lle4").index()], knee, 1e-9);
    }
}

TEST(KickEngineTest, FollowsTheBallUntilTheSwing) {
    // From some time on, the ball is seen 2 cm farther to the right.
    const auto endOfSwing = [](double seenFromS) {
        IdealKicker kicker(robot::NaoType::Standard, reachable());
        kicker.begin(Foot::Right, {{0.08, -0.06}, 0.0});
        math::Pose sole;
        while (kicker.engine.timeS() < reachable().durationS() - reachable().returnS - 0.03) {
            std::optional<Vector3d> ball_T;
            if (kicker.engine.timeS() >= seenFromS) {
                kicker.feel();
                const Footing footing =
                    kicker.body.footing(kicker.senses.measuredRad, kicker.senses.up_T);
                const Vector3d stands = footing.X_GSole[indexOf(Foot::Left)].p;
                const Vector3d ball_G = stands + Vector3d(0.08, -kicker.body.hipM() - 0.08, 0.0);
                ball_T = footing.X_GT.inverse() * ball_G;
            }
            kicker.step(ball_T);
            sole = kicker.kickingSole();
        }
        return sole.p.x();
    };
    const double asAimedM = endOfSwing(10.0);
    EXPECT_NEAR(endOfSwing(0.1) - asAimedM, 0.02, 0.004);
    EXPECT_NEAR(endOfSwing(reachable().shiftS + reachable().backS), asAimedM, 1e-9);
}

TEST(KickEngineTest, LeavesPreviousPostureGradually) {
    IdealKicker kicker;
    const std::vector<double> before = kicker.targetRad;
    kicker.begin(Foot::Right, {{0.16, -0.05}, 0.0});
    kicker.step();
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_NEAR(kicker.targetRad[i], before[i], 0.15) << kicker.model.joints()[i].effector;
    }
}

TEST(KickEngineTest, EveryKickStartsFresh) {
    IdealKicker before;
    before.begin(Foot::Right, {{0.15, -0.04}, 0.2});
    while (!before.engine.isDone()) {
        before.step();
    }
    IdealKicker fresh;
    fresh.targetRad = before.targetRad;
    for (IdealKicker* kicker : {&before, &fresh}) {
        kicker->begin(Foot::Left, {{0.16, 0.05}, -0.1});
    }
    EXPECT_FALSE(before.engine.isDone());
    while (!fresh.engine.isDone()) {
        before.step();
        fresh.step();
        ASSERT_EQ(before.targetRad, fresh.targetRad) << fresh.engine.timeS();
    }
    EXPECT_TRUE(before.engine.isDone());
}

TEST(KickEngineTest, SupportFootKeepsItsYaw) {
    IdealKicker kicker(robot::NaoType::Standard, reachable());
    math::Pose sole = kicker.body.X_TorsoSole(Foot::Left, kicker.targetRad);
    sole.R = Eigen::AngleAxisd(0.2, Vector3d::UnitZ()).toRotationMatrix() * sole.R;
    kicker.body.placeSole(Foot::Left, sole, {}, kicker.targetRad);
    const Eigen::Matrix3d before = kicker.body.X_TorsoSole(Foot::Left, kicker.targetRad).R;
    kicker.begin(Foot::Right, {{0.08, -0.06}, 0.0});
    kicker.step();
    const Eigen::Matrix3d after = kicker.body.X_TorsoSole(Foot::Left, kicker.targetRad).R;
    EXPECT_LT(Eigen::AngleAxisd(before.transpose() * after).angle(), 0.03);
}

TEST(KickEngineTest, RaisedFootLandsFirst) {
    IdealKicker kicker(robot::NaoType::Standard, reachable());
    math::Pose sole = kicker.body.X_TorsoSole(Foot::Right, kicker.targetRad);
    sole.p.z() += 0.02;
    kicker.body.placeSole(Foot::Right, sole, {}, kicker.targetRad);
    kicker.begin(Foot::Right, {{0.08, -0.06}, 0.0});
    EXPECT_NEAR(kicker.kickingSole().p.z(), 0.02, 0.002);
    while (kicker.engine.timeS() < reachable().shiftS - 1.5 * kKickCycleS) {
        kicker.step();
    }
    EXPECT_LT(kicker.kickingSole().p.z(), 0.006);
}

TEST(KickEngineTest, PlannedLeanIsNoTiltError) {
    KickParameters plain = reachable();
    plain.backRollRad = plain.throughRollRad = 0.1; // towards the support foot
    KickParameters acting = plain;
    acting.ankleRollP = 0.5;
    const double beginS = plain.shiftS + plain.backS;
    for (const Foot foot : kFeet) {
        IdealKicker calm(robot::NaoType::Standard, plain);
        IdealKicker busy(robot::NaoType::Standard, acting);
        for (IdealKicker* kicker : {&calm, &busy}) {
            kicker->begin(foot, {{0.08, sideOf(foot) * -0.06}, 0.0});
            while (kicker->engine.timeS() < beginS) {
                kicker->step();
            }
            const double rightX = foot == Foot::Right ? 1.0 : -1.0; // up in the torso frame
            kicker->senses.up_T = Vector3d(rightX * std::sin(0.1), 0.0, std::cos(0.1));
            kicker->step();
        }
        for (std::size_t i = 0; i < calm.targetRad.size(); ++i) {
            EXPECT_NEAR(busy.targetRad[i], calm.targetRad[i], 1e-3)
                << calm.model.joints()[i].effector;
        }
    }
}

TEST(KickEngineTest, SupportLegCounteractsTilt) {
    KickParameters parameters;
    parameters.entryS = 0.0;
    parameters.anklePitchP = 0.5;
    IdealKicker upright(robot::NaoType::Standard, parameters);
    IdealKicker tilted(robot::NaoType::Standard, parameters);
    tilted.senses.up_T = Vector3d(0.0, -std::sin(0.1), std::cos(0.1)); // forward
    for (IdealKicker* kicker : {&upright, &tilted}) {
        kicker->engine.begin(kicker->senses, Foot::Right, {{0.16, -0.05}, 0.0});
    }
    const std::size_t ankle = upright.model.findJoint("lle5").index();
    const std::size_t other = upright.model.findJoint("rle5").index();
    for (int i = 0; i < 20; ++i) {
        upright.step();
        tilted.step();
    }
    EXPECT_NEAR(tilted.targetRad[ankle] - upright.targetRad[ankle], -0.05, 0.01) << "toes down";
    EXPECT_NEAR(tilted.targetRad[other], upright.targetRad[other], 0.02);
}

TEST(KickEngineTest, AnyInputStaysWithinJointLimits) {
    base::Rng rng(3);
    for (int round = 0; round < 60; ++round) {
        KickParameters parameters;
        for (const KickParameterInfo& info : kickParameterInfos()) {
            parameters.*info.value = rng.uniform(info.min, info.max);
        }
        IdealKicker kicker(robot::kNaoTypes[rng.below(robot::kNaoTypes.size())], parameters);
        kicker.begin(rng.below(2) == 0 ? Foot::Left : Foot::Right,
                     {{rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0)}, rng.uniform(-3.0, 3.0)});
        for (int i = 0; i < 150; ++i) {
            kicker.senses.gyro_TRadPerS = Vector3d(rng.uniform(-8.0, 8.0), rng.uniform(-8.0, 8.0),
                                                   round % 7 == 0 ? std::nan("") : 1.0);
            kicker.senses.up_T =
                Vector3d(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0), 1.2).normalized();
            kicker.step(rng.below(2) == 0
                            ? std::optional(Vector3d(rng.uniform(-1.0, 1.0), 0.3, -0.3))
                            : std::nullopt);
            ASSERT_NO_FATAL_FAILURE(kicker.expectInsideStops()) << "round " << round;
        }
    }
}

TEST(KickEngineTest, DecidesWithoutAllocations) {
    IdealKicker kicker;
    kicker.begin(Foot::Right, {{0.16, -0.05}, 0.0});
    kicker.feel();
    const tests::AllocationGuard guard;
    for (int i = 0; i < 30; ++i) {
        kicker.engine.update(kicker.senses, Vector3d(0.05, 0.16, -0.3), kKickCycleS,
                             kicker.targetRad);
    }
    EXPECT_EQ(guard.count(), 0U);
}

TEST(KickParametersTest, DefaultsAreInRangeAndNamesAreUnique) {
    const KickParameters typical;
    std::vector<std::string_view> names;
    for (const KickParameterInfo& info : kickParameterInfos()) {
        EXPECT_LE(info.min, typical.*info.value) << info.name;
        EXPECT_GE(info.max, typical.*info.value) << info.name;
        EXPECT_FALSE(info.description.empty());
        names.push_back(info.name);
    }
    EXPECT_EQ(names.size() * sizeof(double), sizeof(KickParameters)) << "every number has one";
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(LeggedBodyTest, ComputesGroundFrameFromFeet) {
    IdealKicker robot;
    const Footing footing = robot.body.footing(robot.senses.measuredRad, Vector3d::UnitZ());
    const double hipM = robot.body.hipM();
    EXPECT_TRUE(footing.X_GSole[indexOf(Foot::Left)].p.isApprox(Vector3d(0.0, hipM, 0.0), 1e-6));
    EXPECT_TRUE(footing.X_GSole[indexOf(Foot::Right)].p.isApprox(Vector3d(0.0, -hipM, 0.0), 1e-6));
    EXPECT_NEAR(footing.X_GT.p.z(), 0.85 * robot.body.legM() - robot.body.hips_T().z(), 1e-6);
    // The torso's right is -y of G, its forward direction x of G.
    EXPECT_TRUE(footing.onGround({0.1, 0.3, 0.0})
                    .isApprox(Vector2d(0.3, -0.1) + footing.X_GT.p.head<2>(), 1e-9));
}

TEST(LeggedBodyTest, GroundFrameWorksForLeaningAndLyingRobots) {
    IdealKicker robot;
    const Vector3d leaning(0.0, -std::sin(0.4), std::cos(0.4));
    const Footing footing = robot.body.footing(robot.senses.measuredRad, leaning);
    EXPECT_TRUE((footing.X_GT.R * leaning).isApprox(Vector3d::UnitZ(), 1e-9));
    EXPECT_GT(footing.X_GT.p.x(), 0.05) << "the torso is ahead of the feet";
    EXPECT_NEAR(footing.X_GT.R.determinant(), 1.0, 1e-9);
    for (const Vector3d& up : {Vector3d(0.0, 1.0, 0.0), Vector3d(0.0, -1.0, 0.0)}) {
        const Footing lying = robot.body.footing(robot.senses.measuredRad, up);
        EXPECT_TRUE(lying.X_GT.R.allFinite());
        EXPECT_NEAR(lying.X_GT.R.determinant(), 1.0, 1e-9);
    }
}

} // namespace
} // namespace sideline::motion
