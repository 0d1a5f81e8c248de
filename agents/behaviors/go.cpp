#include "agents/behaviors/go.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "agentcore/behavior/computed_drive.h"
#include "agents/behaviors/arguments.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

using argument::Type;
using behavior::DriveAct;

constexpr double kMaxDurationS = 600.0;
constexpr double kMinRadiusM = 0.2;
constexpr double kMaxRadiusM = 20.0;

ParameterInfo placeParameter(std::string description, std::string place) {
    return argumentParameter("place", std::move(description), std::move(place));
}

ParameterInfo facingParameter() {
    return argumentParameter("facing", "place to face on arrival; empty: any heading", {});
}

ParameterInfo durationParameter() {
    return numberArgument("duration",
                          "time after the behavior starts at which the robot arrives, if it can "
                          "walk that fast; empty: as soon as possible",
                          {}, "s", kMaxDurationS);
}

ParameterInfo radiusParameter() {
    return argumentParameter("radius", "distance from the place", "1",
                             {Type::Number, "m", kMinRadiusM, kMaxRadiusM});
}

// @param own the parameters that only this behavior has, its place first
BehaviorInfo drivingInfo(std::string name, DriveAct act, std::string summary,
                         std::vector<ParameterInfo> own) {
    BehaviorInfo info;
    info.name = std::move(name);
    info.layer = Layer::Movement;
    info.summary = std::move(summary);
    info.parameters = own;
    append(info.parameters, besidesParameters());
    append(info.parameters, surefootedParameters());
    append(info.parameters, numberParameters(behavior::DriveSettings::numbers()));
    info.make = [act, own = std::move(own), name = info.name](
                    const Parameters& parameters,
                    BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(feet.error());
        }
        behavior::Drive drive(std::move(*feet), {}, {},
                              numbersOf(parameters, behavior::DriveSettings::numbers()));
        behavior::ComputedGoal goal;
        goal.act = act;
        if (act != DriveAct::Stop) {
            goal.place = placeOf(parameters, own.front());
        }
        auto besides = besidesOf(parameters);
        if (!besides) {
            return tl::unexpected(std::move(besides.error()));
        }
        goal.besides = std::move(*besides);
        if (act == DriveAct::GoTo) {
            goal.facing = parameters.argument(facingParameter());
            goal.durationS = parameters.argument(durationParameter());
        }
        if (act == DriveAct::GoAround) {
            goal.radiusM = parameters.argument(radiusParameter());
            goal.isClockwise = parameters.text("direction") == "right";
        }
        return std::make_unique<behavior::ComputedDrive>(name, std::move(drive), std::move(goal));
    };
    return info;
}

} // namespace

BehaviorInfo stopInfo() {
    return drivingInfo("stop", DriveAct::Stop,
                       "Comes to a halt and stands; its head faces a computed place", {});
}

BehaviorInfo sayInfo() {
    BehaviorInfo info =
        drivingInfo("say", DriveAct::Stop, "Stands and sends a message again and again", {});
    std::ranges::find(info.parameters, "say", &ParameterInfo::name)->defaultValue =
        std::string("{x(ball)},{y(ball)}");
    return info;
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

} // namespace sideline::agents
