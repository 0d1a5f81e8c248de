#include "agents/behaviors/place.h"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "agentcore/behavior/hold_place.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

constexpr const char* kByNumber = "number";
constexpr const char* kAssigned = "assigned";

} // namespace

ParameterInfo rolesParameter(bool areAssigned) {
    return {"roles", "assigned: positions go to the nearest players; number: by uniform number",
            std::string(areAssigned ? kAssigned : kByNumber)};
}

base::Expected<bool> areRolesAssigned(const Parameters& parameters) {
    const std::string& roles = parameters.text("roles");
    if (roles != kByNumber && roles != kAssigned) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("invalid roles {}", roles),
                             fmt::format("{} or {}", kAssigned, kByNumber));
    }
    return roles == kAssigned;
}

std::vector<ParameterInfo> dutyParameters() {
    return numberParameters(planning::CoordinatorSettings::numbers(), {}, kDuty);
}

BehaviorInfo holdPlaceInfo() {
    BehaviorInfo info;
    info.name = "hold-place";
    info.layer = Layer::Movement;
    info.summary =
        "Goes to the position of its number, which moves with the ball, and faces the ball";
    info.parameters = numberParameters(behavior::HoldPlaceSettings::numbers());
    append(info.parameters, surefootedParameters());
    info.parameters.insert(
        info.parameters.end(),
        {{"receive", "goes to the announced target of a teammate's kick, if it is the nearest",
          true},
         {"mark", "marks opponents in its own half while they have the ball", false},
         rolesParameter(false)});
    append(info.parameters, dutyParameters());
    info.make = [](const Parameters& parameters,
                   BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(feet.error());
        }
        const auto assigns = areRolesAssigned(parameters);
        if (!assigns) {
            return tl::unexpected(assigns.error());
        }
        auto settings = numbersOf(parameters, behavior::HoldPlaceSettings::numbers());
        settings.receives = parameters.flag("receive");
        settings.marks = parameters.flag("mark");
        settings.assigns = *assigns;
        readNumbers(parameters, planning::CoordinatorSettings::numbers(), settings.duties, kDuty);
        return std::make_unique<behavior::HoldPlace>(std::move(*feet), settings);
    };
    return info;
}

} // namespace sideline::agents
