#include "agentcore/monitor/encoder.h"

#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::monitor {

namespace {

class Encoder {
public:
    template <typename... Args>
    void write(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }

    void predicates(const GameState& game) {
        write("(");
        if (game.environment) {
            environment(*game.environment);
        }
        write("(time {:.6g})", game.timeS);
        if (!game.teamLeft.empty()) {
            write("(team_left {})", game.teamLeft);
        }
        if (!game.teamRight.empty()) {
            write("(team_right {})", game.teamRight);
        }
        if (game.half > 0) {
            write("(half {})", game.half);
        }
        write("(score_left {})(score_right {})", game.scoreLeft, game.scoreRight);
        if (game.playMode >= 0) {
            write("(play_mode {})", game.playMode);
        }
        if (game.passModeScoreWaitLeftS) {
            write("(pass_mode_score_wait_left {:.6g})", *game.passModeScoreWaitLeftS);
        }
        if (game.passModeScoreWaitRightS) {
            write("(pass_mode_score_wait_right {:.6g})", *game.passModeScoreWaitRightS);
        }
        for (const Foul& foul : game.fouls) {
            const int team = foul.offender.side == Side::Left    ? 1
                             : foul.offender.side == Side::Right ? 2
                                                                 : 0;
            write("(foul {} {} {} {})", foul.index, foul.type, team, foul.offender.unum.value());
        }
        write(")");
    }

    void scene(const SceneState& state) {
        m_state = &state;
        write("(RSG 0 1)(");
        const auto& nodes = state.structure->nodes;
        for (std::size_t i = 0; i < nodes.size();) {
            node(i);
            i = static_cast<std::size_t>(nodes[i].end);
        }
        write(")");
    }

    std::string take() { return fmt::to_string(m_text); }

private:
    void environment(const Environment& env) {
        const field::FieldDimensions& field = env.field;
        write("(FieldLength {:.6g})(FieldWidth {:.6g})(FieldHeight {:.6g})", field.lengthM,
              field.widthM, field.heightM);
        write("(GoalWidth {:.6g})(GoalDepth {:.6g})(GoalHeight {:.6g})", field.goalWidthM,
              field.goalDepthM, field.goalHeightM);
        write("(BorderSize {:.6g})(FreeKickDistance {:.6g})", field.borderM, env.freeKickDistanceM);
        write("(WaitBeforeKickOff {:.6g})(AgentRadius {:.6g})", env.waitBeforeKickOffS,
              env.agentRadiusM);
        write("(BallRadius {:.6g})(BallMass {:.6g})", env.ballRadiusM, env.ballMassKg);
        write("(RuleGoalPauseTime {:.6g})(RuleKickInPauseTime {:.6g})(RuleHalfTime {:.6g})",
              env.goalPauseS, env.kickInPauseS, env.halfTimeS);
        write("(PassModeMinOppBallDist {:.6g})(PassModeDuration {:.6g})",
              env.passModeMinOpponentBallDistanceM, env.passModeDurationS);
        for (const auto& [name, value] : env.others) {
            write("({}{}{})", name, value.empty() ? "" : " ", value);
        }
        write("(play_modes");
        for (const std::string& mode : env.playModes) {
            write(" {}", mode);
        }
        write(")");
    }

    void node(std::size_t index) {
        const SceneNode& node = m_state->structure->nodes[index];
        switch (node.kind) {
        case NodeKind::Transform:
            transform(m_state->local[static_cast<std::size_t>(node.transformSlot)]);
            break;
        case NodeKind::Light:
            light(node.light);
            break;
        case NodeKind::StaticMesh:
        case NodeKind::SingleMaterialMesh:
            mesh(node, m_state->visible[index] != 0);
            break;
        case NodeKind::Other:
            write("(nd BN");
            break;
        }
        for (std::size_t child = index + 1; child < static_cast<std::size_t>(node.end);
             child = static_cast<std::size_t>(m_state->structure->nodes[child].end)) {
            this->node(child); // as deep as the scene, which the reader bounds
        }
        write(")");
    }

    void transform(const LocalTransform& t) {
        write("(nd TRF (SLT");
        for (std::size_t column = 0; column < 4; ++column) {
            write(" {:.6g} {:.6g} {:.6g} {}", t[3 * column], t[3 * column + 1], t[3 * column + 2],
                  column == 3 ? 1 : 0);
        }
        write(")");
    }

    void light(const LightColours& light) {
        const auto colour = [&](std::string_view name, const std::array<float, 4>& c) {
            write(" ({} {:.6g} {:.6g} {:.6g} {:.6g})", name, c[0], c[1], c[2], c[3]);
        };
        write("(nd Light");
        colour("setDiffuse", light.diffuse);
        colour("setAmbient", light.ambient);
        colour("setSpecular", light.specular);
    }

    void mesh(const SceneNode& node, bool visible) {
        const bool single = node.kind == NodeKind::SingleMaterialMesh;
        write("(nd {} (setVisible {})", single ? "SMN" : "StaticMesh", visible ? 1 : 0);
        if (node.transparent) {
            write(" (setTransparent)");
        }
        write(" (load {}", node.mesh);
        for (const std::string& parameter : node.meshParameters) {
            write(" {}", parameter);
        }
        write(") (sSc {:.6g} {:.6g} {:.6g})", node.scale[0], node.scale[1], node.scale[2]);
        if (node.materials.empty()) {
            return;
        }
        write("{}", single ? " (sMat" : "(resetMaterials");
        for (const std::string& material : node.materials) {
            write(" {}", material);
        }
        write(")");
    }

    fmt::memory_buffer m_text;
    const SceneState* m_state = nullptr;
};

} // namespace

std::string encodeFullMessage(const GameState& game, const SceneState& scene) {
    SIDELINE_ASSERT(scene.structure != nullptr);
    Encoder encoder;
    encoder.predicates(game);
    encoder.scene(scene);
    return encoder.take();
}

} // namespace sideline::monitor
