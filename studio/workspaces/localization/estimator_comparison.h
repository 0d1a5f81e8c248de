#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QColor>
#include <QObject>
#include <QString>

#include "studio/session/localize_instant.h"
#include "studio/session/localize_job.h"
#include "studio/workspaces/localization/shown_stream.h"
#include "widgets/localization/estimator_panel.h"

namespace sideline::studio {

/// The estimators that are compared over a stream: one of each method, variants, and the estimators
/// of the agent itself; with their runs and errors. GUI thread only.
class EstimatorComparison : public QObject {
    Q_OBJECT
public:
    /// @param shown the stream that the estimators process
    /// @param job runs estimators over a complete stream; both must outlive this object
    EstimatorComparison(const ShownStream& shown, LocalizeJob& job);

    [[nodiscard]] const std::vector<LocalizeEstimator>& estimators() const { return m_estimators; }
    /// Returns the estimator with this id; null if there is none.
    [[nodiscard]] const LocalizeEstimator* find(int id) const;
    /// Returns the id of the estimator whose observations are shown.
    [[nodiscard]] int chosen() const { return m_chosen; }
    /// Returns the interval from which the figures are computed.
    [[nodiscard]] const CycleRange& range() const { return m_range; }

    /// Starts with another stream: one estimator of each method, without runs.
    void reset();
    /// Removes all runs and keeps the estimators, because the same stream is read again.
    void forgetRuns();
    /// Runs the estimators that have no run over a complete stream, in the background.
    void runMissing();
    /// Adds a variant to the estimators of the methods, and runs it in the background. The stream
    /// must be complete.
    void addVariant(LocalizeEstimator variant);
    /// Adds an estimator with a different setup; does nothing without a complete stream.
    void tryVariant(const widgets::EstimatorVariant& variant);
    /// Removes a variant or a reported belief; methods cannot be removed.
    void remove(int id);
    void setShown(int id, bool isShown);
    void choose(int id);
    /// Computes the figures from an interval of the match, in record time; from the whole stream if
    /// the end is not after the start.
    void setInterval(double beginS, double endS);
    /// Computes the figures again.
    void score();

    /// Runs the methods over a live stream from now on, whenever it grows.
    void beginLive();
    void endLive() { m_liveRuns.clear(); }
    /// Processes additions to a live stream.
    /// @param hasGrown whether there are new cycles; otherwise only reported beliefs are processed
    void continueLive(bool hasGrown);
    /// Returns the run of an estimator that an agent reports live; the first call adds its row.
    [[nodiscard]] evaluation::BeliefRun& reportedLive(const std::string& estimator);

    /// Returns the cycle with the largest error of the chosen estimator; if that cycle is already
    /// shown, the cycle of the next smaller distinct error. nullopt if there is none.
    [[nodiscard]] std::optional<std::size_t> nextLargestError();
    /// Returns a string that explains why there is no such cycle; empty while the chosen estimator
    /// has no run.
    [[nodiscard]] QString noErrorText() const;

Q_SIGNALS:
    /// Rows, curves and the data of a cycle have changed.
    void changed();
    /// Only the rows of the list have changed.
    void rowsChanged();
    void chosenChanged();
    /// The figures are computed from the whole stream again.
    void rangeCleared();
    /// A requested run is complete.
    void ran(const sideline::studio::LocalizeEstimator& estimator);

private:
    struct Worst {
        int id = 0;
        std::size_t cycle = 0;
        double errorM = 0.0;
    };
    void takeRun(int id, const std::shared_ptr<const LocalizeRun>& run);
    void addMethods();
    [[nodiscard]] static QColor variantColor(int id);
    [[nodiscard]] LocalizeEstimator* row(int id);
    /// Returns the error last found by `nextLargestError`, if its cycle is shown; otherwise
    /// infinity.
    [[nodiscard]] double shownErrorM() const;

    const ShownStream& m_shown;
    LocalizeJob& m_job;
    std::vector<LocalizeEstimator> m_estimators;
    int m_chosen = static_cast<int>(localization::Method::Fusion);
    int m_nextId = 0;
    CycleRange m_range;
    std::optional<Worst> m_lastWorst;                       ///< last result of `nextLargestError`
    std::map<int, std::shared_ptr<LocalizeRun>> m_liveRuns; ///< keyed by the id of the row
};

} // namespace sideline::studio
