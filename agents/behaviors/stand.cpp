#include "agents/behaviors/stand.h"

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

// The parameter `search-speed` replaces `look-search-speed`.
std::vector<ParameterInfo> standParameters() {
    std::vector<ParameterInfo> infos = {
        {"search-speed", "head speed while searching", 100.0, "deg/s", 10.0, 400.0},
        {"talks", "report its own position and the ball's to teammates", true},
        lookParameter()};
    append(infos, numberParameters(behavior::StandAndLookSettings::numbers()));
    append(infos, numberParameters(behavior::LookSettings::numbers(), {}, kLook));
    std::erase_if(infos,
                  [](const ParameterInfo& info) { return info.name == "look-search-speed"; });
    return infos;
}

base::Expected<std::unique_ptr<behavior::Behavior>> makeStandAndLook(const Parameters& parameters,
                                                                     BuildContext& /*context*/) {
    auto settings = numbersOf(parameters, behavior::StandAndLookSettings::numbers());
    for (const auto& info : behavior::LookSettings::numbers()) {
        if (info.value != &behavior::LookSettings::searchRadPerS) {
            settings.look.*info.value = parameters.number(parameterName(kLook, info.name));
        }
    }
    settings.look.searchRadPerS = math::radFromDeg(parameters.number("search-speed"));
    settings.talks = parameters.flag("talks");
    settings.look.aim = lookAimOf(parameters);
    return std::make_unique<behavior::StandAndLook>(settings);
}

} // namespace

BehaviorInfo standAndLookInfo() {
    return {
        .name = "stand-and-look",
        .layer = Layer::Role,
        .summary =
            "Stands, searches for the ball with the head and tracks it; reports it to teammates",
        .parameters = standParameters(),
        .make = makeStandAndLook};
}

} // namespace sideline::agents
