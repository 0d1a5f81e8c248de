#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/constants.h"
#include "agentcore/game/player_id.h"
#include "simulator/referee/ball_watch.h"
#include "simulator/referee/rule_context.h"

namespace sideline::simulator {

/// What the rules remember of a team's last pass mode.
struct PassMemory {
    double lastTimeS = -1000.0; ///< when the team was last in pass mode
    bool mayScore = false;      ///< a second player has touched the ball outside of the circle
    Eigen::Vector2d ball_S = Eigen::Vector2d::Zero(); ///< center of the circle
    bool ballLeftCircle = false;
    std::optional<game::UniformNumber> lastToucher;
    bool severalTouched = false;
};

/// Who was in an offside position when a teammate last touched the ball.
struct OffsideMemory {
    std::optional<BallTouch> lastTouch;
    std::vector<game::PlayerId> waiting;
    bool kickIsExempt = false; ///< `taken` was a goal kick, corner kick or kick-in
};

/// All that the rules of set plays remember from cycle to cycle. A value.
struct SetPlayMemory {
    /// Where the next set play starts; frame S.
    Eigen::Vector3d kick_S = Eigen::Vector3d(0.0, 0.0, game::kBallRadiusM);
    /// The ball has still to be put there, and the kicking team away from it.
    bool mustRepelKickers = false;

    std::optional<BallTouch> taken; ///< who took the last set play, and when
    bool forbidsSecondTouch = false;
    bool isIndirect = false; ///< no goal straight from `taken`

    std::optional<game::PlayerId> kickOffTaker;
    bool kickOffTeamMayScore = true;
    double automaticKickOffOriginS = 1.0e300; ///< the mode's clock when its countdown began

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
    /// Forgets what depends on a player who is no longer there.
    void playerLeft(const game::PlayerId& player);
};

/// What the rules of set plays work on during one cycle.
struct SetPlayContext : RuleContext {
    BallWatch& ball;
    SetPlayMemory& memory;
};

/// Puts the ball somewhere, at rest; a set play that comes next starts there.
void placeBall(SetPlayContext& context, const Eigen::Vector3d& p_S);
/// Anybody may touch the ball and score again, and nobody waits offside.
void forgetKick(SetPlayMemory& memory);
/// From now on `touch` was the kick that took the set play.
void rememberKick(SetPlayContext& context, const BallTouch& touch, bool isIndirect);

/// The ball has not moved on since the set play was taken: its taker touched it last, and the kick
/// (0.1 s) is not over.
[[nodiscard]] bool isStraightFromKick(const SetPlayContext& context);
/// A match rather than an experiment or a penalty: kicks are bound by rules only with more than
/// two robots.
[[nodiscard]] bool hasKickRules(const SetPlayContext& context);

/// The first touch after the pause of a set play whose ball has been placed, if there was one.
[[nodiscard]] std::optional<BallTouch> kickAfterPause(const SetPlayContext& context);
/// Whether the pause before a set play still lasts; until it ends the ball lies where it went.
[[nodiscard]] bool isInKickPause(SetPlayContext& context);
/// Whether nobody has taken the set play in time.
[[nodiscard]] bool hasTakenTooLong(const SetPlayContext& context);
/// Puts the ball where the set play starts; the first time it moves the kicking team aside, so that
/// nobody runs into it by chance.
void placeBallForKick(SetPlayContext& context, game::Side kicking);
/// `p_S`, or the nearer front corner of the penalty area that it lies in.
[[nodiscard]] Eigen::Vector3d outsidePenaltyAreas(const field::FieldDimensions& field,
                                                  const Eigen::Vector3d& p_S);

/// Each gives a set play to a side (Left or Right) and says where it starts.
void awardGoalKick(SetPlayContext& context, game::Side side);
/// At the end of the opponent, on the side of the ball; halfway between post and flag.
void awardCornerKick(SetPlayContext& context, game::Side side);
/// On the sideline where the ball left the field.
void awardKickIn(SetPlayContext& context, game::Side side);
/// Indirect, where the ball last was.
void awardFreeKick(SetPlayContext& context, game::Side side);

} // namespace sideline::simulator
