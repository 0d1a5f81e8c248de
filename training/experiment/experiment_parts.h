#pragma once

#include <vector>

#include "training/experiment/experiment_settings.h"
#include "training/experiment/subject.h"
#include "training/farm/farm.h"
#include "training/optimizer/optimizer.h"
#include "training/task/task.h"

namespace sideline::training {

/// Objects created from an experiment's settings. Immutable; any thread.
struct ExperimentParts {
    std::vector<robot::RobotModelPtr> robots;
    TaskPtr task;
    SubjectPtr subject;
    std::vector<std::size_t> objectives; ///< metrics used as objectives in addition to the fitness
    std::vector<double> objectiveSigns;  ///< 1: maximized; -1: minimized
};

/// Finds and creates the objects named in settings.
/// Errors: unknown robot, task, motion or metric with the available names; those of
/// `makePhysicsRobot`; invalid settings. The file is named if known.
[[nodiscard]] base::Expected<ExperimentParts> partsOf(const ExperimentSettings& settings);

/// Errors: those of `makeOptimizer`.
[[nodiscard]] base::Expected<std::unique_ptr<Optimizer>> optimizerOf(
    const ExperimentSettings& settings, const ExperimentParts& parts);

/// Creates the trial functions for a farm's workers. The parts must outlive the factory.
[[nodiscard]] TrialFunctionFactory trialsOf(const ExperimentParts& parts, bool isExact);

} // namespace sideline::training
