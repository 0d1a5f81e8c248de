#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "series/series_settings.h"

namespace sideline::series {

/// A game that is to be played. Teams are places in the settings' list.
struct ScheduledGame {
    int number = 0;          ///< from 1
    std::size_t pairing = 0; ///< place in `pairingsOf`
    int unit = 0;            ///< games of a pairing with the same unit are one result of its test
    std::size_t left = 0;
    std::size_t right = 0;
    bool isSwapped = false; ///< the first team of the pairing plays on the right
    std::uint64_t seed = 1; ///< of the simulation; both games of a unit have the same
};

/// Two teams that play against each other; the first one comes first in the settings' list.
struct Pairing {
    std::size_t first = 0;
    std::size_t second = 0;
};

/// Every team against every other one.
[[nodiscard]] std::vector<Pairing> pairingsOf(const SeriesSettings& settings);

/// All games, at most, in the order in which they are played: one unit of each pairing after the
/// other.
[[nodiscard]] std::vector<ScheduledGame> scheduleOf(const SeriesSettings& settings);

} // namespace sideline::series
