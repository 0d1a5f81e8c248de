#include "agentcore/monitor/encoder.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/monitor/rsmp_writer.h"

namespace sideline::monitor {

namespace {

constexpr int kAllFouls = std::numeric_limits<int>::min();

// Numbers the periods of 5 s (250 cycles) in each of which rcssservermj sends one full message.
std::int64_t fullPeriodOf(const GameState& game) {
    constexpr double kPeriodS = 5.0;
    constexpr double kHalfCycleS = 0.01;
    return std::llround(std::floor((game.serverTimeS.value_or(0.0) + kHalfCycleS) / kPeriodS));
}

class Encoder {
public:
    explicit Encoder(std::string& text) : m_text(text) {}

    // Predicates in the server's order: all of them in a full message, otherwise only changed ones.
    void predicates(const GameState& game, const GameState* known, int lastFoulIndex) {
        write("(");
        if (known == nullptr && game.environment) {
            environment(*game.environment);
        }
        write("(time {:.6g})", game.timeS);
        const auto hasChanged = [&](auto member) {
            return known == nullptr || known->*member != game.*member;
        };
        if (!game.teamLeft.empty() && hasChanged(&GameState::teamLeft)) {
            write("(team_left {})", game.teamLeft);
        }
        if (!game.teamRight.empty() && hasChanged(&GameState::teamRight)) {
            write("(team_right {})", game.teamRight);
        }
        if (game.half > 0 && hasChanged(&GameState::half)) {
            write("(half {})", game.half);
        }
        if (hasChanged(&GameState::scoreLeft)) {
            write("(score_left {})", game.scoreLeft);
        }
        if (hasChanged(&GameState::scoreRight)) {
            write("(score_right {})", game.scoreRight);
        }
        if (game.playMode >= 0 && hasChanged(&GameState::playMode)) {
            write("(play_mode {})", game.playMode);
        }
        if (game.passModeScoreWaitLeftS) {
            write("(pass_mode_score_wait_left {:.6g})", *game.passModeScoreWaitLeftS);
        }
        if (game.passModeScoreWaitRightS) {
            write("(pass_mode_score_wait_right {:.6g})", *game.passModeScoreWaitRightS);
        }
        fouls(game, lastFoulIndex);
        appendTorques(game.torques, m_text);
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

    // Writes the changes since `sent` and applies them to `sent`.
    void sceneDifference(const SceneState& state, SceneState& sent) {
        m_state = &state;
        write("(RDS 0 1)(");
        const auto& nodes = state.structure->nodes;
        for (std::size_t i = 0; i < nodes.size();) {
            nodeDifference(i, sent);
            i = static_cast<std::size_t>(nodes[i].end);
        }
        write(")");
    }

private:
    template <typename... Args>
    void write(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }

    void fouls(const GameState& game, int lastFoulIndex) {
        for (const Foul& foul : game.fouls) {
            if (foul.index <= lastFoulIndex) {
                continue;
            }
            const int team = foul.offender.side == game::Side::Left    ? 1
                             : foul.offender.side == game::Side::Right ? 2
                                                                       : 0;
            write("(foul {} {} {} {})", foul.index, foul.type, team, foul.offender.unum.value());
        }
    }

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
            m_text += "(nd TRF";
            transform(m_state->local[static_cast<std::size_t>(node.transformSlot)]);
            break;
        case NodeKind::Light:
            light(node.light);
            break;
        case NodeKind::StaticMesh:
        case NodeKind::SingleMaterialMesh:
            mesh(node, m_state->visible[index] != 0);
            break;
        case NodeKind::Description: // only in rcssservermj streams
        case NodeKind::Other:
            write("(nd BN");
            break;
        }
        for (std::size_t child = index + 1; child < static_cast<std::size_t>(node.end);
             child = static_cast<std::size_t>(m_state->structure->nodes[child].end)) {
            this->node(child); // the reader limits the depth of scenes
        }
        write(")");
    }

    void nodeDifference(std::size_t index, SceneState& sent) {
        const SceneNode& node = m_state->structure->nodes[index];
        m_text += "(nd";
        if (node.kind == NodeKind::Transform) {
            const auto slot = static_cast<std::size_t>(node.transformSlot);
            if (hasMoved(sent.local[slot], m_state->local[slot])) {
                transform(m_state->local[slot]);
                sent.local[slot] = m_state->local[slot];
            }
        } else if (node.kind == NodeKind::StaticMesh || node.kind == NodeKind::SingleMaterialMesh) {
            m_text += node.kind == NodeKind::SingleMaterialMesh ? " SMN" : " StaticMesh";
            if (sent.visible[index] != m_state->visible[index]) {
                m_text += m_state->visible[index] != 0 ? " (setVisible 1)" : " (setVisible 0)";
                sent.visible[index] = m_state->visible[index];
            }
        }
        for (std::size_t child = index + 1; child < static_cast<std::size_t>(node.end);
             child = static_cast<std::size_t>(m_state->structure->nodes[child].end)) {
            nodeDifference(child, sent);
        }
        m_text += ')';
    }

    void transform(const LocalTransform& t) {
        m_text += " (SLT";
        for (std::size_t column = 0; column < 4; ++column) {
            for (std::size_t row = 0; row < 3; ++row) {
                element(t[3 * column + row]);
            }
            m_text += column == 3 ? " 1" : " 0";
        }
        m_text += ')';
    }

    // Most elements of a scene are 0 or 1.
    void element(float value) {
        if (value == 1.0F) {
            m_text += " 1";
        } else if (value == 0.0F && !std::signbit(value)) {
            m_text += " 0";
        } else {
            write(" {:.6g}", value);
        }
    }

    void light(const LightColors& light) {
        const auto color = [&](std::string_view name, const std::array<float, 4>& c) {
            write(" ({} {:.6g} {:.6g} {:.6g} {:.6g})", name, c[0], c[1], c[2], c[3]);
        };
        write("(nd Light");
        color("setDiffuse", light.diffuse);
        color("setAmbient", light.ambient);
        color("setSpecular", light.specular);
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

    std::string& m_text;
    const SceneState* m_state = nullptr;
};

} // namespace

bool hasMoved(const LocalTransform& sent, const LocalTransform& now) {
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (std::abs(sent[i] - now[i]) > kTransformTolerance) {
            return true;
        }
    }
    return false;
}

std::string encodeFullMessage(const GameState& game, const SceneState& scene) {
    SIDELINE_ASSERT(scene.structure != nullptr);
    std::string text;
    if (game.format == StreamFormat::Rsmp) {
        appendRsmp(game, scene, text);
        return text;
    }
    Encoder encoder(text);
    encoder.predicates(game, nullptr, kAllFouls);
    encoder.scene(scene);
    return text;
}

bool MonitorStream::needsFullMessage(const GameState& game, const SceneState& scene) const {
    const bool isOtherEnvironment =
        game.environment != m_game.environment &&
        (!game.environment || !m_game.environment || !(*game.environment == *m_game.environment));
    if (m_isFullRequested || scene.structure != m_scene.structure || isOtherEnvironment) {
        return true;
    }
    return game.format == StreamFormat::Rsmp &&
           (game.teamLeft != m_game.teamLeft || game.teamRight != m_game.teamRight ||
            fullPeriodOf(game) != fullPeriodOf(m_game));
}

MessageKind MonitorStream::append(const GameState& game, const SceneState& scene,
                                  std::string& text) {
    SIDELINE_ASSERT(scene.structure != nullptr);
    const bool isFull = needsFullMessage(game, scene);
    if (game.format == StreamFormat::Rsmp) {
        if (isFull) {
            appendRsmp(game, scene, text);
        } else {
            appendRsmpDifference(game, scene, m_scene.local, text);
        }
        rememberPredicates(game);
    } else {
        Encoder encoder(text);
        // Fouls in the old format have no index and are always reported.
        const int reported = m_lastFoulIndex > 0 ? m_lastFoulIndex : kAllFouls;
        encoder.predicates(game, isFull ? nullptr : &m_game, reported);
        m_foulIndexBefore = m_lastFoulIndex;
        rememberPredicates(game);
        if (isFull) {
            encoder.scene(scene);
        } else {
            encoder.sceneDifference(scene, m_scene);
        }
    }
    if (!isFull) {
        return MessageKind::Difference;
    }
    m_scene.structure = scene.structure;
    m_scene.local = scene.local;
    m_scene.visible = scene.visible;
    m_isFullRequested = false;
    return MessageKind::Full;
}

void MonitorStream::lastMessageWasLost() {
    m_lastFoulIndex = m_foulIndexBefore;
    requestFullMessage();
}

// Copies the members individually, since copying the whole state would allocate memory for its
// fouls.
void MonitorStream::rememberPredicates(const GameState& game) {
    m_game.environment = game.environment;
    m_game.teamLeft = game.teamLeft;
    m_game.teamRight = game.teamRight;
    m_game.half = game.half;
    m_game.scoreLeft = game.scoreLeft;
    m_game.scoreRight = game.scoreRight;
    m_game.playMode = game.playMode;
    m_game.serverTimeS = game.serverTimeS;
    for (const Foul& foul : game.fouls) {
        m_lastFoulIndex = std::max(m_lastFoulIndex, foul.index);
    }
}

} // namespace sideline::monitor
