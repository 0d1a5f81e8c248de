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

/// What an experiment changes: a motion, a behavior, or a program. Makes movers of genomes.
/// Immutable; any thread.
class Subject {
public:
    virtual ~Subject() = default;
    /// Empty for programs.
    [[nodiscard]] virtual const ParameterSpace& space() const = 0;
    /// How programs arise and change; null for motions.
    [[nodiscard]] virtual std::shared_ptr<const GeneticOperators> operators() const {
        return nullptr;
    }
    /// Errors: InvalidArgument for a genome that the robot cannot play.
    [[nodiscard]] virtual base::Expected<std::unique_ptr<Mover>> mover(
        const Genome& genome, const robot::RobotModelPtr& model) const = 0;
    /// The same as an agent does it that plays on a server.
    /// Errors: those of `mover`; InvalidArgument for programs, which need the true state.
    [[nodiscard]] virtual base::Expected<std::unique_ptr<behavior::Behavior>> behavior(
        const Genome& genome, const robot::RobotModelPtr& model) const = 0;
    /// Extension of the files in which individuals are stored, such as `.motion`.
    [[nodiscard]] virtual std::string_view extension() const = 0;
    /// What the search begins with, as such a file; empty if with nothing.
    [[nodiscard]] virtual base::Expected<std::string> startText() const = 0;
    /// An individual as a file that people and agents use.
    /// @param origin one line about where it came from; becomes part of the file
    [[nodiscard]] virtual base::Expected<std::string> textOf(const Genome& genome,
                                                             std::string_view origin) const = 0;

protected:
    Subject() = default;
};
using SubjectPtr = std::shared_ptr<const Subject>;

/// The file of the motion that an experiment changes.
/// @param folder of the experiment's file, from which relative files are seen
/// Errors: NotFound with the names that there are.
[[nodiscard]] base::Expected<std::filesystem::path> motionFile(const Change& change,
                                                               const std::filesystem::path& folder,
                                                               const robot::RobotModel& model);

/// A motion whose numbers change.
/// @param change its motion is a file, or the name of one in a library
/// @param folder of the experiment's file, from which relative files are seen
/// Errors: NotFound and those of reading a motion; those of `MotionGenome::make`.
[[nodiscard]] base::Expected<SubjectPtr> motionSubject(const Change& change,
                                                       const std::filesystem::path& folder,
                                                       const robot::RobotModel& model);

/// The same for a motion that is at hand.
[[nodiscard]] base::Expected<SubjectPtr> motionSubject(keyframe::Motion motion,
                                                       const MotionFreedom& freedom,
                                                       const robot::RobotModel& model);

/// A behavior whose parameters change.
/// Errors: NotFound; InvalidArgument for settings and ranges that it does not have.
[[nodiscard]] base::Expected<SubjectPtr> behaviorSubject(const Change& change,
                                                         const robot::RobotModel& model);

/// Programs that evolve from random ones.
/// @param settings as a user wrote them; see `programParameters`
/// @param model that they are for; others that have its joints can run them, too
/// Errors: InvalidArgument with everything that is wrong with the settings.
[[nodiscard]] base::Expected<SubjectPtr> programSubject(const agents::ParameterTexts& settings,
                                                        const robot::RobotModel& model);
/// What can be set about evolved programs.
[[nodiscard]] std::vector<agents::ParameterInfo> programParameters();

} // namespace sideline::training
