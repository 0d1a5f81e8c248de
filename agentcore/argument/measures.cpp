#include "agentcore/argument/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <Eigen/Core>

#include "agentcore/argument/belief_places.h"
#include "agentcore/math/angles.h"

namespace sideline::argument {

namespace {

using game::PlayMode;
using game::SetPiece;
using Numbers = std::span<const double>;
using In = const Beliefs&;

constexpr double kGuardM = 2.5; // a player closer than this to its own goal guards it

double truth(bool holds) {
    return holds ? 1.0 : 0.0;
}

double distance(const std::optional<Eigen::Vector2d>& a, const Eigen::Vector2d& b) {
    return a ? (*a - b).norm() : kUnknown;
}

const world::PlayerBelief* teammate(In in, double number) {
    return playerNumbered(in, true, number);
}

// Distance from a place to the nearest player of a team.
double nearest(In in, bool isTeammate, const std::optional<Eigen::Vector2d>& place) {
    const world::PlayerBelief* player = place ? playerNearest(in, isTeammate, *place) : nullptr;
    return player != nullptr ? (player->p_F.head<2>() - *place).norm() : kUnknown;
}

// Whether the ball lies in the penalty area at the goal on side -1 (own) or 1.
double inArea(In in, double side) {
    const auto ball = ball_F(in);
    const field::FieldDimensions& field = in.field.dimensions();
    return truth(ball && side * ball->x() >= 0.5 * field.lengthM - field.penaltyLengthM &&
                 std::abs(ball->y()) <= 0.5 * field.penaltyWidthM);
}

double ballDistance(In in, Numbers /*numbers*/) {
    const world::BallBelief& ball = in.frame.world.ball;
    return ball.isKnown ? ball.p_T.head<2>().norm() : kUnknown;
}

double ballBearing(In in, Numbers /*numbers*/) {
    // The torso's frame: x to the right, y ahead.
    const world::BallBelief& ball = in.frame.world.ball;
    return ball.isKnown ? math::degFromRad(std::atan2(-ball.p_T.x(), ball.p_T.y())) : kUnknown;
}

double ballTowardGoal(In in, Numbers /*numbers*/) {
    const auto ball = ball_F(in);
    if (!ball) {
        return kUnknown;
    }
    const Eigen::Vector2d way = ownGoal_F(in) - *ball;
    return in.frame.world.ball.velocity_FMps.head<2>().dot(way) / std::max(way.norm(), 1e-6);
}

double setPiece(In in, SetPiece piece) {
    return truth(in.frame.situation.setPiece == piece);
}

double playMode(In in, PlayMode mode) {
    return truth(in.frame.game.playMode == mode);
}

double restart(In in, bool isOwn) {
    const world::SituationBelief& situation = in.frame.situation;
    return truth(situation.setPiece != SetPiece::None && situation.isOwnRestart == isOwn);
}

double teammateGoalSide(In in, Numbers numbers) {
    const world::PlayerBelief* player = teammate(in, numbers[0]);
    return player && (player->p_F.head<2>() - ownGoal_F(in)).norm() < kGuardM ? player->p_F.y()
                                                                              : kUnknown;
}

Eigen::Vector2d place(Numbers numbers) {
    return {numbers[0], numbers[1]};
}

// One row per measure: the table is the documentation.
constexpr std::array kMeasures = {
    Measure{"ball.known", "", "truth", "whether the position of the ball is known",
            [](In in, Numbers) { return truth(in.frame.world.ball.isKnown); }},
    Measure{"ball.confidence", "", "truth",
            "certainty of the ball's position: 1 when just seen, then decreasing",
            [](In in, Numbers) {
                const world::BallBelief& ball = in.frame.world.ball;
                return ball.isKnown ? ball.confidence : 0.0;
            }},
    Measure{"ball.flying", "", "truth", "whether the ball is in the air",
            [](In in, Numbers) { return truth(in.frame.world.ball.isFlying); }},
    Measure{"ball.in-own-area", "", "truth", "whether the ball is in the team's own penalty area",
            [](In in, Numbers) { return inArea(in, -1.0); }},
    Measure{"ball.in-opponent-area", "", "truth",
            "whether the ball is in the opponent's penalty area",
            [](In in, Numbers) { return inArea(in, 1.0); }},
    Measure{"ball.distance", "", "m", "distance from the robot to the ball, along the ground",
            ballDistance},
    Measure{"ball.bearing", "", "deg", "direction of the ball from straight ahead, positive left",
            ballBearing},
    Measure{"ball.age", "", "s", "time since the ball was last seen",
            [](In in, Numbers) {
                const world::BallBelief& ball = in.frame.world.ball;
                return ball.isKnown ? ball.ageS : kUnknown;
            }},
    Measure{"ball.speed", "", "m/s", "speed of the ball",
            [](In in, Numbers) {
                const world::BallBelief& ball = in.frame.world.ball;
                return ball.isKnown ? ball.velocity_FMps.norm() : kUnknown;
            }},
    Measure{"ball.toward-own-goal", "", "m/s", "speed of the ball toward the team's own goal",
            ballTowardGoal},
    Measure{"ball.x", "", "m", "x of the ball in the field frame, toward the opponent's goal",
            [](In in, Numbers) { return ball_F(in) ? ball_F(in)->x() : kUnknown; }},
    Measure{"ball.y", "", "m", "y of the ball in the field frame, to the left",
            [](In in, Numbers) { return ball_F(in) ? ball_F(in)->y() : kUnknown; }},
    Measure{"ball.to-own-goal", "", "m",
            "distance from the ball to the center of the team's own goal",
            [](In in, Numbers) { return distance(ball_F(in), ownGoal_F(in)); }},
    Measure{"ball.to-opponent-goal", "", "m",
            "distance from the ball to the center of the opponent's goal",
            [](In in, Numbers) { return distance(ball_F(in), -ownGoal_F(in)); }},
    Measure{"ball.to", "x, y", "m", "distance from the ball to a point in the field frame",
            [](In in, Numbers numbers) { return distance(ball_F(in), place(numbers)); }},
    Measure{
        "self.number", "", "number", "uniform number of the robot",
        [](In in, Numbers) { return static_cast<double>(in.frame.identity.robot.unum.value()); }},
    Measure{"self.fallen", "", "truth", "whether the robot lies on the ground",
            [](In in, Numbers) { return truth(in.frame.body.isFallen); }},
    Measure{"self.pose-known", "", "truth", "whether the robot's pose is known",
            [](In in, Numbers) { return truth(in.frame.body.pose.isValid); }},
    Measure{"self.rank-to-ball", "", "players",
            "number of teammates that would reach the ball before the robot",
            [](In in, Numbers) {
                return in.frame.world.ball.isKnown
                           ? static_cast<double>(in.frame.situation.ownRankToBall)
                           : kUnknown;
            }},
    Measure{"self.x", "", "m", "x of the robot in the field frame, toward the opponent's goal",
            [](In in, Numbers) { return self_F(in) ? self_F(in)->x() : kUnknown; }},
    Measure{"self.y", "", "m", "y of the robot in the field frame, to the left",
            [](In in, Numbers) { return self_F(in) ? self_F(in)->y() : kUnknown; }},
    Measure{"self.to-own-goal", "", "m",
            "distance from the robot to the center of the team's own goal",
            [](In in, Numbers) { return distance(self_F(in), ownGoal_F(in)); }},
    Measure{"self.to-opponent-goal", "", "m",
            "distance from the robot to the center of the opponent's goal",
            [](In in, Numbers) { return distance(self_F(in), -ownGoal_F(in)); }},
    Measure{"self.to-home", "", "m", "distance from the robot to its home position",
            [](In in, Numbers) {
                const world::SituationBelief& situation = in.frame.situation;
                return situation.hasHome ? distance(self_F(in), situation.home_F) : kUnknown;
            }},
    Measure{"self.to", "x, y", "m", "distance from the robot to a point in the field frame",
            [](In in, Numbers numbers) { return distance(self_F(in), place(numbers)); }},
    Measure{"teammate.known", "number", "truth", "certainty of that teammate's position",
            [](In in, Numbers numbers) {
                const world::PlayerBelief* player = teammate(in, numbers[0]);
                return player ? player->confidence : 0.0;
            }},
    Measure{"teammate.fallen", "number", "truth", "whether that teammate lies on the ground",
            [](In in, Numbers numbers) {
                const world::PlayerBelief* player = teammate(in, numbers[0]);
                return truth(player && player->isFallen);
            }},
    Measure{"teammate.x", "number", "m", "x of that teammate, toward the opponent's goal",
            [](In in, Numbers numbers) {
                const world::PlayerBelief* player = teammate(in, numbers[0]);
                return player ? player->p_F.x() : kUnknown;
            }},
    Measure{"teammate.y", "number", "m", "y of that teammate, to the left",
            [](In in, Numbers numbers) {
                const world::PlayerBelief* player = teammate(in, numbers[0]);
                return player ? player->p_F.y() : kUnknown;
            }},
    Measure{"teammate.goal-side", "number", "m",
            "y of that teammate while within 2.5 m of the team's own goal; otherwise unknown",
            teammateGoalSide},
    Measure{"teammate.to-ball", "", "m", "distance from the ball to the nearest known teammate",
            [](In in, Numbers) { return nearest(in, true, ball_F(in)); }},
    Measure{"opponent.to-ball", "", "m", "distance from the ball to the nearest known opponent",
            [](In in, Numbers) { return nearest(in, false, ball_F(in)); }},
    Measure{"opponent.distance", "", "m", "distance from the robot to the nearest known opponent",
            [](In in, Numbers) { return nearest(in, false, self_F(in)); }},
    Measure{"play.running", "", "truth", "whether any player may play the ball",
            [](In in, Numbers) { return truth(in.frame.situation.isRunning); }},
    Measure{"play.may-touch", "", "truth",
            "whether the rules allow the robot's team to touch the ball",
            [](In in, Numbers) { return truth(in.frame.situation.mayTouchBall); }},
    Measure{"play.may-shoot", "", "truth", "whether a goal from the next touch would count",
            [](In in, Numbers) { return truth(in.frame.situation.mayShootAtGoal); }},
    Measure{"play.before-kick-off", "", "truth",
            "whether a kick-off is about to begin the game or its second half",
            [](In in, Numbers) { return playMode(in, PlayMode::BeforeKickOff); }},
    Measure{"play.over", "", "truth", "whether the game is over",
            [](In in, Numbers) { return playMode(in, PlayMode::GameOver); }},
    Measure{"play.kick-off", "", "truth", "whether a team has a kick-off",
            [](In in, Numbers) { return setPiece(in, SetPiece::KickOff); }},
    Measure{"play.kick-in", "", "truth", "whether a team has a kick-in",
            [](In in, Numbers) { return setPiece(in, SetPiece::KickIn); }},
    Measure{"play.corner-kick", "", "truth", "whether a team has a corner kick",
            [](In in, Numbers) { return setPiece(in, SetPiece::CornerKick); }},
    Measure{"play.goal-kick", "", "truth", "whether a team has a goal kick",
            [](In in, Numbers) { return setPiece(in, SetPiece::GoalKick); }},
    Measure{"play.free-kick", "", "truth", "whether a team has a direct or indirect free kick",
            [](In in, Numbers) {
                return std::max(setPiece(in, SetPiece::FreeKick),
                                setPiece(in, SetPiece::DirectFreeKick));
            }},
    Measure{"play.own-restart", "", "truth", "whether the robot's team has the restart",
            [](In in, Numbers) { return restart(in, true); }},
    Measure{"play.opponent-restart", "", "truth", "whether the opponent has the restart",
            [](In in, Numbers) { return restart(in, false); }},
    Measure{"play.offside-line", "", "m",
            "x of the offside line: the second-to-last opponent or the ball; no server enforces "
            "offside",
            [](In in, Numbers) {
                const world::SituationBelief& situation = in.frame.situation;
                return situation.hasOffsideLine ? situation.offsideLine_FM : kUnknown;
            }},
    Measure{"play.mode-for", "", "s", "time since the play mode began",
            [](In in, Numbers) { return in.frame.situation.modeForS; }},
    Measure{"game.lead", "", "goals", "the team's goals minus those of the opponent",
            [](In in, Numbers) {
                return static_cast<double>(in.frame.game.ownScore - in.frame.game.opponentScore);
            }},
    Measure{"game.half-left", "", "s", "game time until the half ends",
            [](In in, Numbers) { return in.frame.situation.halfLeftS; }},
};

} // namespace

std::size_t Measure::argumentCount() const {
    return arguments.empty() ? 0 : 1 + static_cast<std::size_t>(std::ranges::count(arguments, ','));
}

std::span<const Measure> measures() {
    return kMeasures;
}

const Measure* findMeasure(std::string_view name) {
    const auto found = std::ranges::find(kMeasures, name, &Measure::name);
    return found == kMeasures.end() ? nullptr : &*found;
}

std::vector<std::string_view> measureNames() {
    std::vector<std::string_view> names;
    for (const Measure& measure : kMeasures) {
        names.push_back(measure.name);
    }
    return names;
}

} // namespace sideline::argument
