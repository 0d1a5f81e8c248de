#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/game/player_id.h"

namespace sideline::simulator {

/// Fouls of players; the numbers are those of the monitor protocol (`EFoulType` of rcssserver3d
/// 0.7.3), the names those of `monitor::foulTypeName`.
enum class FoulType : int {
    Crowding,
    Touching,
    IllegalDefense,
    IllegalAttack, ///< has a number but no rule
    Incapable,
    KickOff, ///< has a number but no rule
    Charging,
    SelfCollision,
};

/// A foul as announced to monitors.
struct RecordedFoul {
    int index = 0; ///< sequence number, from 1
    FoulType type = FoulType::Crowding;
    game::PlayerId offender;
    [[nodiscard]] bool operator==(const RecordedFoul&) const = default;
};

/// All fouls of a match, and the players that are currently penalized. A value; one thread at a
/// time.
///
/// As on the server, a held player is announced again in every cycle, each time with a new index.
class FoulLog {
public:
    /// Announces a foul.
    void record(FoulType type, const game::PlayerId& offender);
    /// All announcements, oldest first; valid until the next `record`.
    [[nodiscard]] std::span<const RecordedFoul> fouls() const { return m_fouls; }
    /// The announcements with an index above `index`; all of them for 0 or less.
    [[nodiscard]] std::span<const RecordedFoul> since(int index) const;

    /// Starts a player's penalty, which lasts until `clearPenalty`.
    void addFoul(FoulType type, const game::PlayerId& player);
    /// Ends a player's penalty.
    void clearPenalty(const game::PlayerId& player) { m_penalties.erase(player); }
    void clearPenalties() { m_penalties.clear(); }
    /// Whether a player is being penalized: other rules ignore it (`HaveEnforceableFoul`).
    [[nodiscard]] bool isHeld(const game::PlayerId& player) const {
        return m_penalties.contains(player);
    }
    /// The foul of a player's penalty; nullopt without one.
    [[nodiscard]] std::optional<FoulType> penaltyOf(const game::PlayerId& player) const;
    /// Counts one more cycle of a player's penalty.
    /// @return cycles of the penalty, 2 in the first call after `addFoul`; 0 without one
    int countHeldCycle(const game::PlayerId& player);
    /// Cycles of a player's penalty so far, 1 after `addFoul`; 0 without one.
    [[nodiscard]] int heldCycles(const game::PlayerId& player) const;

private:
    struct Penalty {
        FoulType type = FoulType::Crowding;
        int cycles = 0;
    };
    std::vector<RecordedFoul> m_fouls;
    std::map<game::PlayerId, Penalty> m_penalties;
};

} // namespace sideline::simulator
