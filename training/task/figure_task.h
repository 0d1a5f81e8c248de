#pragma once

#include <memory>
#include <vector>

#include "training/task/task.h"
#include "training/task/trial_figures.h"

namespace sideline::training {

/// Whether a trial is decided.
enum class Verdict : std::uint8_t { Open, Success, Failure };

/// A task that judges by `TrialFigures` alone. All of them report the same metrics.
class FigureTask : public Task, public std::enable_shared_from_this<FigureTask> {
public:
    /// Every figure, under the names that score expressions use.
    [[nodiscard]] const std::vector<MetricInfo>& metrics() const override;
    [[nodiscard]] std::unique_ptr<Episode> episode() const override;

    /// Whether a ball lies in front of the robot.
    [[nodiscard]] virtual bool hasBall() const { return false; }
    /// Whether the trial may end here, and how.
    [[nodiscard]] virtual Verdict verdict(const TrialFigures& figures) const = 0;
    /// `Episode::needsOnlyBall`.
    [[nodiscard]] virtual bool needsOnlyBall(const TrialFigures& figures) const {
        static_cast<void>(figures);
        return false;
    }
    /// What the trial is worth if it ends here; more is better.
    /// @param verdict of these figures; Open: time has run out
    [[nodiscard]] virtual double fitness(const TrialFigures& figures, Verdict verdict) const = 0;
    /// Whether a trial whose time has run out has succeeded.
    [[nodiscard]] virtual bool isGoodAtEnd(const TrialFigures& figures) const {
        static_cast<void>(figures);
        return false;
    }
};

/// The figures in the order of `FigureTask::metrics`; NaN where there is none.
[[nodiscard]] std::vector<double> metricsOf(const TrialFigures& figures);

} // namespace sideline::training
