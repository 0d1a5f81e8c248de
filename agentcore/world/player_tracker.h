#pragma once

#include <vector>

#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/player_track.h"
#include "agentcore/world/viewpoint.h"

namespace sideline::world {

/// The other robots that an agent has seen recently, each with its own filter.
///
/// A player with a number is identified by the number; a player without one is matched to the
/// nearest plausible track; a track keeps its state when its number is reported later. Allocates
/// nothing for up to 32 players.
class PlayerTracker {
public:
    PlayerTracker();
    /// Advances the time; players not seen for long are removed.
    void predict(double stepS);
    /// Processes the players of a vision frame. Players that should have been visible lose
    /// confidence and are removed after several such frames. The robot itself (it sees its own
    /// arms) is ignored.
    void see(const protocol::VisionPercept& vision, const Viewpoint& view,
             const AgentIdentity& self);
    void reset();

    /// The players, in the order in which they were first seen.
    [[nodiscard]] const std::vector<PlayerBelief>& players() const { return m_players; }

private:
    void read(const protocol::VisionPercept& vision, const Viewpoint& view,
              const AgentIdentity& self);
    void matchNumbers();
    void matchNearest();
    void dropDuplicates();
    void publish();

    struct Observed {
        PlayerObservation vision;
        bool isMatched = false;
    };
    struct Followed {
        PlayerTrack track;
        bool isSeen = false;      ///< whether it was seen in the current vision frame
        bool isDuplicate = false; ///< whether it duplicates another track
    };
    std::vector<Followed> m_tracks;
    std::vector<Observed> m_observed;
    std::vector<PlayerBelief> m_players;
};

} // namespace sideline::world
