#pragma once

#include <string_view>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/scene.h"

namespace sideline::simulator {

/// A monitor message of a running simulator.
struct MatchMessage {
    std::string_view text;
    monitor::MessageKind kind = monitor::MessageKind::Difference;
    double recordTimeS = 0.0; ///< simulated time since the start; never decreases
    /// Contains the latest 512 fouls, not only those announced in the message.
    const monitor::GameState* game = nullptr;
    const monitor::SceneState* scene = nullptr;
};

/// Receives the messages of a match. Called in the simulator's thread, which it blocks.
class MatchSink {
public:
    virtual ~MatchSink() = default;
    /// Whether the next message must be full.
    [[nodiscard]] virtual bool needsFullScene() const = 0;
    /// @param message valid during the call
    virtual void take(const MatchMessage& message) = 0;
};

} // namespace sideline::simulator
