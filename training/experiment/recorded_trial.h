#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "training/experiment/experiment_parts.h"
#include "training/experiment/individual_trials.h"

namespace sideline::training {

/// What an evolved program did in a cycle.
struct ProgramMoment {
    std::size_t gene = 0; ///< that was at work: index into the program's genes
    /// One per output: what each node of its tree came to; empty without a tree.
    std::vector<std::vector<double>> values;
};

/// A cycle of a trial as it is looked at; poses in S.
struct TrialMoment {
    double timeS = 0.0;
    std::vector<math::Pose> X_SBody; ///< one per body of the model
    std::vector<double> anglesRad;   ///< one per joint
    std::optional<Eigen::Vector3d> p_SBall;
    std::optional<ProgramMoment> program; ///< that brought the robot here; if one was at work
};

/// A trial of an individual, to be looked at. A value.
struct RecordedTrial {
    robot::RobotModelPtr model;
    TrialScore score;
    std::vector<TrialMoment> moments; ///< never empty
    math::Pose X_SF;                  ///< `Trial::X_SF`
    /// What the agent in the robot perceived, believed and decided in each cycle; empty if none was
    /// at work.
    std::vector<world::AgentFramePtr> frames;
};
using RecordedTrialPtr = std::shared_ptr<const RecordedTrial>;

/// The seeds and robots of the trials of a generation of an experiment.
/// @param generation, or `kValidationSeeds`
[[nodiscard]] std::vector<TrialPlace> trialPlaces(const ExperimentSettings& settings,
                                                  std::uint64_t generation, int count);
/// Seeds of validation are those of a generation that is never reached.
inline constexpr std::uint64_t kValidationSeeds = 0xffffffffU;

/// Those that look for hard ones in a generation.
inline constexpr std::uint64_t kScoutSeeds = 0x80000000U;

/// The trials of a generation: up to `TrialPlan::hard` of those in which an earlier one failed
/// first, then new ones.
[[nodiscard]] std::vector<TrialPlace> generationPlaces(const ExperimentSettings& settings,
                                                       std::uint64_t generation,
                                                       std::span<const TrialPlace> hard);
/// Adds the places in which a trial did not succeed; the oldest of more than 64 are forgotten.
/// @param scores one per place
void rememberFailures(std::vector<TrialPlace>& hard, std::span<const TrialPlace> places,
                      std::span<const TrialScore> scores);

/// Runs a trial and keeps all of it. Any thread.
/// @param mover made for the model
[[nodiscard]] RecordedTrial recordTrial(const TaskPtr& task, Mover& mover,
                                        const robot::RobotModelPtr& model, std::uint64_t seed,
                                        bool isExact);
/// Runs a trial of an individual once more, which gives the same.
/// Errors: InvalidArgument for a genome that the robot cannot play. Any thread.
[[nodiscard]] base::Expected<RecordedTrial> recordTrial(const ExperimentParts& parts,
                                                        const Genome& genome,
                                                        const TrialPlace& place, bool isExact);

} // namespace sideline::training
