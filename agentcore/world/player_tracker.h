#pragma once

#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::world {

/// The other robots that an agent has seen lately.
class PlayerTracker {
public:
    PlayerTracker();
    /// Lets time pass; players that have not been seen for long are forgotten.
    void predict(double stepS);
    /// Takes the players of a sight.
    /// @param X_FC camera in the field frame
    void see(const protocol::Sight& sight, const math::Pose& X_FC, const AgentIdentity& self);
    void reset();

    [[nodiscard]] const std::vector<PlayerBelief>& players() const { return m_players; }

private:
    [[nodiscard]] PlayerBelief* find(const PlayerBelief& seen);

    std::vector<PlayerBelief> m_players;
};

} // namespace sideline::world
