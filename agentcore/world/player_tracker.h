#pragma once

#include <vector>

#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/player_track.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// The other robots that an agent has seen lately, each followed by a filter of its own.
///
/// A player with a number is known by it. One without is taken for the nearest that it can be; one
/// that is later reported with its number keeps its track. Nothing is allocated for up to 32
/// players.
class PlayerTracker {
public:
    PlayerTracker();
    /// Lets time pass; players that have not been seen for long are forgotten.
    void predict(double stepS);
    /// Takes the players of a vision frame. Those that should have been seen in it and were not are
    /// believed in less, and after some vision frames no more. The robot itself (it sees its own
    /// arms) is omitted.
    void see(const protocol::VisionPercept& vision, const Viewpoint& view,
             const AgentIdentity& self);
    void reset();

    /// In the order in which they were first seen.
    [[nodiscard]] const std::vector<PlayerBelief>& players() const { return m_players; }

private:
    void read(const protocol::VisionPercept& vision, const Viewpoint& view,
              const AgentIdentity& self);
    void matchNumbers();
    void matchNearest();
    void dropDoubles();
    void publish();

    struct Observed {
        PlayerObservation vision;
        bool isMatched = false;
    };
    struct Followed {
        PlayerTrack track;
        bool isSeen = false;   ///< in the vision frame that is being taken
        bool isDouble = false; ///< the same as another
    };
    std::vector<Followed> m_tracks;
    std::vector<Observed> m_observed;
    std::vector<PlayerBelief> m_players;
};

} // namespace sideline::world
