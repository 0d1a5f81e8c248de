#pragma once

#include <string_view>

#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/monitor/scene.h"

namespace sideline::simulator {

/// A monitor message of a running simulator, as a monitor would receive it.
struct MatchMessage {
    std::string_view text;
    monitor::MessageKind kind = monitor::MessageKind::Difference;
    double recordTimeS = 0.0; ///< simulated time since the start; never goes back
    /// Its fouls are the latest 512, not only those that the message announces.
    const monitor::GameState* game = nullptr;
    const monitor::SceneState* scene = nullptr;
};

/// Takes the messages of a match. Called in the simulator's thread, which waits meanwhile.
class MatchSink {
public:
    virtual ~MatchSink() = default;
    /// Whether the next message has to be a full one.
    [[nodiscard]] virtual bool wantsFull() const = 0;
    /// @param message valid during the call
    virtual void take(const MatchMessage& message) = 0;
};

} // namespace sideline::simulator
