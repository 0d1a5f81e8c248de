#include "training/experiment/experiment_parts.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "training/optimizer/optimizer_registry.h"
#include "training/task/task_registry.h"
#include "training/task/trial_runner.h"

namespace sideline::training {

namespace {

base::Expected<void> findObjectives(const ExperimentSettings& settings, ExperimentParts& parts) {
    const std::vector<MetricInfo>& metrics = parts.task->metrics();
    for (const std::string& text : settings.objectives) {
        const bool isLess = text.starts_with('-');
        const std::string name = isLess ? text.substr(1) : text;
        const auto metric = std::ranges::find(metrics, name, &MetricInfo::name);
        if (metric == metrics.end()) {
            std::vector<std::string_view> names;
            for (const MetricInfo& each : metrics) {
                names.push_back(each.name);
            }
            return base::failure(base::ErrorCode::NotFound,
                                 fmt::format("unknown figure '{}' in objectives", name),
                                 base::listNames(names));
        }
        parts.objectives.push_back(static_cast<std::size_t>(metric - metrics.begin()));
        parts.objectiveSigns.push_back(isLess ? -1.0 : 1.0);
    }
    return {};
}

base::Expected<SubjectPtr> subjectOf(const ExperimentSettings& settings,
                                     const robot::RobotModel& model) {
    const Change& change = settings.change;
    if (change.isProgram) {
        return programSubject(change.programSettings, model);
    }
    return change.behavior.empty() ? motionSubject(change, settings.file.parent_path(), model)
                                   : behaviorSubject(change, model);
}

base::Expected<ExperimentParts> makeParts(const ExperimentSettings& settings) {
    ExperimentParts parts;
    const robot::RobotCatalog catalog;
    for (const std::string& name : settings.robots) {
        auto model = catalog.namedOfAny(name);
        if (!model) {
            return tl::unexpected(model.error());
        }
        if (auto robot = makePhysicsRobot(**model, false); !robot) {
            return tl::unexpected(robot.error());
        }
        parts.robots.push_back(std::move(*model));
    }
    auto task = makeTask(settings.task, settings.taskSettings);
    if (!task) {
        return tl::unexpected(task.error());
    }
    parts.task = std::move(*task);
    if (const auto found = findObjectives(settings, parts); !found) {
        return tl::unexpected(found.error());
    }
    auto subject = subjectOf(settings, *parts.robots.front());
    if (!subject) {
        return tl::unexpected(subject.error());
    }
    parts.subject = std::move(*subject);
    return parts;
}

} // namespace

base::Expected<ExperimentParts> partsOf(const ExperimentSettings& settings) {
    auto parts = makeParts(settings);
    if (!parts && !settings.file.empty()) {
        return tl::unexpected(
            parts.error().inFile(std::filesystem::absolute(settings.file).string()));
    }
    return parts;
}

base::Expected<std::unique_ptr<Optimizer>> optimizerOf(const ExperimentSettings& settings,
                                                       const ExperimentParts& parts) {
    auto optimizer = makeOptimizer(settings.optimizer, settings.optimizerSettings,
                                   {parts.subject->space(), settings.seed,
                                    1 + parts.objectives.size(), parts.subject->operators()});
    if (!optimizer && !settings.file.empty()) {
        return tl::unexpected(
            optimizer.error().inFile(std::filesystem::absolute(settings.file).string()));
    }
    return optimizer;
}

TrialFunctionFactory trialsOf(const ExperimentParts& parts, bool isExact) {
    // Trials of one individual are mostly consecutive: keeps its movers.
    struct Worker {
        Worker(TaskPtr task, bool exact) : runner(std::move(task), exact) {}
        TrialRunner runner;
        Genome genome;
        std::vector<std::unique_ptr<Mover>> movers; ///< one per robot; created on demand
    };
    return [parts, isExact]() -> base::Expected<TrialFunction> {
        const auto worker = std::make_shared<Worker>(parts.task, isExact);
        return TrialFunction([parts, worker](const Genome& genome, const TrialJob& job) {
            if (worker->movers.empty() || !(worker->genome == genome)) {
                worker->genome = genome;
                worker->movers.clear();
                worker->movers.resize(parts.robots.size());
            }
            std::unique_ptr<Mover>& mover = worker->movers[job.robot];
            if (!mover) {
                auto made = parts.subject->mover(genome, parts.robots[job.robot]);
                if (!made) {
                    TrialScore failed; // result of an individual that cannot be played
                    failed.metrics.assign(parts.task->metrics().size(),
                                          std::numeric_limits<double>::quiet_NaN());
                    failed.failure = {FailureKind::CannotPlay, 0.0};
                    return failed;
                }
                mover = std::move(*made);
            }
            return worker->runner.run(*mover, parts.robots[job.robot], job.seed);
        });
    };
}

} // namespace sideline::training
