#include "agents/behaviors/stand.h"

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/get_up.h"

namespace sideline::agents {

BehaviorInfo standAndLookInfo() {
    return {
        .name = "stand-and-look",
        .layer = Layer::Role,
        .summary =
            "Stands, searches for the ball with the head and tracks it; reports it to teammates",
        .parameters = {{.name = "search-speed",
                        .description = "head speed while searching",
                        .usual = 100.0,
                        .unit = "deg/s",
                        .least = 10.0,
                        .most = 400.0},
                       {.name = "talks",
                        .description = "report own and ball position to teammates",
                        .usual = true},
                       lookParameter()},
        .make = [](const Parameters& parameters,
                   BuildContext&) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
            behavior::StandAndLook::Settings settings;
            settings.searchRadPerS = math::radFromDeg(parameters.number("search-speed"));
            settings.talks = parameters.flag("talks");
            const auto aim = lookAimOf(parameters);
            if (!aim) {
                return tl::unexpected(aim.error());
            }
            settings.aim = *aim;
            return std::make_unique<behavior::StandAndLook>(settings);
        }};
}

} // namespace sideline::agents
