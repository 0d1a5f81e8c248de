#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agentcore/game/player_id.h"

namespace sideline::simulator::mujoco {

/// A player at the ball, with the names of the colliders that touch it.
struct BallContact {
    game::PlayerId player;
    std::vector<std::string> parts;
};

/// Tracks which player touches the ball and which one touched it before, like rcssservermj
/// (`soccer_ball.py`): among several players at the ball, the one that arrived first counts.
class BallContacts {
public:
    /// Processes the contacts of a cycle.
    /// @param contacts players at the ball, in the engine's order @param timeS simulated time
    void update(std::span<const BallContact> contacts, double timeS);
    void reset();

    /// The player that touches the ball now.
    [[nodiscard]] const std::optional<game::PlayerId>& active() const { return m_active; }
    /// The colliders of `active` that touch the ball.
    [[nodiscard]] const std::vector<std::string>& parts() const { return m_parts; }
    /// The previous player at the ball; while no player touches it, the last one.
    [[nodiscard]] const std::optional<game::PlayerId>& last() const { return m_last; }
    /// The player at the ball; if there is none, the last one.
    [[nodiscard]] const std::optional<game::PlayerId>& latest() const {
        return m_active ? m_active : m_last;
    }
    /// Time at which the ball was last touched by a different player than before, s.
    [[nodiscard]] std::optional<double> changedAtS() const { return m_changedAtS; }

private:
    std::optional<game::PlayerId> m_active;
    std::vector<std::string> m_parts;
    std::optional<game::PlayerId> m_last;
    std::optional<double> m_changedAtS;
};

} // namespace sideline::simulator::mujoco
