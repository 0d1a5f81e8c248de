#include "agentcore/robot/robot_limbs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/posture.h"
#include "tests/support/dh_forward.h"
#include "tests/support/legless_robot.h"

namespace sideline::robot {
namespace {

using Eigen::Vector3d;

constexpr std::array kFeet = {LimbId::LeftFoot, LimbId::RightFoot};
constexpr std::array kHands = {LimbId::LeftHand, LimbId::RightHand};

std::vector<math::Pose> posesOf(const RobotModel& model, std::span<const double> anglesRad,
                                const math::Pose& X_STorso = {}) {
    std::vector<math::Pose> poses(model.bodies().size());
    forwardKinematics(model, X_STorso, anglesRad, poses);
    return poses;
}

class RobotLimbsTest : public testing::TestWithParam<RobotModelPtr> {
protected:
    [[nodiscard]] const LimbChain& chain(LimbId limb) const { return *m_model.limbs().find(limb); }
    [[nodiscard]] std::vector<double> zeros() const {
        return std::vector<double>(m_model.joints().size(), 0.0);
    }
    // Returns angles of a limb within its limits, with the trunk at zero.
    std::vector<double> randomAngles(const LimbChain& limb) {
        std::vector<double> anglesRad = zeros();
        for (std::size_t i = limb.trunkJoints; i < limb.joints.size(); ++i) {
            const Joint& joint = m_model.joint(limb.joints[i]);
            anglesRad[limb.joints[i].index()] = m_rng.uniform(std::max(joint.minRad, -math::kPi),
                                                              std::min(joint.maxRad, math::kPi));
        }
        return anglesRad;
    }
    [[nodiscard]] math::Pose tip(const LimbChain& limb, std::span<const double> anglesRad) const {
        return posesOf(m_model, anglesRad)[limb.body.index()] * limb.X_BodyTip;
    }

    const RobotModel& m_model = *GetParam();
    base::Rng m_rng{17};
};

TEST_P(RobotLimbsTest, HasTwoLegsTwoArmsAndAHead) {
    ASSERT_TRUE(m_model.findBody(BodyRole::Head).isValid());
    EXPECT_EQ(m_model.findBody(BodyRole::Torso), BodyId(std::size_t{0}));
    const auto poses = posesOf(m_model, zeros());
    for (const auto& limbs : {kFeet, kHands}) {
        for (const LimbId limb : limbs) {
            ASSERT_NE(m_model.limbs().find(limb), nullptr);
        }
        const Vector3d left = tip(chain(limbs[0]), zeros()).p;
        const Vector3d right = tip(chain(limbs[1]), zeros()).p;
        EXPECT_LT(left.x(), 0.0);
        EXPECT_NEAR(left.x(), -right.x(), 0.01);
        EXPECT_NEAR((left - right).tail<2>().norm(), 0.0, 0.01);
    }
    const std::size_t ownJoints =
        chain(LimbId::LeftFoot).joints.size() - chain(LimbId::LeftFoot).trunkJoints;
    EXPECT_EQ(ownJoints, 6U);
    EXPECT_EQ(chain(LimbId::LeftHand).joints.size() - chain(LimbId::LeftHand).trunkJoints, 4U);
}

TEST_P(RobotLimbsTest, SolesAreOnTheGroundBelowTheAnkles) {
    const auto poses = posesOf(m_model, zeros());
    const double groundM = lowestHeightM(m_model, poses);
    for (const LimbId foot : kFeet) {
        const math::Pose sole = tip(chain(foot), zeros());
        EXPECT_NEAR(sole.p.z(), groundM, 1e-6);
        EXPECT_TRUE(sole.R.isIdentity(1e-9)) << "axes of the torso";
    }
}

// Scene files give no roles, and edited robots lose them: they must follow from the tree.
TEST_P(RobotLimbsTest, RolesFollowFromTheTree) {
    std::vector<Body> bodies(m_model.bodies().begin(), m_model.bodies().end());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].role = BodyRole::None;
        bodies[i].name = fmt::format("b{}", i);
    }
    const RobotModel derived("derived", bodies, {m_model.joints().begin(), m_model.joints().end()},
                             m_model.percepts(), m_model.traits());
    const auto isHand = [](BodyRole role) {
        return role == BodyRole::LeftHand || role == BodyRole::RightHand;
    };
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const BodyRole role = m_model.bodies()[i].role;
        const BodyRole found = derived.bodies()[i].role;
        if (!isHand(role) && !isHand(found)) {
            EXPECT_EQ(found, role) << m_model.bodies()[i].name;
        }
    }
    // A hand may be fixed to the lower arm; the placed point is the same.
    for (const LimbId limb : kLimbs) {
        const LimbChain* original = m_model.limbs().find(limb);
        const LimbChain* found = derived.limbs().find(limb);
        ASSERT_EQ(original == nullptr, found == nullptr) << static_cast<int>(limb);
        if (original != nullptr) {
            EXPECT_EQ(found->joints, original->joints);
            EXPECT_EQ(found->trunkJoints, original->trunkJoints);
            EXPECT_LT((tip(*original, zeros()).p - tip(*found, zeros()).p).norm(), 1e-9);
        }
    }
}

TEST_P(RobotLimbsTest, PlacingALimbReachesWhereItCanBe) {
    for (const LimbId limb : kLimbs) {
        const LimbChain* found = m_model.limbs().find(limb);
        if (found == nullptr) {
            continue;
        }
        const bool isHand = limb == LimbId::LeftHand || limb == LimbId::RightHand;
        int reached = 0;
        constexpr int kTargets = 60;
        for (int i = 0; i < kTargets; ++i) {
            const math::Pose target = tip(*found, randomAngles(*found));
            std::vector<double> anglesRad = zeros();
            const auto solution = placeLimb(m_model, limb, target, !isHand, anglesRad);
            ASSERT_TRUE(solution);
            const math::Pose there = tip(*found, anglesRad);
            EXPECT_NEAR((there.p - target.p).norm(), solution->positionErrorM, 1e-9);
            reached += solution->isReachable ? 1 : 0;
            for (std::size_t k = 0; k < anglesRad.size(); ++k) {
                const bool isOwn =
                    std::ranges::find(found->joints, JointId(k)) != found->joints.end();
                const Joint& joint = m_model.joints()[k];
                EXPECT_TRUE(isOwn || anglesRad[k] == 0.0);
                EXPECT_TRUE(!isOwn ||
                            (anglesRad[k] >= joint.minRad && anglesRad[k] <= joint.maxRad));
            }
        }
        RecordProperty(fmt::format("limb{}", static_cast<int>(limb)), reached);
        EXPECT_GE(reached, kTargets * 95 / 100) << "limb " << static_cast<int>(limb);
    }
}

// In a stance with bent knees, as in walking.
TEST_P(RobotLimbsTest, FeetStepAroundAStanceWithBentKnees) {
    for (const LimbId foot : kFeet) {
        const LegKinematics leg(m_model, foot);
        ASSERT_TRUE(leg.axes().anklePitch.isValid());
        ASSERT_TRUE(leg.axes().ankleRoll.isValid());
        const math::Pose straight = tip(leg.chain(), zeros());
        const double legM = -straight.p.z();
        for (int i = 0; i < 200; ++i) {
            math::Pose target = straight;
            target.p += legM * Vector3d(m_rng.uniform(-0.05, 0.05), m_rng.uniform(-0.1, 0.1),
                                        m_rng.uniform(0.05, 0.2));
            const LimbSolution solution = leg.solveClosed(target);
            const math::Pose there =
                leg.forward(std::span(solution.anglesRad).first(solution.jointCount));
            EXPECT_LT((there.p - target.p).norm(), 1e-4);
            EXPECT_LT((there.R - target.R).norm(), 1e-3);
        }
    }
}

TEST_P(RobotLimbsTest, TheTrunkStaysAtItsAngle) {
    for (const LimbId limb : kLimbs) {
        const LimbChain* found = m_model.limbs().find(limb);
        if (found == nullptr || found->trunkJoints == 0) {
            continue;
        }
        const JointId waist = found->joints.front();
        const double waistRad =
            std::clamp(0.3, m_model.joint(waist).minRad, m_model.joint(waist).maxRad);
        std::vector<double> referenceRad = randomAngles(*found);
        referenceRad[waist.index()] = waistRad;
        std::vector<double> anglesRad = zeros();
        anglesRad[waist.index()] = waistRad;
        ASSERT_TRUE(placeLimb(m_model, limb, tip(*found, referenceRad), true, anglesRad));
        EXPECT_EQ(anglesRad[waist.index()], waistRad);
    }
}

TEST_P(RobotLimbsTest, DenavitHartenbergTablesAreTheBodyTree) {
    for (const LimbId limb : kLimbs) {
        const LimbChain* found = m_model.limbs().find(limb);
        if (found == nullptr) {
            continue;
        }
        const DhTable table = dhTable(m_model, *found);
        for (int i = 0; i < 20; ++i) {
            const std::vector<double> anglesRad = randomAngles(*found);
            std::vector<double> limbRad;
            for (const JointId joint : found->joints) {
                limbRad.push_back(anglesRad[joint.index()]);
            }
            const math::Pose byTable = tests::dhForward(table, limbRad);
            EXPECT_LT((byTable.p - tip(*found, anglesRad).p).norm(), 1e-9);
            EXPECT_LT((byTable.R - tip(*found, anglesRad).R).norm(), 1e-9);
        }
    }
}

TEST_P(RobotLimbsTest, StandsUprightAndLiesFallen) {
    const auto ratioAfter = [&](const Eigen::Matrix3d& R_STorso, GroundRule rule) {
        const math::Pose X = placeOnGround(m_model, zeros(), rule, R_STorso);
        const auto poses = posesOf(m_model, zeros(), X);
        return std::pair(X.R(2, 2),
                         m_model.headHeightRatio([&](BodyId id) { return poses[id.index()]; }));
    };
    const auto [upCos, head] = ratioAfter(Eigen::Matrix3d::Identity(), GroundRule::LevelTorso);
    EXPECT_NEAR(head, 1.0, 0.01);
    EXPECT_TRUE(game::isUpright(upCos, head));
    for (const double pitchRad : {-math::kPi / 2.0, math::kPi / 2.0}) {
        const Eigen::Matrix3d lying =
            Eigen::AngleAxisd(pitchRad, Vector3d::UnitX()).toRotationMatrix();
        const auto [lyingCos, lyingHead] = ratioAfter(lying, GroundRule::Rest);
        EXPECT_TRUE(game::isFallen(lyingCos, lyingHead)) << lyingHead;
    }
}

INSTANTIATE_TEST_SUITE_P(Robots, RobotLimbsTest, testing::ValuesIn(builtInRobots()),
                         [](const auto& param) {
                             std::string name = param.param->name();
                             std::erase(name, '-');
                             return name;
                         });

// Two wheels on either side are not legs.
TEST(RobotLimbsPlainTest, AWheeledRobotHasNoLegs) {
    const RobotModel& model = tests::leglessRobot();
    for (const LimbId limb : kLimbs) {
        EXPECT_EQ(model.limbs().find(limb), nullptr);
    }
    std::vector<double> angles(model.joints().size(), 0.1);
    EXPECT_FALSE(placeLimb(model, LimbId::LeftFoot, {}, true, angles).has_value());
    EXPECT_EQ(angles, std::vector<double>(2, 0.1));
}

// A leg that is slightly longer than the other is still part of a pair.
TEST(RobotLimbsPlainTest, SidesMayDifferALittle) {
    const RobotModel& nao = defaultRobot();
    std::vector<Body> bodies(nao.bodies().begin(), nao.bodies().end());
    for (Body& body : bodies) {
        body.role = BodyRole::None;
        if (body.name == "lshank") {
            body.p_ParentBody.z() -= 0.03;
        }
    }
    const RobotModel edited("edited", bodies, {nao.joints().begin(), nao.joints().end()},
                            nao.percepts(), nao.traits());
    for (const LimbId limb : kLimbs) {
        ASSERT_NE(edited.limbs().find(limb), nullptr);
        EXPECT_EQ(edited.limbs().find(limb)->joints, nao.limbs().find(limb)->joints);
    }
}

} // namespace
} // namespace sideline::robot
