#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/robot/robot_model.h"
#include "training/experiment/experiment_settings.h"
#include "training/genome/genome.h"
#include "training/genome/parameter_space.h"
#include "training/optimizer/genetic_operators.h"
#include "training/task/mover.h"

namespace sideline::training {

/// The subject of an experiment: a motion, a behavior, or a program. Creates movers from genomes.
/// Immutable; any thread.
class Subject {
public:
    virtual ~Subject() = default;
    /// Empty for programs.
    [[nodiscard]] virtual const ParameterSpace& space() const = 0;
    /// Operators that create and vary programs; null for motions.
    [[nodiscard]] virtual std::shared_ptr<const GeneticOperators> operators() const {
        return nullptr;
    }
    /// Errors: InvalidArgument for a genome that the robot cannot play.
    [[nodiscard]] virtual base::Expected<std::unique_ptr<Mover>> mover(
        const Genome& genome, const robot::RobotModelPtr& model) const = 0;
    /// Returns the equivalent behavior for an agent on a server.
    /// Errors: those of `mover`; InvalidArgument for programs, which need the true state.
    [[nodiscard]] virtual base::Expected<std::unique_ptr<behavior::Behavior>> behavior(
        const Genome& genome, const robot::RobotModelPtr& model) const = 0;
    /// Extension of individuals' files, such as `.motion`.
    [[nodiscard]] virtual std::string_view extension() const = 0;
    /// The initial individual as the contents of such a file; empty without one.
    [[nodiscard]] virtual base::Expected<std::string> startText() const = 0;
    /// Formats an individual as a file for people and agents.
    /// @param origin line about its origin, written to the file
    [[nodiscard]] virtual base::Expected<std::string> textOf(const Genome& genome,
                                                             std::string_view origin) const = 0;

protected:
    Subject() = default;
};
using SubjectPtr = std::shared_ptr<const Subject>;

/// Finds the file of the motion that an experiment changes.
/// @param folder folder of the experiment's file, to which paths are relative
/// Errors: NotFound with the available names.
[[nodiscard]] base::Expected<std::filesystem::path> motionFile(const Change& change,
                                                               const std::filesystem::path& folder,
                                                               const robot::RobotModel& model);

/// Creates a subject with a motion's numbers as parameters.
/// @param change its motion is a file, or the name of one in a library
/// @param folder folder of the experiment's file, to which paths are relative
/// Errors: NotFound and those of reading a motion; those of `MotionGenome::make`.
[[nodiscard]] base::Expected<SubjectPtr> motionSubject(const Change& change,
                                                       const std::filesystem::path& folder,
                                                       const robot::RobotModel& model);

/// Creates a subject from a motion in memory.
[[nodiscard]] base::Expected<SubjectPtr> motionSubject(keyframe::Motion motion,
                                                       const MotionFreedom& freedom,
                                                       const robot::RobotModel& model);

/// Creates a subject with a behavior's parameters.
/// Errors: NotFound; InvalidArgument for settings and ranges that the behavior lacks.
[[nodiscard]] base::Expected<SubjectPtr> behaviorSubject(const Change& change,
                                                         const robot::RobotModel& model);

/// Creates a subject for programs that evolve from random ones.
/// @param settings as written by the user; see `programParameters`
/// @param model robot of the programs; robots with the same joints can run them, too
/// Errors: InvalidArgument listing all invalid settings.
[[nodiscard]] base::Expected<SubjectPtr> programSubject(const agents::ParameterTexts& settings,
                                                        const robot::RobotModel& model);
/// Describes the settings of evolved programs.
[[nodiscard]] std::vector<agents::ParameterInfo> programParameters();

} // namespace sideline::training
