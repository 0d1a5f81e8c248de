#include "agents/agent_blueprint.h"

#include <utility>

namespace sideline::agents {

base::Expected<std::unique_ptr<behavior::Behavior>> build(const AgentBlueprint& blueprint,
                                                          const BehaviorRegistry& registry,
                                                          SkillLibrary& skills) {
    if (auto checked = runtime::check(blueprint.settings); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    return registry.make(blueprint.behavior, blueprint.parameters,
                         {runtime::modelOf(blueprint.settings), skills});
}

} // namespace sideline::agents
