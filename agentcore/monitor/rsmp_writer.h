#pragma once

#include <string>
#include <vector>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"

namespace sideline::monitor {

/// Appends a full RSMP message to `text`, as rcssservermj 0.2.1 sends it, without length prefix or
/// newline.
///
/// Numbers have as many digits as the server's, so a decoded state is written with the same
/// numbers. Called by `encodeFullMessage` and `MonitorStream` for streams of that server.
/// @param scene must have a structure
void appendRsmp(const GameState& game, const SceneState& scene, std::string& text);

/// Appends a difference: time, game, and the transforms that have moved by more than
/// `kTransformTolerance` since they were last sent. Field, rules and team names are only in full
/// messages.
/// @param sent the transforms that the readers have; updated
void appendRsmpDifference(const GameState& game, const SceneState& scene,
                          std::vector<LocalTransform>& sent, std::string& text);

} // namespace sideline::monitor
