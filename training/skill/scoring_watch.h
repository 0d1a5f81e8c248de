#pragma once

#include <string_view>

#include "agentcore/game/player_id.h"
#include "training/skill/scoring.h"

namespace sideline::training {

/// Follows a lone robot that should score, from outside.
class ScoringWatch {
public:
    /// @param start where it begins; the rest of it is filled in
    ScoringWatch(const ScoringTrial& start, game::Side side) : m_trial(start), m_side(side) {}

    /// What is true at a time since the start.
    /// @param mode the play mode, as servers call it
    void update(double timeS, double ballMps, bool isFallen, std::string_view mode);
    [[nodiscard]] const ScoringTrial& trial() const { return m_trial; }

private:
    ScoringTrial m_trial;
    game::Side m_side;
    bool m_wasFallen = false;
    bool m_wasPlaying = true;
};

} // namespace sideline::training
