#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "training/environment/action_mover.h"
#include "training/environment/observation.h"
#include "training/task/trial.h"

namespace sideline::training {

/// A trial of a task as a learning environment with observations, actions and rewards. One thread
/// at a time; a step allocates nothing except in the task.
class Environment {
public:
    /// Selection of observations.
    struct Observed {
        ObservationSource learner = ObservationSource::Estimate;
        std::optional<ObservationSource> critic = {}; ///< nullopt: no second observation
        decision::PolicyInterface meaning = {};       ///< for `ObservationSource::Estimate`
    };
    /// Destinations of observations; the critic's is empty if there is none.
    struct Views {
        std::span<float> observation;
        std::span<float> critic;
    };
    /// Result of a step.
    struct Outcome {
        double reward = 0.0;
        bool isTerminated = false; ///< the outcome is decided, or cannot be evaluated
        bool isTruncated = false;  ///< the time limit was reached
        int notFinite = 0;         ///< number of action elements that were not finite
        [[nodiscard]] bool isOver() const { return isTerminated || isTruncated; }
    };

    /// @param starts shared by environments with the same solver
    Environment(TaskPtr task, const robot::RobotModelPtr& model, ActionMover mover,
                const Observed& observed, bool isExact, std::shared_ptr<StartCache> starts);

    [[nodiscard]] const std::vector<Feature>& observed() const { return m_observer.features(); }
    [[nodiscard]] std::span<const Feature> criticObserved() const;
    [[nodiscard]] const std::vector<Feature>& actions() const { return m_mover.features(); }

    /// Begins a trial.
    void reset(std::uint64_t trialSeed, const Views& views);
    /// @param action one element per feature of `actions`
    /// @param cycles duration in cycles of 20 ms, greater than 0; their rewards are added
    [[nodiscard]] Outcome step(std::span<const float> action, int cycles, const Views& views);
    /// The score of the trial so far.
    [[nodiscard]] TrialScore score() const { return m_trial.score(); }

private:
    void observe(const Views& views);

    Trial m_trial;
    ActionMover m_mover;
    Observer m_observer;
    std::optional<Observer> m_critic;
};

} // namespace sideline::training
