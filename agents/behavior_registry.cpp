#include "agents/behavior_registry.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/base/nearest_name.h"

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
    const BehaviorInfo* info = find(name);
    if (info == nullptr) {
        std::vector<std::string_view> names;
        for (const BehaviorInfo& each : m_behaviors) {
            names.push_back(each.name);
        }
        return base::failure(base::ErrorCode::NotFound, fmt::format("unknown behavior '{}'", name),
                             base::listNames(names));
    }
    auto parameters = Parameters::read(info->parameters, texts);
    if (!parameters) {
        parameters.error().message =
            fmt::format("behavior {}: {}", name, parameters.error().message);
    }
    return parameters;
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
