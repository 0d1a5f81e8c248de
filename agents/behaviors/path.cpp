#include "agents/behaviors/path.h"

#include <cmath>
#include <memory>
#include <utility>

#include "agentcore/behavior/beam_to.h"
#include "agentcore/behavior/walk_path.h"
#include "agents/behaviors/arguments.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

BehaviorInfo pathInfo() {
    BehaviorInfo info;
    info.name = "path";
    info.layer = Layer::Movement;
    info.summary = "Walks a path of straight lines and arcs that starts where it stands";
    info.parameters = {
        {"points",
         "legs, separated by commas: distance in m, direction in degrees from its heading, turn on "
         "the way in degrees, speed in m/s; zeros at the end may be omitted",
         std::string("1 45, 1.41 -45, 1.41 45, 1.41 -45")},
        {"speed", "speed of legs without one", 0.4, "m/s", 0.05, 3.0},
        {"times", "how often it walks the path; 0: again and again", 1.0, "", 0.0, 1000.0}};
    append(info.parameters, besidesParameters());
    append(info.parameters, numberParameters(behavior::WalkPathSettings::numbers()));
    append(info.parameters, surefootedParameters());
    info.make = [](const Parameters& parameters,
                   BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(std::move(feet.error()));
        }
        auto path = planning::LegPath::parse(parameters.text("points"), parameters.number("speed"));
        if (!path) {
            return tl::unexpected(std::move(path.error()));
        }
        auto besides = besidesOf(parameters);
        if (!besides) {
            return tl::unexpected(std::move(besides.error()));
        }
        return std::make_unique<behavior::WalkPath>(
            std::move(*feet), std::move(*path),
            static_cast<int>(std::lround(parameters.number("times"))),
            numbersOf(parameters, behavior::WalkPathSettings::numbers()), std::move(*besides));
    };
    return info;
}

BehaviorInfo beamInfo() {
    BehaviorInfo info;
    info.name = "beam";
    info.layer = Layer::Pose;
    info.summary = "Beams to a place when the rules allow it, and holds its joints";
    const ParameterInfo place = argumentParameter("place", "where to beam", "home");
    const ParameterInfo facing =
        argumentParameter("facing", "place to face; empty: straight up the field", {});
    info.parameters = {place, facing};
    info.make = [place, facing](
                    const Parameters& parameters,
                    BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        static_cast<void>(context);
        return std::make_unique<behavior::BeamTo>(placeOf(parameters, place),
                                                  placeOf(parameters, facing));
    };
    return info;
}

} // namespace sideline::agents
