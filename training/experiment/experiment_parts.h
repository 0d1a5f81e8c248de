#pragma once

#include <vector>

#include "training/experiment/experiment_settings.h"
#include "training/experiment/subject.h"
#include "training/farm/farm.h"
#include "training/optimizer/optimizer.h"
#include "training/task/task.h"

namespace sideline::training {

/// What the settings of an experiment name, made. Immutable; any thread.
struct ExperimentParts {
    std::vector<robot::RobotModelPtr> robots;
    TaskPtr task;
    SubjectPtr subject;
    std::vector<std::size_t> objectives; ///< metrics that are objectives beside the fitness
    std::vector<double> objectiveSigns;  ///< 1: more is better; -1: less is
};

/// Finds and makes what settings name.
/// Errors: unknown robot, task, motion or figure with the names that there are; settings that are
/// wrong. The file is named where it is known.
[[nodiscard]] base::Expected<ExperimentParts> partsOf(const ExperimentSettings& settings);

/// Errors: as of `makeOptimizer`.
[[nodiscard]] base::Expected<std::unique_ptr<Optimizer>> optimizerOf(
    const ExperimentSettings& settings, const ExperimentParts& parts);

/// What each worker of a farm runs. The parts live as long as the factory.
[[nodiscard]] TrialFunctionFactory trialsOf(const ExperimentParts& parts, bool isExact);

} // namespace sideline::training
