#include "agentcore/monitor/keep_out.h"

#include "agentcore/field/play_mode.h"

namespace sideline::monitor {

namespace {

using field::PlayMode;

enum class Kind { None, KickOff, Kick, GoalKick, Pass };

struct SetPlay {
    Kind kind = Kind::None;
    Side side = Side::None; ///< whose it is
};

SetPlay setPlayOf(PlayMode mode) {
    switch (mode) {
    case PlayMode::KickOffLeft:
        return {Kind::KickOff, Side::Left};
    case PlayMode::KickOffRight:
        return {Kind::KickOff, Side::Right};
    case PlayMode::KickInLeft:
    case PlayMode::CornerKickLeft:
    case PlayMode::FreeKickLeft:
    case PlayMode::DirectFreeKickLeft:
    case PlayMode::OffsideLeft:
        return {Kind::Kick, Side::Left};
    case PlayMode::KickInRight:
    case PlayMode::CornerKickRight:
    case PlayMode::FreeKickRight:
    case PlayMode::DirectFreeKickRight:
    case PlayMode::OffsideRight:
        return {Kind::Kick, Side::Right};
    case PlayMode::GoalKickLeft:
        return {Kind::GoalKick, Side::Left};
    case PlayMode::GoalKickRight:
        return {Kind::GoalKick, Side::Right};
    case PlayMode::PassLeft:
        return {Kind::Pass, Side::Left};
    case PlayMode::PassRight:
        return {Kind::Pass, Side::Right};
    case PlayMode::BeforeKickOff:
    case PlayMode::PlayOn:
    case PlayMode::GameOver:
    case PlayMode::GoalLeft:
    case PlayMode::GoalRight:
        break;
    }
    return {};
}

Eigen::AlignedBox2d penaltyArea(const field::FieldDimensions& field, Side side) {
    const double sign = side == Side::Left ? -1.0 : 1.0;
    const double lineM = sign * field.lengthM / 2.0;
    Eigen::AlignedBox2d area(Eigen::Vector2d(lineM, -field.penaltyWidthM / 2.0));
    area.extend(Eigen::Vector2d(lineM - sign * field.penaltyLengthM, field.penaltyWidthM / 2.0));
    return area;
}

} // namespace

std::optional<KeepOut> keepOut(const MatchFrame& frame) {
    const auto mode = field::playModeFromName(frame.game.playModeName());
    const auto& environment = frame.game.environment;
    const SetPlay play = mode ? setPlayOf(*mode) : SetPlay{};
    if (play.kind == Kind::None || !environment) {
        return std::nullopt;
    }
    const Side waiting = play.side == Side::Left ? Side::Right : Side::Left;
    if (play.kind == Kind::GoalKick) {
        const Eigen::AlignedBox2d area = penaltyArea(environment->field, play.side);
        return area.volume() > 0.0 ? std::optional(KeepOut{waiting, area}) : std::nullopt;
    }
    const double radiusM = play.kind == Kind::Pass ? environment->passModeMinOpponentBallDistanceM
                                                   : environment->freeKickDistanceM;
    const bool isAtBall = play.kind != Kind::KickOff;
    if (!(radiusM > 0.0) || (isAtBall && !frame.ball)) {
        return std::nullopt;
    }
    const Eigen::Vector2d center_S =
        isAtBall ? Eigen::Vector2d(frame.ball->X_SBall.p.head<2>()) : Eigen::Vector2d(0.0, 0.0);
    return KeepOut{waiting, GroundCircle{center_S, radiusM}};
}

} // namespace sideline::monitor
