#include "agentcore/monitor/scene.h"

#include <gtest/gtest.h>

#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/robot/nao.h"
#include "tests/support/scene_builder.h"

namespace sideline::monitor {
namespace {

SceneState decode(const std::string& message) {
    MonitorDecoder decoder;
    const auto report = decoder.decode(message, 0);
    EXPECT_TRUE(report) << (report ? "" : report.error().toString());
    return decoder.scene();
}

TEST(SceneTest, RecognizesRobotsOfAllTypes) {
    tests::ScriptedScene scene;
    for (const robot::NaoType type : robot::kNaoTypes) {
        const int number = static_cast<int>(type);
        scene.robots.push_back(tests::scriptedRobot(
            number % 2 == 0 ? game::Side::Left : game::Side::Right, number + 1, number, 0, type));
    }
    const SceneState state = decode(fullMessage(scene));
    const auto& robots = state.structure->objects.robots;
    ASSERT_EQ(robots.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(robots[i].typeNumber, static_cast<int>(i));
        EXPECT_EQ(robots[i].model, robot::naoModel(robot::kNaoTypes[i]).shared());
        EXPECT_EQ(robots[i].id, scene.robots[i].id);
        EXPECT_EQ(robots[i].bodyNames.front(), "torso");
        EXPECT_EQ(robots[i].bodies.size(), robots[i].model->bodies().size());
    }
}

TEST(SceneTest, RobotWithoutNumberHasNoId) {
    tests::ScriptedScene scene;
    scene.robots.push_back(tests::scriptedRobot(game::Side::None, 0));
    const SceneState state = decode(fullMessage(scene));
    ASSERT_EQ(state.structure->objects.robots.size(), 1U);
    EXPECT_EQ(state.structure->objects.robots[0].id, game::PlayerId{});
}

TEST(SceneTest, UnknownRobotHasBodiesButNoDescription) {
    const SceneState state = decode(
        "((time 0))(RSG 0 1)((nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)"
        "(nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 1 2 3 1)(nd StaticMesh (setVisible 1) (load "
        "models/soccerbot_body.obj) (sSc 1 1 1)(resetMaterials matNum4 matRight)))"
        "(nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 1 2 2 1)(nd SMN (setVisible 1) (load StdUnitBox) "
        "(sSc 1 1 1) (sMat matGrey)))))");
    ASSERT_EQ(state.structure->objects.robots.size(), 1U);
    const SceneRobot& robot = state.structure->objects.robots[0];
    EXPECT_EQ(robot.model, nullptr);
    EXPECT_EQ(robot.id, (game::PlayerId{game::Side::Right, game::UniformNumber(4)}));
    EXPECT_EQ(robot.typeNumber, -1);
    EXPECT_EQ(robot.bodies.size(), 2U);
    EXPECT_EQ(robot.bodyNames[0], "soccerbot_body");
}

TEST(SceneTest, WorldPoseIncludesAncestors) {
    // A transform rotated by 90 degrees about z at (1, 0, 0), with a child at (1, 0, 0) in it.
    const SceneState state =
        decode("((time 0))(RSG 0 1)((nd TRF (SLT 0 1 0 0 -1 0 0 0 0 0 1 0 1 0 0 1)"
               "(nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 1 0 1 0 0 1))))");
    EXPECT_TRUE(state.worldPose(NodeId(1)).p.isApprox(Eigen::Vector3d(1, 1, 0), 1e-6));
    EXPECT_TRUE(state.worldPose(NodeId(0)).p.isApprox(Eigen::Vector3d(1, 0, 0), 1e-6));
}

} // namespace
} // namespace sideline::monitor
