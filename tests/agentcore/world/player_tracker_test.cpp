#include "agentcore/world/player_tracker.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "tests/agentcore/world/noisy_eye.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/test_files.h"

namespace sideline::world {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using math::degFromRad;
using math::radFromDeg;

constexpr double kTrackerStepS = 0.02;
constexpr std::array<std::string_view, kPlayerPartCount> kParts = {"head", "rlowerarm", "llowerarm",
                                                                   "rfoot", "lfoot"};

// A simulated robot on the field.
struct Robot {
    std::string_view team = "Them";
    int unum = 4;
    Vector2d p_F = Vector2d::Zero();
    double headingRad = 0.0;
    bool isLying = false;

    [[nodiscard]] std::array<Vector3d, kPlayerPartCount> places() const {
        // Offsets to the front, to the left, and upwards.
        static constexpr double kBody[kPlayerPartCount][3] = {{0.0, 0.0, 0.53},
                                                              {0.08, -0.12, 0.36},
                                                              {0.08, 0.12, 0.36},
                                                              {0.0, -0.055, 0.04},
                                                              {0.0, 0.055, 0.04}};
        constexpr double kTorsoM = 0.385;
        const Eigen::AngleAxisd turn(headingRad, Vector3d::UnitZ());
        std::array<Vector3d, kPlayerPartCount> all;
        for (std::size_t i = 0; i < all.size(); ++i) {
            Vector3d p(kBody[i][0], kBody[i][1], kBody[i][2]);
            if (isLying) { // face down
                p = {kBody[i][2] - kTorsoM, kBody[i][1], 0.08};
            }
            all[i] = turn * p + Vector3d(p_F.x(), p_F.y(), 0.0);
        }
        return all;
    }
};

class PlayerTrackerTest : public testing::Test {
protected:
    PlayerTrackerTest() {
        m_self.team = "Us";
        m_self.robot = {game::Side::Left, game::UniformNumber(1)};
        m_self.model = robot::naoModel(robot::NaoType::Standard).shared();
    }

    void add(const Robot& robot, const std::vector<std::size_t>& parts = {0, 1, 2, 3, 4}) {
        protocol::SeenPlayer seen;
        seen.team = robot.team;
        seen.unum = robot.unum;
        const auto places = robot.places();
        for (const std::size_t part : parts) {
            seen.parts.push_back({kParts[part], m_eye.look(places[part])});
        }
        m_vision.players.push_back(std::move(seen));
    }
    // Three cycles; the last one brings the added robots.
    void look() {
        for (int i = 0; i < 3; ++i) {
            m_tracker.predict(kTrackerStepS);
        }
        m_tracker.see(m_vision, m_eye.view(), m_self);
        m_vision.clear();
    }
    void look(const Robot& robot, int times = 1) {
        for (int i = 0; i < times; ++i) {
            add(robot);
            look();
        }
    }
    [[nodiscard]] const PlayerBelief& player(std::size_t index = 0) const {
        return m_tracker.players().at(index);
    }

    NoisyEye m_eye{5, {0.0, 0.0, 0.55}, 0.0};
    PlayerTracker m_tracker;
    AgentIdentity m_self;
    protocol::VisionPercept m_vision;
};

TEST_F(PlayerTrackerTest, TracksPositionAndHeadingOfStandingPlayer) {
    double worstDeg = 0.0;
    double sumM = 0.0;
    int count = 0;
    for (const double headingDeg : {0.0, 60.0, 120.0, 180.0, -90.0}) {
        m_tracker.reset();
        const Robot robot{.p_F = {3.8, 1.2}, .headingRad = radFromDeg(headingDeg)};
        look(robot, 15);
        ASSERT_EQ(m_tracker.players().size(), 1U);
        for (int i = 0; i < 20; ++i) {
            look(robot);
            ASSERT_TRUE(player().hasHeading);
            worstDeg = std::max(worstDeg, std::abs(degFromRad(math::wrapRad(player().headingRad -
                                                                            robot.headingRad))));
            sumM += (player().p_F.head<2>() - robot.p_F).norm();
            ++count;
        }
        EXPECT_LT(player().velocity_FMps.norm(), 0.15);
    }
    EXPECT_LT(worstDeg, tests::tolerance(5.0));
    EXPECT_LT(sumM / count, tests::tolerance(0.015));
    EXPECT_LT(player().positionSigmaM, 0.02);
    EXPECT_GT(player().confidence, 0.95);
    EXPECT_FALSE(player().isFallen);
    EXPECT_FALSE(player().isTeammate);
    EXPECT_EQ(player().unum, 4);
}

TEST_F(PlayerTrackerTest, PartsAreAtSeenPositions) {
    const Robot robot{.p_F = {3.0, 0.0}};
    look(robot);
    const auto places = robot.places();
    for (std::size_t i = 0; i < kPlayerPartCount; ++i) {
        ASSERT_TRUE(player().parts[i].isSeen) << kParts[i];
        EXPECT_LT((player().parts[i].p_F - places[i]).norm(), 0.05) << kParts[i];
    }
    add(robot, {0});
    look();
    EXPECT_TRUE(player().parts[4].isSeen) << "as it was seen last";
    look(Robot{.p_F = {6.0, 1.0}});
    EXPECT_NEAR(player().parts[3].p_F.x(), 6.0, 0.15);
}

TEST_F(PlayerTrackerTest, TracksVelocityOfWalkingPlayer) {
    Robot robot{.p_F = {3.0, -2.0}, .headingRad = radFromDeg(90.0)};
    for (int i = 0; i < 40; ++i) {
        robot.p_F.y() += 0.06 * 0.7;
        look(robot);
    }
    EXPECT_NEAR(player().velocity_FMps.x(), 0.0, tests::tolerance(0.12));
    EXPECT_NEAR(player().velocity_FMps.y(), 0.7, tests::tolerance(0.12));
    EXPECT_LT((player().p_F.head<2>() - robot.p_F).norm(), 0.04);
    // Unseen, it keeps moving for a while, but not forever.
    for (int i = 0; i < 25; ++i) {
        m_tracker.predict(kTrackerStepS);
    }
    EXPECT_NEAR(player().p_F.y(), robot.p_F.y() + 0.3, 0.12);
    EXPECT_NEAR(player().ageS, 0.5, 1e-9);
    EXPECT_LT(player().confidence, 0.95);
}

TEST_F(PlayerTrackerTest, HeadingPersistsAndDoesNotFlip) {
    const Robot robot{.p_F = {4.0, 0.0}, .headingRad = 1.0};
    look(robot, 10);
    // Right and left exchanged: once is an error, three times is accepted.
    Robot turned = robot;
    turned.headingRad = 1.0 - math::kPi;
    look(turned);
    EXPECT_NEAR(player().headingRad, 1.0, 0.2);
    look(turned, 3);
    EXPECT_NEAR(math::wrapRad(player().headingRad - turned.headingRad), 0.0, 0.2);
    for (int i = 0; i < 15; ++i) {
        add(robot, {0});
        look();
    }
    EXPECT_TRUE(player().hasHeading);
    for (int i = 0; i < 40; ++i) {
        add(robot, {0});
        look();
    }
    EXPECT_FALSE(player().hasHeading);
}

TEST_F(PlayerTrackerTest, SingleHeadingErrorsAreIgnored) {
    const Robot robot{.p_F = {4.0, 0.0}, .headingRad = 1.0};
    look(robot, 10);
    Robot turned = robot;
    turned.headingRad = 1.0 - math::kPi;
    for (int i = 0; i < 6; ++i) {
        look(turned);
        EXPECT_NEAR(math::wrapRad(player().headingRad - 1.0), 0.0, 0.2) << i;
        look(robot, 2);
    }
}

// Measured headings are on both sides of the +-pi boundary.
TEST_F(PlayerTrackerTest, HeadingIsAccurateAcrossTheBoundary) {
    const auto rmsRad = [&](double headingRad) {
        m_tracker.reset();
        m_eye = NoisyEye{9, {0.0, 0.0, 0.55}, 0.0};
        const Robot robot{.p_F = {4.0, 0.0}, .headingRad = headingRad};
        look(robot, 20);
        double sum = 0.0;
        for (int i = 0; i < 150; ++i) {
            look(robot);
            sum += std::pow(math::wrapRad(player().headingRad - headingRad), 2);
        }
        return std::sqrt(sum / 150.0);
    };
    EXPECT_LT(rmsRad(math::kPi), 1.3 * rmsRad(0.0));
}

TEST_F(PlayerTrackerTest, HeadingFollowsATurn) {
    Robot robot{.p_F = {4.0, 0.0}};
    for (int i = 0; i < 40; ++i) {
        robot.headingRad = math::wrapRad(robot.headingRad + 0.06 * radFromDeg(90.0));
        look(robot);
    }
    EXPECT_LT(std::abs(math::wrapRad(player().headingRad - robot.headingRad)), radFromDeg(8.0));
}

TEST_F(PlayerTrackerTest, TracksFallAndGettingUp) {
    Robot robot{.p_F = {4.0, 1.0}, .headingRad = 0.5};
    look(robot, 5);
    EXPECT_FALSE(player().isFallen);
    robot.isLying = true;
    look(robot);
    EXPECT_FALSE(player().isFallen) << "one sighting is not enough";
    look(robot);
    EXPECT_TRUE(player().isFallen);
    look(robot, 10);
    EXPECT_LT((player().p_F.head<2>() - robot.p_F).norm(), 0.08) << "the torso, not the head";
    robot.isLying = false;
    look(robot, 2);
    EXPECT_FALSE(player().isFallen);
    // The head alone is sufficient.
    m_tracker.reset();
    robot.isLying = true;
    add(robot, {0});
    look();
    EXPECT_TRUE(player().isFallen);
}

TEST_F(PlayerTrackerTest, SingleTiltErrorsAreIgnored) {
    Robot robot{.p_F = {4.0, 1.0}, .headingRad = 0.5};
    look(robot, 5);
    for (int i = 0; i < 5; ++i) {
        robot.isLying = true;
        look(robot);
        EXPECT_FALSE(player().isFallen) << i;
        robot.isLying = false;
        look(robot, 2);
    }
}

TEST_F(PlayerTrackerTest, FeetOrArmsAloneGiveThePosition) {
    const Robot robot{.p_F = {3.0, 0.5}, .headingRad = 2.0};
    for (const std::vector<std::size_t>& parts :
         {std::vector<std::size_t>{3, 4}, {3}, {1, 2}, {0}}) {
        m_tracker.reset();
        add(robot, parts);
        look();
        ASSERT_EQ(m_tracker.players().size(), 1U);
        const double errorM = (player().p_F.head<2>() - robot.p_F).norm();
        EXPECT_LT(errorM, 0.15);
        EXPECT_LT(errorM, 3.5 * player().positionSigmaM);
    }
}

TEST_F(PlayerTrackerTest, MovedPlayerIsFoundImmediately) {
    look(Robot{.p_F = {3.0, 1.0}}, 10);
    look(Robot{.p_F = {7.0, -3.0}});
    ASSERT_EQ(m_tracker.players().size(), 1U);
    EXPECT_LT((player().p_F.head<2>() - Vector2d(7.0, -3.0)).norm(), 0.1);
    EXPECT_EQ(player().velocity_FMps.norm(), 0.0);
}

TEST_F(PlayerTrackerTest, PlayersWithoutNumbersKeepTheirTracks) {
    Robot one{.unum = 0, .p_F = {4.0, 1.0}};
    Robot other{.unum = 0, .p_F = {4.0, 1.9}};
    for (int i = 0; i < 10; ++i) {
        one.p_F.x() += 0.03;
        other.p_F.x() -= 0.03;
        // In any order.
        add(i % 2 == 0 ? one : other);
        add(i % 2 == 0 ? other : one);
        look();
        ASSERT_EQ(m_tracker.players().size(), 2U);
    }
    EXPECT_LT((player(0).p_F.head<2>() - one.p_F).norm(), 0.06);
    EXPECT_LT((player(1).p_F.head<2>() - other.p_F).norm(), 0.06);
    // A number reported later is assigned to the existing track.
    one.unum = 7;
    add(one);
    add(other);
    look();
    ASSERT_EQ(m_tracker.players().size(), 2U);
    EXPECT_EQ(player(0).unum, 7);
    EXPECT_EQ(player(1).unum, 0);
    // A teammate at the same position is another robot.
    add(Robot{.team = "Us", .unum = 0, .p_F = other.p_F});
    look();
    EXPECT_EQ(m_tracker.players().size(), 3U);
}

TEST_F(PlayerTrackerTest, DuplicateIsRemoved) {
    look(Robot{.unum = 0, .p_F = {4.0, 1.0}}, 3);
    look(Robot{.unum = 5, .p_F = {8.0, -4.0}}, 1);
    ASSERT_EQ(m_tracker.players().size(), 2U);
    // Number 5 is at the position of the unnumbered track.
    look(Robot{.unum = 5, .p_F = {4.0, 1.0}});
    ASSERT_EQ(m_tracker.players().size(), 1U);
    EXPECT_EQ(player().unum, 5);
}

TEST_F(PlayerTrackerTest, PlayerNotSeenWhereExpectedIsRemoved) {
    look(Robot{.p_F = {4.0, 0.0}}, 3);
    const double confidence = player().confidence;
    look();
    EXPECT_LT(player().confidence, 0.7 * confidence);
    for (int i = 0; i < 4; ++i) {
        ASSERT_EQ(m_tracker.players().size(), 1U);
        look();
    }
    EXPECT_TRUE(m_tracker.players().empty());
    // Outside the field of view it is kept longer.
    look(Robot{.p_F = {4.0, 0.0}});
    m_eye = NoisyEye(6, {0.0, 0.0, 0.55}, math::kPi);
    for (int i = 0; i < 50; ++i) {
        look();
    }
    EXPECT_EQ(m_tracker.players().size(), 1U);
    EXPECT_LT(player().confidence, 0.6);
}

TEST_F(PlayerTrackerTest, SightingResetsMisses) {
    const Robot robot{.p_F = {4.0, 0.0}};
    look(robot, 3);
    for (int round = 0; round < 3; ++round) {
        look(robot);
        const double confidence = player().confidence;
        for (int i = 0; i < 4; ++i) {
            look();
            ASSERT_EQ(m_tracker.players().size(), 1U) << round << ' ' << i;
        }
        EXPECT_LT(player().confidence, 0.5 * confidence);
    }
}

TEST_F(PlayerTrackerTest, OwnArmsAreIgnored) {
    add(Robot{.team = "Us", .unum = 1, .p_F = {0.4, 0.0}}, {1, 2});
    add(Robot{.team = "Us", .unum = 2, .p_F = {3.0, 0.0}});
    look();
    ASSERT_EQ(m_tracker.players().size(), 1U);
    EXPECT_EQ(player().unum, 2);
    EXPECT_TRUE(player().isTeammate);
}

TEST_F(PlayerTrackerTest, IgnoresNonFiniteInput) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    protocol::SeenPlayer seen;
    seen.team = "Them";
    seen.unum = 3;
    seen.parts = {{"head", {nan, 0.0, 0.0}}, {"rfoot", {2.0, nan, 0.0}}, {"tail", {2.0, 0.0, 0.0}}};
    m_vision.players.push_back(seen);
    look();
    EXPECT_TRUE(m_tracker.players().empty());
    look(Robot{.p_F = {3.0, 0.0}});
    m_tracker.predict(nan);
    m_tracker.predict(-1.0);
    EXPECT_TRUE(player().p_F.allFinite());
}

TEST_F(PlayerTrackerTest, TwentyTwoPlayersAllocateNothing) {
    for (int unum = 1; unum <= 11; ++unum) {
        add(Robot{.team = "Us", .unum = unum, .p_F = {6.0 + 0.3 * unum, 0.5 * unum}});
        add(Robot{.team = "Them", .unum = unum, .p_F = {7.0 + 0.3 * unum, -0.5 * unum}});
    }
    const Viewpoint view = m_eye.view();
    const tests::AllocationGuard guard;
    for (int i = 0; i < 30; ++i) {
        m_tracker.predict(kTrackerStepS);
        m_tracker.see(m_vision, view, m_self);
    }
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_EQ(m_tracker.players().size(), 21U) << "the robot itself is no other";
}

} // namespace
} // namespace sideline::world
