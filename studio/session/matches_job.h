#pragma once

#include <vector>

#include <QObject>
#include <QStringList>

#include "logs/match/match_log.h"
#include "studio/session/background_task.h"
#include "widgets/analysis/matches_panel.h"

namespace sideline::studio {

/// Reads matches in the background, one after the other: computes the statistics of logs, and reads
/// the recorded statistics of series. GUI thread only.
class MatchesJob : public QObject {
    Q_OBJECT
public:
    explicit MatchesJob(QObject* parent = nullptr);

    /// Queues logs to be counted and series results to be read.
    void add(const QStringList& files, const logs::LogOptions& options);
    /// Drops everything that has not been counted yet.
    void cancel();
    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int count() const { return m_count; }

Q_SIGNALS:
    /// @param file requested file
    void counted(const QString& file, const std::vector<sideline::widgets::MatchSummary>& matches);
    /// Emitted when `done` or `count` has changed.
    void progressed();

private:
    void addLog(const QString& file, const logs::LogOptions& options);
    void addResults(const QString& file);
    void finish(const QString& file, std::vector<widgets::MatchSummary> matches);

    int m_done = 0;
    int m_count = 0; ///< number of files since the job was last idle
    BackgroundTask m_task;
};

/// Whether a path is the folder of a series, or its results file.
[[nodiscard]] bool canCompare(const QString& path);

/// Returns the files of a folder that can be compared: the results of a series, otherwise the match
/// logs sorted by name. Empty if there are none.
[[nodiscard]] QStringList matchesIn(const QString& folder);

} // namespace sideline::studio
