#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "training/experiment/experiment_parts.h"
#include "training/experiment/individual_trials.h"
#include "training/trial/fall_analysis.h"

namespace sideline::training {

/// State of an evolved program in a cycle.
struct ProgramMoment {
    std::size_t gene = 0; ///< active gene: index into the program's genes
    /// One per output: the value of each node of its tree; empty without a tree.
    std::vector<std::vector<double>> values;
};

/// A recorded cycle of a trial; poses in S.
struct TrialMoment {
    double timeS = 0.0;
    std::vector<math::Pose> X_SBody; ///< one per body of the model
    std::vector<double> anglesRad;   ///< one per joint
    std::optional<Eigen::Vector3d> p_SBall;
    /// State of the program that produced this moment; none without an active program.
    std::optional<ProgramMoment> program;
};

/// A recorded trial for display. A value type.
struct RecordedTrial {
    robot::RobotModelPtr model;
    TrialScore score;
    std::vector<TrialMoment> moments; ///< never empty
    math::Pose X_SF;                  ///< `Trial::X_SF`
    double ballRadiusM = game::kBallRadiusM;
    /// Percepts, beliefs and decisions of the robot's agent in each cycle; empty without an agent.
    std::vector<world::AgentFramePtr> frames;
    /// Events that led to its failure, in order of time: the events before a fall, also before
    /// another one after getting up, or the forbidden self-collisions; empty for other failures.
    std::vector<FallCause> failureEvents;
    std::size_t firstCause = 0; ///< index into `failureEvents`, if there are any
};
using RecordedTrialPtr = std::shared_ptr<const RecordedTrial>;

/// Returns the seeds and robots of a generation's trials.
/// @param generation number, or `kValidationSeeds`
[[nodiscard]] std::vector<TrialPlace> trialPlaces(const ExperimentSettings& settings,
                                                  std::uint64_t generation, int count);
/// Generation number of validation seeds, which is never reached.
inline constexpr std::uint64_t kValidationSeeds = 0xffffffffU;

/// Offset of the generation number for scouting trials.
inline constexpr std::uint64_t kScoutSeeds = 0x80000000U;

/// Returns the trials of a generation: first up to `TrialPlan::hard` of those in which the best of
/// an earlier generation failed, then new ones.
[[nodiscard]] std::vector<TrialPlace> generationPlaces(const ExperimentSettings& settings,
                                                       std::uint64_t generation,
                                                       std::span<const TrialPlace> hard);
/// Adds the trials that failed; keeps the newest 64. @param scores one per place
void rememberFailures(std::vector<TrialPlace>& hard, std::span<const TrialPlace> places,
                      std::span<const TrialScore> scores);

/// Runs and records a trial. Any thread. @param mover created for the model
[[nodiscard]] RecordedTrial recordTrial(const TaskPtr& task, Mover& mover,
                                        const robot::RobotModelPtr& model, std::uint64_t seed,
                                        bool isExact);
/// Repeats and records a trial of an individual, with the same result.
/// Errors: InvalidArgument for a genome that the robot cannot play. Any thread.
[[nodiscard]] base::Expected<RecordedTrial> recordTrial(const ExperimentParts& parts,
                                                        const Genome& genome,
                                                        const TrialPlace& place, bool isExact);

} // namespace sideline::training
