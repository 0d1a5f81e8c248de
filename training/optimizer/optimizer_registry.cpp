#include "training/optimizer/optimizer_registry.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sideline::training {

std::span<const OptimizerInfo> optimizerInfos() {
    static const std::vector<OptimizerInfo> kOptimizers = [] {
        std::vector<OptimizerInfo> infos = pagmoOptimizers();
        for (OptimizerInfo& info : evolutionOptimizers()) {
            infos.push_back(std::move(info));
        }
        infos.push_back(randomSearch());
        return infos;
    }();
    return kOptimizers;
}

base::Expected<std::unique_ptr<Optimizer>> makeOptimizer(std::string_view name,
                                                         const agents::ParameterTexts& settings,
                                                         const OptimizerContext& context) {
    const auto named = agents::findNamed(optimizerInfos(), "optimizer", name);
    if (!named) {
        return tl::unexpected(named.error());
    }
    const OptimizerInfo& info = **named;
    const bool isOfNumbers = !context.space.isEmpty();
    if (isOfNumbers ? !info.takesNumbers : !info.takesPrograms) {
        return base::failure(
            base::ErrorCode::InvalidArgument,
            fmt::format("{} cannot optimize {}", name, isOfNumbers ? "numbers" : "programs"),
            "another optimizer, such as " + std::string(isOfNumbers ? "cma-es" : "generational"));
    }
    if (context.objectiveCount > info.maxObjectives) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} supports only one objective", name), "nsga2");
    }
    if (context.objectiveCount < info.minObjectives) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("{} needs objectives besides the fitness", name),
                             "objectives = [\"-jointTravelRad\"], or another optimizer");
    }
    const auto parameters = agents::readParameters("optimizer", name, info.parameters, settings);
    if (!parameters) {
        return tl::unexpected(parameters.error());
    }
    return info.make(*parameters, context);
}

} // namespace sideline::training
