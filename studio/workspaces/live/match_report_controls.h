#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

#include "agentcore/monitor/match_frame.h"
#include "studio/session/live_session.h"
#include "studio/session/match_statistics_job.h"
#include "studio/session/session_recorder.h"
#include "studio/session/team_session.h"
#include "widgets/analysis/match_report_panel.h"

namespace sideline::studio {

/// Creates the final report of a live match of two teams when its game is over, when the user ends
/// it, and when its server stops. GUI thread only.
class MatchReportControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls, except the panel, which belongs to its dock.
    MatchReportControls(LiveSession& live, TeamSession& teams, SessionRecorder& recorder);

    [[nodiscard]] widgets::MatchReportPanel* panel() const { return m_panel; }
    /// Reports a match that ends although its server continues.
    void endMatch();

Q_SIGNALS:
    /// A match has ended, and the panel shows its report.
    void reported();

private:
    void takeFrame(const monitor::MatchFramePtr& frame);
    void followSource();
    void makeReport(const QString& ending);
    void addEvents();
    void show();

    LiveSession& m_live;
    TeamSession& m_teams;
    SessionRecorder& m_recorder;
    QPointer<widgets::MatchReportPanel> m_panel;
    MatchStatisticsJob m_job;
    widgets::MatchReport m_report;
    widgets::MatchNumbersPtr m_numbers; ///< null until they have been counted
    bool m_wasRecorded = false;         ///< the match, or a part of it
    bool m_hasPlayed = false;           ///< the game has been in play since the match appeared
    bool m_isOver = false;              ///< the referee has ended the game
    bool m_isReported = false;
    /// Number of frames recorded up to the end; later events are left out.
    logs::FrameNumber m_frames = 0;
};

} // namespace sideline::studio
