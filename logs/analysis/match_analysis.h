#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/monitor/match_frame.h"
#include "logs/analysis/ball_control.h"
#include "logs/analysis/kick_log.h"
#include "logs/analysis/match_statistics.h"
#include "logs/analysis/player_tracks.h"
#include "logs/match/analysis_instant.h"
#include "logs/match/foul_filter.h"
#include "logs/match/goal_crossing.h"
#include "logs/match/kick_finder.h"

namespace sideline::logs {

/// Computes match statistics frame by frame, live or from a log.
///
/// Accepts frames of any rate, server and field; thresholds scale with the size of the robots. One
/// thread. docs/analysis.md has all definitions.
class MatchAnalysis {
public:
    /// @param windowS game time of a window of `MatchStatistics::windows`, above 0
    explicit MatchAnalysis(double windowS = kDefaultWindowS);

    /// Processes the next frame. Ignores one whose record time does not exceed the last one's.
    void add(const monitor::MatchFrame& frame) { add(instantOf(frame)); }
    void add(const AnalysisInstant& instant);

    /// Returns the statistics so far. Undecided values, such as the outcome of a ball that is still
    /// rolling, are provisional.
    [[nodiscard]] MatchStatistics statistics() const;

    static constexpr double kDefaultWindowS = 60.0;
    /// A window shorter than this, in game time, is merged into the one before it.
    static constexpr double kShortestWindowS = 1.0;
    /// A longer time between two frames is a gap, which is not counted.
    static constexpr double kLongestStepS = 2.0;
    /// Kicks are detected later than goals: a goal waits this long for its kick.
    static constexpr double kCreditAfterS = 0.8;
    /// A team that is in possession this long after play resumed has won its set play.
    static constexpr double kSetPlayKeptAfterS = 5.0;

private:
    struct Span {
        PeriodStatistics sums;
        long window = 0;
    };
    struct OpenSetPlay {
        std::size_t index; // index in m_setPlays
        std::optional<double> playedAtS;
    };

    void processGame(const AnalysisInstant& now, const Moment& moment);
    void processGoal(const AnalysisInstant& now);
    void creditGoals(std::vector<Goal>& goals, KickLog& kicks) const;
    void processMode(const AnalysisInstant& now, const Moment& moment);
    void processBall(const AnalysisInstant& now, const Moment& moment);
    void endSetPlay(std::optional<bool> isWon);
    void countTime(const AnalysisInstant& now, double elapsedS,
                   const BothSides<PlayerTracks::Step>& steps);
    void recordIntervals(const AnalysisInstant& now);
    void beginPeriods(const AnalysisInstant& now);
    [[nodiscard]] static std::vector<Span> withoutShort(const std::vector<Span>& spans);

    double m_windowS;
    std::optional<AnalysisInstant> m_before;
    std::uint64_t m_frames = 0;
    std::uint64_t m_skipped = 0;
    KickFinder m_kickFinder;
    GoalCrossing m_goalCrossing;
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
    std::size_t m_creditedGoals = 0; // goals with a known scorer
    std::vector<SetPlay> m_setPlays;
    std::optional<OpenSetPlay> m_openSetPlay;
    std::vector<FoulCall> m_fouls;
    std::vector<StateInterval> m_possessions;
    std::vector<StateInterval> m_controls;
    std::vector<StateInterval> m_inOpponentHalf;
    std::optional<double> m_kickOffS;
};

} // namespace sideline::logs
