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

/// The estimators whose beliefs over a stream are compared: one of each method, what-ifs, and
/// those of the agent itself, with their runs and figures. GUI thread only.
class EstimatorComparison : public QObject {
    Q_OBJECT
public:
    /// @param shown the stream that they run over
    /// @param job runs them over a stream that is complete; both outlive this
    EstimatorComparison(const ShownStream& shown, LocalizeJob& job);

    [[nodiscard]] const std::vector<LocalizeEstimator>& estimators() const { return m_estimators; }
    /// Null if there is none with this id.
    [[nodiscard]] const LocalizeEstimator* find(int id) const;
    /// Id of the one whose observations are shown.
    [[nodiscard]] int chosen() const { return m_chosen; }
    /// The interval that figures are made of.
    [[nodiscard]] const CycleRange& range() const { return m_range; }

    /// Another stream: one estimator of each method, without runs.
    void reset();
    /// The same stream is read again: estimators stay, and have to run again.
    void forgetRuns();
    /// Runs, in the background, those that have no run over a stream that is complete.
    void runMissing();
    /// Adds a row to those of the methods, and runs it in the background. The stream must be
    /// complete.
    void addVariant(LocalizeEstimator variant);
    /// Adds an estimator of another setup; nothing without a complete stream.
    void tryWhatIf(const widgets::WhatIf& whatIf);
    /// Removes a what-if or a reported belief; the methods stay.
    void remove(int id);
    void setShown(int id, bool isShown);
    void choose(int id);
    /// Takes figures from an interval of the match, in record time; from all of the stream if the
    /// end is not after the start.
    void setInterval(double beginS, double endS);
    /// Works the figures out again.
    void score();

    /// The methods run over a live stream from now on, whenever it has grown.
    void beginLive();
    void endLive() { m_liveRuns.clear(); }
    /// Takes in what came to a live stream.
    /// @param hasGrown there are new cycles; else only reported beliefs are looked at
    void continueLive(bool hasGrown);
    /// What an agent reports live by one of its estimators; a new row if this is the first.
    [[nodiscard]] evaluation::BeliefRun& reportedLive(const std::string& estimator);

    /// The cycle with the largest error of the chosen estimator; from there the next smaller one
    /// that is another. Nothing if there is none.
    [[nodiscard]] std::optional<std::size_t> nextLargestError();
    /// Why there is none, for the user; empty while the chosen one has no run.
    [[nodiscard]] QString noErrorText() const;

Q_SIGNALS:
    /// Rows, curves and what is shown of a cycle are others now.
    void changed();
    /// Only what the list shows is another.
    void rowsChanged();
    void chosenChanged();
    /// Figures are of the whole stream again.
    void rangeCleared();
    /// A run has come that was asked for.
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
    /// The error that the user was taken to, if that is what is shown; else infinite.
    [[nodiscard]] double shownErrorM() const;

    const ShownStream& m_shown;
    LocalizeJob& m_job;
    std::vector<LocalizeEstimator> m_estimators;
    int m_chosen = static_cast<int>(localization::Method::Fusion);
    int m_nextId = 0;
    CycleRange m_range;
    std::optional<Worst> m_lastWorst;                       ///< that the user was taken to
    std::map<int, std::shared_ptr<LocalizeRun>> m_liveRuns; ///< by the id of their row
};

} // namespace sideline::studio
