#include "agents/agent_blueprint.h"

#include <utility>

#include <fmt/format.h>

namespace sideline::agents {

bool canHave(const robot::RobotModel& model, const BehaviorInfo& behavior) {
    return model.traits().server == game::ServerKind::SimSpark || behavior.layer <= Layer::Motion;
}

std::string_view defaultBehavior(const robot::RobotModel& model) {
    return model.traits().server == game::ServerKind::SimSpark ? kDefaultBehavior : "hold-pose";
}

base::Expected<std::unique_ptr<behavior::Behavior>> makeFor(const robot::RobotModel& model,
                                                            std::string_view behavior,
                                                            const ParameterTexts& parameters,
                                                            const BehaviorRegistry& registry,
                                                            SkillLibrary& skills) {
    const BehaviorInfo* info = registry.find(behavior);
    if (info != nullptr && !canHave(model, *info)) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("behavior {} cannot control {}: it moves a Nao", info->name, model.name()),
            "hold-pose or play-motion");
    }
    return registry.make(behavior, parameters, {model, skills});
}

base::Expected<std::unique_ptr<behavior::Behavior>> build(const AgentBlueprint& blueprint,
                                                          const BehaviorRegistry& registry,
                                                          SkillLibrary& skills) {
    if (auto checked = runtime::check(blueprint.settings); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    return makeFor(runtime::modelOf(blueprint.settings), blueprint.behavior, blueprint.parameters,
                   registry, skills);
}

} // namespace sideline::agents
