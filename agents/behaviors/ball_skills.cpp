#include "agents/behaviors/ball_skills.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/behavior/ball_skill.h"
#include "agents/behaviors/arguments.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"
#include "agents/behaviors/striker.h"

namespace sideline::agents {

namespace {

using argument::Type;
using behavior::BallAct;

constexpr double kMaxPassingMps = 3.0;
constexpr double kMaxFlightS = 600.0;

ParameterInfo passingParameter(std::string value = {}) {
    return numberArgument("arrival-speed",
                          "speed of the ball at its target, or the closest that a kick can get to "
                          "it; empty: it comes to rest there",
                          std::move(value), "m/s", kMaxPassingMps);
}

ParameterInfo timeParameter() {
    return numberArgument("duration",
                          "time after the behavior starts at which the ball gets to its target: "
                          "the robot waits at the ball until it must kick; empty: it kicks at once",
                          {}, "s", kMaxFlightS);
}

// @param own the arguments that only this behavior has
BehaviorInfo skillInfo(std::string name, BallAct act, std::string summary,
                       std::vector<ParameterInfo> own,
                       std::optional<world::SetPiece> setPiece = std::nullopt) {
    const bool kicks = act != BallAct::Intercept && act != BallAct::DribbleTo;
    BehaviorInfo info;
    info.name = std::move(name);
    info.layer = Layer::Movement;
    info.summary = std::move(summary);
    info.parameters = own;
    if (kicks) {
        info.parameters.push_back({"again", "follow the ball and kick again", false});
    }
    append(info.parameters, besidesParameters());
    append(info.parameters, numberParameters(behavior::BallSkillSettings::numbers()));
    append(info.parameters, surefootedParameters());
    append(info.parameters, strikerParameters());
    info.make = [act, setPiece, kicks, own = std::move(own), name = info.name](
                    const Parameters& parameters,
                    BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto player = ballPlayerFor(parameters, context);
        if (!player) {
            return tl::unexpected(std::move(player.error()));
        }
        behavior::BallGoal goal;
        goal.act = act;
        goal.setPiece = setPiece;
        for (const ParameterInfo& each : own) {
            if (each.name == "arrival-speed") {
                goal.passingMps = parameters.argument(each);
            } else if (each.name == "duration") {
                goal.durationS = parameters.argument(each);
            } else if (act == BallAct::PassIntoRun) {
                goal.place = parameters.argument(each);
            } else {
                goal.place = placeOf(parameters, each);
            }
        }
        goal.repeats = kicks && parameters.flag("again");
        auto besides = besidesOf(parameters);
        if (!besides) {
            return tl::unexpected(std::move(besides.error()));
        }
        goal.besides = std::move(*besides);
        goal.settings = numbersOf(parameters, behavior::BallSkillSettings::numbers());
        return std::make_unique<behavior::BallSkill>(name, std::move(*player), std::move(goal));
    };
    return info;
}

} // namespace

BehaviorInfo kickToInfo() {
    return skillInfo("kick-to", BallAct::KickTo,
                     "Walks to the ball and kicks it to a place that is computed in each cycle",
                     {argumentParameter("place", "target of the ball", "goal.opponent"),
                      passingParameter(), timeParameter()});
}

BehaviorInfo passInfo() {
    return skillInfo(
        "pass", BallAct::KickTo, "Walks to the ball, passes it to a player and announces the pass",
        {argumentParameter("to", "the receiver", "teammate.best-receiver", {Type::Player}),
         passingParameter(), timeParameter()});
}

BehaviorInfo passIntoRunInfo() {
    return skillInfo(
        "pass-into-run", BallAct::PassIntoRun,
        "Passes the ball to where a running player will be, and announces the pass",
        {argumentParameter("to", "the receiver", "teammate.best-receiver", {Type::Player}),
         passingParameter("0.3m/s")});
}

BehaviorInfo shootInfo() {
    return skillInfo("shoot", BallAct::Shoot,
                     "Kicks the ball at the goal, through the best gap between the posts", {});
}

BehaviorInfo clearInfo() {
    return skillInfo("clear", BallAct::Clear,
                     "Kicks the ball away from its own goal, where that helps its team most", {});
}

BehaviorInfo kickInInfo() {
    return skillInfo(
        "kick-in", BallAct::SetPlay,
        "Takes a kick-in or another restart of its team; otherwise it stands",
        {argumentParameter("to", "target of the ball; empty or unknown: where it helps most", {}),
         passingParameter()});
}

BehaviorInfo goalKickInfo() {
    return skillInfo(
        "goal-kick", BallAct::SetPlay, "Takes a goal kick of its team; otherwise it stands",
        {argumentParameter("to", "target of the ball; empty or unknown: where it helps most", {}),
         passingParameter()},
        world::SetPiece::GoalKick);
}

BehaviorInfo interceptInfo() {
    return skillInfo(
        "intercept", BallAct::Intercept,
        "Goes to where it can reach a rolling ball soonest, and stands there with the ball at its "
        "feet",
        {argumentParameter("facing", "place that it faces there; empty: any heading", {})});
}

BehaviorInfo dribbleToInfo() {
    return skillInfo("dribble-to", BallAct::DribbleTo,
                     "Pushes the ball to a place that is computed in each cycle",
                     {argumentParameter("place", "target of the ball", "goal.opponent")});
}

} // namespace sideline::agents
