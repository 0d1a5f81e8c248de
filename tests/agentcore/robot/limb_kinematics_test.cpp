#include "agentcore/robot/limb_kinematics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/dh_forward.h"

namespace sideline::robot {
namespace {

using Eigen::Vector3d;
using math::radFromDeg;

constexpr std::array kFeet = {LimbId::LeftFoot, LimbId::RightFoot};
constexpr std::array kHands = {LimbId::LeftHand, LimbId::RightHand};

double angleBetween(const Eigen::Matrix3d& a, const Eigen::Matrix3d& b) {
    const Eigen::Matrix3d R = a * b.transpose();
    const Vector3d sine(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
    return std::atan2(sine.norm(), R.trace() - 1.0);
}

std::vector<double> randomAngles(const RobotModel& model, const LimbChain& chain, base::Rng& rng) {
    std::vector<double> angles;
    for (const JointId joint : chain.joints) {
        angles.push_back(rng.uniform(model.joint(joint).minRad, model.joint(joint).maxRad));
    }
    return angles;
}

// Returns the tip according to forward kinematics of the whole robot.
math::Pose tip(const RobotModel& model, const LimbChain& chain, std::span<const double> limbRad) {
    std::vector<double> angles(model.joints().size(), 0.0);
    for (std::size_t i = 0; i < limbRad.size(); ++i) {
        angles[chain.joints[i].index()] = limbRad[i];
    }
    std::vector<math::Pose> poses(model.bodies().size());
    forwardKinematics(model, math::Pose{}, angles, poses);
    return poses[chain.body.index()] * chain.X_BodyTip;
}

void expectInsideStops(const RobotModel& model, const LimbChain& chain,
                       const LimbSolution& solution) {
    ASSERT_EQ(solution.jointCount, chain.joints.size());
    for (std::size_t i = 0; i < solution.jointCount; ++i) {
        const Joint& joint = model.joint(chain.joints[i]);
        EXPECT_GE(solution.anglesRad[i], joint.minRad) << joint.effector;
        EXPECT_LE(solution.anglesRad[i], joint.maxRad) << joint.effector;
    }
}

class LimbKinematicsTest : public testing::TestWithParam<NaoType> {
protected:
    const RobotModel& m_model = naoModel(GetParam());
};

TEST_P(LimbKinematicsTest, ChainsEndOnSolesHandsAndCamera) {
    const double elbowM = GetParam() == NaoType::LongLegsAndArms   ? 0.10664
                          : GetParam() == NaoType::LongLegsWideHip ? 0.125736848
                                                                   : 0.07;
    for (const LimbId foot : kFeet) {
        const LimbChain* chain = limbChain(m_model, foot);
        ASSERT_NE(chain, nullptr);
        ASSERT_EQ(chain->joints.size(), 6U);
        const math::Pose X = LegKinematics(m_model, foot).forward(std::vector<double>(6, 0.0));
        const BodyId ankle = m_model.findBody(foot == LimbId::LeftFoot ? "lankle" : "rankle");
        std::vector<math::Pose> poses(m_model.bodies().size());
        forwardKinematics(m_model, {}, std::vector<double>(m_model.joints().size()), poses);
        EXPECT_NEAR((poses[ankle.index()].p - Vector3d(0, 0, 0.05) - X.p).norm(), 0.0, 1e-12);
    }
    const LimbChain* hand = limbChain(m_model, LimbId::RightHand);
    ASSERT_NE(hand, nullptr);
    EXPECT_TRUE(tip(m_model, *hand, std::vector<double>(4, 0.0))
                    .p.isApprox(Vector3d(0.098, 0.02 + elbowM + 0.105, 0.084), 1e-12));
    const LimbChain* head = limbChain(m_model, LimbId::Head);
    ASSERT_NE(head, nullptr);
    EXPECT_TRUE(tip(m_model, *head, std::vector<double>(2, 0.0))
                    .p.isApprox(Vector3d(0.0, 0.0, 0.155), 1e-12));
}

TEST_P(LimbKinematicsTest, LegReachesRandomReachablePoses) {
    base::Rng rng(31 + static_cast<std::uint64_t>(GetParam()));
    std::vector<double> placesM;
    std::vector<double> turnsRad;
    for (const LimbId foot : kFeet) {
        const LegKinematics leg(m_model, foot);
        for (int i = 0; i < 10'000; ++i) {
            const auto referenceRad = randomAngles(m_model, leg.chain(), rng);
            const math::Pose target = tip(m_model, leg.chain(), referenceRad);
            const LimbSolution found = leg.solve(target);
            expectInsideStops(m_model, leg.chain(), found);
            ASSERT_TRUE(found.isReachable) << i;
            const math::Pose reached =
                tip(m_model, leg.chain(), {found.anglesRad.data(), found.jointCount});
            placesM.push_back((reached.p - target.p).norm());
            turnsRad.push_back(angleBetween(reached.R, target.R));
        }
    }
    std::ranges::sort(placesM);
    std::ranges::sort(turnsRad);
    const std::size_t p999 = placesM.size() * 999 / 1000;
    RecordProperty("p999PlaceM", fmt::format("{:.3g}", placesM[p999]));
    RecordProperty("p999TurnRad", fmt::format("{:.3g}", turnsRad[p999]));
    RecordProperty("worstPlaceM", fmt::format("{:.3g}", placesM.back()));
    EXPECT_LT(placesM[p999], 1e-9);
    EXPECT_LT(turnsRad[p999], 1e-9);
    EXPECT_LT(placesM.back(), 1e-6);
    EXPECT_LT(turnsRad.back(), 1e-6);
}

TEST_P(LimbKinematicsTest, LegHasOneSolutionInsideItsStops) {
    base::Rng rng(7);
    for (const LimbId foot : kFeet) {
        const LegKinematics leg(m_model, foot);
        for (int i = 0; i < 500; ++i) {
            const auto referenceRad = randomAngles(m_model, leg.chain(), rng);
            const LimbSolution found = leg.solve(tip(m_model, leg.chain(), referenceRad));
            for (std::size_t k = 0; k < referenceRad.size(); ++k) {
                EXPECT_NEAR(found.anglesRad[k], referenceRad[k], 1e-6) << "joint " << k + 1;
            }
        }
    }
}

TEST_P(LimbKinematicsTest, LegOutOfReachComesAsNearAsAnySearch) {
    base::Rng rng(77);
    const LegKinematics leg(m_model, LimbId::LeftFoot);
    const auto weigh = [](const LimbSolution& solution) {
        return std::hypot(solution.positionErrorM, 0.1 * solution.rotationErrorRad);
    };
    int asNear = 0;
    constexpr int kTargets = 60;
    for (int i = 0; i < kTargets; ++i) {
        math::Pose target = tip(m_model, leg.chain(), randomAngles(m_model, leg.chain(), rng));
        target.p += Vector3d(rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1), -0.15);
        const LimbSolution found = leg.solve(target);
        expectInsideStops(m_model, leg.chain(), found);
        double best = weigh(found);
        for (int start = 0; start < 10; ++start) {
            best = std::min(best, weigh(solveChain(m_model, leg.chain(), {.X_TorsoTip = target},
                                                   randomAngles(m_model, leg.chain(), rng))));
        }
        asNear += weigh(found) <= 1.001 * best + 1e-4 ? 1 : 0;
        const math::Pose reached =
            tip(m_model, leg.chain(), {found.anglesRad.data(), found.jointCount});
        EXPECT_NEAR((reached.p - target.p).norm(), found.positionErrorM, 1e-9);
        EXPECT_NEAR(angleBetween(reached.R, target.R), found.rotationErrorRad, 1e-9);
        EXPECT_EQ(found.isReachable,
                  found.positionErrorM <= 1e-4 && found.rotationErrorRad <= radFromDeg(0.01));
    }
    RecordProperty("asNear", asNear);
    EXPECT_GE(asNear, kTargets * 9 / 10);
}

TEST_P(LimbKinematicsTest, ClosedFormIsTheSolutionWhereThereIsOne) {
    base::Rng rng(41);
    for (const LimbId foot : kFeet) {
        const LegKinematics leg(m_model, foot);
        for (int i = 0; i < 500; ++i) {
            const math::Pose target =
                tip(m_model, leg.chain(), randomAngles(m_model, leg.chain(), rng));
            const LimbSolution closed = leg.solveClosed(target);
            const LimbSolution full = leg.solve(target);
            ASSERT_TRUE(full.isReachable);
            ASSERT_EQ(closed.jointCount, full.jointCount);
            EXPECT_EQ(closed.anglesRad, full.anglesRad);
        }
    }
}

// Feet move from a stance to beyond their reach, straight down and increasingly sideways.
TEST_P(LimbKinematicsTest, ClosedFormLeavesTheReachWithoutAJump) {
    base::Rng rng(42);
    constexpr double kStepM = 2e-5;
    for (const LimbId foot : kFeet) {
        const LegKinematics leg(m_model, foot);
        const math::Pose stand = leg.forward(std::array{0.0, 0.0, 0.6, -1.2, 0.6, 0.0});
        for (int i = 0; i < 20; ++i) {
            const Vector3d lateral(rng.normal(1.0), rng.normal(1.0), 0.0);
            const Vector3d way = (i * 0.1 * lateral - Vector3d::UnitZ()).normalized();
            LimbSolution last = leg.solveClosed(stand);
            bool wasBeyond = false;
            double worstRad = 0.0;
            for (double wayM = 0.0; wayM < 0.25; wayM += kStepM) {
                math::Pose target = stand;
                target.p += wayM * way;
                const LimbSolution now = leg.solveClosed(target);
                for (std::size_t k = 0; k < now.jointCount; ++k) {
                    worstRad = std::max(worstRad, std::abs(now.anglesRad[k] - last.anglesRad[k]));
                }
                last = now;
                const math::Pose reached = leg.forward({now.anglesRad.data(), now.jointCount});
                wasBeyond = wasBeyond || (reached.p - target.p).norm() > 0.02;
            }
            expectInsideStops(m_model, leg.chain(), last);
            EXPECT_TRUE(wasBeyond) << way.transpose();
            // Near a straight knee, the angle follows the square root of the remaining distance.
            EXPECT_LT(worstRad, 0.05) << way.transpose();
        }
    }
}

TEST_P(LimbKinematicsTest, LegStretchesTowardsWhatIsTooFar) {
    const LegKinematics leg(m_model, LimbId::RightFoot);
    math::Pose target = leg.forward(std::vector<double>(6, 0.0));
    target.p.z() -= 0.1;
    const LimbSolution found = leg.solve(target);
    EXPECT_FALSE(found.isReachable);
    EXPECT_NEAR(found.positionErrorM, 0.1, 0.002);
    EXPECT_GT(found.anglesRad[3], radFromDeg(-3.0)) << "the knee is straight";
}

TEST_P(LimbKinematicsTest, ArmReachesRandomReachablePlaces) {
    base::Rng rng(5);
    int reached = 0;
    double worstM = 0.0;
    constexpr int kTargets = 1'000;
    for (const LimbId hand : kHands) {
        const LimbChain chain = *limbChain(m_model, hand);
        for (int i = 0; i < kTargets; ++i) {
            const auto referenceRad = randomAngles(m_model, chain, rng);
            const math::Pose target = tip(m_model, chain, referenceRad);
            const LimbSolution found =
                solveArm(m_model, hand, target.p, randomAngles(m_model, chain, rng));
            expectInsideStops(m_model, chain, found);
            const math::Pose there = tip(m_model, chain, {found.anglesRad.data(), 4});
            EXPECT_NEAR((there.p - target.p).norm(), found.positionErrorM, 1e-12);
            reached += found.isReachable ? 1 : 0;
            worstM = std::max(worstM, found.positionErrorM);
        }
    }
    RecordProperty("reached", reached);
    RecordProperty("worstM", std::to_string(worstM));
    EXPECT_GE(reached, 2 * kTargets * 999 / 1000);
}

TEST_P(LimbKinematicsTest, ArmStaysWhereItIsIfTheHandIsThere) {
    base::Rng rng(6);
    for (const LimbId hand : kHands) {
        const LimbChain chain = *limbChain(m_model, hand);
        for (int i = 0; i < 200; ++i) {
            const auto now = randomAngles(m_model, chain, rng);
            const LimbSolution found = solveArm(m_model, hand, tip(m_model, chain, now).p, now);
            double wayRad = 0.0;
            for (std::size_t k = 0; k < now.size(); ++k) {
                wayRad = std::max(wayRad, std::abs(found.anglesRad[k] - now[k]));
            }
            EXPECT_LT(wayRad, 1e-6);
        }
    }
}

TEST_P(LimbKinematicsTest, ArmOutOfReachPointsAtThePlace) {
    const LimbChain chain = *limbChain(m_model, LimbId::LeftHand);
    const Vector3d far(-0.098, 2.0, 0.075);
    const LimbSolution found = solveArm(m_model, LimbId::LeftHand, far);
    EXPECT_FALSE(found.isReachable);
    const Vector3d hand = tip(m_model, chain, {found.anglesRad.data(), 4}).p;
    EXPECT_NEAR(hand.x(), far.x(), 0.01);
    EXPECT_NEAR(hand.z(), far.z(), 0.01);
    EXPECT_NEAR(found.positionErrorM, far.y() - hand.y(), 1e-3);
}

TEST_P(LimbKinematicsTest, DampedLeastSquaresFindsNearTargets) {
    base::Rng rng(99);
    for (const LimbId limb : kLimbs) {
        const LimbChain chain = *limbChain(m_model, limb);
        int reached = 0;
        for (int i = 0; i < 200; ++i) {
            const auto start = randomAngles(m_model, chain, rng);
            auto referenceRad = start;
            for (std::size_t k = 0; k < referenceRad.size(); ++k) {
                const Joint& joint = m_model.joint(chain.joints[k]);
                referenceRad[k] = std::clamp(referenceRad[k] + rng.uniform(-0.2, 0.2), joint.minRad,
                                             joint.maxRad);
            }
            const bool isHand = limb == LimbId::LeftHand || limb == LimbId::RightHand;
            const LimbSolution found = solveChain(
                m_model, chain,
                {.X_TorsoTip = tip(m_model, chain, referenceRad), .constrainsRotation = !isHand},
                start);
            expectInsideStops(m_model, chain, found);
            reached += found.isReachable ? 1 : 0;
        }
        EXPECT_GE(reached, 195) << "limb " << static_cast<int>(limb);
    }
}

TEST_P(LimbKinematicsTest, PlaceLimbMovesOnlyTheLimb) {
    for (const LimbId limb : kLimbs) {
        const LimbChain chain = *limbChain(m_model, limb);
        std::vector<double> angles(m_model.joints().size(), 0.0);
        std::vector<double> referenceRad(chain.joints.size());
        for (std::size_t k = 0; k < referenceRad.size(); ++k) {
            const Joint& joint = m_model.joint(chain.joints[k]);
            referenceRad[k] = 0.3 * joint.minRad + 0.2 * joint.maxRad;
        }
        const math::Pose target = tip(m_model, chain, referenceRad);
        const bool isHand = limb == LimbId::LeftHand || limb == LimbId::RightHand;
        const auto found = placeLimb(m_model, limb, target, !isHand, angles);
        ASSERT_TRUE(found.has_value());
        EXPECT_TRUE(found->isReachable) << static_cast<int>(limb);
        std::vector<double> limbRad;
        for (const JointId joint : chain.joints) {
            limbRad.push_back(angles[joint.index()]);
            angles[joint.index()] = 0.0;
        }
        EXPECT_LT((tip(m_model, chain, limbRad).p - target.p).norm(), 1e-4);
        EXPECT_TRUE(std::ranges::all_of(angles, [](double rad) { return rad == 0.0; }));
    }
}

TEST_P(LimbKinematicsTest, DenavitHartenbergTablesAreTheBodyTree) {
    base::Rng rng(3);
    for (const LimbId limb : kLimbs) {
        const LimbChain chain = *limbChain(m_model, limb);
        const DhTable table = dhTable(m_model, chain);
        ASSERT_EQ(table.rows.size(), chain.joints.size());
        for (int i = 0; i < 100; ++i) {
            const auto angles = randomAngles(m_model, chain, rng);
            const math::Pose byTable = tests::dhForward(table, angles);
            const math::Pose byTree = tip(m_model, chain, angles);
            EXPECT_LT((byTable.p - byTree.p).norm(), 1e-9);
            EXPECT_LT((byTable.R - byTree.R).norm(), 1e-9);
        }
    }
}

TEST_P(LimbKinematicsTest, NonsenseIsFlaggedAndStaysInsideTheStops) {
    const double nan = std::nan("");
    const LegKinematics leg(m_model, LimbId::RightFoot);
    math::Pose target = leg.forward(std::vector<double>(6, 0.0));
    target.p.x() = nan;
    const LimbSolution foot = leg.solve(target);
    EXPECT_FALSE(foot.isReachable);
    expectInsideStops(m_model, leg.chain(), foot);
    const LimbSolution hand = solveArm(m_model, LimbId::LeftHand, {0.0, nan, 0.0});
    EXPECT_FALSE(hand.isReachable);
    expectInsideStops(m_model, *limbChain(m_model, LimbId::LeftHand), hand);
    const LimbSolution inTheHip = leg.solve(math::Pose::translation({0.055, -0.01, -0.115}));
    EXPECT_FALSE(inTheHip.isReachable);
    expectInsideStops(m_model, leg.chain(), inTheHip);
}

TEST_P(LimbKinematicsTest, SolvingAllocatesNothing) {
    const LegKinematics leg(m_model, LimbId::LeftFoot);
    math::Pose target = leg.forward(std::vector<double>(6, -0.2));
    math::Pose far = target;
    far.p.z() -= 1.0;
    const std::array<double, 6> now{};
    const tests::AllocationGuard guard;
    const LimbSolution near = leg.solve(target, now);
    const LimbSolution flagged = leg.solve(far, now);
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_NE(near.isReachable, flagged.isReachable);
}

INSTANTIATE_TEST_SUITE_P(Types, LimbKinematicsTest, testing::ValuesIn(kNaoTypes),
                         [](const auto& param) {
                             return "type" + std::to_string(static_cast<int>(param.param));
                         });

TEST(LimbKinematicsPlainTest, ThighAndShankOfTheTableAreThoseOfTheStandardNao) {
    const RobotModel& model = naoModel(NaoType::Standard);
    const DhTable table = dhTable(model, *limbChain(model, LimbId::LeftFoot));
    // The hip's axes intersect in one point; the knee is 5 mm in front of the line through it.
    EXPECT_NEAR(table.rows[0].aM, 0.0, 1e-12);
    EXPECT_NEAR(table.rows[1].aM, 0.0, 1e-12);
    EXPECT_NEAR(table.rows[2].aM, std::hypot(0.12, 0.005), 1e-12);
    EXPECT_NEAR(table.rows[3].aM, 0.1, 1e-12);
    EXPECT_NEAR(table.rows[4].aM, 0.005, 1e-12);
    EXPECT_NEAR(std::abs(table.rows[0].alphaRad), radFromDeg(90.0), 1e-12);
}

} // namespace
} // namespace sideline::robot
