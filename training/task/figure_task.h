#pragma once

#include <memory>
#include <vector>

#include "training/task/task.h"
#include "training/task/trial_figures.h"

namespace sideline::training {

/// Outcome of a trial.
enum class Verdict : std::uint8_t { Open, Success, Failure };

/// A task whose score depends on `TrialFigures` only. All of them report the same metrics.
class FigureTask : public Task, public std::enable_shared_from_this<FigureTask> {
public:
    /// @param forbidsSelfCollisions whether a trial fails at the first forbidden self-collision
    explicit FigureTask(bool forbidsSelfCollisions)
        : m_forbidsSelfCollisions(forbidsSelfCollisions) {}

    /// All figures, under their names in score expressions.
    [[nodiscard]] const std::vector<MetricInfo>& metrics() const override;
    [[nodiscard]] std::unique_ptr<Episode> episode() const override;

    /// Whether a ball lies in front of the robot.
    [[nodiscard]] virtual bool hasBall() const { return false; }
    /// `verdict`, or Failure at a forbidden self-collision.
    [[nodiscard]] Verdict judge(const TrialFigures& figures) const {
        return hasForbiddenContact(figures) ? Verdict::Failure : verdict(figures);
    }
    /// The reason why a trial with these figures failed.
    [[nodiscard]] TrialFailure failureOf(const TrialFigures& figures) const;
    /// Whether the trial ends here, and the outcome, apart from self-collisions.
    [[nodiscard]] virtual Verdict verdict(const TrialFigures& figures) const = 0;
    /// `Episode::needsOnlyBall`.
    [[nodiscard]] virtual bool needsOnlyBall(const TrialFigures& figures) const {
        static_cast<void>(figures);
        return false;
    }
    /// Returns the fitness if the trial ends here; more is better.
    /// @param verdict outcome for these figures; Open: the time limit was reached
    [[nodiscard]] virtual double fitness(const TrialFigures& figures, Verdict verdict) const = 0;
    /// Whether a trial that reached the time limit counts as a success.
    [[nodiscard]] virtual bool isGoodAtEnd(const TrialFigures& figures) const {
        static_cast<void>(figures);
        return false;
    }

protected:
    /// The reason for a failure in which the robot neither collided with itself nor fell.
    [[nodiscard]] virtual TrialFailure unmetGoal(const TrialFigures& figures) const = 0;
    /// Whether a fall is a failure.
    [[nodiscard]] virtual bool forbidsFalls() const { return true; }

private:
    [[nodiscard]] bool hasForbiddenContact(const TrialFigures& figures) const {
        return m_forbidsSelfCollisions && figures.selfCollisionCount > 0;
    }

    bool m_forbidsSelfCollisions;
};

/// The failure of a robot that does not stand.
[[nodiscard]] TrialFailure notUp(const TrialFigures& figures);

/// Returns the figures in the order of `FigureTask::metrics`; NaN where undefined.
[[nodiscard]] std::vector<double> metricsOf(const TrialFigures& figures);

} // namespace sideline::training
