#include "agents/behaviors/play.h"

#include <utility>

#include "agentcore/behavior/play_motion.h"

namespace sideline::agents {

BehaviorInfo playMotionInfo() {
    return {.name = "play-motion",
            .layer = Layer::Motion,
            .summary = "Plays a motion from the library or a file, then holds its last pose",
            .parameters = {{.name = "motion",
                            .description = "library name, such as getup-front, or path of a file",
                            .defaultValue = std::string("kick-right")}},
            .make = [](const Parameters& parameters, BuildContext& context)
                -> base::Expected<std::unique_ptr<behavior::Behavior>> {
                const std::string& name = parameters.text("motion");
                auto trajectory = context.skills.find(name, context.model);
                if (!trajectory) {
                    return tl::unexpected(std::move(trajectory.error()));
                }
                return std::make_unique<behavior::PlayMotion>(std::move(*trajectory), name);
            }};
}

} // namespace sideline::agents
