#include "agentcore/argument/things.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/argument/belief_places.h"
#include "agentcore/math/angles.h"
#include "agentcore/world/ball_prediction.h"
#include "agentcore/world/formation.h"

namespace sideline::argument {

namespace {

using Values = std::span<const Value>;
using Seen = const Beliefs&;

// A receiver: near enough for a pass, and no opponent within this distance of the ball's path.
constexpr double kMinPassM = 1.5;
constexpr double kMaxPassM = 12.0;
constexpr double kFreeLaneM = 0.6;

Value number(double value) {
    return {.number = value};
}

Value at(const Eigen::Vector2d& place_F) {
    return {.place_F = place_F};
}

Value ifKnown(const std::optional<Eigen::Vector2d>& place_F) {
    return place_F ? at(*place_F) : Value{};
}

Value ofPlayer(const world::PlayerBelief* player) {
    return {.player = player};
}

double degreesOf(const Eigen::Vector2d& way) {
    return math::degFromRad(std::atan2(way.y(), way.x()));
}

Eigen::Vector2d ahead_F(Seen seen) {
    return seen.frame.body.X_FT.R.col(1).head<2>().normalized();
}

Value offset(Seen seen, double aheadM, double leftM) {
    const auto self = self_F(seen);
    if (!self) {
        return {};
    }
    const Eigen::Vector2d ahead = ahead_F(seen);
    return at(*self + aheadM * ahead + leftM * Eigen::Vector2d(-ahead.y(), ahead.x()));
}

// A post of the goal on side -1 (own) or 1, the one on the ball's side or the other one.
Value post(Seen seen, double side, bool isNear) {
    const auto ball = ball_F(seen);
    if (!ball) {
        return {};
    }
    const field::FieldDimensions& field = seen.field.dimensions();
    const double ballSide = ball->y() < 0.0 ? -1.0 : 1.0;
    return at(Eigen::Vector2d(side * 0.5 * field.lengthM,
                              (isNear ? 0.5 : -0.5) * ballSide * field.goalWidthM));
}

Value corner(Seen seen, double x, double y) {
    const field::FieldDimensions& field = seen.field.dimensions();
    return at(Eigen::Vector2d(0.5 * x * field.lengthM, 0.5 * y * field.widthM));
}

Value penaltyMark(Seen seen, double side) {
    const field::FieldDimensions& field = seen.field.dimensions();
    return field.penaltySpotM > 0.0
               ? at(Eigen::Vector2d(side * (0.5 * field.lengthM - field.penaltySpotM), 0.0))
               : Value{};
}

Value homeOf(Seen seen, double unum) {
    const auto ball = ball_F(seen);
    return ifKnown(world::homeOf(world::defaultHomeTable(), seen.field.dimensions(),
                                 static_cast<int>(std::lround(std::clamp(unum, 0.0, 99.0))),
                                 world::HomeUse::Play, ball.value_or(Eigen::Vector2d::Zero())));
}

Value nearestPlayer(Seen seen, bool isTeammate, const std::optional<Eigen::Vector2d>& place_F) {
    return place_F && place_F->allFinite() ? ofPlayer(playerNearest(seen, isTeammate, *place_F))
                                           : Value{};
}

Value firstToBall(Seen seen, const std::vector<int>& byBall) {
    const auto& players = seen.frame.world.players;
    if (byBall.empty() || static_cast<std::size_t>(byBall.front()) >= players.size()) {
        return {};
    }
    return ofPlayer(&players[static_cast<std::size_t>(byBall.front())]);
}

// Distance of the nearest opponent from the segment between two places; infinite without any.
double laneM(Seen seen, const Eigen::Vector2d& a_F, const Eigen::Vector2d& b_F) {
    const Eigen::Vector2d way = b_F - a_F;
    double bestM = std::numeric_limits<double>::infinity();
    for (const world::PlayerBelief& player : seen.frame.world.players) {
        if (!player.isTeammate) {
            const Eigen::Vector2d from_F = player.p_F.head<2>() - a_F;
            const double along =
                std::clamp(from_F.dot(way) / std::max(way.squaredNorm(), 1e-9), 0.0, 1.0);
            bestM = std::min(bestM, (from_F - along * way).norm());
        }
    }
    return bestM;
}

const world::PlayerBelief* bestReceiver(Seen seen) {
    const auto ball = ball_F(seen);
    const world::PlayerBelief* best = nullptr;
    double bestM = 0.0;
    for (const world::PlayerBelief& player : seen.frame.world.players) {
        if (!ball || !player.isTeammate || player.isFallen) {
            continue;
        }
        const Eigen::Vector2d place_F = player.p_F.head<2>();
        const double passM = (place_F - *ball).norm();
        const double toGoalM = (place_F + ownGoal_F(seen)).norm();
        if (passM >= kMinPassM && passM <= kMaxPassM && laneM(seen, *ball, place_F) >= kFreeLaneM &&
            (best == nullptr || toGoalM < bestM)) {
            best = &player;
            bestM = toGoalM;
        }
    }
    return best;
}

Value predicted(Seen seen, double seconds) {
    if (!ball_F(seen) || !std::isfinite(seconds)) {
        return {};
    }
    return at(
        world::predictBall(seen.frame.world.ball, std::clamp(seconds, 0.0, 60.0)).p_F.head<2>());
}

Value toward(const Eigen::Vector2d& a_F, const Eigen::Vector2d& b_F, double distanceM) {
    const Eigen::Vector2d way = b_F - a_F;
    return at(a_F + distanceM * way / std::max(way.norm(), 1e-9));
}

Value around(const Eigen::Vector2d& center_F, const Eigen::Vector2d& from_F, double angleDeg) {
    const Eigen::Rotation2Dd turn(math::radFromDeg(angleDeg));
    return at(center_F + turn * (from_F - center_F));
}

Value inside(Seen seen, const Eigen::Vector2d& place_F, double marginM) {
    const field::FieldDimensions& field = seen.field.dimensions();
    const Eigen::Vector2d most(std::max(0.5 * field.lengthM - marginM, 0.0),
                               std::max(0.5 * field.widthM - marginM, 0.0));
    return place_F.allFinite() ? at(place_F.cwiseMax(-most).cwiseMin(most)) : Value{};
}

Value bearing(Seen seen, const Eigen::Vector2d& place_F) {
    const auto self = self_F(seen);
    if (!self) {
        return {};
    }
    const Eigen::Vector2d ahead = ahead_F(seen);
    const Eigen::Vector2d way = place_F - *self;
    return number(degreesOf({ahead.dot(way), ahead.x() * way.y() - ahead.y() * way.x()}));
}

constexpr Input kA{"a", "place"};
constexpr Input kB{"b", "place"};

// One row per function: the table is the documentation.
constexpr std::array kFunctions = {
    Function{"ball",
             {},
             Type::Place,
             "",
             "the ball",
             [](Seen seen, Values) { return ifKnown(ball_F(seen)); }},
    Function{"ball.predicted",
             {Input{"time", "s"}},
             Type::Place,
             "",
             "where the ball will be after that time if no player touches it",
             [](Seen seen, Values in) { return predicted(seen, in[0].number); }},
    Function{"ball.rest",
             {},
             Type::Place,
             "",
             "where the ball will come to rest",
             [](Seen seen, Values) {
                 return ball_F(seen) ? at(seen.frame.world.ball.rest_F.head<2>()) : Value{};
             }},
    Function{"self",
             {},
             Type::Place,
             "",
             "the robot",
             [](Seen seen, Values) { return ifKnown(self_F(seen)); }},
    Function{"offset",
             {Input{"ahead", "m"}, Input{"left", "m"}},
             Type::Place,
             "",
             "a point in the robot's own frame",
             [](Seen seen, Values in) { return offset(seen, in[0].number, in[1].number); }},
    Function{"point",
             {Input{"x", "m"}, Input{"y", "m"}},
             Type::Place,
             "",
             "a point in the field frame: x toward the opponent's goal, y to the left",
             [](Seen, Values in) { return at(Eigen::Vector2d(in[0].number, in[1].number)); }},
    Function{"center",
             {},
             Type::Place,
             "",
             "the center of the field",
             [](Seen, Values) { return at(Eigen::Vector2d(0.0, 0.0)); }},
    Function{"goal.own",
             {},
             Type::Place,
             "",
             "the center of the team's own goal",
             [](Seen seen, Values) { return at(ownGoal_F(seen)); }},
    Function{"goal.opponent",
             {},
             Type::Place,
             "",
             "the center of the opponent's goal",
             [](Seen seen, Values) { return at(-ownGoal_F(seen)); }},
    Function{"post.near",
             {},
             Type::Place,
             "",
             "the post of the opponent's goal on the ball's side",
             [](Seen seen, Values) { return post(seen, 1.0, true); }},
    Function{"post.far",
             {},
             Type::Place,
             "",
             "the post of the opponent's goal on the side away from the ball",
             [](Seen seen, Values) { return post(seen, 1.0, false); }},
    Function{"own-post.near",
             {},
             Type::Place,
             "",
             "the post of the team's own goal on the ball's side",
             [](Seen seen, Values) { return post(seen, -1.0, true); }},
    Function{"own-post.far",
             {},
             Type::Place,
             "",
             "the post of the team's own goal on the side away from the ball",
             [](Seen seen, Values) { return post(seen, -1.0, false); }},
    Function{"flag.own-left",
             {},
             Type::Place,
             "",
             "the left corner flag on the team's own side",
             [](Seen seen, Values) { return corner(seen, -1.0, 1.0); }},
    Function{"flag.own-right",
             {},
             Type::Place,
             "",
             "the right corner flag on the team's own side",
             [](Seen seen, Values) { return corner(seen, -1.0, -1.0); }},
    Function{"flag.opponent-left",
             {},
             Type::Place,
             "",
             "the left corner flag on the opponent's side",
             [](Seen seen, Values) { return corner(seen, 1.0, 1.0); }},
    Function{"flag.opponent-right",
             {},
             Type::Place,
             "",
             "the right corner flag on the opponent's side",
             [](Seen seen, Values) { return corner(seen, 1.0, -1.0); }},
    Function{"penalty-mark.own",
             {},
             Type::Place,
             "",
             "the penalty mark on the team's own side; unknown on fields without marks",
             [](Seen seen, Values) { return penaltyMark(seen, -1.0); }},
    Function{"penalty-mark.opponent",
             {},
             Type::Place,
             "",
             "the penalty mark on the opponent's side; unknown on fields without marks",
             [](Seen seen, Values) { return penaltyMark(seen, 1.0); }},
    Function{"home",
             {},
             Type::Place,
             "",
             "the robot's home position, which moves with the ball",
             [](Seen seen, Values) {
                 const world::SituationBelief& situation = seen.frame.situation;
                 return situation.hasHome ? at(situation.home_F) : Value{};
             }},
    Function{"home-of",
             {Input{"number", "number"}},
             Type::Place,
             "",
             "the home position, during play, of the player with that number",
             [](Seen seen, Values in) { return homeOf(seen, in[0].number); }},
    Function{
        "teammate",
        {Input{"number", "number"}},
        Type::Player,
        "",
        "the teammate with that number",
        [](Seen seen, Values in) { return ofPlayer(playerNumbered(seen, true, in[0].number)); }},
    Function{
        "opponent",
        {Input{"number", "number"}},
        Type::Player,
        "",
        "the opponent with that number",
        [](Seen seen, Values in) { return ofPlayer(playerNumbered(seen, false, in[0].number)); }},
    Function{"teammate.nearest",
             {},
             Type::Player,
             "",
             "the known teammate nearest to the robot",
             [](Seen seen, Values) { return nearestPlayer(seen, true, self_F(seen)); }},
    Function{"opponent.nearest",
             {},
             Type::Player,
             "",
             "the known opponent nearest to the robot",
             [](Seen seen, Values) { return nearestPlayer(seen, false, self_F(seen)); }},
    Function{"teammate.nearest-to",
             {Input{"place", "place"}},
             Type::Player,
             "",
             "the known teammate nearest to a place",
             [](Seen seen, Values in) { return nearestPlayer(seen, true, in[0].place_F); }},
    Function{"opponent.nearest-to",
             {Input{"place", "place"}},
             Type::Player,
             "",
             "the known opponent nearest to a place",
             [](Seen seen, Values in) { return nearestPlayer(seen, false, in[0].place_F); }},
    Function{
        "teammate.first-to-ball",
        {},
        Type::Player,
        "",
        "the teammate that reaches the ball first",
        [](Seen seen, Values) { return firstToBall(seen, seen.frame.situation.teammatesByBall); }},
    Function{
        "opponent.first-to-ball",
        {},
        Type::Player,
        "",
        "the opponent that reaches the ball first",
        [](Seen seen, Values) { return firstToBall(seen, seen.frame.situation.opponentsByBall); }},
    Function{"teammate.best-receiver",
             {},
             Type::Player,
             "",
             "of the standing teammates 1.5 to 12 m from the ball with a free lane of 0.6 m, the "
             "one nearest to the opponent's goal",
             [](Seen seen, Values) { return ofPlayer(bestReceiver(seen)); }},
    Function{"predicted",
             {Input{"player", "player"}, Input{"time", "s"}},
             Type::Place,
             "",
             "where a player will be after that time if it keeps its velocity",
             [](Seen, Values in) {
                 const world::PlayerBelief* player = in[0].player;
                 return player != nullptr ? at(player->p_F.head<2>() +
                                               in[1].number * player->velocity_FMps.head<2>())
                                          : Value{};
             }},
    Function{"between",
             {kA, kB, Input{"ratio", "number"}},
             Type::Place,
             "",
             "the point between two places: 0 is the first one, 1 the second one",
             [](Seen, Values in) {
                 return at(in[0].place_F + in[2].number * (in[1].place_F - in[0].place_F));
             }},
    Function{"toward",
             {kA, kB, Input{"distance", "m"}},
             Type::Place,
             "",
             "the point at that distance from the first place toward the second one; behind the "
             "first one if negative",
             [](Seen, Values in) { return toward(in[0].place_F, in[1].place_F, in[2].number); }},
    Function{"around",
             {Input{"center", "place"}, Input{"from", "place"}, Input{"angle", "deg"}},
             Type::Place,
             "",
             "a place rotated about a center, positive to the left",
             [](Seen, Values in) { return around(in[0].place_F, in[1].place_F, in[2].number); }},
    Function{"inside",
             {Input{"place", "place"}, Input{"margin", "m"}},
             Type::Place,
             "",
             "the nearest point at least that far inside the field",
             [](Seen seen, Values in) { return inside(seen, in[0].place_F, in[1].number); }},
    Function{"x",
             {Input{"place", "place"}},
             Type::Number,
             "m",
             "x of a place in the field frame",
             [](Seen, Values in) { return number(in[0].place_F.x()); }},
    Function{"y",
             {Input{"place", "place"}},
             Type::Number,
             "m",
             "y of a place in the field frame",
             [](Seen, Values in) { return number(in[0].place_F.y()); }},
    Function{"distance",
             {kA, kB},
             Type::Number,
             "m",
             "distance between two places",
             [](Seen, Values in) { return number((in[0].place_F - in[1].place_F).norm()); }},
    Function{"direction",
             {kA, kB},
             Type::Number,
             "deg",
             "direction from one place to another in the field frame, positive to the left",
             [](Seen, Values in) { return number(degreesOf(in[1].place_F - in[0].place_F)); }},
    Function{"bearing",
             {Input{"place", "place"}},
             Type::Number,
             "deg",
             "direction of a place from straight ahead, positive to the left",
             [](Seen seen, Values in) { return bearing(seen, in[0].place_F); }},
    Function{"lane",
             {kA, kB},
             Type::Number,
             "m",
             "distance of the nearest known opponent from the line between two places",
             [](Seen seen, Values in) {
                 return in[0].place_F.allFinite() && in[1].place_F.allFinite()
                            ? number(laneM(seen, in[0].place_F, in[1].place_F))
                            : Value{};
             }},
    Function{"min",
             {Input{"a", "any"}, Input{"b", "any"}},
             Type::Number,
             "any",
             "the smaller of two numbers",
             [](Seen, Values in) {
                 const bool isKnown = !std::isnan(in[0].number) && !std::isnan(in[1].number);
                 return number(isKnown ? std::min(in[0].number, in[1].number) : kUnknown);
             }},
    Function{"max",
             {Input{"a", "any"}, Input{"b", "any"}},
             Type::Number,
             "any",
             "the larger of two numbers",
             [](Seen, Values in) {
                 const bool isKnown = !std::isnan(in[0].number) && !std::isnan(in[1].number);
                 return number(isKnown ? std::max(in[0].number, in[1].number) : kUnknown);
             }},
    Function{"abs",
             {Input{"a", "any"}},
             Type::Number,
             "any",
             "a number without its sign",
             [](Seen, Values in) { return number(std::abs(in[0].number)); }},
};

} // namespace

std::string_view typeName(Type type) {
    switch (type) {
    case Type::Number:
        return "number";
    case Type::Place:
        return "place";
    case Type::Player:
        break;
    }
    return "player";
}

std::size_t Function::inputCount() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(inputs, [](const Input& input) { return !input.name.empty(); }));
}

std::string Function::form() const {
    std::string text(name);
    for (std::size_t i = 0; i < inputCount(); ++i) {
        text += fmt::format("{}{}", i == 0 ? "(" : ", ", inputs[i].name);
    }
    return inputCount() == 0 ? text : text + ")";
}

std::span<const Function> functions() {
    return kFunctions;
}

const Function* findFunction(std::string_view name) {
    const auto found = std::ranges::find(kFunctions, name, &Function::name);
    return found == kFunctions.end() ? nullptr : &*found;
}

std::vector<std::string_view> wordNames() {
    std::vector<std::string_view> names;
    for (const Function& function : kFunctions) {
        names.push_back(function.name);
    }
    const std::vector<std::string_view> more = measureNames();
    names.insert(names.end(), more.begin(), more.end());
    return names;
}

} // namespace sideline::argument
