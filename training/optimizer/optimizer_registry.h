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

/// Inputs for the construction of an optimizer.
struct OptimizerContext {
    const ParameterSpace& space; ///< empty for programs
    std::uint64_t seed = 1;
    std::size_t objectiveCount = 1;
    std::shared_ptr<const GeneticOperators> operators = nullptr; ///< for programs
};

/// A kind of optimizer and its settings.
struct OptimizerInfo {
    std::string name;           ///< for files and command lines, such as `cma-es`
    std::string summary;        ///< one line
    bool takesNumbers = true;   ///< searches in a `ParameterSpace`
    bool takesPrograms = false; ///< evolves programs
    /// Number of objectives supported.
    std::size_t minObjectives = 1;
    std::size_t maxObjectives = 1;
    std::vector<agents::ParameterInfo> parameters;
    std::function<base::Expected<std::unique_ptr<Optimizer>>(const agents::Parameters&,
                                                             const OptimizerContext&)>
        make;
};

/// All optimizers, in order of display. Any thread.
[[nodiscard]] std::span<const OptimizerInfo> optimizerInfos();

/// Creates an optimizer.
/// @param settings as written by the user
/// Errors: NotFound, with the available names; InvalidArgument if settings are invalid (lists all
/// of them), or if the optimizer does not support this search space.
[[nodiscard]] base::Expected<std::unique_ptr<Optimizer>> makeOptimizer(
    std::string_view name, const agents::ParameterTexts& settings, const OptimizerContext& context);

// One function per family, in its own file; `optimizer_registry.cpp` lists them.
[[nodiscard]] std::vector<OptimizerInfo> pagmoOptimizers();
[[nodiscard]] std::vector<OptimizerInfo> evolutionOptimizers();
[[nodiscard]] OptimizerInfo randomSearch();

} // namespace sideline::training
