#include "agents/behaviors/go.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/behavior/computed_drive.h"
#include "agents/behaviors/gait.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/kick.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

using argument::Requirement;
using argument::Type;
using behavior::DriveAct;

constexpr double kMaxDurationS = 600.0;
constexpr double kMinRadiusM = 0.2;
constexpr double kMaxRadiusM = 20.0;

ParameterInfo argumentParameter(std::string name, std::string description, std::string value,
                                const Requirement& requirement = {Type::Place}) {
    ParameterInfo info{std::move(name), std::move(description), std::move(value),
                       std::string(requirement.unit)};
    info.argument = requirement;
    return info;
}

ParameterInfo placeParameter(std::string description, std::string place) {
    return argumentParameter("place", std::move(description), std::move(place));
}

ParameterInfo facingParameter() {
    return argumentParameter("facing", "place to face on arrival; empty: any heading", {});
}

ParameterInfo durationParameter() {
    return argumentParameter("duration",
                             "time after its start at which it arrives, if it can walk that fast; "
                             "empty: as soon as possible",
                             {}, {Type::Number, "s", 0.0, kMaxDurationS});
}

ParameterInfo radiusParameter() {
    return argumentParameter("radius", "distance from the place", "1",
                             {Type::Number, "m", kMinRadiusM, kMaxRadiusM});
}

ParameterInfo lookAtParameter() {
    return argumentParameter("look-at", "place that the head faces; empty: as `look` specifies",
                             {});
}

base::Expected<behavior::Drive> driveFor(const Parameters& parameters, BuildContext& context,
                                         DriveAct act) {
    auto feet = onFeetFor(parameters, context);
    if (!feet) {
        return tl::unexpected(feet.error());
    }
    std::optional<behavior::Kick> kick;
    if (act == DriveAct::KickTo) {
        const auto walk = gaitSettingsOf(parameters, context);
        if (!walk) {
            return tl::unexpected(walk.error());
        }
        auto first = firstKick(parameters, context, *walk, onFeetSettingsOf(parameters).moving);
        if (!first) {
            return tl::unexpected(first.error());
        }
        if (!*first) {
            return base::failure(base::ErrorCode::NotFound,
                                 "no kick is shipped for " + context.model.name(),
                                 "a Nao, or a kick's parameters for the behavior kick");
        }
        kick = std::move(*first);
    }
    return behavior::Drive(std::move(*feet), {}, std::move(kick),
                           numbersOf(parameters, behavior::DriveSettings::numbers()));
}

// @param own the parameters that only this behavior has, its place first
BehaviorInfo drivingInfo(std::string name, DriveAct act, std::string summary,
                         std::vector<ParameterInfo> own) {
    BehaviorInfo info;
    info.name = std::move(name);
    info.layer = Layer::Movement;
    info.summary = std::move(summary);
    info.parameters = own;
    info.parameters.push_back(lookAtParameter());
    info.parameters.push_back({"look-height", "height of that place", 0.0, "m", 0.0, 2.0});
    append(info.parameters, surefootedParameters());
    if (act == DriveAct::KickTo) {
        append(info.parameters, numberParameters(behavior::KickApproach::numbers(), {}, kApproach));
    }
    append(info.parameters, numberParameters(behavior::DriveSettings::numbers()));
    info.make = [act, own = std::move(own), name = info.name](
                    const Parameters& parameters,
                    BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto drive = driveFor(parameters, context, act);
        if (!drive) {
            return tl::unexpected(drive.error());
        }
        behavior::ComputedGoal goal;
        goal.act = act;
        if (act != DriveAct::Stop) {
            ParameterInfo place = own.front();
            place.argument = Requirement{Type::Place}; // a player stands for its place
            goal.place = parameters.argument(place);
        }
        goal.lookAt = parameters.argument(lookAtParameter());
        goal.lookHeightM = parameters.number("look-height");
        if (act == DriveAct::GoTo) {
            goal.facing = parameters.argument(facingParameter());
            goal.durationS = parameters.argument(durationParameter());
        }
        if (act == DriveAct::GoAround) {
            goal.radiusM = parameters.argument(radiusParameter());
            goal.isClockwise = parameters.text("direction") == "right";
        }
        return std::make_unique<behavior::ComputedDrive>(name, std::move(*drive), std::move(goal));
    };
    return info;
}

} // namespace

BehaviorInfo stopInfo() {
    return drivingInfo("stop", DriveAct::Stop,
                       "Comes to a halt and stands; its head faces a computed place", {});
}

BehaviorInfo goToInfo() {
    return drivingInfo(
        "go-to", DriveAct::GoTo,
        "Walks to a place that is computed in each cycle, and gets there in time",
        {placeParameter("where to go", "home"), facingParameter(), durationParameter()});
}

BehaviorInfo faceInfo() {
    return drivingInfo("face", DriveAct::Face, "Turns to a place that is computed in each cycle",
                       {placeParameter("what to face", "ball")});
}

BehaviorInfo goAroundInfo() {
    ParameterInfo direction{"direction", "side to which it walks", std::string("left")};
    direction.choices = {"left", "right"};
    return drivingInfo(
        "go-around", DriveAct::GoAround,
        "Walks around a place that is computed in each cycle, and faces it",
        {placeParameter("center of the circle", "ball"), radiusParameter(), std::move(direction)});
}

BehaviorInfo kickToInfo() {
    return drivingInfo("kick-to", DriveAct::KickTo,
                       "Walks to the ball and kicks it to a place that is computed in each cycle",
                       {placeParameter("target of the ball", "goal.opponent")});
}

BehaviorInfo passInfo() {
    return drivingInfo(
        "pass", DriveAct::KickTo, "Walks to the ball, passes it to a player and announces the pass",
        {argumentParameter("to", "the receiver", "teammate.best-receiver", {Type::Player})});
}

} // namespace sideline::agents
