#include "agentcore/monitor/rsmp_writer.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/base/assert.h"

namespace sideline::monitor {

namespace {

class RsmpWriter {
public:
    explicit RsmpWriter(std::string& text) : m_text(text) {}

    void scene(const SceneState& state) {
        m_state = &state;
        write("((sg 1 0)full");
        const auto& nodes = state.structure->nodes;
        for (std::size_t i = 0; i < nodes.size(); i = static_cast<std::size_t>(nodes[i].end)) {
            node(i);
        }
        write(")");
    }

    void game(const GameState& game) {
        write("((gs 1 0)(time {})", game.timeS);
        write("(team_left {})", game.teamLeft.empty() ? "<LEFT>" : game.teamLeft);
        write("(team_right {})", game.teamRight.empty() ? "<RIGHT>" : game.teamRight);
        if (game.half > 0) {
            write("(half {})", game.half);
        }
        write("(score_left {})(score_right {})", game.scoreLeft, game.scoreRight);
        if (game.playMode >= 0) {
            write("(play_mode {})", game.playMode);
        }
        for (const Foul& foul : game.fouls) {
            const int team = foul.offender.side == game::Side::Left    ? 1
                             : foul.offender.side == game::Side::Right ? 2
                                                                       : 0;
            write("(foul {} {} {} {})", foul.index, foul.type, team, foul.offender.unum.value());
        }
        write(")");
    }

    void environment(const Environment& env) {
        const field::FieldDimensions& field = env.field;
        write("((ge 1 0)(FieldLength {})(FieldWidth {})(FieldHeight {})", field.lengthM,
              field.widthM, field.heightM);
        write("(GoalWidth {})(GoalDepth {})(GoalHeight {})", field.goalWidthM, field.goalDepthM,
              field.goalHeightM);
        write("(BorderSize {})(FreeKickDistance {})(BallRadius {})", field.borderM,
              env.freeKickDistanceM, env.ballRadiusM);
        write("(RuleGoalPauseTime {})(RuleHalfTime {})", env.goalPauseS, env.halfTimeS);
        for (const auto& [name, value] : env.others) {
            write("({}{}{})", name, value.empty() ? "" : " ", value);
        }
        write("(play_modes {}))", fmt::join(env.playModes, " "));
    }

    template <typename... Args>
    void write(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }

private:
    void node(std::size_t index) {
        const SceneNode& node = m_state->structure->nodes[index];
        write("(nd");
        switch (node.kind) {
        case NodeKind::Transform:
            write(" TRF");
            transform(m_state->local[static_cast<std::size_t>(node.transformSlot)]);
            break;
        case NodeKind::Description:
            write(" DSC");
            for (const std::string& description : node.descriptions) {
                write("({})", description);
            }
            break;
        case NodeKind::StaticMesh:
        case NodeKind::SingleMaterialMesh:
            mesh(node, m_state->visible[index] != 0);
            break;
        case NodeKind::Light:
        case NodeKind::Other:
            break; // only its position matters
        }
        for (std::size_t child = index + 1; child < static_cast<std::size_t>(node.end);
             child = static_cast<std::size_t>(m_state->structure->nodes[child].end)) {
            this->node(child); // the reader limits the depth of scenes
        }
        write(")");
    }

    void transform(const LocalTransform& t) {
        write("(SLT");
        for (std::size_t column = 0; column < 4; ++column) {
            write(" {:.4f} {:.4f} {:.4f} {:.4f}", t[3 * column], t[3 * column + 1],
                  t[3 * column + 2], column == 3 ? 1.0F : 0.0F);
        }
        write(")");
    }

    void mesh(const SceneNode& node, bool visible) {
        write(" {} (setVisible {})",
              node.kind == NodeKind::SingleMaterialMesh ? "SMN" : "StaticMesh", visible ? 1 : 0);
        if (!node.mesh.empty()) {
            write("(load {}", node.mesh);
            for (const std::string& parameter : node.meshParameters) {
                write(" {}", parameter);
            }
            write(")");
        }
        if (node.color) {
            const auto& c = *node.color;
            write("(rgba {} {} {} {})", c[0], c[1], c[2], c[3]);
        }
        if (!node.materials.empty()) {
            write("(sMat {})", fmt::join(node.materials, " "));
        }
        write("(sSc {} {} {})", node.scale[0], node.scale[1], node.scale[2]);
    }

    std::string& m_text;
    const SceneState* m_state = nullptr;
};

} // namespace

std::string encodeRsmp(const GameState& game, const SceneState& scene) {
    SIDELINE_ASSERT(scene.structure != nullptr);
    std::string text;
    RsmpWriter writer(text);
    writer.write("((RSMP 1 0)");
    if (game.serverTimeS) {
        writer.write("((gt 1 0){:.2f})", *game.serverTimeS);
    }
    writer.scene(scene);
    writer.game(game);
    if (game.environment) {
        writer.environment(*game.environment);
    }
    writer.write(")");
    return text;
}

} // namespace sideline::monitor
