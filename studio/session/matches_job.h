#pragma once

#include <vector>

#include <QObject>
#include <QStringList>

#include "logs/match/match_log.h"
#include "studio/session/background_task.h"
#include "widgets/analysis/matches_panel.h"

namespace sideline::studio {

/// Reads matches in the background, one after the other: counts those of which there are logs, and
/// takes those of series as they were counted. GUI thread only.
class MatchesJob : public QObject {
    Q_OBJECT
public:
    explicit MatchesJob(QObject* parent = nullptr);

    /// More logs to be counted, and results of series to be read, behind those that wait.
    void add(const QStringList& files, const logs::LogOptions& options);
    /// Gives up what is not counted yet.
    void cancel();
    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int count() const { return m_count; }

Q_SIGNALS:
    /// @param file that was asked for
    void counted(const QString& file, const std::vector<sideline::widgets::MatchSummary>& matches);
    /// `done` and `count` have changed.
    void progressed();

private:
    void addLog(const QString& file, const logs::LogOptions& options);
    void addResults(const QString& file);
    void finish(const QString& file, std::vector<widgets::MatchSummary> matches);

    int m_done = 0;
    int m_count = 0; ///< since there was nothing to do
    BackgroundTask m_task;
};

/// Whether a path is the folder of a series, or its results.
[[nodiscard]] bool canCompare(const QString& path);

/// What can be compared in a folder: of a series its results, else the match logs in order of their
/// names. Empty if there is nothing.
[[nodiscard]] QStringList matchesIn(const QString& folder);

} // namespace sideline::studio
