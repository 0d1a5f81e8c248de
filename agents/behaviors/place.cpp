#include "agents/behaviors/place.h"

#include "agentcore/behavior/hold_place.h"
#include "agents/behaviors/get_up.h"

namespace sideline::agents {

BehaviorInfo holdPlaceInfo() {
    BehaviorInfo info;
    info.name = "hold-place";
    info.layer = Layer::Movement;
    info.summary =
        "Goes to where its number belongs, which moves with the ball, and faces the ball";
    info.parameters = surefootedParameters();
    info.parameters.insert(info.parameters.begin(),
                           {"near", "how near to its place is near enough", 0.4, "m", 0.05, 5.0});
    info.make = [](const Parameters& parameters,
                   BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(feet.error());
        }
        return std::make_unique<behavior::HoldPlace>(std::move(*feet), parameters.number("near"));
    };
    return info;
}

} // namespace sideline::agents
