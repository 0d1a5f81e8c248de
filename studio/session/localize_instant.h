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

/// What an agent reported about its own belief, by one of its estimators.
using ReportedBeliefList = std::shared_ptr<const std::vector<evaluation::BeliefMessage>>;

/// Where a belief comes from: an estimator that is run, or the agent, which reported it.
struct BeliefSource {
    evaluation::EstimatorSetup setup;
    ReportedBeliefList reported; ///< null: an estimator of ours is run
};

/// A belief over the cycles of a stream, with its errors.
struct LocalizeRun {
    explicit LocalizeRun(std::unique_ptr<evaluation::PoseRun> aRun) : run(std::move(aRun)) {}

    std::unique_ptr<evaluation::PoseRun> run;
    /// The same, if the agent reported it; null for estimators.
    [[nodiscard]] evaluation::BeliefRun* reported() const {
        return dynamic_cast<evaluation::BeliefRun*>(run.get());
    }
    std::vector<std::optional<evaluation::PoseError>> errors; ///< one per cycle
    std::vector<QPointF> cameras_S;                           ///< on the ground, one per cycle
};
/// A belief over all of a stream.
/// Nothing when `goesOn` said so.
[[nodiscard]] std::shared_ptr<const LocalizeRun> runOver(const evaluation::AnnotatedStream& stream,
                                                         const BeliefSource& source,
                                                         const evaluation::GoesOn& goesOn);
/// Takes the cycles into a run that came to the stream since.
void continueRun(const evaluation::AnnotatedStream& stream, LocalizeRun& run);

/// An estimator of the list.
struct LocalizeEstimator {
    int id = 0;
    QString name;
    QString about;
    QColor color;
    bool isShown = true;
    bool isVariant = false; ///< a what-if or a reported belief, which can be removed
    BeliefSource source;
    std::shared_ptr<const LocalizeRun> run; ///< null until it is done
    std::optional<widgets::EstimatorScore> score;
};

/// The values that an agent reported, which stand in a cycle, such as `state: lost`; empty for
/// estimators.
[[nodiscard]] QStringList valuesAt(const LocalizeRun& run, std::size_t cycle);

/// How far a run was from the truth, at the newest cycle with truth, a few cycles before at most.
[[nodiscard]] std::optional<widgets::BeliefError> errorAt(const LocalizeRun& run,
                                                          std::size_t cycle);

/// Beliefs and errors of all estimators as CSV: a line per cycle; SI units and degrees.
[[nodiscard]] std::string tableOf(const evaluation::AnnotatedStream& stream,
                                  std::span<const LocalizeEstimator> estimators);

/// An interval of cycles that figures are made of; all of them by default.
struct CycleRange {
    std::size_t from = 0;
    std::size_t to = static_cast<std::size_t>(-1);
    [[nodiscard]] bool isAll() const { return from == 0 && to == static_cast<std::size_t>(-1); }
};

/// Everything that views show of one cycle.
/// @param chosen id of the estimator whose observations are shown
[[nodiscard]] widgets::LocalizeInstant makeInstant(const evaluation::AnnotatedStream& stream,
                                                   std::span<const LocalizeEstimator> estimators,
                                                   int chosen, std::size_t cycle);

/// Curves of the estimators that are shown, over the time of the match.
[[nodiscard]] std::shared_ptr<const widgets::LocalizeCurveSet> makeCurves(
    const evaluation::AnnotatedStream& stream, std::span<const LocalizeEstimator> estimators);

/// Figures of a run; nothing without truth.
[[nodiscard]] std::optional<widgets::EstimatorScore> makeScore(
    const evaluation::AnnotatedStream& stream, const LocalizeRun& run, const CycleRange& range);

/// What a user wants to try, as the setup of an estimator.
[[nodiscard]] evaluation::EstimatorSetup setupOf(const widgets::WhatIf& whatIf);

} // namespace sideline::studio
