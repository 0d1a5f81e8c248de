#pragma once

#include <map>
#include <optional>
#include <vector>

#include "agentcore/game/player_id.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/analysis_instant.h"

namespace sideline::logs {

/// Accumulates walked distance, mean position and falls of each player.
class PlayerTracks {
public:
    /// Increments of a team's statistics in one frame.
    struct Step {
        double distanceM = 0.0;
        double fieldS = 0.0;
        double downS = 0.0;
    };

    /// Processes the next instant, which must have valid poses.
    /// @param elapsedS clock time since the last instant; 0 while the clock is stopped
    BothSides<Step> process(const AnalysisInstant& instant, const Moment& moment, double elapsedS);

    /// Returns the players seen so far; counts derived from event lists are not filled in.
    [[nodiscard]] std::vector<PlayerStatistics> players() const;
    [[nodiscard]] const std::vector<Fall>& falls() const { return m_falls; }

    /// Walked distance is the sum of straight pieces of this length, so that swaying in place adds
    /// nothing: 0.1 m for a Nao.
    static constexpr double kPieceHeads = 0.2;
    /// A robot that appears to be faster was repositioned: 2.5 m/s for a Nao.
    static constexpr double kFastestHeadsPerS = 5.0;
    /// A robot unseen for this long has left the field.
    static constexpr double kAbsenceS = 2.0;

private:
    struct Track {
        PlayerStatistics sums;
        std::optional<Eigen::Vector2d>
            anchor; ///< start of the next path segment that is added to the distance
        Eigen::Vector2d last = Eigen::Vector2d::Zero();
        double lastS = 0.0; ///< record time
        bool isFallen = false;
        std::optional<std::size_t> fall; ///< index of the current fall in `m_falls`
        double placedS = 0.0;            ///< weight of `sums.meanP_S`
    };
    void processPosture(Track& track, const PlayerInstant& player, const Moment& moment,
                        bool isCounted);
    static double walkedM(Track& track, const PlayerInstant& player, double recordTimeS,
                          std::vector<Fall>& falls);

    std::map<game::PlayerId, Track> m_tracks;
    std::vector<Fall> m_falls;
};

} // namespace sideline::logs
