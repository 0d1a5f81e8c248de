#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/game/player_id.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// What a number of the statistics counts or sums up. Something that happened may be of several
/// kinds: a complete pass is a pass and a kick.
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
    Possession,     ///< a team has the ball
    Control,        ///< a player controls it
    InOpponentHalf, ///< it is there
};
inline constexpr int kOccurrenceKindCount = 19;

/// Name of a kind for display, plural: `Complete passes`.
[[nodiscard]] std::string_view occurrenceKindName(OccurrenceKind kind);

/// Something that happened in a match, once or for a while.
struct Occurrence {
    Moment when;
    double untilS = 0.0; ///< record time of its end; that of its begin for an instant
    game::Side side = game::Side::None; ///< for whom it counts
    game::PlayerId who{};               ///< side None if it is about no player, or nobody knows
    std::uint32_t kinds = 0;            ///< bits by `OccurrenceKind`
    std::string what;                   ///< for display, without time and player
    double p_SX = 0.0;                  ///< of a kick, recovery, dribble or fall: where, meters
    double p_SY = 0.0;

    [[nodiscard]] bool is(OccurrenceKind kind) const {
        return (kinds >> static_cast<unsigned>(kind) & 1U) != 0;
    }
    /// Whether it is a stretch in which the ball was somebody's, rather than an event.
    [[nodiscard]] bool isStretch() const {
        return is(OccurrenceKind::Possession) || is(OccurrenceKind::Control) ||
               is(OccurrenceKind::InOpponentHalf);
    }
    [[nodiscard]] bool operator==(const Occurrence&) const = default;
};

/// All lists of a match as one, in order of time. Each number of `TeamStatistics` that counts has
/// as many of its kind and side here, and each of `PlayerStatistics` as many of its player.
[[nodiscard]] std::vector<Occurrence> occurrencesOf(const MatchStatistics& match);

} // namespace sideline::logs
