#pragma once

#include <map>
#include <optional>
#include <vector>

#include "agentcore/game/player_id.h"
#include "logs/analysis/analysis_instant.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// What each player has walked, where it was, and its falls, as instants go by.
class PlayerTracks {
public:
    /// What changed for a team with an instant.
    struct Step {
        double distanceM = 0.0;
        double fieldS = 0.0;
        double downS = 0.0;
    };

    /// The next instant, whose poses are good.
    /// @param elapsedS since the one before, while the clock ran; 0 if it did not
    BothSides<Step> look(const AnalysisInstant& instant, const Moment& moment, double elapsedS);

    /// Of each player that was on the field; what comes of lists is not counted in it.
    [[nodiscard]] std::vector<PlayerStatistics> players() const;
    [[nodiscard]] const std::vector<Fall>& falls() const { return m_falls; }

    /// A walked way is the sum of straight pieces of this length, so that swaying in place is
    /// none: 0.1 m for a Nao.
    static constexpr double kPieceHeads = 0.2;
    /// Who moves faster was put elsewhere: 2.5 m/s for a Nao.
    static constexpr double kFastestHeadsPerS = 5.0;
    /// Who was not seen for so long had left the field.
    static constexpr double kGoneS = 2.0;

private:
    struct Track {
        PlayerStatistics sums;
        std::optional<Eigen::Vector2d> anchor; ///< where the next piece begins
        Eigen::Vector2d last = Eigen::Vector2d::Zero();
        double lastS = 0.0; ///< record time
        bool isFallen = false;
        std::optional<std::size_t> fall; ///< the one that goes on, in `m_falls`
        double placedS = 0.0;            ///< weight of `sums.meanP_S`
    };
    void lookAtPosture(Track& track, const PlayerInstant& player, const Moment& moment,
                       bool isCounted);
    static double walkedM(Track& track, const PlayerInstant& player, double recordTimeS,
                          std::vector<Fall>& falls);

    std::map<game::PlayerId, Track> m_tracks;
    std::vector<Fall> m_falls;
};

} // namespace sideline::logs
