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

base::Expected<ParameterTexts> BehaviorRegistry::complete(std::string_view name,
                                                          const ParameterTexts& texts,
                                                          const robot::RobotModel& model) const {
    const auto set = check(name, texts);
    if (!set) {
        return tl::unexpected(set.error());
    }
    const BehaviorInfo& info = *find(name);
    if (!info.suited) {
        return texts;
    }
    auto complete = info.suited(*set, model);
    if (!complete) {
        return complete;
    }
    std::erase_if(*complete, [&](const auto& each) {
        return std::ranges::any_of(texts,
                                   [&](const auto& text) { return text.first == each.first; });
    });
    complete->insert(complete->end(), texts.begin(), texts.end());
    return complete;
}

base::Expected<std::unique_ptr<behavior::Behavior>> BehaviorRegistry::make(
    std::string_view name, const ParameterTexts& texts, BuildContext context) const {
    const auto complete = this->complete(name, texts, context.model);
    if (!complete) {
        return tl::unexpected(complete.error());
    }
    const auto parameters = check(name, *complete);
    if (!parameters) {
        return tl::unexpected(parameters.error());
    }
    return find(name)->make(*parameters, context);
}

} // namespace sideline::agents
