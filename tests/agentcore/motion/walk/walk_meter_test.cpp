#include "agentcore/motion/walk/walk_meter.h"

#include <cmath>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/motion/walk/walk_engine.h"
#include "agentcore/robot/nao.h"
#include "tests/support/allocation_guard.h"

namespace sideline::motion {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double kMeterCycleS = 0.02;

// A robot whose joints follow the walk and whose support foot carries it.
class WalkMeterTest : public testing::TestWithParam<robot::NaoType> {
protected:
    WalkMeterTest() {
        m_body.joints.resize(m_model.joints().size());
        const double leanRad = m_engine.parameters().leanRad;
        m_body.up_T = {0.0, -std::sin(leanRad), std::cos(leanRad)};
        m_engine.begin(senses());
    }

    WalkSenses senses() {
        m_measuredRad.clear();
        for (const world::JointBelief& joint : m_body.joints) {
            m_measuredRad.push_back(joint.measuredRad);
        }
        WalkSenses senses;
        senses.measuredRad = m_measuredRad;
        senses.up_T = m_body.up_T;
        return senses;
    }
    void feel(Foot foot, double forceN, const Vector3d& center_Body = Vector3d::Zero()) {
        const robot::BodyId body = m_model.findBody(foot == Foot::Left ? "lfoot" : "rfoot");
        m_body.forces.push_back({body, center_Body, forceN * m_body.up_T});
    }
    void cycle(const WalkCommand& command) {
        std::vector<double> targetRad(m_body.joints.size());
        m_engine.update(senses(), command, kMeterCycleS, targetRad);
        for (std::size_t i = 0; i < targetRad.size(); ++i) {
            m_body.joints[i].measuredRad = targetRad[i];
        }
        m_body.forces.clear();
        feel(m_engine.planner().support(), 45.0);
        m_meter.update(m_body, kMeterCycleS);
    }

    const robot::RobotModel& m_model = robot::naoModel(GetParam());
    WalkEngine m_engine{m_model, WalkParameters()};
    WalkMeter m_meter{m_model};
    world::BodyBelief m_body;
    std::vector<double> m_measuredRad;
};

TEST_P(WalkMeterTest, MeasuresFeetAtPlannedPositions) {
    for (int i = 0; i < 40; ++i) {
        cycle({});
    }
    const WalkMeasure& measure = m_meter.measure();
    for (const Foot foot : kFeet) {
        const FootPlace& planned = m_engine.footPlace(foot);
        EXPECT_NEAR(measure.soles[indexOf(foot)].forwardM, planned.forwardM, 0.005);
        EXPECT_NEAR(measure.soles[indexOf(foot)].leftM, planned.leftM, 0.005);
        EXPECT_NEAR(measure.soles[indexOf(foot)].yawRad, planned.yawRad, 0.02);
    }
    EXPECT_LT(measure.velocity_LMps.norm(), 1e-3);
    const Vector2d center = measure.balance.centerOfMass_A.head<2>();
    EXPECT_LT((measure.capturePoint_L - center).norm(), 1e-3) << "at rest";
    EXPECT_NEAR(center.y(), 0.0, 0.003);
    EXPECT_NEAR(center.x(), 0.0, 0.04);
    EXPECT_GT(measure.balance.centerOfMass_A.z(), 0.2);
}

TEST_P(WalkMeterTest, ZeroMomentPointIsCenterOfForces) {
    for (int i = 0; i < 40; ++i) {
        cycle({});
    }
    m_body.forces.clear();
    feel(Foot::Left, 30.0);
    feel(Foot::Right, 10.0);
    const WalkMeasure& both = m_meter.update(m_body, kMeterCycleS);
    ASSERT_TRUE(both.balance.zmp_A);
    EXPECT_NEAR(both.balance.zmp_A->y(), 0.75 * both.soles[0].leftM + 0.25 * both.soles[1].leftM,
                0.003);
    EXPECT_GE(both.balance.support_A.size(), 4U);
    m_body.forces.clear();
    EXPECT_FALSE(m_meter.update(m_body, kMeterCycleS).balance.zmp_A);
}

TEST_P(WalkMeterTest, MeasuresTheVelocity) {
    for (const WalkCommand& command :
         {WalkCommand{0.3, 0.0, 0.0}, WalkCommand{-0.2, 0.0, 0.0}, WalkCommand{0.0, 0.15, 0.0}}) {
        for (int i = 0; i < 150; ++i) {
            cycle(command);
        }
        Vector2d mean = Vector2d::Zero();
        Vector2d ahead = Vector2d::Zero();
        for (int i = 0; i < 220; ++i) {
            cycle(command);
            const WalkMeasure& measure = m_meter.measure();
            mean += measure.velocity_LMps / 220.0;
            ahead += (measure.capturePoint_L - measure.balance.centerOfMass_A.head<2>()) / 220.0;
        }
        EXPECT_NEAR(mean.x(), command.forwardMps, 0.02);
        EXPECT_NEAR(mean.y(), command.leftMps, 0.02);
        EXPECT_NEAR((ahead - 0.17 * mean).norm(), 0.0, 0.02 * mean.norm() + 0.002);
    }
}

// The planned landing matches the position of the foot when it lands.
TEST_P(WalkMeterTest, VelocityIsConstantInFlight) {
    for (int i = 0; i < 100; ++i) {
        cycle({0.3, 0.0, 0.0});
    }
    m_body.forces.clear();
    const auto flight = [&] { // the legs keep moving
        std::vector<double> targetRad(m_body.joints.size());
        m_engine.update(senses(), {0.3, 0.0, 0.0}, kMeterCycleS, targetRad);
        for (std::size_t i = 0; i < targetRad.size(); ++i) {
            m_body.joints[i].measuredRad = targetRad[i];
        }
        return m_meter.update(m_body, kMeterCycleS).velocity_LMps;
    };
    const Vector2d velocity_LMps = flight(); // a foot was on the ground until now
    EXPECT_GT(velocity_LMps.x(), 0.1);
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(flight(), velocity_LMps) << i;
    }
}

TEST_P(WalkMeterTest, PlannedLandingMatchesActualLanding) {
    const WalkCommand command{0.25, 0.05, 0.4};
    for (int i = 0; i < 150; ++i) {
        cycle(command);
    }
    // Relative to the support foot, which is independent of the torso's motion.
    const auto fromFoot = [&](Foot foot, const FootPlace& place) {
        const FootPlace& stands = m_engine.footPlace(foot);
        return Vector2d(Eigen::Rotation2Dd(-stands.yawRad) *
                        Vector2d(place.forwardM - stands.forwardM, place.leftM - stands.leftM));
    };
    for (int step = 0; step < 4; ++step) {
        while (m_engine.phase() > 0.3) {
            cycle(command);
        }
        const Foot stands = m_engine.planner().support();
        const Vector2d planned = fromFoot(stands, m_engine.landing());
        while (m_engine.planner().support() == stands) {
            cycle(command);
        }
        const Vector2d landed = fromFoot(stands, m_engine.footPlace(otherFoot(stands)));
        EXPECT_LT((landed - planned).norm(), 0.006) << step;
    }
}

TEST_P(WalkMeterTest, CyclesAllocateNothing) {
    cycle({});
    const tests::AllocationGuard guard;
    for (int i = 0; i < 10; ++i) {
        m_meter.update(m_body, kMeterCycleS);
    }
    EXPECT_EQ(guard.count(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Types, WalkMeterTest, testing::ValuesIn(robot::kNaoTypes),
                         [](const auto& param) {
                             return "type" + std::to_string(static_cast<int>(param.param));
                         });

} // namespace
} // namespace sideline::motion
