#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/restart.h"
#include "logs/match/moment.h"

namespace sideline::logs {

/// A pair of values, one per team.
template <typename T>
struct BothSides {
    T left{};
    T right{};
    /// Returns the value of a side, which must not be None.
    [[nodiscard]] T& of(game::Side side) { return side == game::Side::Left ? left : right; }
    [[nodiscard]] const T& of(game::Side side) const {
        return side == game::Side::Left ? left : right;
    }
};

/// Outcome of a kick.
enum class KickOutcome : std::uint8_t {
    Open,     ///< undecided: the ball is still rolling
    Kept,     ///< the kicker reached the ball first
    Teammate, ///< a teammate reached it first
    Opponent, ///< an opponent reached it first
    Out,      ///< the ball left the field
    InGoal,   ///< the ball crossed a goal line between the posts
    Stopped,  ///< play was stopped, or the ball was placed elsewhere, before a player reached it
    NoPlayer, ///< no player reached it within `KickLog::kLongestFlightS`
};
/// Name in tables and JSON: `teammate`, `in-goal`, ...
[[nodiscard]] std::string_view kickOutcomeName(KickOutcome outcome);

enum class ShotKind : std::uint8_t {
    None,      ///< not toward the opponents' goal, or too weak to reach its line
    OffTarget, ///< reaches the goal line beside or above the goal, at most half a goal width away
    OnTarget,  ///< reaches the goal line between the posts and below the bar, or is a goal
};
/// Name in tables and JSON: `none`, `off-target`, `on-target`.
[[nodiscard]] std::string_view shotKindName(ShotKind kind);

/// A change of the ball's velocity by a robot. Meters, frame S.
struct Kick {
    Moment when; ///< the last frame before the ball accelerated
    game::PlayerId by{};
    Eigen::Vector2d p_SFrom = Eigen::Vector2d::Zero();
    /// End of the ball's path; its current position while the ball is still rolling.
    Eigen::Vector2d p_STo = Eigen::Vector2d::Zero();
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< ball velocity at its fastest
    double speedMps = 0.0;     ///< speed at its fastest, including the vertical part
    double directionRad = 0.0; ///< direction on the ground, 0 along +x, counterclockwise
    double distanceM = 0.0;    ///< distance from `p_SFrom` to `p_STo`
    double durationS = 0.0;    ///< time from the kick to the end of the path
    KickOutcome outcome = KickOutcome::Open;
    game::PlayerId next{}; ///< next player to reach the ball, if any
    bool isPass = false;   ///< see `passes` of `TeamStatistics`
    ShotKind shot = ShotKind::None;
    /// Probability of a goal for a shot, 0 to 1: see `expectedGoals` in shot_model.h.
    double expectedGoals = 0.0;
};

/// An interval in which one player controls the ball and moves with it.
struct Dribble {
    Moment when; ///< beginning
    game::PlayerId by{};
    Eigen::Vector2d p_SFrom = Eigen::Vector2d::Zero(); ///< ball position
    Eigen::Vector2d p_STo = Eigen::Vector2d::Zero();
    double distanceM = 0.0; ///< straight-line distance
    double durationS = 0.0;
};

/// A fall: from the frame in which the robot counts as fallen (`game::isFallen`) to the one in
/// which it is upright again.
struct Fall {
    Moment when;
    game::PlayerId player{};
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero();
    double downS = 0.0; ///< time until the robot was upright, left the field, or the frames ended
    bool hasGotUp = false; ///< whether it got up without being repositioned
    bool wasMoved = false; ///< whether the referee or a trainer repositioned it
};

/// A goal.
struct Goal {
    Moment when; ///< the ball crosses the line, or the announcement: see `GoalCrossing`
    game::Side side = game::Side::None; ///< side for which the goal counts
    game::PlayerId by{};                ///< scorer; side None if unknown
    bool isOwnGoal = false;
    int scoreLeft = 0; ///< score after the goal
    int scoreRight = 0;
};

/// A change of possession while the ball was in play.
struct Recovery {
    Moment when;
    game::PlayerId by{};
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< ball position
};

/// A restart awarded to a team.
struct SetPlay {
    Moment when;
    game::SetPiece piece = game::SetPiece::None;
    game::Side side = game::Side::None;
    /// Whether the team was in possession `MatchAnalysis::kSetPlayKeptAfterS` after play resumed,
    /// or had scored; none while undecided.
    std::optional<bool> isWon;
};

/// Name of a kind of restart in tables and JSON: `kick-off`, `kick-in`, `corner-kick`, ...
[[nodiscard]] std::string_view setPieceName(game::SetPiece piece);

/// An interval in which a state of the match held, such as possession.
struct StateInterval {
    Moment when;             ///< beginning
    double untilS = 0.0;     ///< record time of its end
    game::PlayerId player{}; ///< player; for a team: without a number
    [[nodiscard]] double durationS() const { return untilS - when.recordTimeS; }
};

/// A foul; its repeated announcements are merged into one.
struct FoulCall {
    Moment when;
    int type = 0; ///< see `monitor::foulTypeName`
    game::PlayerId by{};
};

/// Seconds spent in each cell of a field. Cells are squares; the first is at the corner with the
/// smallest x and y of frame S, and x varies fastest.
class HeatMap {
public:
    HeatMap() = default;
    /// Divides the field into `kColumns` cells along x, regardless of its size.
    explicit HeatMap(const field::FieldDimensions& field);

    /// Adds time at a position; positions outside the field count for the nearest cell. Does
    /// nothing without cells.
    void add(const Eigen::Vector2d& p_S, double durationS);
    [[nodiscard]] int columns() const { return m_columns; }
    [[nodiscard]] int rows() const { return m_rows; }
    [[nodiscard]] double cellM() const { return m_cellM; }
    [[nodiscard]] double seconds(int column, int row) const {
        return m_seconds[static_cast<std::size_t>(row * m_columns + column)];
    }
    /// Sum of all cells.
    [[nodiscard]] double totalS() const;

    static constexpr int kColumns = 60; ///< half-meter cells on a field of 30 m

private:
    int m_columns = 0;
    int m_rows = 0;
    double m_cellM = 0.0;
    std::vector<double> m_seconds;
};

/// Statistics of a player.
struct PlayerStatistics {
    game::PlayerId id;
    int typeNumber = -1;
    std::string robot;          ///< name of its model; empty if unknown
    double fieldS = 0.0;        ///< time on the field while the clock ran
    double uprightS = 0.0;      ///< part of `fieldS` in which it was upright
    double distanceM = 0.0;     ///< distance walked while upright and the clock ran
    double controlS = 0.0;      ///< time in control of the ball, in play
    double opponentHalfS = 0.0; ///< time in the opponents' half while the clock ran
    double downS = 0.0;         ///< time on the ground while the clock ran
    int falls = 0;
    int getUps = 0;      ///< falls after which it got up without being repositioned
    double getUpS = 0.0; ///< total duration of those falls
    int kicks = 0;
    int passes = 0;
    int completePasses = 0;
    int shots = 0;
    int shotsOnTarget = 0;
    double expectedGoals = 0.0;
    int goals = 0;
    int ownGoals = 0;
    int dribbles = 0;
    double dribbledM = 0.0;
    int recoveries = 0;
    int fouls = 0;
    Eigen::Vector2d meanP_S = Eigen::Vector2d::Zero(); ///< mean position while the clock ran
    HeatMap positions;                                 ///< positions while the clock ran

    /// Mean over the upright time; 0 if it was never upright.
    [[nodiscard]] double meanSpeedMps() const { return uprightS > 0 ? distanceM / uprightS : 0.0; }
    /// None without get-ups.
    [[nodiscard]] std::optional<double> meanGetUpS() const;
};

/// Statistics of a team in a period.
struct TeamStatistics {
    int goals = 0;    ///< goals counted for it, including own goals of the opponents
    int ownGoals = 0; ///< scored by its own players into its own goal
    /// Time in play with possession: from control by one of its players until control by an
    /// opponent or a stoppage.
    double possessionS = 0.0;
    double controlS =
        0.0; ///< part of `possessionS` in which one of its players controlled the ball
    /// Kicks of a minimum length that are not shots and ended at another player or out of the
    /// field, with a teammate on the field.
    int passes = 0;
    int completePasses = 0;    ///< passes that ended at a teammate
    int interceptedPasses = 0; ///< passes that ended at an opponent
    int shots = 0;
    int shotsOnTarget = 0;
    double expectedGoals = 0.0;
    int kicks = 0;
    double kickSpeedMps = 0.0;  ///< mean
    double kickDistanceM = 0.0; ///< mean
    int dribbles = 0;
    double dribbledM = 0.0; ///< total
    double distanceM = 0.0; ///< total of its players
    double fieldS = 0.0;    ///< total of its players
    int falls = 0;
    double downS = 0.0;
    int fouls = 0;
    int setPlays = 0;     ///< number awarded, including kick-offs
    int setPlaysWon = 0;  ///< set plays after which the team was in possession
    int setPlaysLost = 0; ///< set plays after which it was not
    int recoveries = 0;
    double ballInOpponentHalfS = 0.0; ///< while the ball is in play
};

/// A span of a match.
struct PeriodStatistics {
    int half = 0;             ///< 0 for the whole match
    double fromS = 0.0;       ///< game time of its first frame
    double toS = 0.0;         ///< game time of its last frame
    double fromRecordS = 0.0; ///< record time of its first frame
    double toRecordS = 0.0;   ///< record time of its last frame
    double clockS = 0.0;      ///< time in which the clock was running
    double inPlayS = 0.0;     ///< part of `clockS` in which the ball was in play
    BothSides<TeamStatistics> teams;

    /// Extends this span to the end of the next one and adds its durations and distances; counts
    /// and means are not changed.
    void join(const PeriodStatistics& next);
    /// Possession divided by the possession of both teams; 0.5 if neither had the ball.
    [[nodiscard]] double possessionRatio(game::Side side) const;
};

/// Number of passes from one player to another.
using PassNetwork = std::map<std::pair<game::PlayerId, game::PlayerId>, int>;

/// Statistics of a match, as defined in docs/analysis.md.
struct MatchStatistics {
    std::string teamLeft;
    std::string teamRight;
    int scoreLeft = 0; ///< score in the last frame
    int scoreRight = 0;
    std::uint64_t frames = 0; ///< processed frames
    /// Processed frames without valid poses: damaged or out of sync.
    std::uint64_t skippedFrames = 0;
    std::optional<field::FieldDimensions> field;
    PeriodStatistics total;
    std::vector<PeriodStatistics> halves;  ///< halves in order of play
    std::vector<PeriodStatistics> windows; ///< spans of `windowS` of game time
    std::vector<PlayerStatistics> players; ///< players by side and number
    std::vector<Kick> kicks;               ///< like all lists, in chronological order
    std::vector<Dribble> dribbles;
    std::vector<Fall> falls;
    std::vector<Goal> goals;
    std::vector<Recovery> recoveries;
    std::vector<SetPlay> setPlays;
    std::vector<FoulCall> fouls;
    std::vector<StateInterval>
        possessions; ///< intervals of team possession; their sum is `possessionS`
    std::vector<StateInterval>
        controls; ///< intervals of control by a player; their sum is `controlS`
    std::vector<StateInterval> inOpponentHalf; ///< intervals with the ball in the opponents' half;
                                               ///< their sum is `ballInOpponentHalfS`
    PassNetwork passes;                        ///< complete passes
    HeatMap ball;                              ///< positions of the ball in play
    /// Game time of the first kick-off; none if the frames begin after it.
    std::optional<double> kickOffS;
    /// Game time from the first kick-off to a team's first shot.
    BothSides<std::optional<double>> firstShotAfterS;

    /// The player with this id, or nullptr.
    [[nodiscard]] const PlayerStatistics* find(const game::PlayerId& id) const;
};

} // namespace sideline::logs
