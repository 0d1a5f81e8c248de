#include "agentcore/world/belief_shapes.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"

namespace sideline::world {
namespace {

using drawing::Circle;
using drawing::Line;
using drawing::NamedShape;
using drawing::Sphere;
using Eigen::Vector3d;

constexpr BeliefLayers kNone{false, false, false, false, false, false, false, false, false};

class BeliefShapesTest : public ::testing::Test {
protected:
    BeliefShapesTest() {
        m_frame.identity.model = robot::naoModel(robot::NaoType::Standard).shared();
        m_frame.identity.robot = {game::Side::Left, game::UniformNumber(4)};
        m_frame.body.joints.resize(m_frame.identity.model->joints().size());
        m_frame.body.pose.isValid = true;
        m_frame.body.pose.positionSigmaM = 0.3;
        m_frame.body.pose.X_ST = math::Pose::translation({-3.0, 1.0, 0.38});
        // The torso faces along its y axis, to the right goal.
        m_frame.body.pose.X_ST.R =
            Eigen::AngleAxisd(-math::kPi / 2.0, Vector3d::UnitZ()).toRotationMatrix();
    }
    std::vector<NamedShape> shapes(const BeliefLayers& layers) {
        std::vector<NamedShape> out;
        appendBeliefShapes(m_frame, m_field, layers, out);
        return out;
    }
    template <typename Shape>
    static std::vector<Shape> all(const std::vector<NamedShape>& shapes) {
        std::vector<Shape> found;
        for (const NamedShape& shape : shapes) {
            if (const auto* requested = std::get_if<Shape>(&shape.shape)) {
                found.push_back(*requested);
            }
        }
        return found;
    }

    AgentFrame m_frame;
    field::FieldModel m_field{field::newestField().dimensions};
};

TEST_F(BeliefShapesTest, PoseIsAOneSigmaRingAndAnArrow) {
    BeliefLayers layers = kNone;
    layers.pose = true;
    const auto drawn = shapes(layers);
    ASSERT_EQ(all<Circle>(drawn).size(), 1U);
    EXPECT_NEAR(all<Circle>(drawn)[0].radiusM, 0.3, 1e-12);
    EXPECT_NEAR(all<Circle>(drawn)[0].center_S.x(), -3.0, 1e-12);
    ASSERT_EQ(all<Line>(drawn).size(), 1U);
    EXPECT_LT((all<Line>(drawn)[0].to_S - Vector3d(-2.5, 1.0, 0.0)).norm(), 1e-9);
    for (const NamedShape& shape : drawn) {
        EXPECT_EQ(shape.set, "belief.pose");
    }
}

// The views show numbers, too, so that a set of its own can hide those of the belief.
TEST_F(BeliefShapesTest, NumbersOfPlayersAreASetOfTheirOwn) {
    BeliefLayers layers = kNone;
    layers.players = true;
    PlayerBelief player;
    player.unum = 7;
    player.p_F = {1.0, 2.0, 0.4};
    m_frame.world.players.push_back(player);
    const auto drawn = shapes(layers);
    EXPECT_EQ(all<drawing::Annotation>(drawn).size(), 1U);
    EXPECT_EQ(all<Circle>(drawn).size(), 1U);
    for (const NamedShape& shape : drawn) {
        const bool isText = std::holds_alternative<drawing::Annotation>(shape.shape);
        EXPECT_EQ(shape.set, isText ? "belief.players.numbers" : "belief.players");
    }
}

TEST_F(BeliefShapesTest, NothingIsDrawnWithoutAPose) {
    m_frame.body.pose.isValid = false;
    m_frame.world.ball.isKnown = true;
    EXPECT_TRUE(shapes(BeliefLayers{}).empty());
}

TEST_F(BeliefShapesTest, RightTeamBallIsRotatedToServerFrame) {
    BeliefLayers layers = kNone;
    layers.ball = true;
    EXPECT_TRUE(shapes(layers).empty()) << "no ball is known";
    m_frame.world.ball.isKnown = true;
    m_frame.world.ball.p_F = {2.0, 1.0, 0.042};
    m_frame.world.ball.velocity_FMps = {1.085, 0.0, 0.0};
    m_frame.identity.robot.side = game::Side::Right;
    const auto drawn = shapes(layers);
    ASSERT_EQ(all<Sphere>(drawn).size(), 1U);
    EXPECT_LT((all<Sphere>(drawn)[0].center_S - Vector3d(-2.0, -1.0, 0.042)).norm(), 1e-12);
    ASSERT_EQ(all<Line>(drawn).size(), 1U) << "where it will roll";
    EXPECT_LT((all<Line>(drawn)[0].to_S - Vector3d(-3.0, -1.0, 0.042)).norm(), 1e-9);
}

TEST_F(BeliefShapesTest, DrawsBallUncertaintyAndPath) {
    BeliefLayers layers = kNone;
    layers.ball = true;
    BallBelief& ball = m_frame.world.ball;
    ball.isKnown = true;
    ball.p_F = {1.0, 0.0, 0.042};
    ball.velocity_FMps = {2.0, 0.0, 0.0};
    ball.rest_F = {2.8, 0.0, 0.042};
    ball.confidence = 0.5;
    ball.covariance.diagonal() << 0.04, 0.01, 1e-6, 1e-4, 1e-4, 1e-6;
    const auto drawn = shapes(layers);
    const auto ellipses = all<drawing::Polygon>(drawn);
    ASSERT_EQ(ellipses.size(), 1U);
    double widestM = 0.0;
    double highestM = 0.0;
    for (const Vector3d& corner : ellipses[0].corners_S) {
        widestM = std::max(widestM, std::abs(corner.x() - 1.0));
        highestM = std::max(highestM, std::abs(corner.y()));
    }
    EXPECT_NEAR(widestM, 0.4, 1e-6) << "two sigma";
    EXPECT_NEAR(highestM, 0.2, 1e-6);
    ASSERT_EQ(all<Line>(drawn).size(), 1U);
    EXPECT_NEAR(all<Line>(drawn)[0].to_S.x(), 2.8, 1e-9);
    const auto points = all<drawing::Point>(drawn);
    ASSERT_GT(points.size(), 4U);
    for (const drawing::Point& point : points) {
        EXPECT_GE(point.p_S.x(), 1.0);
        EXPECT_LE(point.p_S.x(), 2.87);
    }
    const auto alpha = all<Sphere>(drawn)[0].color.alpha;
    EXPECT_LT(alpha, 255);
    ball.confidence = 0.1;
    EXPECT_LT(all<Sphere>(shapes(layers))[0].color.alpha, alpha);
}

TEST_F(BeliefShapesTest, PlayersShowTheirMotion) {
    BeliefLayers layers = kNone;
    layers.players = true;
    PlayerBelief player;
    player.unum = 7;
    player.p_F = {2.0, 1.0, 0.0};
    m_frame.world.players = {player};
    EXPECT_EQ(all<Circle>(shapes(layers)).size(), 1U);
    EXPECT_TRUE(all<Line>(shapes(layers)).empty());
    m_frame.world.players[0].velocity_FMps = {0.0, 0.5, 0.0};
    m_frame.world.players[0].positionSigmaM = 0.4;
    const auto drawn = shapes(layers);
    ASSERT_EQ(all<Line>(drawn).size(), 1U);
    EXPECT_LT((all<Line>(drawn)[0].to_S - Vector3d(2.0, 1.5, 0.0)).norm(), 1e-9);
    ASSERT_EQ(all<Circle>(drawn).size(), 2U);
    EXPECT_NEAR(all<Circle>(drawn)[1].radiusM, 0.4, 1e-9);
}

TEST_F(BeliefShapesTest, LandmarksAreConnectedToTruePositions) {
    BeliefLayers layers = kNone;
    layers.landmarks = true;
    m_frame.world.landmarks = {{"F1L", {-14.5, 9.0, 0.0}}, {"unheard-of", {0.0, 0.0, 0.0}}};
    const auto drawn = shapes(layers);
    EXPECT_EQ(all<drawing::Point>(drawn).size(), 2U);
    ASSERT_EQ(all<Line>(drawn).size(), 1U);
    EXPECT_LT((all<Line>(drawn)[0].to_S - Vector3d(-15.0, 10.0, 0.0)).norm(), 1e-12);
}

TEST_F(BeliefShapesTest, ViewIsAnOutlineOnTheGround) {
    BeliefLayers layers = kNone;
    layers.viewCone = true;
    const auto lines = all<Line>(shapes(layers));
    ASSERT_GT(lines.size(), 8U);
    for (const Line& line : lines) {
        EXPECT_GE(line.from_S.x(), -3.0 - 0.1) << "behind the robot";
        EXPECT_LE((line.from_S - Vector3d(-3.0, 1.0, 0.0)).norm(), 8.3);
        EXPECT_NEAR(line.from_S.z(), 0.01, 1e-9);
    }
    // A camera facing the sky does not see the ground: the outline stays finite.
    m_frame.body.pose.X_ST.R =
        m_frame.body.pose.X_ST.R * Eigen::AngleAxisd(math::kPi / 2.0, Vector3d::UnitX()).matrix();
    for (const Line& line : all<Line>(shapes(layers))) {
        EXPECT_TRUE(line.from_S.allFinite() && line.to_S.allFinite());
    }
}

TEST_F(BeliefShapesTest, ForcesStartAtTheirContactPoint) {
    BeliefLayers layers = kNone;
    layers.forces = true;
    const robot::BodyId foot = m_frame.identity.model->findBody("lfoot");
    ASSERT_TRUE(foot.isValid());
    m_frame.body.forces = {{foot, {0.0, 0.0, -0.01}, {0.0, 0.0, 22.6}}};
    const auto lines = all<Line>(shapes(layers));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NEAR((lines[0].to_S - lines[0].from_S).z(), 22.6 * kForceLineMPerN, 1e-9);
    EXPECT_NEAR(lines[0].from_S.z(), 0.0, 0.06) << "at the sole";
}

TEST_F(BeliefShapesTest, BalanceAndInertia) {
    BeliefLayers layers = kNone;
    layers.balance = true;
    layers.inertia = true;
    m_frame.body.acceleration_TMps2 = {0.0, 0.0, 9.81};
    const auto drawn = shapes(layers);
    ASSERT_EQ(all<Sphere>(drawn).size(), 1U);
    EXPECT_LT((all<Sphere>(drawn)[0].center_S.head<2>() - Eigen::Vector2d(-3.0, 1.0)).norm(), 0.1);
    ASSERT_EQ(all<drawing::Polygon>(drawn).size(), 1U) << "standing on both soles";
    EXPECT_GE(all<drawing::Polygon>(drawn)[0].corners_S.size(), 4U);
    const auto lines = all<Line>(drawn);
    EXPECT_TRUE(std::ranges::any_of(lines, [](const Line& line) {
        return std::abs((line.to_S - line.from_S).z() - 9.81 * kAccelerationLineMPerMps2) < 1e-9;
    }));
}

} // namespace
} // namespace sideline::world
