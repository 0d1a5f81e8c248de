#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <QStringList>

#include "evaluation/annotated_stream.h"
#include "evaluation/belief_run.h"
#include "evaluation/estimator_run.h"
#include "evaluation/score.h"
#include "widgets/localization/estimator_panel.h"
#include "widgets/localization/localize_curves.h"
#include "widgets/localization/localize_view.h"

namespace sideline::studio {

/// Beliefs that an agent reported for one of its estimators.
using ReportedBeliefList = std::shared_ptr<const std::vector<evaluation::BeliefMessage>>;

/// Source of a belief: an estimator that the studio runs, or the agent's own reports.
struct BeliefSource {
    evaluation::EstimatorSetup setup;
    ReportedBeliefList reported; ///< null: the studio runs the estimator
};

/// A belief over the cycles of a stream, with its errors.
struct LocalizeRun {
    explicit LocalizeRun(std::unique_ptr<evaluation::PoseRun> aRun) : run(std::move(aRun)) {}

    std::unique_ptr<evaluation::PoseRun> run;
    /// Returns `run` if the agent reported it; null for estimators.
    [[nodiscard]] evaluation::BeliefRun* reported() const {
        return dynamic_cast<evaluation::BeliefRun*>(run.get());
    }
    std::vector<std::optional<evaluation::PoseError>> errors; ///< one per cycle
    std::vector<QPointF> cameras_S; ///< projected onto the ground, one per cycle
};
/// Computes a belief over a whole stream; returns null if `keepsGoing` returned false.
[[nodiscard]] std::shared_ptr<const LocalizeRun> runOver(
    const evaluation::AnnotatedStream& stream, const BeliefSource& source,
    const evaluation::ContinueCheck& keepsGoing);
/// Extends a run by the cycles that were added to the stream.
void continueRun(const evaluation::AnnotatedStream& stream, LocalizeRun& run);

/// A row of the list of estimators.
struct LocalizeEstimator {
    int id = 0;
    QString name;
    QString about;
    QColor color;
    bool isShown = true;
    bool isRemovable = false; ///< a variant or a reported belief; can be removed
    BeliefSource source;
    std::shared_ptr<const LocalizeRun> run; ///< null until it is computed
    std::optional<widgets::EstimatorScore> score;
};

/// Returns the values that an agent reported for a cycle, such as `state: lost`; empty for
/// estimators.
[[nodiscard]] QStringList valuesAt(const LocalizeRun& run, std::size_t cycle);

/// Returns the error of a run at the latest cycle with ground truth, at most a few cycles earlier.
[[nodiscard]] std::optional<widgets::BeliefError> errorAt(const LocalizeRun& run,
                                                          std::size_t cycle);

/// Returns beliefs and errors of all estimators as CSV: a line per cycle; SI units and degrees.
[[nodiscard]] std::string tableOf(const evaluation::AnnotatedStream& stream,
                                  std::span<const LocalizeEstimator> estimators);

/// Interval of cycles over which scores are computed; all cycles by default.
struct CycleRange {
    std::size_t from = 0;
    std::size_t to = static_cast<std::size_t>(-1);
    [[nodiscard]] bool isAll() const { return from == 0 && to == static_cast<std::size_t>(-1); }
};

/// Returns all data of one cycle that the views show.
/// @param chosen id of the estimator whose observations are shown
[[nodiscard]] widgets::LocalizeInstant makeInstant(const evaluation::AnnotatedStream& stream,
                                                   std::span<const LocalizeEstimator> estimators,
                                                   int chosen, std::size_t cycle);

/// Returns the curves of the visible estimators over match time.
[[nodiscard]] std::shared_ptr<const widgets::LocalizeCurveSet> makeCurves(
    const evaluation::AnnotatedStream& stream, std::span<const LocalizeEstimator> estimators);

/// Returns the score of a run; empty without ground truth.
[[nodiscard]] std::optional<widgets::EstimatorScore> makeScore(
    const evaluation::AnnotatedStream& stream, const LocalizeRun& run, const CycleRange& range);

/// Converts a variant chosen by the user to the setup of an estimator.
[[nodiscard]] evaluation::EstimatorSetup setupOf(const widgets::EstimatorVariant& variant);

} // namespace sideline::studio
