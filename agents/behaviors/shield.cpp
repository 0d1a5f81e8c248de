#include "agents/behaviors/shield.h"

#include "agentcore/behavior/shield.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"

namespace sideline::agents {

namespace {

std::vector<ParameterInfo> atBallParameters() {
    auto infos = numberParameters(behavior::AtBallSettings::numbers());
    append(infos, onFeetParameters());
    return infos;
}

behavior::AtBallSettings atBallSettings(const Parameters& parameters) {
    return numbersOf(parameters, behavior::AtBallSettings::numbers());
}

} // namespace

BehaviorInfo shieldInfo() {
    BehaviorInfo info;
    info.name = "shield";
    info.layer = Layer::Movement;
    info.summary = "Keeps its body between the ball and an opponent, and looks at the ball";
    info.parameters = atBallParameters();
    info.make = [](const Parameters& parameters,
                   BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(feet.error());
        }
        return std::make_unique<behavior::Shield>(std::move(*feet), atBallSettings(parameters));
    };
    return info;
}

BehaviorInfo circleInfo() {
    BehaviorInfo info;
    info.name = "circle";
    info.layer = Layer::Movement;
    info.summary = "Walks around the ball to a given side without touching it, and faces the ball";
    info.parameters = atBallParameters();
    info.parameters.insert(info.parameters.begin(), {"approach",
                                                     "direction in its own field frame in which it "
                                                     "faces the ball, 0 toward the opponent's goal",
                                                     0.0, "deg", -180.0, 180.0});
    info.make = [](const Parameters& parameters,
                   BuildContext& context) -> base::Expected<std::unique_ptr<behavior::Behavior>> {
        auto feet = onFeetFor(parameters, context);
        if (!feet) {
            return tl::unexpected(feet.error());
        }
        return std::make_unique<behavior::Circle>(std::move(*feet), atBallSettings(parameters),
                                                  math::radFromDeg(parameters.number("approach")));
    };
    return info;
}

} // namespace sideline::agents
