#include "agentcore/game/rules.h"
#include "simulator/monitor/scene_writer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;

const field::FieldDimensions& defaultField() {
    return field::newestField().dimensions;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += " " + word;
    }
    return text;
}

// All properties of a node in the stream except transforms, with the stream's digits.
std::string describe(const monitor::SceneState& scene, std::size_t index) {
    const monitor::SceneNode& node = scene.structure->nodes[index];
    const auto color = [](const std::array<float, 4>& c) {
        return fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}", c[0], c[1], c[2], c[3]);
    };
    return fmt::format("kind {} parent {} end {} mesh {}{} scale {:.6g} {:.6g} {:.6g} materials{} "
                       "transparent {} visible {} light {} {} {}",
                       static_cast<int>(node.kind), node.parent.value(), node.end, node.mesh,
                       joined(node.meshParameters), node.scale[0], node.scale[1], node.scale[2],
                       joined(node.materials), node.transparent, scene.visible[index],
                       color(node.light.diffuse), color(node.light.ambient),
                       color(node.light.specular));
}

// Compares node by node, with all transforms.
void expectSameScene(const monitor::SceneState& ours, const monitor::SceneState& recorded,
                     const std::string& where) {
    const auto& nodes = recorded.structure->nodes;
    ASSERT_EQ(ours.structure->nodes.size(), nodes.size()) << where;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        ASSERT_EQ(describe(ours, i), describe(recorded, i)) << where << ", node " << i;
        if (const auto slot = nodes[i].transformSlot; slot >= 0) {
            ASSERT_EQ(ours.structure->nodes[i].transformSlot, slot);
            for (std::size_t k = 0; k < 12; ++k) {
                const float reported = recorded.local[static_cast<std::size_t>(slot)][k];
                ASSERT_NEAR(ours.local[static_cast<std::size_t>(slot)][k], reported,
                            1e-6F * std::max(1.0F, 5 * std::abs(reported))) // six digits
                    << where << ", node " << i << ", element " << k;
            }
        }
    }
    EXPECT_EQ(ours.structure->objects, recorded.structure->objects) << where;
}

// Builds our scene from the objects recognized in a recorded one.
class Rebuilt {
public:
    explicit Rebuilt(const field::FieldDimensions& field) : m_scene(field) {}

    const monitor::SceneState& of(const monitor::SceneState& recorded) {
        const monitor::SceneObjects& objects = recorded.structure->objects;
        std::vector<std::vector<math::Pose>> poses;
        std::vector<SceneRobotInput> robots;
        for (const monitor::SceneRobot& robot : objects.robots) {
            poses.emplace_back();
            for (const monitor::NodeId body : robot.bodies) {
                poses.back().push_back(recorded.worldPose(body));
            }
        }
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const monitor::SceneRobot& robot = objects.robots[i];
            robots.push_back({robot.id, robot.typeNumber, robot.model, poses[i],
                              recorded.visible[robot.selectionMarker.index()] != 0});
        }
        m_scene.update(recorded.worldPose(objects.ball), robots);
        return m_scene.state();
    }

private:
    MonitorScene m_scene;
};

struct Comparison {
    int scenes = 0;
    std::set<int> types;
    bool hasUnnamedRobots = false;
};

// Compares our scene with full ones of a log, with the first scenes of each set of robots.
Comparison compareWithLog(const std::filesystem::path& file, int maxPerStructure) {
    Comparison result;
    const std::string log = tests::readUnpacked(file);
    monitor::MonitorDecoder decoder;
    std::optional<Rebuilt> rebuilt;
    std::size_t robotCount = 0;
    int scenesOfStructure = 0;
    int line = 0;
    for (std::size_t at = 0; at < log.size() && !::testing::Test::HasFatalFailure();) {
        const std::size_t end = log.find('\n', at);
        const std::string_view message = std::string_view(log).substr(at, end - at);
        at = end == std::string::npos ? log.size() : end + 1;
        ++line;
        if (message.find("(RSG") == std::string_view::npos) {
            continue;
        }
        const auto report = decoder.decode(message, 0);
        EXPECT_TRUE(report) << report.error().toString();
        if (!rebuilt) {
            rebuilt.emplace(decoder.game().environment->field);
        }
        const auto& robots = decoder.scene().structure->objects.robots;
        if (robots.size() != robotCount || report->structureChanged) {
            scenesOfStructure = 0;
            robotCount = robots.size();
        }
        if (scenesOfStructure++ >= maxPerStructure) {
            continue;
        }
        for (const monitor::SceneRobot& robot : robots) {
            result.types.insert(robot.typeNumber);
            result.hasUnnamedRobots = result.hasUnnamedRobots || robot.id.side == Side::None;
        }
        expectSameScene(rebuilt->of(decoder.scene()), decoder.scene(),
                        fmt::format("line {}", line));
        ++result.scenes;
    }
    return result;
}

TEST(MonitorSceneTest, MatchesTheRealServerForSingleRobots) {
    EXPECT_GE(compareWithLog(tests::dataFile("arms-t0.monitor.log.xz"), 5).scenes, 2);
    EXPECT_GE(compareWithLog(tests::dataFile("squat-t4.monitor.log.xz"), 5).scenes, 2);
    EXPECT_GE(compareWithLog(tests::sampleLog(), 5).scenes, 2);
}

TEST(MonitorSceneTest, MatchesTheRealServerForAllTypesAndRobotsWithoutTeam) {
    SIDELINE_SHARED_OR_SKIP(pair, "match/2v2-150s.log.gz");
    const Comparison two = compareWithLog(pair, 3);
    EXPECT_GE(two.scenes, 5);
    EXPECT_TRUE(two.hasUnnamedRobots);
    SIDELINE_SHARED_OR_SKIP(teams, "match/11v11-60s.tar.bz2");
    const Comparison all = compareWithLog(teams, 3);
    EXPECT_GE(all.scenes, 5);
    EXPECT_EQ(all.types, (std::set{0, 1, 2, 3, 4}));
}

// Poses of a standing robot with its joints at zero.
std::vector<math::Pose> standing(const robot::RobotModel& model, double x_S) {
    std::vector<math::Pose> poses(model.bodies().size());
    robot::forwardKinematics(model, math::Pose::translation({x_S, 0, 0.4}),
                             std::vector<double>(model.joints().size(), 0.0), poses);
    return poses;
}

// A robot other than a Nao: a block with a sphere on a stick.
robot::RobotModel stranger() {
    robot::Body block;
    block.name = "torso";
    block.shape = robot::Box{{1, 0.5, 2}};
    robot::Body ball;
    ball.name = "leftshoulder";
    ball.parent = robot::BodyId(0);
    ball.shape = robot::Sphere{0.3};
    robot::Body stick;
    stick.name = "stick";
    stick.parent = robot::BodyId(0);
    stick.shape = robot::Capsule{0.1, 0.5};
    return {"stranger", {block, ball, stick}, {}};
}

TEST(MonitorSceneTest, WrittenSceneIsReadBackIdentically) {
    MonitorScene scene(defaultField());
    const robot::RobotModel other = stranger();
    const std::vector<math::Pose> otherPoses(3, math::Pose::translation({3, 0, 1}));
    std::vector<std::vector<math::Pose>> poses;
    for (const robot::NaoType type : robot::kNaoTypes) {
        poses.push_back(standing(robot::naoModel(type), static_cast<double>(poses.size())));
    }
    std::vector<SceneRobotInput> robots;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        robots.push_back(
            {{i % 2 == 0 ? Side::Left : Side::Right, UniformNumber(static_cast<int>(i) + 1)},
             static_cast<int>(i),
             robot::naoModel(robot::kNaoTypes[i]).shared(),
             poses[i],
             false});
    }
    robots.push_back({{Side::Left, UniformNumber(9)}, 0, other.shared(), otherPoses, false});
    robots.push_back({{}, 4, robot::naoModel(robot::NaoType::Toes).shared(), poses[4], false});
    monitor::GameState game;
    game.half = 1;
    game.playMode = 0;
    game.environment = std::make_shared<const monitor::Environment>(
        makeEnvironment(defaultField(), game::Rules{}));
    monitor::MonitorStream stream;
    monitor::MonitorDecoder reader;
    reader.setKnownRobots(std::make_shared<const std::vector<robot::RobotModelPtr>>(
        std::vector<robot::RobotModelPtr>{nullptr, other.shared()}));
    monitor::MonitorDecoder unknowing; // has no description of that robot
    std::string text;
    for (int step = 0; step < 4; ++step) {
        robots[1].isSelected = step == 1 || step == 2;
        for (math::Pose& pose : poses[1]) {
            pose.p.x() += 0.25;
        }
        scene.update(math::Pose::translation({0.5 * step, 0, 0.042}), robots);
        text.clear();
        EXPECT_EQ(stream.append(game, scene.state(), text) == monitor::MessageKind::Full,
                  step == 0);
        const auto report = reader.decode(text, 0);
        ASSERT_TRUE(report) << report.error().toString();
        EXPECT_TRUE(report->remarks.empty());
        EXPECT_EQ(reader.game(), game);
        expectSameScene(scene.state(), reader.scene(), fmt::format("step {}", step));
        ASSERT_TRUE(unknowing.decode(text, 0));
    }
    const monitor::SceneObjects& objects = reader.scene().structure->objects;
    ASSERT_EQ(objects.robots.size(), 7U);
    for (std::size_t i = 0; i < 7; ++i) {
        EXPECT_EQ(objects.robots[i].id, robots[i].id);
        EXPECT_TRUE(objects.robots[i].selectionMarker.isValid());
        EXPECT_EQ(objects.robots[i].model, robots[i].model);
        EXPECT_EQ(unknowing.scene().structure->objects.robots[i].model,
                  i == 5 ? nullptr : robots[i].model);
    }
    EXPECT_EQ(objects.robots[5].bodies.size(), 3U);
    EXPECT_EQ(reader.scene().worldPose(objects.ball).p.x(), 1.5);
}

TEST(MonitorSceneTest, OlderRobotIsRecognizedByItsNumber) {
    MonitorScene scene(defaultField());
    const robot::RobotModel& model = robot::soccerbot056Model();
    const std::vector<math::Pose> poses(model.bodies().size(), math::Pose::translation({5, 5, 3}));
    const std::vector<SceneRobotInput> robots = {
        {{Side::Right, UniformNumber(5)}, 0, model.shared(), poses, true}};
    scene.update({}, robots);
    const monitor::SceneObjects& objects = scene.state().structure->objects;
    ASSERT_EQ(objects.robots.size(), 1U);
    EXPECT_EQ(objects.robots[0].id, robots[0].id);
    EXPECT_EQ(objects.robots[0].bodies.size(), model.bodies().size());
    EXPECT_EQ(objects.robots[0].model.get(), &model) << "by its shapes";
    const auto hasTeamColor = [&](const char* body) {
        const auto node = objects.robots[0].bodies[model.findBody(body).index()];
        return scene.state().structure->nodes[node.index() + 1].materials ==
               std::vector<std::string>{"matRight"};
    };
    EXPECT_TRUE(hasTeamColor("leftshank"));
    EXPECT_TRUE(hasTeamColor("lowerTorso"));
    EXPECT_FALSE(hasTeamColor("head"));
}

TEST(MonitorSceneTest, RebuildsStructureOnlyWhenRobotsChange) {
    MonitorScene scene(defaultField());
    const auto empty = scene.state().structure;
    EXPECT_TRUE(empty->objects.ball.isValid());
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    const auto poses = standing(model, 0);
    std::vector<SceneRobotInput> robots = {{{}, 0, model.shared(), poses, false}};
    const math::Pose ball = math::Pose::translation({0, 0, 0.042});
    scene.update(ball, {});
    EXPECT_EQ(scene.state().structure, empty);
    scene.update(ball, robots);
    const auto unnamed = scene.state().structure;
    EXPECT_NE(unnamed, empty);
    robots[0].isSelected = true;
    const MonitorScene copy = scene;
    scene.update(ball * ball, robots);
    EXPECT_EQ(scene.state().structure, unnamed);
    EXPECT_NE(scene.state().visible, copy.state().visible);
    EXPECT_NE(scene.state().local, copy.state().local);
    robots[0].id = {Side::Left, UniformNumber(3)};
    scene.update(ball, robots);
    EXPECT_NE(scene.state().structure, unnamed);
    EXPECT_EQ(scene.state().structure->objects.robots[0].id, robots[0].id);
    scene.update(ball, {});
    EXPECT_EQ(*scene.state().structure, *empty);
}

// The predicates before a full message, as the real server writes them.
TEST(MakeEnvironmentTest, GivesTheHeaderOfTheRealServer) {
    monitor::GameState game;
    game.half = 1;
    game.playMode = 0;
    game.environment = std::make_shared<const monitor::Environment>(
        makeEnvironment(defaultField(), game::Rules{}));
    const MonitorScene scene(defaultField());
    const std::string message = monitor::encodeFullMessage(game, scene.state());
    EXPECT_EQ(message.substr(0, message.find("(RSG")),
              "((FieldLength 30)(FieldWidth 20)(FieldHeight 40)(GoalWidth 2.1)(GoalDepth 0.6)"
              "(GoalHeight 0.8)(BorderSize 0)(FreeKickDistance 2)(WaitBeforeKickOff 30)"
              "(AgentRadius 0.4)(BallRadius 0.042)(BallMass 0.026)(RuleGoalPauseTime 3)"
              "(RuleKickInPauseTime 1)(RuleHalfTime 300)(PassModeMinOppBallDist 1)"
              "(PassModeDuration 4)(play_modes BeforeKickOff KickOff_Left KickOff_Right PlayOn "
              "KickIn_Left KickIn_Right corner_kick_left corner_kick_right goal_kick_left "
              "goal_kick_right offside_left offside_right GameOver Goal_Left Goal_Right "
              "free_kick_left free_kick_right direct_free_kick_left direct_free_kick_right "
              "pass_left pass_right)(time 0)(half 1)(score_left 0)(score_right 0)(play_mode 0))");
}

} // namespace
} // namespace sideline::simulator
