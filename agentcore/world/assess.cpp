#include "agentcore/world/assess.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "agentcore/game/constants.h"
#include "agentcore/game/rules.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"

namespace sideline::world {

namespace {

using Eigen::Vector2d;
using game::PlayMode;
using game::Restart;
using game::restartOf;
using game::Side;

// From `naosoccersim.rb` and the referee's code.
constexpr double kHalfTimeS = game::Rules{}.halfTimeS;
constexpr double kGoalPauseS = 3.0;
constexpr double kDropBallS = 15.0;
constexpr double kKickPauseS = 1.0; // time until the ball is placed for the kick
constexpr double kPassModeS = 4.0;
constexpr double kPassBarS = 10.0;
constexpr double kPassRadiusM = 1.0;
constexpr double kGoalKickM = 1.0; // distance of the ball from the goal line
using game::kBallRadiusM;

constexpr double kTurnM = 0.5; // additional distance equivalent to a half turn
constexpr double kFreshS = 0.2;

constexpr double kTakerM = 0.9;   // maximum distance of a set play's taker from the ball
constexpr double kAtBallM = 0.45; // maximum distance of players that may have touched the ball
constexpr double kTouchMps = 0.5; // change of velocity, beyond deceleration, that indicates a touch
constexpr double kTouchMovedM = 0.15; // displacement of a slow ball that indicates a touch
constexpr double kTouchPerM = 0.02;   // additional displacement per meter of the robot's distance
constexpr double kSlowBallMps = 0.3;
constexpr double kTakerContactS = 0.6; // time in which the taker may have moved the ball
constexpr double kSeenBallS = 0.3;
constexpr double kMaxTakerBarS = 15.0; // after this time, a touch is assumed to have been missed

constexpr double kClaimM = 0.6; // bonus for a player that has announced that it goes to the ball
constexpr double kClaimS = 1.5; // validity of the announcement
constexpr double kOffCircleM = 0.3;
constexpr double kSettledS = 0.3; // minimum time since the ball was placed
constexpr std::size_t kMaxPlayers = 32;

bool isKickWithPause(SetPiece piece) {
    return piece != SetPiece::None && piece != SetPiece::KickOff && piece != SetPiece::Pass;
}

// Maximum duration of a play mode; 0: unlimited.
double longestS(PlayMode mode, SetPiece piece) {
    if (mode == PlayMode::GoalLeft || mode == PlayMode::GoalRight) {
        return kGoalPauseS;
    }
    if (mode == PlayMode::OffsideLeft || mode == PlayMode::OffsideRight ||
        piece == SetPiece::None) {
        return 0.0;
    }
    return piece == SetPiece::Pass ? kPassModeS : kDropBallS;
}

Vector2d outsidePenaltyAreas(const field::FieldDimensions& field, const Vector2d& p_F) {
    const double front = 0.5 * field.lengthM - field.penaltyLengthM;
    const double side = 0.5 * field.penaltyWidthM;
    const bool isInside = std::abs(p_F.x()) >= front && std::abs(p_F.y()) <= side;
    return isInside ? Vector2d(std::copysign(front, p_F.x()), std::copysign(side, p_F.y())) : p_F;
}

// Where the server places the ball for a restart; a coordinate that the rules leave open is taken
// from the ball.
Vector2d placeOf(SetPiece piece, bool isOwn, const field::FieldDimensions& field,
                 const Vector2d& ball_F) {
    const double x = 0.5 * field.lengthM;
    const double up = ball_F.y() > 0.0 ? 1.0 : -1.0;
    switch (piece) {
    case SetPiece::KickOff:
        return Vector2d::Zero();
    case SetPiece::GoalKick:
        return {(isOwn ? -1.0 : 1.0) * (x - kGoalKickM), 0.0};
    case SetPiece::CornerKick:
        return {(isOwn ? 1.0 : -1.0) * (x - kBallRadiusM),
                up * ((field.widthM + field.goalWidthM) / 4.0 - kBallRadiusM)};
    case SetPiece::KickIn:
        return {ball_F.x(), up * (0.5 * field.widthM - kBallRadiusM)};
    case SetPiece::FreeKick:
    case SetPiece::DirectFreeKick:
        return outsidePenaltyAreas(field, ball_F);
    case SetPiece::Pass:
    case SetPiece::None:
        break;
    }
    return ball_F;
}

bool needsBall(SetPiece piece) {
    return piece != SetPiece::KickOff && piece != SetPiece::GoalKick;
}

double keepAwayM(SetPiece piece, const field::FieldDimensions& field) {
    switch (piece) {
    case SetPiece::None:
        return 0.0;
    case SetPiece::Pass:
        return kPassRadiusM;
    case SetPiece::GoalKick:
        return std::hypot(std::max(kGoalKickM, field.penaltyLengthM - kGoalKickM),
                          0.5 * field.penaltyWidthM);
    case SetPiece::KickOff:
    case SetPiece::KickIn:
    case SetPiece::CornerKick:
    case SetPiece::FreeKick:
    case SetPiece::DirectFreeKick:
        break;
    }
    return field.circleRadiusM; // the server's free-kick distance
}

class Assessor {
public:
    Assessor(const SituationInput& input, const SituationMemory& before, SituationBelief& out)
        : m_in(input),
          m_field(*input.field),
          m_ball(input.world->ball),
          m_mode(input.game->playMode),
          m_memory(before),
          m_out(out),
          m_isRight(input.identity->robot.side == Side::Right) {
        if (m_mode) {
            const Restart restart = restartOf(*m_mode);
            m_piece = restart.piece;
            m_isOwn = restart.side == (m_isRight ? Side::Right : Side::Left);
        }
    }

    SituationMemory run() {
        clear();
        followMode();
        followRestart();
        followBar();
        followTaker();
        judgeRules();
        judgeTime();
        judgePlayers();
        judgeHome();
        return m_memory;
    }

private:
    void clear() {
        std::vector<int> mates = std::move(m_out.teammatesByBall);
        std::vector<int> opponents = std::move(m_out.opponentsByBall);
        mates.clear();
        opponents.clear();
        m_out = SituationBelief{};
        m_out.teammatesByBall = std::move(mates);
        m_out.opponentsByBall = std::move(opponents);
    }

    // A ball known only in the torso frame has no position on the field.
    [[nodiscard]] bool isBallKnown() const { return m_ball.isKnown && m_in.body->pose.isValid; }
    [[nodiscard]] Vector2d ball_F() const { return m_ball.p_F.head<2>(); }
    [[nodiscard]] bool isInPause() const {
        return isKickWithPause(m_piece) && m_memory.modeForS < kKickPauseS;
    }

    void followMode() {
        if (m_mode == m_memory.mode) {
            m_memory.modeForS += m_in.stepS;
            return;
        }
        const std::optional<PlayMode> before = std::exchange(m_memory.mode, m_mode);
        const bool wasOwn =
            before && restartOf(*before).side == (m_isRight ? Side::Right : Side::Left);
        const SetPiece pieceBefore = before ? restartOf(*before).piece : SetPiece::None;
        m_memory.bar = SituationMemory::Bar::None;
        m_memory.taker =
            m_mode == PlayMode::PlayOn && wasOwn && hasTaker(pieceBefore) ? findTaker() : 0;
        m_memory.takerForS = 0.0;
        m_memory.wasOtherAtBall = false;
        if (m_mode == PlayMode::PlayOn && wasOwn && pieceBefore == SetPiece::KickOff &&
            m_memory.modeForS < kDropBallS) {
            m_memory.bar = SituationMemory::Bar::AfterKickOff;
            m_memory.barCenter_F.setZero();
        } else if (m_mode == PlayMode::PlayOn && wasOwn && pieceBefore == SetPiece::Pass &&
                   m_memory.hasRestartPlace) {
            m_memory.bar = SituationMemory::Bar::AfterPass;
            m_memory.barCenter_F = m_memory.restart_F;
        }
        m_memory.barForS = 0.0;
        m_memory.modeForS = 0.0;
        m_memory.hasBall = false;
        m_memory.hasRestartPlace = false;
    }

    // Whether the finished set play has a taker that must not be the next to touch the ball.
    [[nodiscard]] bool hasTaker(SetPiece piece) const {
        const bool isDropped = m_memory.modeForS >= kDropBallS;
        // A kick-off with only one or two robots is not a match.
        const bool isMatch = piece != SetPiece::KickOff || m_in.world->players.size() > 1;
        return piece != SetPiece::None && piece != SetPiece::Pass && !isDropped && isMatch;
    }

    // The uniform number of our team's player that was nearest to the ball.
    [[nodiscard]] int findTaker() const {
        int taker = 0;
        double nearestM = kTakerM;
        const auto consider = [&](int unum, const Vector2d& p_F) {
            double distanceM = std::numeric_limits<double>::infinity();
            if (m_memory.hasRestartPlace) {
                distanceM = (p_F - m_memory.restart_F).norm();
            }
            if (isBallKnown()) {
                distanceM = std::min(distanceM, (p_F - ball_F()).norm());
            }
            if (distanceM < nearestM) {
                nearestM = distanceM;
                taker = unum;
            }
        };
        if (m_in.body->pose.isValid) {
            consider(m_in.identity->robot.unum.value(), m_in.body->X_FT.p.head<2>());
        }
        for (const PlayerBelief& player : m_in.world->players) {
            if (player.isTeammate) {
                consider(player.unum, player.p_F.head<2>());
            }
        }
        return taker;
    }

    // Whether the taker itself may have moved the ball.
    [[nodiscard]] bool isTakerAtBall() const {
        const auto isAt = [&](const Vector2d& p_F) { return (p_F - ball_F()).norm() < kAtBallM; };
        if (m_memory.taker == m_in.identity->robot.unum.value()) {
            return isAt(m_in.body->X_FT.p.head<2>());
        }
        return std::ranges::any_of(m_in.world->players, [&](const PlayerBelief& player) {
            return player.isTeammate && player.unum == m_memory.taker && isAt(player.p_F.head<2>());
        });
    }

    [[nodiscard]] bool isOtherAtBall() const {
        const auto isAt = [&](const Vector2d& p_F) { return (p_F - ball_F()).norm() < kAtBallM; };
        const bool isSelfAt = m_memory.taker != m_in.identity->robot.unum.value() &&
                              isAt(m_in.body->X_FT.p.head<2>());
        return isSelfAt ||
               std::ranges::any_of(m_in.world->players, [&](const PlayerBelief& player) {
                   const bool isTaker = player.isTeammate && player.unum == m_memory.taker;
                   return !isTaker && isAt(player.p_F.head<2>());
               });
    }

    // Touches are not perceived: a player at the ball is assumed to have touched it if the ball's
    // motion changes while the taker is away. Changes directly after the set play are attributed to
    // the taker, since the ball's velocity is not known immediately.
    void followTaker() {
        if (m_memory.taker == 0) {
            return;
        }
        m_memory.takerForS += m_in.stepS;
        if (m_memory.takerForS > kMaxTakerBarS) {
            m_memory.taker = 0;
            return;
        }
        if (!isBallKnown() || m_ball.ageS > kSeenBallS || m_memory.takerForS < kTakerContactS) {
            return;
        }
        const Vector2d velocity_FMps = m_ball.velocity_FMps.head<2>();
        if (!m_memory.wasOtherAtBall && isOtherAtBall()) {
            m_memory.wasOtherAtBall = true;
            m_memory.otherBall_F = ball_F();
            m_memory.otherVelocity_FMps = velocity_FMps;
        }
        if (!m_memory.wasOtherAtBall || isTakerAtBall()) {
            return;
        }
        const Vector2d& before = m_memory.otherVelocity_FMps;
        const double kept =
            std::clamp(velocity_FMps.dot(before) / std::max(before.squaredNorm(), 1e-6), 0.0, 1.0);
        const bool turned = (velocity_FMps - kept * before).norm() > kTouchMps;
        const double ballDistanceM = (ball_F() - m_in.body->X_FT.p.head<2>()).norm();
        const bool moved =
            before.norm() < kSlowBallMps &&
            (ball_F() - m_memory.otherBall_F).norm() > kTouchMovedM + kTouchPerM * ballDistanceM;
        if (turned || moved) {
            m_memory.taker = 0;
        }
    }

    void followRestart() {
        if (m_piece == SetPiece::None) {
            return;
        }
        const bool isFresh = isBallKnown() && m_ball.ageS < kFreshS && !m_ball.isHeard;
        const bool wasPlaced = m_memory.modeForS > m_ball.ageS + kKickPauseS + kSettledS;
        if (!needsBall(m_piece)) {
            m_memory.restart_F = placeOf(m_piece, m_isOwn, m_field, Vector2d::Zero());
            m_memory.hasRestartPlace = true;
        } else if (isFresh && !m_memory.hasBall && (wasPlaced || m_piece == SetPiece::Pass)) {
            // The referee has placed the ball, or pass mode was requested here.
            m_memory.restart_F = m_piece == SetPiece::CornerKick
                                     ? placeOf(m_piece, m_isOwn, m_field, ball_F())
                                     : ball_F();
            m_memory.hasBall = true;
            m_memory.hasRestartPlace = true;
        } else if (!m_memory.hasRestartPlace && isBallKnown()) {
            m_memory.restart_F = placeOf(m_piece, m_isOwn, m_field, ball_F());
            m_memory.hasRestartPlace = true;
        }
    }

    void followBar() {
        if (m_memory.bar == SituationMemory::Bar::None) {
            return;
        }
        m_memory.barForS += m_in.stepS;
        const bool isPass = m_memory.bar == SituationMemory::Bar::AfterPass;
        const double radiusM = isPass ? kPassRadiusM : m_field.circleRadiusM;
        const bool hasLeft = isBallKnown() && (ball_F() - m_memory.barCenter_F).norm() > radiusM;
        if (hasLeft || (isPass && m_memory.barForS > kPassBarS)) {
            m_memory.bar = SituationMemory::Bar::None;
        }
    }

    void judgeRules() {
        m_out.setPiece = m_piece;
        m_out.isOwnRestart = m_piece != SetPiece::None && m_isOwn;
        const bool isOn = m_mode == PlayMode::PlayOn;
        m_out.isRunning = isOn || (m_piece != SetPiece::None && !isInPause());
        const bool isTaker =
            m_memory.taker == m_in.identity->robot.unum.value() && m_memory.taker > 0;
        m_out.mayTouchBall = (isOn && !isTaker) || (m_out.isRunning && m_isOwn);
        const bool isDirect = m_piece == SetPiece::CornerKick || m_piece == SetPiece::GoalKick ||
                              m_piece == SetPiece::DirectFreeKick;
        m_out.mayShootAtGoal =
            m_out.mayTouchBall && (isOn ? m_memory.bar == SituationMemory::Bar::None : isDirect);
        m_out.mayBeam = m_mode && allowsBeam(*m_mode);
        m_out.hasRestartPlace = m_piece != SetPiece::None && m_memory.hasRestartPlace;
        if (m_out.hasRestartPlace) {
            m_out.restart_F = m_memory.restart_F;
        }
        m_out.keepAwayM = keepAwayM(m_piece, m_field);
    }

    void judgeTime() {
        m_out.modeForS = m_memory.modeForS;
        const double lastsS = m_mode ? longestS(*m_mode, m_piece) : 0.0;
        m_out.modeLeftS = std::max(lastsS - m_memory.modeForS, 0.0);
        m_out.half = m_in.game->gameTimeS < kHalfTimeS ? 1 : 2;
        m_out.halfLeftS = std::max(kHalfTimeS * m_out.half - m_in.game->gameTimeS, 0.0);
    }

    void judgePlayers() {
        const std::vector<PlayerBelief>& players = m_in.world->players;
        const std::size_t count = std::min(players.size(), kMaxPlayers);
        const Vector2d own_F = m_in.body->X_FT.p.head<2>();
        double nearestM = std::numeric_limits<double>::infinity();
        double lastX = -std::numeric_limits<double>::infinity();
        double secondLastX = lastX;
        int opponents = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const PlayerBelief& player = players[i];
            const Vector2d p_F = player.p_F.head<2>();
            if (isBallKnown()) {
                m_costsM[i] = costToBallM(
                    p_F, player.hasHeading ? std::optional(player.headingRad) : std::nullopt,
                    ball_F());
                const bool isTaker =
                    player.isTeammate && player.unum == m_memory.taker && m_memory.taker > 0;
                if (player.isTeammate && claimsBall(player.unum)) {
                    m_costsM[i] -= kClaimM;
                }
                if (!player.isFallen && !isTaker) {
                    (player.isTeammate ? m_out.teammatesByBall : m_out.opponentsByBall)
                        .push_back(static_cast<int>(i));
                }
            }
            if (player.isTeammate) {
                continue;
            }
            ++opponents;
            secondLastX = std::max(secondLastX, std::min(lastX, p_F.x()));
            lastX = std::max(lastX, p_F.x());
            const double distanceM = (p_F - own_F).norm();
            if (m_in.body->pose.isValid && distanceM < nearestM) {
                nearestM = distanceM;
                m_out.nearestOpponent = static_cast<int>(i);
            }
        }
        m_out.hasOffsideLine = opponents >= 2;
        if (m_out.hasOffsideLine) {
            m_out.offsideLine_FM = std::max({secondLastX, isBallKnown() ? ball_F().x() : 0.0, 0.0});
        }
        judgeOrder(players);
    }

    // Whether a player of our team, including the robot itself, announced going to the ball.
    [[nodiscard]] bool claimsBall(int unum) const {
        return std::ranges::any_of(m_in.heardMessages, [unum](const HeardMessage& spoken) {
            return spoken.words && spoken.words->unum == unum && spoken.words->goesToBall &&
                   spoken.ageS < kClaimS;
        });
    }

    void judgeOrder(const std::vector<PlayerBelief>& players) {
        // At equal distances, the lower number comes first, so that all robots agree.
        const auto isBefore = [&](int a, int b) {
            const auto i = static_cast<std::size_t>(a);
            const auto j = static_cast<std::size_t>(b);
            return m_costsM[i] < m_costsM[j] ||
                   (m_costsM[i] == m_costsM[j] && players[i].unum < players[j].unum);
        };
        std::ranges::sort(m_out.teammatesByBall, isBefore);
        std::ranges::sort(m_out.opponentsByBall, isBefore);
        if (!isBallKnown()) {
            return;
        }
        const math::Pose& X_FT = m_in.body->X_FT;
        const double headingRad = math::forwardHeadingRad(X_FT.R);
        const int unum = m_in.identity->robot.unum.value();
        const double ownM = costToBallM(X_FT.p.head<2>(), headingRad, ball_F()) -
                            (claimsBall(unum) ? kClaimM : 0.0);
        for (const int i : m_out.teammatesByBall) {
            const auto at = static_cast<std::size_t>(i);
            const bool isBarred = unum == m_memory.taker;
            const bool isFirst = m_in.body->isFallen || isBarred || m_costsM[at] < ownM ||
                                 (m_costsM[at] == ownM && players[at].unum < unum);
            m_out.ownRankToBall += isFirst ? 1 : 0;
        }
    }

    void judgeHome() {
        const bool isKickOff = m_piece == SetPiece::KickOff;
        const bool isBefore = m_out.mayBeam || isKickOff;
        // The opponents kick off after a goal of our team.
        const bool isOwnGoalMode = m_mode == (m_isRight ? PlayMode::GoalRight : PlayMode::GoalLeft);
        const bool isTheirs = (isKickOff && !m_isOwn) || isOwnGoalMode;
        const HomeUse use = !isBefore  ? HomeUse::Play
                            : isTheirs ? HomeUse::OpponentKickOff
                                       : HomeUse::OwnKickOff;
        const Vector2d ball = m_out.hasRestartPlace ? m_out.restart_F
                              : isBallKnown()       ? ball_F()
                                                    : Vector2d::Zero().eval();
        const auto home =
            homeOf(*m_in.homes, m_field, m_in.identity->robot.unum.value(), use, ball);
        m_out.hasHome = home.has_value();
        m_out.home_F = home.value_or(Vector2d::Zero());
        keepHomeOffRestart();
    }

    // Moves the home position out of the circle around the opponents' restart, toward our own
    // goal.
    void keepHomeOffRestart() {
        const double ballDistanceM = m_out.keepAwayM + kOffCircleM;
        const Vector2d off = m_out.home_F - m_out.restart_F;
        if (!m_out.hasHome || !m_out.hasRestartPlace || m_isOwn || m_piece == SetPiece::KickOff ||
            off.norm() >= ballDistanceM) {
            return;
        }
        const Vector2d ownGoal(-0.5 * m_field.lengthM, 0.0);
        const Vector2d way = off + (ownGoal - m_out.restart_F).normalized();
        m_out.home_F = m_out.restart_F + ballDistanceM * way.stableNormalized();
    }

    const SituationInput& m_in;
    const field::FieldDimensions& m_field;
    const BallBelief& m_ball;
    std::optional<PlayMode> m_mode;
    SituationMemory m_memory;
    SituationBelief& m_out;
    bool m_isRight;
    SetPiece m_piece = SetPiece::None;
    bool m_isOwn = false;
    std::array<double, kMaxPlayers> m_costsM{};
};

} // namespace

SituationMemory assess(const SituationInput& input, const SituationMemory& before,
                       SituationBelief& out) {
    return Assessor(input, before, out).run();
}

bool allowsBeam(game::PlayMode mode) {
    return mode == PlayMode::BeforeKickOff || mode == PlayMode::GoalLeft ||
           mode == PlayMode::GoalRight;
}

double costToBallM(const Vector2d& robot_F, std::optional<double> headingRad,
                   const Vector2d& ball_F) {
    const Vector2d way = ball_F - robot_F;
    const double turnRad =
        headingRad ? std::abs(math::wrapRad(std::atan2(way.y(), way.x()) - *headingRad)) : 0.0;
    // The cost of turning decreases within a meter of the ball.
    return way.norm() + kTurnM * turnRad / math::kPi * std::min(way.norm(), 1.0);
}

} // namespace sideline::world
