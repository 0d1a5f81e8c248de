#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/monitor/match_frame.h"
#include "logs/analysis/analysis_instant.h"
#include "logs/analysis/ball_control.h"
#include "logs/analysis/kick_finder.h"
#include "logs/analysis/kick_log.h"
#include "logs/analysis/match_statistics.h"
#include "logs/analysis/player_tracks.h"
#include "logs/match/foul_filter.h"

namespace sideline::logs {

/// Counts what happens in a match, frame by frame, live or from a log.
///
/// Frames of any rate, of any server and field will do; thresholds follow the size of the robots.
/// One thread. docs/analysis.md has all definitions.
class MatchAnalysis {
public:
    /// @param windowS game time of a window of `MatchStatistics::windows`, above 0
    explicit MatchAnalysis(double windowS = kDefaultWindowS);

    /// The next frame. One that is not later than the one before, by record time, is ignored.
    void add(const monitor::MatchFrame& frame) { add(instantOf(frame)); }
    void add(const AnalysisInstant& instant);

    /// All that was counted so far. What is not decided yet (a ball that still rolls) is in it as
    /// it looks now.
    [[nodiscard]] MatchStatistics statistics() const;

    static constexpr double kDefaultWindowS = 60.0;
    /// A longer step between two frames is a gap, which counts for nothing.
    static constexpr double kLongestStepS = 2.0;
    /// Kicks are found a little later than goals: so long a goal waits for its kick.
    static constexpr double kCreditAfterS = 0.8;
    /// Who had the ball so long after a set play was taken has won it.
    static constexpr double kSetPlayKeptAfterS = 5.0;

private:
    struct Span {
        PeriodStatistics sums;
        long window = 0;
    };
    struct OpenSetPlay {
        std::size_t index; // in m_setPlays
        std::optional<double> playedAtS;
    };

    void lookAtGame(const AnalysisInstant& now, const Moment& moment);
    void lookAtGoal(const AnalysisInstant& now, const Moment& moment);
    void creditGoals(std::vector<Goal>& goals, KickLog& kicks) const;
    void lookAtMode(const AnalysisInstant& now, const Moment& moment);
    void lookAtBall(const AnalysisInstant& now, const Moment& moment);
    void endSetPlay(std::optional<bool> isWon);
    void countTime(const AnalysisInstant& now, double elapsedS,
                   const BothSides<PlayerTracks::Step>& steps);
    void noteStretches(const AnalysisInstant& now);
    void beginPeriods(const AnalysisInstant& now);

    double m_windowS;
    std::optional<AnalysisInstant> m_before;
    std::uint64_t m_frames = 0;
    std::uint64_t m_skipped = 0;
    KickFinder m_kickFinder;
    BallControl m_control;
    PlayerTracks m_players;
    FoulFilter m_foulFilter;
    std::shared_ptr<const monitor::Environment> m_environment;
    HeatMap m_ballMap;
    std::map<game::PlayerId, double> m_controlS;
    Span m_total;
    std::vector<Span> m_halves;
    std::vector<Span> m_windows;
    KickLog m_kicks;
    std::vector<Goal> m_goals;
    std::size_t m_creditedGoals = 0; // of them, known whose they are
    std::vector<SetPlay> m_setPlays;
    std::optional<OpenSetPlay> m_openSetPlay;
    std::vector<FoulCall> m_fouls;
    std::vector<Stretch> m_possessions;
    std::vector<Stretch> m_controls;
    std::vector<Stretch> m_inOpponentHalf;
    std::optional<double> m_kickOffS;
};

} // namespace sideline::logs
