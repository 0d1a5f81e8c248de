#pragma once

#include <string>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/scene.h"

namespace sideline::monitor {

/// Writes a state as a full monitor message, without length prefix or newline: `RSG`, or RSMP
/// `full` if the state comes from rcssservermj.
///
/// Numbers have six significant digits, as on the server; a state decoded from such text is encoded
/// with the same numbers. All readers of the league's logs accept the result.
/// @param scene must have a structure
[[nodiscard]] std::string encodeFullMessage(const GameState& game, const SceneState& scene);

/// A transform is sent again if one of its elements differs by more than this from the last sent
/// value (`SparkMonitor::DescribeTransform`).
inline constexpr float kTransformTolerance = 0.005F;

/// Whether the transform must be sent again to a reader that has `sent`. False for NaN, as on the
/// servers.
[[nodiscard]] bool hasMoved(const LocalTransform& sent, const LocalTransform& now);

/// Writes the messages of one stream, in the format of the state's server; each message updates a
/// reader that has received all previous ones.
///
/// A copy continues independently from the same state. Allocates nothing after warm-up, except when
/// the structure changes. One thread at a time. Source: `sparkmonitor.cpp`, `gamestateitem.cpp`,
/// `soccerruleitem.cpp` of SimSpark 0.3.x. The server shares one state among all readers; here each
/// stream has its own.
class MonitorStream {
public:
    /// Whether the next message must be full: the first message, a requested one, and one after a
    /// change of the scene's structure or the environment; for rcssservermj also every 5 s of the
    /// server's time, and after a team has received its name.
    [[nodiscard]] bool needsFullMessage(const GameState& game, const SceneState& scene) const;

    /// Makes the next message full, as `(reqfullstate)` does.
    void requestFullMessage() { m_isFullRequested = true; }

    /// Marks the last message as not received: the next one is full and repeats its fouls.
    void lastMessageWasLost();

    /// Appends a message to `text`, full if necessary, otherwise a difference (`RDS`, or `diff`):
    /// the time, changed predicates (rcssservermj: all of the game), transforms that moved by more
    /// than `kTransformTolerance`, meshes that were shown or hidden (not rcssservermj), and an
    /// empty `(nd)` for every other node.
    ///
    /// Each foul of SimSpark is reported once: indices up to the highest reported one are omitted.
    /// A team name that became empty is not reported, since the protocol has no form for it.
    /// @param game its fouls are either all fouls of the match or only the new ones; for
    ///     rcssservermj only the new ones
    /// @param scene must have a structure
    MessageKind append(const GameState& game, const SceneState& scene, std::string& text);

private:
    void rememberPredicates(const GameState& game);

    GameState m_game;   // game state that the readers have, without fouls
    SceneState m_scene; // transforms that the readers have, before rounding
    int m_lastFoulIndex = 0;
    int m_foulIndexBefore = 0; // value before the last message
    bool m_isFullRequested = true;
};

} // namespace sideline::monitor
