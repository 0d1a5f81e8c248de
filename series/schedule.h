#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "series/series_settings.h"

namespace sideline::series {

/// A game to be played. Teams are indices into the settings' list.
struct ScheduledGame {
    int number = 0;          ///< from 1
    std::size_t pairing = 0; ///< index in `pairingsOf`
    int unit = 0;            ///< games of a pairing with equal unit form one result of the test
    std::size_t left = 0;
    std::size_t right = 0;
    bool isSwapped = false; ///< the first team of the pairing plays on the right
    std::uint64_t seed = 1; ///< seed of the simulation; equal for both games of a unit
};

/// Two teams that play against each other; the first one is earlier in the settings' list.
struct Pairing {
    std::size_t first = 0;
    std::size_t second = 0;
};

/// Pairs every team with every other one.
[[nodiscard]] std::vector<Pairing> pairingsOf(const SeriesSettings& settings);

/// All games in the order of play, one unit of each pairing after the other; fewer games are played
/// once tests are decided.
[[nodiscard]] std::vector<ScheduledGame> scheduleOf(const SeriesSettings& settings);

} // namespace sideline::series
