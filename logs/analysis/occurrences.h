#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/game/player_id.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Kinds of occurrences behind the counts and sums of the statistics. An occurrence may have
/// several kinds: a complete pass is a pass and a kick.
enum class OccurrenceKind : std::uint8_t {
    Goal,
    OwnGoal,
    Shot,
    ShotOnTarget,
    Kick,
    Pass,
    CompletePass,
    InterceptedPass,
    Dribble,
    Recovery,
    Fall,
    GetUp,
    Foul,
    SetPlay,
    SetPlayWon,
    SetPlayLost,
    Possession,     ///< a team in possession
    Control,        ///< a player in control of the ball
    InOpponentHalf, ///< ball in the opponents' half
};
inline constexpr int kOccurrenceKindCount = 19;

/// Name of a kind for display, plural: `Complete passes`.
[[nodiscard]] std::string_view occurrenceKindName(OccurrenceKind kind);

/// An event or interval of a match.
struct Occurrence {
    Moment when;
    double untilS = 0.0; ///< record time of its end; equal to the beginning for an event
    game::Side side = game::Side::None; ///< side for which it counts
    game::PlayerId player{}; ///< side None if it concerns no player or the player is unknown
    std::uint32_t kinds = 0; ///< bits by `OccurrenceKind`
    std::string what;        ///< text for display, without time and player
    double p_SX = 0.0;       ///< position of a kick, recovery, dribble or fall, in meters
    double p_SY = 0.0;

    [[nodiscard]] bool is(OccurrenceKind kind) const {
        return (kinds >> static_cast<unsigned>(kind) & 1U) != 0;
    }
    /// Whether this is an interval, of possession or control, rather than an event.
    [[nodiscard]] bool isInterval() const {
        return is(OccurrenceKind::Possession) || is(OccurrenceKind::Control) ||
               is(OccurrenceKind::InOpponentHalf);
    }
    [[nodiscard]] bool operator==(const Occurrence&) const = default;
};

/// Merges all lists of a match in chronological order. For each count in `TeamStatistics` the
/// result has as many occurrences of that kind and side, and for each count in `PlayerStatistics`
/// as many of that player.
[[nodiscard]] std::vector<Occurrence> occurrencesOf(const MatchStatistics& match);

} // namespace sideline::logs
