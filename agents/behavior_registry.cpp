#include "agents/behavior_registry.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/assert.h"

namespace sideline::agents {

std::string_view layerName(Layer layer) {
    switch (layer) {
    case Layer::Pose:
        return "pose";
    case Layer::Motion:
        return "motion";
    case Layer::Movement:
        return "movement";
    case Layer::Role:
        return "role";
    }
    return "";
}

void BehaviorRegistry::add(BehaviorInfo info) {
    SIDELINE_ASSERT(find(info.name) == nullptr && info.make);
    m_behaviors.push_back(std::move(info));
}

const BehaviorInfo* BehaviorRegistry::find(std::string_view name) const {
    const auto found = std::ranges::find(m_behaviors, name, &BehaviorInfo::name);
    return found == m_behaviors.end() ? nullptr : &*found;
}

base::Expected<Parameters> BehaviorRegistry::check(std::string_view name,
                                                   const ParameterTexts& texts) const {
    const auto info = findNamed(behaviors(), "behavior", name);
    if (!info) {
        return tl::unexpected(info.error());
    }
    return readParameters("behavior", name, (*info)->parameters, texts);
}

base::Expected<std::unique_ptr<behavior::Behavior>> BehaviorRegistry::make(
    std::string_view name, const ParameterTexts& texts, BuildContext context) const {
    const auto parameters = check(name, texts);
    if (!parameters) {
        return tl::unexpected(parameters.error());
    }
    return find(name)->make(*parameters, context);
}

} // namespace sideline::agents
