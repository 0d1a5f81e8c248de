#pragma once

#include <string_view>

#include "agentcore/game/player_id.h"
#include "training/skill/scoring.h"

namespace sideline::training {

/// Observes a scoring test of a lone robot.
class ScoringWatch {
public:
    /// @param start initial positions; the other members are filled in
    ScoringWatch(const ScoringTrial& start, game::Side side) : m_trial(start), m_side(side) {}

    /// Processes the state at `timeS` after the start.
    /// @param mode name of the play mode, as in the protocol
    void update(double timeS, double ballMps, bool isFallen, std::string_view mode);
    [[nodiscard]] const ScoringTrial& trial() const { return m_trial; }

private:
    ScoringTrial m_trial;
    game::Side m_side;
    bool m_wasFallen = false;
    bool m_wasPlaying = true;
};

} // namespace sideline::training
