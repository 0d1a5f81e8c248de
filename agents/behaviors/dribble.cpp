#include "agents/behaviors/dribble.h"

#include "agentcore/behavior/dribble.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

base::Expected<std::unique_ptr<behavior::Behavior>> makeDribble(const Parameters& parameters,
                                                                BuildContext& context) {
    auto feet = onFeetFor(parameters, context);
    if (!feet) {
        return tl::unexpected(feet.error());
    }
    auto settings = numbersOf(parameters, behavior::DribbleSettings::numbers());
    if (parameters.flag("aim")) {
        settings.to_F = Eigen::Vector2d(parameters.number("x"), parameters.number("y"));
    }
    settings.headingRad = math::radFromDeg(parameters.number("heading"));
    settings.arrivedM = parameters.number("arrived");
    return std::make_unique<behavior::Dribble>(std::move(*feet), settings);
}

} // namespace

BehaviorInfo dribbleInfo() {
    const behavior::DribbleSettings defaults;
    BehaviorInfo info;
    info.name = "dribble";
    info.layer = Layer::Movement;
    info.summary = "Dribbles: walks behind the ball and nudges it forward; gets up after a fall";
    info.parameters = {
        {"aim", "dribble to x, y; otherwise along heading indefinitely", true},
        {"x", "target of the ball in the team's field frame, x toward the opponent's goal", 15.0,
         "m", -30.0, 30.0},
        {"y", "target of the ball in the team's field frame, y to the left", 0.0, "m", -20.0, 20.0},
        {"heading", "direction in the team's field frame, 0 toward the opponent's goal", 0.0, "deg",
         -180.0, 180.0},
        {"arrived", "distance of the ball from the target at which it is done", defaults.arrivedM,
         "m", 0.05, 5.0}};
    append(info.parameters, numberParameters(behavior::DribbleSettings::numbers()));
    append(info.parameters, onFeetParameters());
    info.make = makeDribble;
    return info;
}

} // namespace sideline::agents
