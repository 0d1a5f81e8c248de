#include "agents/behaviors/place.h"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "agentcore/behavior/hold_place.h"
#include "agents/behaviors/get_up.h"

namespace sideline::agents {

namespace {

constexpr const char* kByNumber = "number";
constexpr const char* kAssigned = "assigned";

} // namespace

ParameterInfo rolesParameter(bool areAssigned) {
    return {"roles", "assigned: places go to the nearest players; number: by uniform number",
            std::string(areAssigned ? kAssigned : kByNumber)};
}

base::Expected<bool> areRolesAssigned(const Parameters& parameters) {
    const std::string& roles = parameters.text("roles");
    if (roles != kByNumber && roles != kAssigned) {
        return base::failure(base::ErrorCode::InvalidArgument, fmt::format("roles is {}", roles),
                             fmt::format("{} or {}", kAssigned, kByNumber));
    }
    return roles == kAssigned;
}

BehaviorInfo holdPlaceInfo() {
    BehaviorInfo info;
    info.name = "hold-place";
    info.layer = Layer::Movement;
    info.summary =
        "Goes to where its number belongs, which moves with the ball, and faces the ball";
    info.parameters = surefootedParameters();
    info.parameters.insert(info.parameters.begin(),
                           {"near", "how near to its place is near enough", 0.4, "m", 0.05, 5.0});
    info.parameters.insert(
        info.parameters.end(),
        {{"receive", "goes to where a teammate says that it kicks to, if it is the nearest", true},
         {"mark", "marks opponents in the own half while they have the ball", false},
         rolesParameter(false)});
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
        return std::make_unique<behavior::HoldPlace>(
            std::move(*feet), behavior::HoldPlaceSettings{.nearM = parameters.number("near"),
                                                          .receives = parameters.flag("receive"),
                                                          .marks = parameters.flag("mark"),
                                                          .assigns = *assigns});
    };
    return info;
}

} // namespace sideline::agents
