#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/constants.h"
#include "agentcore/game/player_id.h"
#include "simulator/referee/ball_watch.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// State of a team's last pass mode.
struct PassMemory {
    double lastTimeS = -1000.0; ///< game time at the end of its last pass mode
    bool mayScore = false;      ///< a second player has touched the ball outside the circle
    Eigen::Vector2d ball_S = Eigen::Vector2d::Zero(); ///< center of the circle
    bool ballLeftCircle = false;
    std::optional<game::UniformNumber> lastToucher;
    bool severalTouched = false;
};

/// Players that were in an offside position at the last touch by a teammate.
struct OffsideMemory {
    std::optional<BallTouch> lastTouch;
    std::vector<game::PlayerId> waiting;
    bool kickIsExempt = false; ///< `taken` was a goal kick, corner kick or kick-in
};

/// State of the set play rules between cycles. A value.
struct SetPlayMemory {
    /// Position of the next set play; frame S.
    Eigen::Vector3d kick_S = Eigen::Vector3d(0.0, 0.0, game::kBallRadiusM);
    /// The ball must still be placed there, and the kicking team moved away.
    bool mustRepelKickers = false;

    std::optional<BallTouch> taken; ///< the kick that started the last set play
    bool forbidsSecondTouch = false;
    bool isIndirect = false; ///< no goal may be scored directly from `taken`

    std::optional<game::PlayerId> kickOffTaker;
    bool kickOffTeamMayScore = true;
    double automaticKickOffOriginS =
        1.0e300; ///< value of the mode's clock at the start of its countdown

    PassMemory passLeft;
    PassMemory passRight;
    OffsideMemory offside;

    [[nodiscard]] PassMemory& pass(game::Side side) {
        return side == game::Side::Left ? passLeft : passRight;
    }
    [[nodiscard]] const PassMemory& pass(game::Side side) const {
        return side == game::Side::Left ? passLeft : passRight;
    }
    void swapSides();
    /// Clears the state that refers to a player that has left.
    void playerLeft(const game::PlayerId& player);
};

/// Data of the set play rules during one cycle.
struct SetPlayContext : RuleContext {
    BallWatch& ball;
    SetPlayMemory& memory;
};

/// Places the ball at rest; the next set play starts there.
void placeBall(SetPlayContext& context, const Eigen::Vector3d& p_S);
/// Resets the kick: every player may touch the ball and score, and no player is offside.
void forgetKick(SetPlayMemory& memory);
/// Records `touch` as the kick of the set play.
void rememberKick(SetPlayContext& context, const BallTouch& touch, bool isIndirect);

/// Whether the ball has not been played since the kick: its taker touched it last, and the kick
/// (0.1 s) is not over.
[[nodiscard]] bool isStraightFromKick(const SetPlayContext& context);
/// Whether the match has kick rules: only with more than two robots, so not in experiments and
/// penalties.
[[nodiscard]] bool hasKickRules(const SetPlayContext& context);

/// The first touch after the pause of a set play with a placed ball, if any.
[[nodiscard]] std::optional<BallTouch> kickAfterPause(const SetPlayContext& context);
/// Whether the pause before a set play is still running; the ball is not moved before its end.
[[nodiscard]] bool isInKickPause(SetPlayContext& context);
/// Whether the set play was not taken in time.
[[nodiscard]] bool isTimeOver(const SetPlayContext& context);
/// Places the ball for the set play; the first time it also moves the kicking team away, so that
/// the ball is not touched accidentally.
void placeBallForKick(SetPlayContext& context, game::Side kicking);
/// `p_S`, or the nearer front corner of the penalty area that contains it.
[[nodiscard]] Eigen::Vector3d outsidePenaltyAreas(const field::FieldDimensions& field,
                                                  const Eigen::Vector3d& p_S);

/// Each function awards a set play to a side (Left or Right) and sets its position.
void awardGoalKick(SetPlayContext& context, game::Side side);
/// The position is at the opponent's end, on the side of the ball, halfway between post and flag.
void awardCornerKick(SetPlayContext& context, game::Side side);
/// The position is on the sideline where the ball left the field.
void awardKickIn(SetPlayContext& context, game::Side side);
/// The free kick is indirect; its position is the last one of the ball.
void awardFreeKick(SetPlayContext& context, game::Side side);

} // namespace sideline::simulator
