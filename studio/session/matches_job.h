#pragma once

#include <QObject>
#include <QStringList>

#include "logs/match/match_log.h"
#include "studio/session/background_task.h"
#include "widgets/analysis/matches_panel.h"

namespace sideline::studio {

/// Counts matches of which there are logs, one after the other in the background. GUI thread only.
class MatchesJob : public QObject {
    Q_OBJECT
public:
    explicit MatchesJob(QObject* parent = nullptr);

    /// More logs to be counted, behind those that wait.
    void add(const QStringList& files, const logs::LogOptions& options);
    /// Gives up what is not counted yet.
    void cancel();
    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int count() const { return m_count; }

Q_SIGNALS:
    void counted(const sideline::widgets::MatchSummary& match);
    /// `done` and `count` have changed.
    void progressed();

private:
    int m_done = 0;
    int m_count = 0; ///< since there was nothing to do
    BackgroundTask m_task;
};

/// The match logs in a folder, in order of their names; of a series those that it keeps. Empty if
/// there are none.
[[nodiscard]] QStringList matchLogsIn(const QString& folder);

} // namespace sideline::studio
