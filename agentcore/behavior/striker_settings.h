#pragma once

#include <cstddef>
#include <span>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/dribble.h"
#include "agentcore/behavior/kick_place.h"
#include "agentcore/behavior/known_kick.h"
#include "agentcore/behavior/moving.h"
#include "agentcore/planning/kick_choice.h"

namespace sideline::behavior {

/// Settings of a striker's decisions.
struct StrikerNumbers {
    // Without opponents.
    double walkMps = 0.8;
    double reachRatio = 0.9;
    double minKickM = 0.5;
    double changeS = 0.5;
    double halfGoalM = 1.0;
    double wideS = 15.0;
    double aheadCos = 0.7;
    double meetsM = 0.5;
    // Pushing the ball, treated as a kick that rolls a step or two.
    double pushWithinM = 0.8;
    double pushUntilM = 1.2;
    double pushDistanceM = 0.7;
    double pushContactS = 0.05;
    double pushSpreadRad = 0.2;
    double pushStandsRatio = 0.97;
    double pushAimS = 0.6;
    double pushForwardM = 0.2;
    // Duels: an opponent is also at the ball.
    double duelM = 0.55;
    double duelAgeS = 0.6;
    double duelTurnRad = 0.7;
    double duelAwayRad = 1.75;
    double soonS = 1.0;
    double dangerM = 4.0;
    double dangerAwayRad = 1.1;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<StrikerNumbers>> numbers();
};

/// Settings of a striker. A value.
struct StrikerSettings {
    OnFeetSettings feet;
    StrikerNumbers numbers;
    KickApproach approach;
    DribbleSettings push = {.speedMps = 0.7};
    planning::KickChoiceSettings choice;
    planning::SpeedTable players;

    /// Like `MovingSettings::eachGroup`, without the groups of `feet`.
    template <typename Visit>
    void eachGroup(Visit&& visit) {
        visit("striker", numbers);
        visit("approach", approach);
        visit("push", push);
        visit("choice", choice);
        visit("player", players);
    }
};

/// Estimates the time to score from a distance with a choice of kicks: each kick costs the time to
/// aim and to kick, the robot walks after the ball between two kicks, and a shot costs extra
/// according to its probability of missing.
/// @param first index of the first kick; the best kicks are assumed after it
[[nodiscard]] double timeToGoalS(double distanceM, std::span<const KnownKick> kicks,
                                 std::size_t first, const StrikerNumbers& numbers = {});

} // namespace sideline::behavior
