#include "agents/behaviors/hold.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/behavior/hold_pose.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::agents {

namespace {

// `JOINT=DEGREES,...`
base::Expected<void> setPose(std::string_view text, const robot::RobotModel& model,
                             double speedRadPerS, behavior::HoldPose& pose) {
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        const std::size_t equals = std::min(one.find('='), one.size());
        const auto joint = model.findJoint(one.substr(0, equals));
        const auto angleDeg = protocol::parseNumber(one.substr(std::min(equals + 1, one.size())));
        if (!joint.isValid() || !angleDeg || !std::isfinite(*angleDeg)) {
            return base::failure(
                base::ErrorCode::InvalidArgument,
                fmt::format("'{}' does not set the angle of a joint of {}", one, model.name()),
                "JOINT=DEGREES, such as llj4=30");
        }
        pose.setTarget(joint, math::radFromDeg(*angleDeg), speedRadPerS);
    }
    return {};
}

} // namespace

BehaviorInfo holdPoseInfo() {
    return {.name = "hold-pose",
            .layer = Layer::Pose,
            .summary = "Holds joints at chosen angles, all others at their current ones",
            .parameters = {{.name = "pose",
                            .description = "angles in degrees, such as llj4=30,rlj4=30",
                            .defaultValue = std::string()},
                           {.name = "speed",
                            .description = "speed of the joints on the way",
                            .defaultValue = 60.0,
                            .unit = "deg/s",
                            .least = 1.0,
                            .most = 1000.0}},
            .make = [](const Parameters& parameters, BuildContext& context)
                -> base::Expected<std::unique_ptr<behavior::Behavior>> {
                auto pose = std::make_unique<behavior::HoldPose>();
                const auto isSet = setPose(parameters.text("pose"), context.model,
                                           math::radFromDeg(parameters.number("speed")), *pose);
                if (!isSet) {
                    return tl::unexpected(isSet.error());
                }
                return pose;
            }};
}

} // namespace sideline::agents
