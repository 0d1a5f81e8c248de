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

/// A trial of a task as learners see it: an observation, an action, a reward. One thread at a time;
/// a step allocates nothing but what the task does.
class Environment {
public:
    /// What is observed.
    struct Observed {
        Knowledge learner = Knowledge::Estimate;
        std::optional<Knowledge> critic = {};   ///< nullopt: no second observation
        decision::PolicyInterface meaning = {}; ///< of estimates
    };
    /// Where observations are written to; the critic's is empty without one.
    struct Views {
        std::span<float> observation;
        std::span<float> critic;
    };
    /// What a step came to.
    struct Outcome {
        double reward = 0.0;
        bool isTerminated = false; ///< the task is decided, or has failed to judge the trial
        bool isTruncated = false;  ///< time has run out
        int notFinite = 0;         ///< numbers of the action that were not
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
    /// @param action one per feature of `actions`
    /// @param cycles of 20 ms that it lasts, above 0; their rewards are added
    [[nodiscard]] Outcome step(std::span<const float> action, int cycles, const Views& views);
    /// What the trial came to so far.
    [[nodiscard]] TrialScore score() const { return m_trial.score(); }

private:
    void observe(const Views& views);

    Trial m_trial;
    ActionMover m_mover;
    Observer m_observer;
    std::optional<Observer> m_critic;
};

} // namespace sideline::training
