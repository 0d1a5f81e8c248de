#include "tests/support/scene_builder.h"

#include <cmath>

#include <fmt/format.h>

#include "agentcore/robot/kinematics.h"

namespace sideline::tests {

namespace {

using Slt = std::array<float, 16>;

// One node of the tree as sent by the server.
struct Node {
    bool isTransform = false;
    Slt transform{};
    std::string mesh; ///< text after `nd` for meshes in full messages
    std::string kind; ///< StaticMesh or SMN
    std::vector<Node> children;
};

Slt toSlt(const math::Pose& pose) {
    Slt m{};
    for (Eigen::Index column = 0; column < 3; ++column) {
        for (Eigen::Index row = 0; row < 3; ++row) {
            m[static_cast<std::size_t>(4 * column + row)] = static_cast<float>(pose.R(row, column));
        }
    }
    for (Eigen::Index row = 0; row < 3; ++row) {
        m[static_cast<std::size_t>(12 + row)] = static_cast<float>(pose.p(row));
    }
    m[15] = 1.0F;
    return m;
}

Node transformNode(const math::Pose& pose, std::vector<Node> children = {}) {
    return {true, toSlt(pose), {}, {}, std::move(children)};
}

Node meshNode(std::string mesh, std::string materials) {
    Node node;
    node.kind = "StaticMesh";
    node.mesh =
        fmt::format(" (setVisible 1) (load {}) (sSc 1 1 1)(resetMaterials {})", mesh, materials);
    return node;
}

Node robotNode(const ScriptedRobot& robot) {
    const robot::RobotModel& model = robot::naoModel(robot.type);
    std::vector<double> angles = robot.jointAnglesRad;
    angles.resize(model.joints().size(), 0.0);
    std::vector<math::Pose> poses(model.bodies().size());
    robot::forwardKinematics(model, robot.X_STorso, angles, poses);
    const int type = static_cast<int>(robot.type);
    const bool named = robot.id.side != game::Side::None;
    const std::string number = named ? std::to_string(robot.id.unum.value()) : "";
    const std::string side = robot.id.side == game::Side::Left    ? "matLeft"
                             : robot.id.side == game::Side::Right ? "matRight"
                                                                  : "matTeam";
    Node root = transformNode(math::Pose{});
    for (std::size_t i = 0; i < poses.size(); ++i) {
        Node mesh =
            i == 0 ? meshNode(fmt::format("models/naobody{}.obj", type),
                              fmt::format("matNum{} {} matType{} naowhite", number, side, type))
                   : meshNode("models/part.obj", side);
        root.children.push_back(transformNode(poses[i], {std::move(mesh)}));
    }
    return root;
}

std::vector<Node> buildTree(const ScriptedScene& scene) {
    std::vector<Node> nodes;
    nodes.push_back(transformNode(math::Pose{}, {meshNode("models/naosoccerfield.obj", "grass")}));
    nodes.push_back(transformNode(math::Pose::translation(scene.p_SBall),
                                  {meshNode("models/soccerball.obj", "ball")}));
    for (const ScriptedRobot& robot : scene.robots) {
        nodes.push_back(robotNode(robot));
    }
    return nodes;
}

std::string sltText(const Slt& m) {
    std::string text = "(SLT";
    for (const float value : m) {
        text += fmt::format(" {:.6g}", value);
    }
    return text + ")";
}

void writeFull(const Node& node, std::string& out) {
    out += node.isTransform ? "(nd TRF " + sltText(node.transform) : "(nd " + node.kind + node.mesh;
    for (const Node& child : node.children) {
        writeFull(child, out);
    }
    out += ")";
}

void writeDiff(const Node& before, const Node& after, std::string& out) {
    constexpr float kServerPrecision = 0.005F;
    out += after.isTransform ? "(nd" : "(nd " + after.kind;
    for (std::size_t i = 0; after.isTransform && i < 16; ++i) {
        if (std::abs(before.transform[i] - after.transform[i]) > kServerPrecision) {
            out += " " + sltText(after.transform);
            break;
        }
    }
    for (std::size_t i = 0; i < after.children.size(); ++i) {
        writeDiff(before.children[i], after.children[i], out);
    }
    out += ")";
}

} // namespace

std::string fullMessage(const ScriptedScene& scene) {
    std::string out = fmt::format(
        "((FieldLength 30)(FieldWidth 20)(FieldHeight 40)(GoalWidth 2.1)(GoalDepth 0.6)"
        "(GoalHeight 0.8)(BorderSize 0)(FreeKickDistance 2)(WaitBeforeKickOff 30)(AgentRadius 0.4)"
        "(BallRadius 0.042)(BallMass 0.026)(RuleGoalPauseTime 3)(RuleKickInPauseTime 1)"
        "(RuleHalfTime 300)(PassModeMinOppBallDist 1)(PassModeDuration 4)(play_modes BeforeKickOff "
        "KickOff_Left KickOff_Right PlayOn KickIn_Left KickIn_Right corner_kick_left "
        "corner_kick_right goal_kick_left goal_kick_right offside_left offside_right GameOver "
        "Goal_Left Goal_Right free_kick_left free_kick_right direct_free_kick_left "
        "direct_free_kick_right pass_left pass_right)(time {:.6g})(team_left Alpha)"
        "(team_right Beta)(half {})(score_left {})(score_right {})(play_mode {}){})(RSG 0 1)(",
        scene.timeS, scene.half, scene.scoreLeft, scene.scoreRight, scene.playMode,
        scene.extraPredicates);
    for (const Node& node : buildTree(scene)) {
        writeFull(node, out);
    }
    return out + ")";
}

std::string diffMessage(const ScriptedScene& before, const ScriptedScene& after) {
    std::string out = fmt::format("((time {:.6g})", after.timeS);
    const auto changed = [&](const char* name, int from, int to) {
        if (from != to) {
            out += fmt::format("({} {})", name, to);
        }
    };
    changed("half", before.half, after.half);
    changed("score_left", before.scoreLeft, after.scoreLeft);
    changed("score_right", before.scoreRight, after.scoreRight);
    changed("play_mode", before.playMode, after.playMode);
    out += after.extraPredicates + ")(RDS 0 1)(";
    const std::vector<Node> from = buildTree(before);
    const std::vector<Node> to = buildTree(after);
    for (std::size_t i = 0; i < to.size(); ++i) {
        writeDiff(from[i], to[i], out);
    }
    return out + ")";
}

ScriptedRobot scriptedRobot(game::Side side, int unum, double x_S, double y_S,
                            robot::NaoType type) {
    return {{side, game::UniformNumber(unum)}, type, math::Pose::translation({x_S, y_S, 0.39}), {}};
}

} // namespace sideline::tests
