#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agents/parameters.h"
#include "training/genome/parameter_space.h"
#include "training/optimizer/genetic_operators.h"
#include "training/optimizer/optimizer.h"

namespace sideline::training {

/// What an optimizer is made with.
struct OptimizerContext {
    const ParameterSpace& space; ///< empty for programs
    std::uint64_t seed = 1;
    std::size_t objectiveCount = 1;
    std::shared_ptr<const GeneticOperators> operators = nullptr; ///< of programs
};

/// A kind of optimizer, and what can be set about it.
struct OptimizerInfo {
    std::string name;           ///< for files and command lines, such as `cma-es`
    std::string summary;        ///< one line
    bool takesNumbers = true;   ///< searches in a `ParameterSpace`
    bool takesPrograms = false; ///< evolves programs
    /// How many objectives it takes at once.
    std::size_t leastObjectives = 1;
    std::size_t mostObjectives = 1;
    std::vector<agents::ParameterInfo> parameters;
    std::function<base::Expected<std::unique_ptr<Optimizer>>(const agents::Parameters&,
                                                             const OptimizerContext&)>
        make;
};

/// All optimizers that there are, in the order in which they are listed. Any thread.
[[nodiscard]] std::span<const OptimizerInfo> optimizerInfos();

/// Makes an optimizer.
/// @param settings as a user wrote them
/// Errors: NotFound with the names that there are; InvalidArgument with everything that is wrong
/// with the settings, or for one that cannot search here.
[[nodiscard]] base::Expected<std::unique_ptr<Optimizer>> makeOptimizer(
    std::string_view name, const agents::ParameterTexts& settings, const OptimizerContext& context);

// One function per family, in a file of its own; `optimizer_registry.cpp` lists them.
[[nodiscard]] std::vector<OptimizerInfo> pagmoOptimizers();
[[nodiscard]] std::vector<OptimizerInfo> evolutionOptimizers();
[[nodiscard]] OptimizerInfo randomSearch();

} // namespace sideline::training
