#include "tests/support/rsmp_builder.h"

#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/robot/kinematics.h"

namespace sideline::tests {

namespace {

// A node of a scene before it is written.
struct Node {
    std::string head; ///< in a full scene: `DSC(ball)`, `SMN (setVisible 1)...`; empty for `TRF`
    std::optional<math::Pose> X_ParentNode;
    std::vector<Node> children{};
};

Node placed(const math::Pose& X_ParentNode, std::vector<Node> children = {}) {
    return {{}, X_ParentNode, std::move(children)};
}

Node mesh(const std::string& load, const std::string& material, bool isVisible = true) {
    return placed({}, {Node{fmt::format("SMN (setVisible {})(load {})(sMat {})", isVisible ? 1 : 0,
                                        load, material),
                            {}}});
}

std::array<double, 16> elements(const math::Pose& pose) {
    std::array<double, 16> m{};
    for (Eigen::Index column = 0; column < 3; ++column) {
        for (Eigen::Index row = 0; row < 3; ++row) {
            m[static_cast<std::size_t>(4 * column + row)] = pose.R(row, column);
        }
        m[static_cast<std::size_t>(12 + column)] = pose.p[column];
    }
    m[15] = 1.0;
    return m;
}

std::string transform(const math::Pose& pose) {
    std::string text = "(SLT";
    for (const double element : elements(pose)) {
        text += fmt::format(" {:.4f}", element);
    }
    return text + ")";
}

bool hasMoved(const math::Pose& before, const math::Pose& after) {
    const auto a = elements(before);
    const auto b = elements(after);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (std::abs(a[i] - b[i]) > 0.005) {
            return true;
        }
    }
    return false;
}

void writeFull(const Node& node, std::string& text) {
    text += node.X_ParentNode ? "(nd TRF" + transform(*node.X_ParentNode) : "(nd " + node.head;
    for (const Node& child : node.children) {
        writeFull(child, text);
    }
    text += ")";
}

void writeDiff(const Node& node, const Node* before, std::string& text) {
    text += "(nd";
    if (node.X_ParentNode &&
        (before == nullptr || hasMoved(*before->X_ParentNode, *node.X_ParentNode))) {
        text += " TRF" + transform(*node.X_ParentNode);
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        const bool isKnown = before != nullptr && i < before->children.size();
        writeDiff(node.children[i], isKnown ? &before->children[i] : nullptr, text);
    }
    text += ")";
}

// From our axes (x right, y forward) to the server's (x forward, y left).
math::Pose serverAxes() {
    math::Pose X;
    X.R << 0, -1, 0, //
        1, 0, 0,     //
        0, 0, 1;
    return X;
}

Node robotNode(const RsmpRobot& robot) {
    const robot::RobotModel& model = robot::mujocoRobotModel(robot.type);
    std::vector<double> anglesRad = robot.jointAnglesRad;
    anglesRad.resize(model.joints().size());
    const math::Pose turn = serverAxes();
    const auto inServerAxes = [&](const math::Pose& X) { return turn.inverse() * X * turn; };
    std::vector<std::vector<std::size_t>> children(model.bodies().size());
    for (std::size_t i = 1; i < model.bodies().size(); ++i) {
        children[model.bodies()[i].parent.index()].push_back(i);
    }
    const auto body = [&](const auto& self, std::size_t i) -> Node {
        math::Pose X = robot.X_STorso * turn;
        if (i > 0) {
            X = inServerAxes(robot::bodyTransform(model, robot::BodyId(i), anglesRad));
        }
        Node node = placed(X);
        const bool showsSide = i == 0 && robot.side != game::Side::None;
        const std::string material = !showsSide                       ? "gray"
                                     : robot.side == game::Side::Left ? "matLeft"
                                                                      : "matRight";
        node.children.push_back(
            mesh(fmt::format("models/{}/{}{}{}", model.name(), robot.meshPrefix,
                             robot::mujocoMesh(robot.type, robot::BodyId(i)), robot.meshEnding),
                 material));
        if (i == 0) {
            node.children.push_back(mesh("StdUnitBox", "transparent", false));
            node.children.push_back(placed(math::Pose::translation({0.1, 0, 0})));
        }
        for (const std::size_t child : children[i]) {
            node.children.push_back(self(self, child));
        }
        return node;
    };
    return {fmt::format("DSC(agent {} {})", robot.team, robot.unum), {}, {body(body, 0)}};
}

Node sceneNode(const RsmpScene& scene) {
    Node root = placed({});
    root.children.push_back(
        {"DSC(ball)",
         {},
         {placed(
             math::Pose::translation(scene.p_SBall),
             {{"SMN (setVisible 1)(load StdUnitSphere)(sMat ball)(sSc 0.11 0.11 0.11)", {}}})}});
    for (const double x : {-27.5, 27.5}) {
        root.children.push_back(
            placed(math::Pose::translation({x, 0, 0}),
                   {placed(math::Pose::translation({0, 1.83, 0.9}),
                           {{"SMN (setVisible 1)(load StdUnitCylinder)(rgba 0.8 0.8 0.8 1.0)"
                             "(sSc 0.05 0.05 1.83)",
                             {}}})}));
    }
    for (const RsmpRobot& robot : scene.robots) {
        root.children.push_back(robotNode(robot));
    }
    return root;
}

std::string message(const RsmpScene& scene, const std::string& graph) {
    return fmt::format("((RSMP 1 0)((gt 1 0){:.2f})((sg 1 0){})((gs 1 0)(time {})(team_left {})"
                       "(team_right {})(half 1)(score_left {})(score_right {})(play_mode {}){}){})",
                       scene.serverTimeS, graph, scene.timeS, scene.teamLeft, scene.teamRight,
                       scene.scoreLeft, scene.scoreRight, scene.playMode, scene.extraPredicates,
                       scene.environment);
}

} // namespace

std::string rsmpEnvironment(double lengthM, double widthM, std::string_view goal) {
    return fmt::format(
        "((ge 1 0)(FieldLength {})(FieldWidth {})(FieldHeight 40){}(GoalHeight 1.83)"
        "(BorderSize 0.1)(FreeKickDistance 0)(BallRadius 0.11)(RuleGoalPauseTime 3)"
        "(RuleHalfTime 300)(play_modes BeforeKickOff KickOff_Left KickOff_Right PlayOn KickIn_Left "
        "KickIn_Right corner_kick_left corner_kick_right goal_kick_left goal_kick_right "
        "offside_left offside_right GameOver Goal_Left Goal_Right free_kick_left free_kick_right "
        "direct_free_kick_left direct_free_kick_right penalty_kick_left penalty_kick_right "
        "penalty_shoot_left penalty_shoot_right))",
        lengthM, widthM, goal);
}

std::string rsmpFull(const RsmpScene& scene) {
    std::string text = "full";
    writeFull(sceneNode(scene), text);
    return message(scene, text);
}

std::string rsmpDiff(const RsmpScene& before, const RsmpScene& after) {
    std::string text = "diff";
    const Node known = sceneNode(before);
    writeDiff(sceneNode(after), &known, text);
    return message(after, text);
}

std::string rsmpLog(const std::vector<RsmpScene>& scenes, int fullEvery) {
    std::string text;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const bool isFull = i == 0 || i % static_cast<std::size_t>(fullEvery) == 0 ||
                            scenes[i].robots.size() != scenes[i - 1].robots.size();
        text += (isFull ? rsmpFull(scenes[i]) : rsmpDiff(scenes[i - 1], scenes[i])) + "\n";
    }
    return text;
}

std::vector<RsmpScene> rsmpMovingScenes(int count) {
    std::vector<RsmpScene> scenes;
    for (int i = 0; i < count; ++i) {
        const double t = 0.04 * i;
        const bool isGoal = i >= 2 * count / 3;
        RsmpScene scene;
        scene.serverTimeS = 3.0 + t;
        scene.timeS = std::max(0.0, t - 1.0); // the game clock stops for a second
        scene.p_SBall = {isGoal ? 28.0 : 20.0 + 0.5 * t, 0.3, 0.11};
        scene.scoreLeft = isGoal ? 1 : 0;
        scene.playMode = isGoal ? 13 : scene.timeS > 0.0 ? 3 : 0;
        scene.robots.resize(2);
        scene.robots[0].X_STorso.p = {-3.0 + 0.4 * t, 1.0, 0.67};
        scene.robots[0].jointAnglesRad.assign(23, 0.3 * std::sin(t));
        scene.robots[1] = {.team = "Beta", .side = game::Side::Right, .unum = 7};
        scene.robots[1].X_STorso.p = {5.0, -0.2 * t, 0.67};
        scenes.push_back(std::move(scene));
    }
    return scenes;
}

} // namespace sideline::tests
