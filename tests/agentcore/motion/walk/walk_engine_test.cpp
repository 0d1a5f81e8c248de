#include "agentcore/motion/walk/walk_engine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/legless_robot.h"

namespace sideline::motion {
namespace {

using Eigen::Vector3d;

constexpr double kWalkCycleS = 0.02;

// A robot whose joints reach their targets in the next cycle.
struct IdealWalker {
    explicit IdealWalker(robot::NaoType type = robot::NaoType::Standard,
                         const WalkParameters& parameters = {}, const FastGaits& fast = {})
        : model(robot::naoModel(type)),
          engine(model, parameters, fast),
          measuredRad(model.joints().size()),
          targetRad(model.joints().size()) {
        begin();
    }

    void begin() {
        senses.measuredRad = measuredRad;
        engine.begin(senses);
    }
    void step(const WalkCommand& command) {
        measuredRad = targetRad;
        senses.measuredRad = measuredRad;
        engine.update(senses, command, kWalkCycleS, targetRad);
    }
    // As on the ground: the lower foot supports the robot.
    void feelGround() {
        const double leanRad = engine.parameters().leanRad;
        const Vector3d up_T(0.0, -std::sin(leanRad), std::cos(leanRad));
        const double lowerM =
            up_T.dot(sole(robot::LimbId::RightFoot).p) - up_T.dot(sole(robot::LimbId::LeftFoot).p);
        if (std::abs(lowerM) > 1e-6) {
            senses.footN = {lowerM > 0.0 ? 40.0 : 0.0, lowerM > 0.0 ? 0.0 : 40.0};
        }
    }
    void steps(const WalkCommand& command, double lengthS) {
        for (int i = 0; i < std::lround(lengthS / kWalkCycleS); ++i) {
            step(command);
        }
    }
    [[nodiscard]] double requested(const char* joint) const {
        return targetRad[model.findJoint(joint).index()];
    }
    [[nodiscard]] math::Pose sole(robot::LimbId limb) const {
        const robot::LegKinematics leg(model, limb);
        std::vector<double> angles;
        for (const robot::JointId joint : leg.chain().joints) {
            angles.push_back(targetRad[joint.index()]);
        }
        return leg.forward(angles);
    }
    void expectInsideStops(const char* when) const {
        for (std::size_t i = 0; i < targetRad.size(); ++i) {
            const robot::Joint& joint = model.joints()[i];
            ASSERT_TRUE(std::isfinite(targetRad[i])) << joint.effector << " " << when;
            ASSERT_GE(targetRad[i], joint.minRad) << joint.effector << " " << when;
            ASSERT_LE(targetRad[i], joint.maxRad) << joint.effector << " " << when;
        }
    }

    const robot::RobotModel& model;
    WalkEngine engine;
    WalkSenses senses;
    std::vector<double> measuredRad;
    std::vector<double> targetRad;
};

WalkCommand randomCommand(base::Rng& rng) {
    if (rng.below(5) == 0) {
        return {};
    }
    return {rng.uniform(-0.6, 0.8), rng.uniform(-0.5, 0.5), rng.uniform(-2.0, 2.0)};
}

void feelAnything(base::Rng& rng, WalkSenses& senses) {
    const auto any = [&](double maxAbs) {
        return Vector3d(rng.uniform(-maxAbs, maxAbs), rng.uniform(-maxAbs, maxAbs),
                        rng.uniform(-maxAbs, maxAbs));
    };
    senses.gyro_TRadPerS = any(8.0);
    senses.up_T = (any(1.0) + Vector3d(0.0, 0.0, 1.5)).normalized();
    senses.footN = {rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 60.0),
                    rng.below(2) == 0 ? 0.0 : rng.uniform(0.0, 60.0)};
}

class WalkEngineTypeTest : public testing::TestWithParam<robot::NaoType> {};

TEST_P(WalkEngineTypeTest, StandsStillWithoutCommand) {
    IdealWalker walker(GetParam());
    ASSERT_TRUE(LeggedBody::isLegged(walker.model));
    walker.senses.footN = {20.0, 20.0};
    walker.steps({}, 0.5);
    const std::vector<double> stance = walker.targetRad;
    walker.steps({}, 2.0);
    EXPECT_EQ(walker.targetRad, stance);
    EXPECT_TRUE(walker.engine.isStanding());
    EXPECT_LT(walker.engine.odometry().move_TM.norm(), 1e-12);
    // Both soles are level below a leaning torso, at the height given by the parameters.
    const WalkParameters& p = walker.engine.parameters();
    const math::Pose left = walker.sole(robot::LimbId::LeftFoot);
    const math::Pose right = walker.sole(robot::LimbId::RightFoot);
    const Vector3d up_T(0.0, -std::sin(p.leanRad), std::cos(p.leanRad));
    EXPECT_TRUE(left.R.col(2).isApprox(up_T, 1e-6));
    EXPECT_TRUE(right.R.col(2).isApprox(up_T, 1e-6));
    EXPECT_TRUE((left.p - right.p).isApprox(Vector3d(left.p.x() - right.p.x(), 0.0, 0.0), 1e-6));
    EXPECT_LT(left.p.x(), -0.04);
    walker.expectInsideStops("standing");
}

TEST_P(WalkEngineTypeTest, AnglesStayWithinLimitsForAnyCommand) {
    for (const bool feels : {false, true}) {
        IdealWalker walker(GetParam());
        base::Rng rng(17);
        WalkCommand command;
        for (int i = 0; i < 1500; ++i) {
            if (rng.below(40) == 0) {
                command = randomCommand(rng);
            }
            if (feels) {
                feelAnything(rng, walker.senses);
            }
            walker.step(command);
            ASSERT_NO_FATAL_FAILURE(walker.expectInsideStops(feels ? "feeling" : "ideal"));
        }
    }
}

// No joint is commanded much faster than it can move, in either direction.
TEST_P(WalkEngineTypeTest, AnglesDoNotJump) {
    IdealWalker walker(GetParam());
    base::Rng rng(23);
    WalkCommand command;
    std::vector<double> lastRad = walker.targetRad;
    double worst = 0.0;
    for (int i = 0; i < 3000; ++i) {
        if (rng.below(40) == 0) {
            command = randomCommand(rng);
        }
        walker.step(command);
        for (std::size_t k = 0; k < lastRad.size(); ++k) {
            const double maxRad = walker.model.joints()[k].maxSpeedRadPerS * kWalkCycleS;
            worst = std::max(worst, std::abs(walker.targetRad[k] - lastRad[k]) / maxRad);
        }
        lastRad = walker.targetRad;
    }
    RecordProperty("worst", std::to_string(worst));
    EXPECT_LT(worst, 3.0);
    EXPECT_GT(worst, 0.2) << "it did walk";
}

TEST_P(WalkEngineTypeTest, OdometryMatchesThePlan) {
    for (const WalkCommand& command :
         {WalkCommand{0.3, 0.0, 0.0}, WalkCommand{-0.2, 0.0, 0.0}, WalkCommand{0.0, 0.2, 0.0},
          WalkCommand{0.0, 0.0, 0.8}, WalkCommand{0.2, 0.0, -0.5}}) {
        IdealWalker walker(GetParam());
        walker.steps(command, 3.0);
        WalkCommand planned;
        WalkCommand walked;
        const double leanRad = walker.engine.parameters().leanRad;
        for (int i = 0; i < 220; ++i) {
            walker.feelGround();
            walker.step(command);
            const auto& velocity = walker.engine.planner().velocity();
            planned.forwardMps += velocity.forwardMps / 220.0;
            planned.leftMps += velocity.leftMps / 220.0;
            planned.turnRadPerS += velocity.turnRadPerS / 220.0;
            const auto& odometry = walker.engine.odometry();
            const Vector3d level =
                Eigen::AngleAxisd(-leanRad, Vector3d::UnitX()) * odometry.move_TM;
            walked.forwardMps += level.y() / (220.0 * kWalkCycleS);
            walked.leftMps -= level.x() / (220.0 * kWalkCycleS);
            walked.turnRadPerS += odometry.turnRad / (220.0 * kWalkCycleS);
        }
        EXPECT_NEAR(planned.forwardMps, command.forwardMps, 1e-9);
        EXPECT_NEAR(walked.forwardMps, command.forwardMps, 0.012) << command.forwardMps;
        // The center of the torso is slightly ahead of its axis of rotation.
        EXPECT_NEAR(walked.leftMps, command.leftMps, 0.012 + 0.03 * std::abs(command.turnRadPerS))
            << command.turnRadPerS;
        EXPECT_NEAR(walked.turnRadPerS, command.turnRadPerS, 0.04) << command.turnRadPerS;
    }
}

// The feet never collide, even if the command changes just before a landing.
TEST_P(WalkEngineTypeTest, FeetStayApartOnCommandChanges) {
    for (const WalkCommand& command : {WalkCommand{0.0, 0.25, 0.0}, WalkCommand{0.3, 0.15, 0.0}}) {
        IdealWalker walker(GetParam());
        walker.steps({}, 0.5);
        const auto apartM = [&] {
            return walker.engine.footPlace(Foot::Left).leftM -
                   walker.engine.footPlace(Foot::Right).leftM;
        };
        const double standingM = apartM();
        base::Rng rng(3);
        double side = 1.0;
        double minM = 1.0;
        for (int i = 0; i < 3000; ++i) {
            side = rng.below(30) == 0 ? -side : side;
            walker.step({command.forwardMps, side * command.leftMps, 0.0});
            minM = std::min(minM, apartM());
        }
        EXPECT_GT(minM, standingM - 0.002);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, WalkEngineTypeTest, testing::ValuesIn(robot::kNaoTypes),
                         [](const auto& param) {
                             return "type" + std::to_string(static_cast<int>(param.param));
                         });

TEST(WalkEngineTest, AnyParametersKeepAnglesWithinLimits) {
    base::Rng rng(99);
    for (std::size_t draw = 0; draw < 200; ++draw) {
        WalkParameters parameters;
        for (const WalkParameterInfo& info : walkParameterInfos()) {
            // The ends of the ranges are also sampled.
            const double fraction = std::clamp(rng.uniform(-0.1, 1.1), 0.0, 1.0);
            parameters.*info.value = std::lerp(info.min, info.max, fraction);
        }
        IdealWalker walker(robot::kNaoTypes[draw % robot::kNaoTypes.size()], parameters);
        WalkCommand command;
        for (int i = 0; i < 500; ++i) {
            if (rng.below(40) == 0) {
                command = randomCommand(rng);
            }
            if (draw % 2 == 0) {
                feelAnything(rng, walker.senses);
            }
            walker.step(command);
            ASSERT_NO_FATAL_FAILURE(walker.expectInsideStops("drawn")) << draw;
        }
        EXPECT_TRUE(walker.engine.odometry().move_TM.allFinite());
    }
}

TEST(WalkEngineTest, NonFiniteInputDoesNotReachTheJoints) {
    const double nan = std::nan("");
    WalkParameters parameters;
    parameters.anklePitchD = 0.05;
    parameters.placeLeftD = 0.05;
    for (const WalkParameters& each : {WalkParameters(), parameters}) {
        IdealWalker walker(robot::NaoType::Standard, each);
        walker.steps({0.2, 0.0, 0.0}, 1.0);
        walker.senses.gyro_TRadPerS = {nan, nan, nan};
        walker.senses.footN = {nan, nan};
        for (int i = 0; i < 100; ++i) {
            walker.step({nan, 0.1, nan});
            ASSERT_NO_FATAL_FAILURE(walker.expectInsideStops("without senses"));
        }
    }
}

TEST(WalkEngineTest, ReachesItsPostureGradually) {
    IdealWalker walker;
    walker.senses.footN = {20.0, 20.0};
    std::vector<double> lastRad = walker.targetRad;
    double fastest = 0.0;
    for (int i = 0; i < 25; ++i) {
        walker.step({0.3, 0.0, 0.0});
        for (std::size_t k = 0; k < lastRad.size(); ++k) {
            fastest = std::max(fastest, std::abs(walker.targetRad[k] - lastRad[k]));
        }
        lastRad = walker.targetRad;
        EXPECT_TRUE(i > 7 || walker.engine.isStanding());
    }
    EXPECT_NEAR(walker.requested("lae1"), -1.57, 1e-9);
    EXPECT_LT(fastest, 0.25) << "smoothly from where it was";
    EXPECT_FALSE(walker.engine.isStanding());
}

// As after a beam: a robot that bends its legs in the air falls when it lands.
TEST(WalkEngineTest, DroppedRobotLandsFirst) {
    IdealWalker walker;
    const std::vector<double> straightRad = walker.targetRad;
    const auto isStraight = [&] {
        return std::abs(walker.requested("lle4") -
                        straightRad[walker.model.findJoint("lle4").index()]) < 1e-9;
    };
    // The robot bounces: a short foot contact is not a landing.
    for (int i = 0; i < 12; ++i) {
        walker.senses.footN = {i % 3 == 0 ? 60.0 : 0.0, 0.0};
        walker.step({0.3, 0.0, 0.0});
        ASSERT_TRUE(isStraight()) << i;
        ASSERT_TRUE(walker.engine.isStanding()) << i;
    }
    walker.senses.footN = {20.0, 20.0};
    walker.steps({0.3, 0.0, 0.0}, 0.1);
    EXPECT_FALSE(isStraight());
    // A robot without foot forces does not wait forever, and one with bent legs does not wait.
    walker.senses.footN = {0.0, 0.0};
    walker.steps({}, 0.5);
    walker.begin();
    walker.steps({0.3, 0.0, 0.0}, 0.16);
    EXPECT_FALSE(walker.engine.isStanding());
    IdealWalker numb;
    numb.steps({0.3, 0.0, 0.0}, 0.6);
    EXPECT_FALSE(numb.engine.isStanding());
}

TEST(WalkEngineTest, SprintsOnlyStraightAhead) {
    WalkParameters sprint;
    sprint.forwardMps = 1.0;
    sprint.forwardChangeMps = 0.2;
    sprint.stepS = 0.16;
    IdealWalker walker(robot::NaoType::Standard, {}, {sprint});
    const auto steps = [&](const WalkCommand& command, int count) {
        for (int i = 0; i < count; ++i) {
            walker.step(command);
        }
        return walker.engine.gaits().fraction(FastGait::Sprint);
    };
    const double maxMps = WalkParameters().forwardMps;
    EXPECT_EQ(steps({0.8 * maxMps, 0.0, 0.0}, 150), 0.0) << "slower than it can walk";
    EXPECT_EQ(steps({2.0, 1.0, 0.0}, 50), 0.0) << "aside";
    EXPECT_EQ(steps({2.0, 0.0, 1.0}, 50), 0.0) << "in a turn";
    const double fraction = steps({2.0, 0.1, 0.1}, 40);
    EXPECT_GT(fraction, 0.2);
    EXPECT_LT(fraction, 0.8) << "little by little";
    EXPECT_NEAR(walker.engine.parameters().stepS,
                std::lerp(WalkParameters().stepS, sprint.stepS, fraction), 1e-12);
    EXPECT_EQ(steps({2.0, 0.1, 0.1}, 200), 1.0);
    EXPECT_EQ(walker.engine.parameters(), sprint);
    EXPECT_GT(walker.engine.planner().velocity().forwardMps, 1.5 * maxMps);
    EXPECT_LT(steps({}, 20), 1.0);
    EXPECT_EQ(steps({}, 200), 0.0);
    EXPECT_EQ(walker.engine.parameters(), WalkParameters());
    EXPECT_TRUE(walker.engine.isStanding());

    EXPECT_EQ(steps({2.0, 0.0, 0.0}, 200), 1.0);
    walker.begin();
    EXPECT_EQ(walker.engine.gaits().fraction(FastGait::Sprint), 0.0);
    EXPECT_EQ(walker.engine.parameters(), WalkParameters());
}

TEST(WalkEngineTest, TurningResumesAsSprintIsBlendedOut) {
    WalkParameters sprint;
    sprint.forwardMps = 1.0;
    sprint.turnChangeRadPerS = WalkParameters().turnChangeRadPerS;
    sprint.blendOutS = 2.0;
    IdealWalker walker(robot::NaoType::Standard, {}, {sprint});
    walker.steps({2.0, 0.0, 0.0}, 4.0);
    ASSERT_EQ(walker.engine.gaits().fraction(FastGait::Sprint), 1.0);
    double fastestRatio = 0.0; // relative to the commanded turn rate
    while (walker.engine.gaits().leavingRatio() > 0.5 || fastestRatio == 0.0) {
        walker.step({0.0, 0.0, 1.0});
        fastestRatio = walker.engine.planner().velocity().turnRadPerS;
        EXPECT_LE(fastestRatio, 1.0 - walker.engine.gaits().leavingRatio() + 1e-9);
    }
    walker.steps({0.0, 0.0, 1.0}, 3.0);
    EXPECT_NEAR(walker.engine.planner().velocity().turnRadPerS, 1.0, 1e-9);
}

TEST(WalkEngineTest, StumblingRobotSlowsDown) {
    WalkParameters parameters;
    parameters.cautionPerRad = 4.0;
    parameters.cautionFromRad = 0.1;
    IdealWalker walker(robot::NaoType::Standard, parameters);
    const auto tilt = [&](double beyondRad) {
        const double leanRad = parameters.leanRad + beyondRad;
        walker.senses.up_T = {0.0, -std::sin(leanRad), std::cos(leanRad)};
    };
    const auto forwardMps = [&] { return walker.engine.planner().velocity().forwardMps; };
    tilt(0.05);
    walker.steps({5.0, 0.0, 0.0}, 3.0);
    EXPECT_NEAR(forwardMps(), parameters.forwardMps, 1e-9) << "not yet";
    tilt(0.2);
    walker.steps({5.0, 0.0, 0.0}, 2.0);
    EXPECT_NEAR(forwardMps(), 0.6 * parameters.forwardMps, 0.01);
    walker.steps({0.5 * parameters.forwardMps, 0.0, 0.0}, 2.0);
    EXPECT_NEAR(forwardMps(), 0.5 * parameters.forwardMps, 1e-9) << "slow enough";
    tilt(0.5);
    walker.steps({5.0, 0.0, 0.0}, 2.0);
    EXPECT_NEAR(forwardMps(), 0.0, 1e-9);
    tilt(0.0);
    walker.steps({5.0, 0.0, 0.0}, 4.0);
    EXPECT_NEAR(forwardMps(), parameters.forwardMps, 1e-9) << "upright again";
}

// Landing of the foot when the robot is faster than planned.
TEST(WalkEngineTest, StepCompensatesExcessVelocity) {
    WalkParameters catching;
    catching.catchForwardS = 0.1;
    catching.catchLeftS = 0.2;
    IdealWalker plain;
    IdealWalker feeling(robot::NaoType::Standard, catching);
    for (IdealWalker* walker : {&plain, &feeling}) {
        walker->senses.velocity_LMps = {0.2, 0.0};
        walker->steps({0.2, 0.0, 0.0}, 2.0);
        walker->senses.velocity_LMps = {0.4, -0.15};
        walker->steps({0.2, 0.0, 0.0}, 1.0);
    }
    ASSERT_EQ(plain.engine.phase(), feeling.engine.phase());
    const FootPlace planned = plain.engine.landing();
    const FootPlace lands = feeling.engine.landing();
    EXPECT_GT(lands.forwardM, planned.forwardM + 0.015);
    EXPECT_LT(lands.leftM, planned.leftM - 0.02);
    feeling.senses.velocity_LMps = {std::nan(""), 0.0};
    feeling.steps({0.2, 0.0, 0.0}, 0.5);
    ASSERT_NO_FATAL_FAILURE(feeling.expectInsideStops("without a speed"));
}

TEST(WalkEngineTest, DoesNotMoveTheHead) {
    IdealWalker walker;
    const std::size_t pan = walker.model.findJoint("he1").index();
    const std::size_t tilt = walker.model.findJoint("he2").index();
    for (int i = 0; i < 50; ++i) {
        walker.step({0.2, 0.0, 0.0});
        EXPECT_EQ(walker.targetRad[pan], 0.02 * i) << i;
        EXPECT_EQ(walker.targetRad[tilt], -0.3 * (i > 0)) << i;
        walker.targetRad[pan] = 0.02 * (i + 1);
        walker.targetRad[tilt] = -0.3;
    }
}

TEST(WalkEngineTest, WalksOnCommandAndStandsAgain) {
    IdealWalker walker;
    walker.senses.footN = {20.0, 20.0};
    walker.steps({}, 0.5);
    walker.senses.footN = {0.0, 0.0};
    const std::vector<double> stance = walker.targetRad;
    walker.steps({0.3, 0.1, 0.5}, 3.0);
    EXPECT_FALSE(walker.engine.isStanding());
    EXPECT_NEAR(walker.engine.planner().velocity().forwardMps, 0.3, 0.02);
    double highestM = 0.0;
    for (int i = 0; i < 22; ++i) {
        walker.step({0.3, 0.1, 0.5});
        highestM = std::max(highestM, std::abs(walker.sole(robot::LimbId::LeftFoot).p.z() -
                                               walker.sole(robot::LimbId::RightFoot).p.z()));
    }
    EXPECT_GT(highestM, 0.015) << "it lifts its feet";
    walker.steps({}, 3.0);
    EXPECT_TRUE(walker.engine.isStanding());
    for (std::size_t i = 0; i < stance.size(); ++i) {
        EXPECT_NEAR(walker.targetRad[i], stance[i], 0.02) << walker.model.joints()[i].effector;
    }
}

// Previous measurements, motions and plans do not affect a walk that starts.
TEST(WalkEngineTest, RestartsIndependently) {
    WalkParameters parameters;
    parameters.placeForwardP = 0.3;
    parameters.cautionPerRad = 5.0;
    IdealWalker before(robot::NaoType::Standard, parameters);
    before.senses.footN = {40.0, 0.0};
    before.steps({0.3, 0.1, 0.5}, 2.07);
    before.senses.up_T = Vector3d(0.1, -0.4, 1.0).normalized(); // it stumbles
    before.senses.velocity_LMps = {0.9, 0.4};
    before.steps({0.3, 0.1, 0.5}, 0.1);

    IdealWalker fresh(robot::NaoType::Standard, parameters);
    fresh.targetRad = fresh.measuredRad = before.measuredRad = before.targetRad;
    before.senses.up_T = fresh.senses.up_T;
    before.senses.velocity_LMps = fresh.senses.velocity_LMps;
    fresh.senses.footN = before.senses.footN;
    before.begin();
    fresh.begin();
    EXPECT_EQ(before.engine.phase(), 0.0);
    for (int i = 0; i < 100; ++i) {
        const WalkCommand command = i < 3 ? WalkCommand{} : WalkCommand{0.4, 0.0, 0.2};
        before.step(command);
        fresh.step(command);
        ASSERT_EQ(before.targetRad, fresh.targetRad) << i;
        for (std::size_t k = 0; i == 0 && k < fresh.targetRad.size(); ++k) {
            ASSERT_NEAR(fresh.targetRad[k], fresh.measuredRad[k], 0.2) << "from where it is";
        }
        ASSERT_EQ(before.engine.odometry().move_TM, fresh.engine.odometry().move_TM) << i;
        ASSERT_EQ(before.engine.odometry().sigmaM, fresh.engine.odometry().sigmaM) << i;
        ASSERT_EQ(before.engine.landing().forwardM, fresh.engine.landing().forwardM) << i;
        ASSERT_EQ(before.engine.landing().leftM, fresh.engine.landing().leftM) << i;
    }
}

TEST(WalkEngineTest, EarlyLandingEndsTheStep) {
    WalkParameters parameters;
    for (const double landsFrom : {0.6, 1.0}) {
        parameters.landsFrom = landsFrom;
        IdealWalker walker(robot::NaoType::Standard, parameters);
        walker.steps({0.2, 0.0, 0.0}, 2.0);
        const auto& engine = walker.engine;
        while (engine.phase() > 0.15) {
            walker.step({0.2, 0.0, 0.0});
        }
        const Foot support = engine.planner().support();
        const auto swinging = static_cast<std::size_t>(otherFoot(support));
        walker.senses.footN[swinging] = 20.0;
        while (engine.phase() < 0.45) {
            walker.step({0.2, 0.0, 0.0});
            EXPECT_EQ(engine.planner().support(), support) << "too early to be believed";
        }
        double lastPhase = engine.phase();
        while (engine.planner().support() == support) {
            lastPhase = engine.phase();
            walker.step({0.2, 0.0, 0.0});
        }
        EXPECT_NEAR(lastPhase, landsFrom - 0.05, 0.06);
    }
}

// After an early end of a step, the feet continue from their positions.
TEST(WalkEngineTest, EarlyLandingKeepsFootPositions) {
    WalkParameters parameters;
    parameters.landsFrom = 0.6;
    IdealWalker walker(robot::NaoType::Standard, parameters);
    walker.senses.footN = {30.0, 30.0};
    const WalkCommand command{0.4, 0.0, 0.0};
    walker.steps(command, 2.0);
    double standingM = 0.0;
    for (int i = 0; i < 200; ++i) {
        const Foot support = walker.engine.planner().support();
        const double before = walker.engine.footPlace(support).forwardM;
        walker.step(command);
        standingM =
            std::max(standingM, std::abs(walker.engine.footPlace(support).forwardM - before));
    }
    // Motion of the torso in a cycle.
    EXPECT_LT(standingM, 0.4 * kWalkCycleS + 0.001);
}

TEST(WalkEngineTest, StepWaitsForLanding) {
    WalkParameters parameters;
    parameters.waitsS = 0.1;
    IdealWalker walker(robot::NaoType::Standard, parameters);
    const auto& engine = walker.engine;
    const auto stepCycles = [&] {
        const Foot support = engine.planner().support();
        int cycles = 0;
        for (; cycles < 50 && engine.planner().support() == support; ++cycles) {
            walker.step({0.2, 0.0, 0.0});
        }
        return cycles;
    };
    walker.steps({0.2, 0.0, 0.0}, 1.5);
    static_cast<void>(stepCycles());
    EXPECT_NEAR(stepCycles(), 16, 1) << "0.22 s and 0.1 s more";
    walker.senses.footN = {20.0, 20.0};
    static_cast<void>(stepCycles());
    EXPECT_NEAR(stepCycles(), 11, 1);
}

TEST(WalkEngineTest, TippingRobotSteps) {
    IdealWalker walker;
    walker.senses.footN = {20.0, 20.0};
    walker.steps({}, 0.5);
    walker.senses.footN = {0.0, 0.0};
    EXPECT_TRUE(walker.engine.isStanding());
    const double leanRad = walker.engine.parameters().leanRad;
    for (const double tipsRad : {0.1, 0.2}) {
        walker.senses.up_T = {0.0, -std::sin(leanRad + tipsRad), std::cos(leanRad + tipsRad)};
        walker.steps({}, 0.06);
        EXPECT_EQ(walker.engine.isStanding(), tipsRad < 0.15);
    }
    walker.steps({}, 0.3);
    EXPECT_FALSE(walker.engine.isStanding());
}

TEST(WalkEngineTest, FeedbackCounteractsTilt) {
    WalkParameters parameters;
    parameters.anklePitchP = 0.5;
    parameters.hipRollP = 0.5;
    IdealWalker plain;
    IdealWalker feeling(robot::NaoType::Standard, parameters);
    // Leans as intended, then 0.1 rad farther forward and to the left.
    for (IdealWalker* walker : {&plain, &feeling}) {
        const double leanRad = walker->engine.parameters().leanRad + 0.1;
        walker->senses.up_T = Vector3d(std::tan(0.1), -std::tan(leanRad), 1.0).normalized();
        walker->senses.footN = {20.0, 20.0};
        walker->begin();
        walker->steps({}, 0.3);
    }
    EXPECT_NEAR(feeling.requested("lle5") - plain.requested("lle5"), -0.05, 0.005) << "toes down";
    EXPECT_NEAR(feeling.requested("rle2") - plain.requested("rle2"), -0.05, 0.005);
    EXPECT_EQ(feeling.requested("lle4"), plain.requested("lle4"));
}

TEST(WalkEngineTest, CopiesAreIndependent) {
    IdealWalker walker;
    walker.steps({0.2, 0.1, 0.3}, 1.13);
    WalkEngine copy = walker.engine;
    std::vector<double> copyRad = walker.targetRad;
    const auto senses = [&](const std::vector<double>& measuredRad) {
        WalkSenses result;
        result.measuredRad = measuredRad;
        return result;
    };
    std::vector<double> measuredRad;
    std::vector<double> alone;
    {
        // The copy continues exactly like the original.
        WalkEngine other = walker.engine;
        alone = walker.targetRad;
        for (int i = 0; i < 60; ++i) {
            measuredRad = alone;
            other.update(senses(measuredRad), {0.1, 0.0, -0.3}, kWalkCycleS, alone);
        }
    }
    for (int i = 0; i < 60; ++i) {
        measuredRad = copyRad;
        copy.update(senses(measuredRad), {0.1, 0.0, -0.3}, kWalkCycleS, copyRad);
        walker.step({-0.2, 0.0, 0.0});
    }
    EXPECT_EQ(copyRad, alone);
    EXPECT_NE(copyRad, walker.targetRad);
}

TEST(WalkEngineTest, ChangedParametersKeepTheStep) {
    IdealWalker walker;
    walker.steps({0.2, 0.0, 0.0}, 1.5);
    while (walker.engine.phase() > 0.5) {
        walker.step({0.2, 0.0, 0.0});
    }
    const double phase = walker.engine.phase();
    const Foot support = walker.engine.planner().support();
    WalkParameters parameters = walker.engine.parameters();
    parameters.stepS = 0.3;
    parameters.elbowRad = 0.7;
    walker.engine.setParameters(parameters);
    walker.step({0.2, 0.0, 0.0});
    EXPECT_EQ(walker.engine.planner().support(), support);
    EXPECT_NEAR(walker.engine.phase(), phase + kWalkCycleS / 0.22, 1e-9);
    EXPECT_NEAR(walker.requested("rae4"), 0.7, 1e-9);
    walker.steps({0.2, 0.0, 0.0}, 0.3);
    EXPECT_NEAR(walker.engine.planner().stepS(), 0.3, 1e-9);
}

TEST(WalkEngineTest, RobotsWithoutLegsAreNotWalkable) {
    EXPECT_FALSE(LeggedBody::isLegged(tests::leglessRobot()));
}

TEST(WalkEngineTest, CyclesAllocateNothing) {
    IdealWalker walker;
    walker.steps({0.2, 0.0, 0.0}, 0.5);
    const tests::AllocationGuard guard;
    walker.steps({0.3, 0.1, 0.5}, 2.0);
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::motion
