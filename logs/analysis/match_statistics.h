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
#include "logs/match/log_index.h"

namespace sideline::logs {

/// Two values, one of each team.
template <typename T>
struct BothSides {
    T left{};
    T right{};
    /// That of a side, which is not None.
    [[nodiscard]] T& of(game::Side side) { return side == game::Side::Left ? left : right; }
    [[nodiscard]] const T& of(game::Side side) const {
        return side == game::Side::Left ? left : right;
    }
};

/// When something happened.
struct Moment {
    FrameNumber frame = 0; ///< of the log or stream
    double gameTimeS = 0.0;
    double recordTimeS = 0.0;
    int half = 0;
    [[nodiscard]] bool operator==(const Moment&) const = default;
};

/// What became of a kicked ball.
enum class KickOutcome : std::uint8_t {
    Open,     ///< not known yet: it still rolls
    Kept,     ///< the kicker was at the ball next
    Teammate, ///< a teammate was
    Opponent, ///< an opponent was
    Out,      ///< it left the field
    InGoal,   ///< it crossed a goal line between the posts
    Stopped,  ///< play was stopped, or the ball was placed elsewhere, before anybody was at it
    Nobody,   ///< nobody came to it within `KickLog::kLongestFlightS`
};
/// Name in tables and JSON: `teammate`, `in-goal`, ...
[[nodiscard]] std::string_view kickOutcomeName(KickOutcome outcome);

enum class ShotKind : std::uint8_t {
    None,      ///< not towards the opponents' goal, or too weak to reach its line
    OffTarget, ///< reaches the goal line beside the goal or above it, no more than half a goal away
    OnTarget,  ///< reaches the goal line between the posts and below the bar, or is a goal
};
/// Name in tables and JSON: `none`, `off-target`, `on-target`.
[[nodiscard]] std::string_view shotKindName(ShotKind kind);

/// A kick: the ball's velocity changed by a robot. Meters, frame S.
struct Kick {
    Moment when; ///< the last frame before the ball was faster
    game::PlayerId by{};
    Eigen::Vector2d p_SFrom = Eigen::Vector2d::Zero();
    Eigen::Vector2d p_STo = Eigen::Vector2d::Zero(); ///< where it was when its way ended, or now
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< at its fastest
    double speedMps = 0.0;                                   ///< likewise, height included
    double directionRad = 0.0; ///< on the ground, 0 along +x, counterclockwise
    double distanceM = 0.0;    ///< straight from `p_SFrom` to `p_STo`
    double durationS = 0.0;    ///< until its way ended
    KickOutcome outcome = KickOutcome::Open;
    game::PlayerId next{}; ///< who was at the ball next, if anybody
    bool isPass = false;   ///< see `passes` of `TeamStatistics`
    ShotKind shot = ShotKind::None;
    double expectedGoals = 0.0; ///< of a shot, 0 to 1: see `expectedGoals` in shot_model.h
};

/// A stretch in which one player has the ball and takes it along.
struct Dribble {
    Moment when; ///< its begin
    game::PlayerId by{};
    Eigen::Vector2d p_SFrom = Eigen::Vector2d::Zero(); ///< of the ball
    Eigen::Vector2d p_STo = Eigen::Vector2d::Zero();
    double distanceM = 0.0; ///< straight
    double durationS = 0.0;
};

/// A fall, from the frame in which the robot has fallen (`game::isFallen`) to the one in which it
/// is upright again.
struct Fall {
    Moment when;
    game::PlayerId who{};
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero();
    double downS = 0.0;    ///< until it was upright, left the field, or the frames ended
    bool hasGotUp = false; ///< by itself
    bool wasMoved = false; ///< the referee or a trainer put it elsewhere meanwhile
};

/// A goal.
struct Goal {
    Moment when;                        ///< when the score was announced
    game::Side side = game::Side::None; ///< whom it counts for
    game::PlayerId by{};                ///< who had the ball last, side None if nobody is known
    bool isOwnGoal = false;
    int scoreLeft = 0; ///< after it
    int scoreRight = 0;
};

/// A ball won from the other team while it was in play.
struct Recovery {
    Moment when;
    game::PlayerId by{};
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< of the ball
};

/// A restart that a team was given.
struct SetPlay {
    Moment when;
    game::SetPiece piece = game::SetPiece::None;
    game::Side side = game::Side::None;
    /// Whether that team had the ball `MatchAnalysis::kSetPlayKeptAfterS` after play went on, or
    /// had scored; none if that is not known yet.
    std::optional<bool> isWon;
};

/// Name of a kind of restart in tables and JSON: `kick-off`, `kick-in`, `corner-kick`, ...
[[nodiscard]] std::string_view setPieceName(game::SetPiece piece);

/// A stretch of time in which the same was so.
struct Stretch {
    Moment when;          ///< its begin
    double untilS = 0.0;  ///< record time of its end
    game::PlayerId who{}; ///< of a team: without a number
    [[nodiscard]] double durationS() const { return untilS - when.recordTimeS; }
};

/// A foul, its repeated announcements merged into one.
struct FoulCall {
    Moment when;
    int type = 0; ///< see `monitor::foulTypeName`
    game::PlayerId by{};
};

/// Seconds spent in each cell of a field. Cells are squares; the first is at the corner with the
/// smallest x and y of frame S, and x runs fastest.
class HeatMap {
public:
    HeatMap() = default;
    /// As many cells along x as `kColumns`, whatever the size of the field.
    explicit HeatMap(const field::FieldDimensions& field);

    /// What is outside of the field counts for the nearest cell. Nothing happens without cells.
    void add(const Eigen::Vector2d& p_S, double durationS);
    [[nodiscard]] int columns() const { return m_columns; }
    [[nodiscard]] int rows() const { return m_rows; }
    [[nodiscard]] double cellM() const { return m_cellM; }
    [[nodiscard]] double seconds(int column, int row) const {
        return m_seconds[static_cast<std::size_t>(row * m_columns + column)];
    }
    /// Of all cells together.
    [[nodiscard]] double totalS() const;

    static constexpr int kColumns = 60; ///< cells of half a meter on a field of 30 m

private:
    int m_columns = 0;
    int m_rows = 0;
    double m_cellM = 0.0;
    std::vector<double> m_seconds;
};

/// What is counted of a player.
struct PlayerStatistics {
    game::PlayerId id;
    int typeNumber = -1;
    std::string robot;          ///< name of its model; empty if it is not known
    double fieldS = 0.0;        ///< on the field while the clock ran
    double uprightS = 0.0;      ///< of that, upright
    double distanceM = 0.0;     ///< walked while upright and the clock ran
    double controlS = 0.0;      ///< the ball was under its control, in play
    double opponentHalfS = 0.0; ///< in the opponents' half while the clock ran
    double downS = 0.0;         ///< fallen while the clock ran
    int falls = 0;
    int getUps = 0;      ///< falls after which it got up by itself
    double getUpS = 0.0; ///< sum of what those took
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
    Eigen::Vector2d meanP_S = Eigen::Vector2d::Zero(); ///< while the clock ran
    HeatMap positions;                                 ///< while the clock ran

    /// Over the time in which it was upright; 0 if it never was.
    [[nodiscard]] double meanSpeedMps() const { return uprightS > 0 ? distanceM / uprightS : 0.0; }
    /// None if it never got up.
    [[nodiscard]] std::optional<double> meanGetUpS() const;
};

/// What is counted of a team in a period.
struct TeamStatistics {
    int goals = 0;    ///< that count for it, own goals of the opponents included
    int ownGoals = 0; ///< that its own players shot into their goal
    /// Time in play in which it had the ball: from when one of its players controlled it until one
    /// of the opponents did.
    double possessionS = 0.0;
    double controlS = 0.0; ///< of that, one of its players was at the ball
    /// Kicks of some length that are no shots and ended at another player or out of the field.
    int passes = 0;
    int completePasses = 0;    ///< ... at a teammate
    int interceptedPasses = 0; ///< ... at an opponent
    int shots = 0;
    int shotsOnTarget = 0;
    double expectedGoals = 0.0;
    int kicks = 0;
    double kickSpeedMps = 0.0;  ///< mean
    double kickDistanceM = 0.0; ///< mean
    int dribbles = 0;
    double dribbledM = 0.0; ///< sum
    double distanceM = 0.0; ///< of all its players
    double fieldS = 0.0;    ///< of all its players
    int falls = 0;
    double downS = 0.0;
    int fouls = 0;
    int setPlays = 0;     ///< given to it, kick-offs included
    int setPlaysWon = 0;  ///< it had the ball afterwards
    int setPlaysLost = 0; ///< it did not
    int recoveries = 0;
    double ballInOpponentHalfS = 0.0; ///< in play
};

/// A span of a match.
struct PeriodStatistics {
    int half = 0;             ///< 0 for the whole match
    double fromS = 0.0;       ///< game time of its first frame
    double toS = 0.0;         ///< of its last one
    double fromRecordS = 0.0; ///< record time of its first frame
    double toRecordS = 0.0;   ///< of its last one
    double clockS = 0.0;      ///< time in which the clock ran
    double inPlayS = 0.0;     ///< of that, the ball was in play
    BothSides<TeamStatistics> teams;

    /// Share of the time in which either team had the ball; 0.5 if none had.
    [[nodiscard]] double possessionShare(game::Side side) const;
};

/// How often one player passed to another.
using PassNetwork = std::map<std::pair<game::PlayerId, game::PlayerId>, int>;

/// Everything that is counted in a match. docs/analysis.md says how.
struct MatchStatistics {
    std::string teamLeft;
    std::string teamRight;
    int scoreLeft = 0; ///< in the last frame
    int scoreRight = 0;
    std::uint64_t frames = 0;        ///< looked at
    std::uint64_t skippedFrames = 0; ///< of them, without poses: damaged or out of sync
    std::optional<field::FieldDimensions> field;
    PeriodStatistics total;
    std::vector<PeriodStatistics> halves;  ///< in the order in which they were played
    std::vector<PeriodStatistics> windows; ///< of `windowS` of game time, those with frames
    std::vector<PlayerStatistics> players; ///< by side and number
    std::vector<Kick> kicks;               ///< all lists: in order of time
    std::vector<Dribble> dribbles;
    std::vector<Fall> falls;
    std::vector<Goal> goals;
    std::vector<Recovery> recoveries;
    std::vector<SetPlay> setPlays;
    std::vector<FoulCall> fouls;
    std::vector<Stretch> possessions;    ///< a team had the ball; they add up to `possessionS`
    std::vector<Stretch> controls;       ///< a player controlled it; to `controlS`
    std::vector<Stretch> inOpponentHalf; ///< it was there; to `ballInOpponentHalfS`
    PassNetwork passes;                  ///< complete ones
    HeatMap ball;                        ///< in play
    /// Game time of the first kick-off; none if the frames begin after it.
    std::optional<double> kickOffS;
    /// From the first kick-off to a team's first shot, game time.
    BothSides<std::optional<double>> firstShotAfterS;

    /// The player with this id, or nullptr.
    [[nodiscard]] const PlayerStatistics* find(const game::PlayerId& id) const;
};

} // namespace sideline::logs
