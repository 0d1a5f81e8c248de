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
    /// All figures, under their names in score expressions.
    [[nodiscard]] const std::vector<MetricInfo>& metrics() const override;
    [[nodiscard]] std::unique_ptr<Episode> episode() const override;

    /// Whether a ball lies in front of the robot.
    [[nodiscard]] virtual bool hasBall() const { return false; }
    /// Whether the trial ends here, and the outcome.
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
};

/// Returns the figures in the order of `FigureTask::metrics`; NaN where undefined.
[[nodiscard]] std::vector<double> metricsOf(const TrialFigures& figures);

} // namespace sideline::training
