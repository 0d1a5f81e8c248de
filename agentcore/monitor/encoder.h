#pragma once

#include <string>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/scene.h"

namespace sideline::monitor {

/// Writes a state as a full monitor message, without length prefix or newline: `RSG`, or `full` of
/// RSMP if the state is one of rcssservermj.
///
/// Numbers have six significant digits, like the server's; a state that was decoded from such
/// text comes out with the same numbers. Every reader of the league's logs accepts the result.
/// @param scene must have a structure
[[nodiscard]] std::string encodeFullMessage(const GameState& game, const SceneState& scene);

/// A transform is sent again when one of its elements differs by more than this from what was sent
/// last (`SparkMonitor::DescribeTransform`).
inline constexpr float kTransformTolerance = 0.005F;

/// Writes the messages of one stream: each brings a reader of all messages before up to date.
///
/// A copy continues where the original stood. Allocates nothing once its memory and the text's have
/// grown to the size of the scene, except when the structure changes. One thread at a time.
/// Source: `sparkmonitor.cpp`, `gamestateitem.cpp`, `soccerruleitem.cpp` of SimSpark 0.3.x. Unlike
/// the server, which keeps one account for all readers, each stream has its own.
class MonitorStream {
public:
    /// Whether the next message has to be a full one: the first, a requested one, and whenever the
    /// scene's structure or the environment is another one.
    [[nodiscard]] bool needsFullMessage(const GameState& game, const SceneState& scene) const;

    /// Makes the next message a full one, as `(reqfullstate)` does.
    void requestFullMessage() { m_isFullRequested = true; }

    /// Says that no reader got the last message: the next one is full and reports its fouls again.
    void lastMessageWasLost();

    /// Appends a message to `text`, full if that is needed, else a difference (`RDS`): the time,
    /// the predicates that changed, the transforms that moved by more than `kTransformTolerance`,
    /// the meshes that were shown or hidden, and an empty `(nd)` for everything else.
    ///
    /// Fouls are reported once: those with an index up to the highest one reported before are
    /// omitted. A team name that has become empty is not reported, as there is no word for it.
    /// @param game its fouls may be all of the match, or the new ones only
    /// @param scene must have a structure
    MessageKind append(const GameState& game, const SceneState& scene, std::string& text);

private:
    void rememberPredicates(const GameState& game);

    GameState m_game;   // what readers know, without fouls
    SceneState m_scene; // what readers know, before rounding
    int m_lastFoulIndex = 0;
    int m_foulIndexBefore = 0; // before the last message
    bool m_isFullRequested = true;
};

} // namespace sideline::monitor
