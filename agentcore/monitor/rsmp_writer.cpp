#include "agentcore/monitor/rsmp_writer.h"

#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/base/assert.h"
#include "agentcore/monitor/encoder.h"

namespace sideline::monitor {

namespace {

class RsmpWriter {
public:
    explicit RsmpWriter(std::string& text) : m_text(text) {}

    // @param sent null for a full scene
    void scene(const SceneState& state, std::vector<LocalTransform>* sent) {
        m_state = &state;
        m_sent = sent;
        write("((sg 1 0){}", sent == nullptr ? "full" : "diff");
        const auto& nodes = state.structure->nodes;
        for (std::size_t i = 0; i < nodes.size(); i = static_cast<std::size_t>(nodes[i].end)) {
            node(i);
        }
        write(")");
    }

    void game(const GameState& game, bool isFull) {
        write("((gs 1 0)(time {})", decimal(game.timeS));
        if (game.half > 0) {
            write("(half {})", game.half);
        }
        write("(score_left {})(score_right {})", game.scoreLeft, game.scoreRight);
        if (game.playMode >= 0) {
            write("(play_mode {})", game.playMode);
        }
        if (isFull) {
            write("(team_left {})", game.teamLeft.empty() ? "<LEFT>" : game.teamLeft);
            write("(team_right {})", game.teamRight.empty() ? "<RIGHT>" : game.teamRight);
        }
        for (const Foul& foul : game.fouls) {
            const int team = foul.offender.side == game::Side::Left    ? 1
                             : foul.offender.side == game::Side::Right ? 2
                                                                       : 0;
            write("(foul");
            if (foul.index > 0) {
                write(" {}", foul.index);
            }
            write(" {} {} {})", foul.type, team, foul.offender.unum.value());
        }
        appendTorques(game.torques, m_text);
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
        write("(play_modes {})(CenterCircleRadius {})", fmt::join(env.playModes, " "),
              field.circleRadiusM);
        for (const auto& [name, value] : env.others) {
            write("({}{}{})", name, value.empty() ? "" : " ", value);
        }
        write("(GoalieAreaLength {})(GoalieAreaWidth {})(PenaltySpotDistance {})",
              field.goalAreaLengthM, field.goalAreaWidthM, field.penaltySpotM);
        if (field.penaltyLengthM > 0.0) {
            write("(PenaltyAreaLength {})(PenaltyAreaWidth {})", field.penaltyLengthM,
                  field.penaltyWidthM);
        }
        write(")");
    }

    template <typename... Args>
    void write(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }

private:
    // Formats a number as the server does (in Python): 0.0, 1.0, 0.11.
    static std::string decimal(double value) { return withPoint(fmt::format("{}", value)); }
    static std::string decimal(float value) { return withPoint(fmt::format("{}", value)); }
    static std::string withPoint(std::string number) {
        return number.find_first_of(".en") == std::string::npos ? number + ".0" : number;
    }

    void node(std::size_t index) {
        const SceneNode& node = m_state->structure->nodes[index];
        m_text += "(nd";
        if (m_sent != nullptr) {
            change(node);
        } else {
            content(node, m_state->visible[index] != 0);
        }
        for (std::size_t child = index + 1; child < static_cast<std::size_t>(node.end);
             child = static_cast<std::size_t>(m_state->structure->nodes[child].end)) {
            this->node(child); // the reader limits the depth of scenes
        }
        m_text += ')';
    }

    // What a difference reports of a node.
    void change(const SceneNode& node) {
        if (node.kind != NodeKind::Transform) {
            return;
        }
        const auto slot = static_cast<std::size_t>(node.transformSlot);
        if (hasMoved((*m_sent)[slot], m_state->local[slot])) {
            (*m_sent)[slot] = m_state->local[slot];
            transform(m_state->local[slot]);
        }
    }

    void content(const SceneNode& node, bool isVisible) {
        switch (node.kind) {
        case NodeKind::Transform:
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
            mesh(node, isVisible);
            break;
        case NodeKind::Light:
        case NodeKind::Other:
            break; // only the node's position matters
        }
    }

    void transform(const LocalTransform& t) {
        m_text += " TRF(SLT";
        for (std::size_t column = 0; column < 4; ++column) {
            write(" {:.4f} {:.4f} {:.4f} {:.4f}", t[3 * column], t[3 * column + 1],
                  t[3 * column + 2], column == 3 ? 1.0F : 0.0F);
        }
        m_text += ')';
    }

    void mesh(const SceneNode& node, bool isVisible) {
        write(" {} (setVisible {})",
              node.kind == NodeKind::SingleMaterialMesh ? "SMN" : "StaticMesh", isVisible ? 1 : 0);
        if (!node.mesh.empty()) {
            write("(load {}", node.mesh);
            for (const std::string& parameter : node.meshParameters) {
                write(" {}", parameter);
            }
            write(")");
        }
        if (node.color) { // printed in double precision, as by the server
            const auto& c = *node.color;
            write("(rgba {} {} {} {})", decimal(static_cast<double>(c[0])),
                  decimal(static_cast<double>(c[1])), decimal(static_cast<double>(c[2])),
                  decimal(static_cast<double>(c[3])));
        }
        if (!node.materials.empty()) {
            write("(sMat {})", fmt::join(node.materials, " "));
        }
        const auto& s = node.scale;
        if (s[0] != 1.0F || s[1] != 1.0F || s[2] != 1.0F) {
            write("(sSc {} {} {})", decimal(s[0]), decimal(s[1]), decimal(s[2]));
        }
    }

    std::string& m_text;
    const SceneState* m_state = nullptr;
    std::vector<LocalTransform>* m_sent = nullptr; // null in a full message
};

void appendMessage(const GameState& game, const SceneState& scene,
                   std::vector<LocalTransform>* sent, std::string& text) {
    SIDELINE_ASSERT(scene.structure != nullptr);
    RsmpWriter writer(text);
    writer.write("((RSMP 1 0)");
    if (game.serverTimeS) {
        writer.write("((gt 1 0){:.2f})", *game.serverTimeS);
    }
    writer.scene(scene, sent);
    writer.game(game, sent == nullptr);
    if (sent == nullptr && game.environment) {
        writer.environment(*game.environment);
    }
    writer.write(")");
}

} // namespace

void appendRsmp(const GameState& game, const SceneState& scene, std::string& text) {
    appendMessage(game, scene, nullptr, text);
}

void appendRsmpDifference(const GameState& game, const SceneState& scene,
                          std::vector<LocalTransform>& sent, std::string& text) {
    appendMessage(game, scene, &sent, text);
}

} // namespace sideline::monitor
