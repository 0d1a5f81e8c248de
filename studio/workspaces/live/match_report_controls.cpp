#include "studio/workspaces/live/match_report_controls.h"

#include <QTimer>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/game_summary.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using logs::EventKind;
using Lamp = widgets::TeamPlayerView::Lamp;

constexpr int kRecordingDelayMs = 500; // delay until the last messages are in the recording

} // namespace

MatchReportControls::MatchReportControls(LiveSession& live, TeamSession& teams,
                                         SessionRecorder& recorder)
    : m_live(live), m_teams(teams), m_recorder(recorder), m_panel(new widgets::MatchReportPanel) {
    connect(&m_live, &LiveSession::headReceived, this, &MatchReportControls::takeFrame);
    connect(&m_live, &LiveSession::sourceChanged, this, &MatchReportControls::followSource);
    connect(&m_job, &MatchStatisticsJob::numbersChanged, this, [this] {
        m_numbers = m_job.whole() ? m_job.whole() : m_numbers;
        show();
    });
    connect(&m_job, &MatchStatisticsJob::stateChanged, this, [this] {
        if (m_job.state() == MatchStatisticsJob::State::Done) {
            m_job.setActive(false);
            addEvents();
            show();
        }
    });
}

void MatchReportControls::takeFrame(const monitor::MatchFramePtr& frame) {
    m_wasRecorded = m_wasRecorded || m_recorder.isRecording();
    const auto mode = monitor::playModeOf(frame->game);
    const bool isOver = mode == game::PlayMode::GameOver;
    m_hasPlayed = m_hasPlayed || (!isOver && mode != game::PlayMode::BeforeKickOff &&
                                  !frame->game.teamLeft.empty() && !frame->game.teamRight.empty());
    if (isOver && !m_isOver && m_hasPlayed) {
        m_isOver = true;
        if (!m_isReported) { // the user may have ended the match
            makeReport(tr("Game over"));
        }
    } else if (!isOver && m_isOver) { // the trainer has restarted the game
        m_isOver = false;
        m_isReported = false;
    }
}

void MatchReportControls::endMatch() {
    if (m_hasPlayed) {
        makeReport(m_isOver ? tr("Game over") : tr("Ended before the game was over"));
    }
}

void MatchReportControls::followSource() {
    if (!m_live.isLive()) {
        if (m_hasPlayed && !m_isReported) {
            makeReport(tr("The server ended before the game was over"));
        }
        m_hasPlayed = false;
        if (!m_live.hasMatch()) {
            m_job.setLog(nullptr); // the user has closed the recording
        }
        return;
    }
    m_job.setActive(false);
    m_job.setLog(nullptr);
    m_numbers = nullptr;
    m_wasRecorded = false;
    m_hasPlayed = false;
    m_isOver = false;
    m_isReported = false;
}

void MatchReportControls::makeReport(const QString& ending) {
    m_isReported = true;
    const monitor::GameState& game = m_live.head().exact->game;
    m_report = {};
    m_report.result = widgets::toQt(monitor::resultText(game));
    m_report.ending =
        tr("%1, at %2 of half %3").arg(ending, widgets::clockText(game.timeS)).arg(game.half);
    if (m_wasRecorded) {
        m_report.recordings = {widgets::toQt(m_recorder.file().string()),
                               widgets::toQt(m_recorder.matchLogFile().string())};
    }
    for (const widgets::TeamView& team : m_teams.teams()) {
        for (const widgets::TeamPlayerView& player : team.players) {
            if (player.lamp == Lamp::Bad || player.lamp == Lamp::Silent) {
                m_report.lostPlayers
                    << tr("%1 %2: %3: %4")
                           .arg(team.name,
                                player.number > 0 ? QString::number(player.number) : tr("program"),
                                player.state, player.reason);
            }
        }
    }
    const auto log = m_live.recording();
    m_frames = log ? log->index()->frameCount() : 0;
    addEvents();
    show();
    QTimer::singleShot(kRecordingDelayMs, &m_job, [this] {
        if (m_isReported) { // no other match has begun
            m_job.setLog(m_live.recording());
            m_job.setActive(true);
        }
    });
    Q_EMIT reported();
}

// The recording's events are found in the background, so later calls may add some.
void MatchReportControls::addEvents() {
    const auto log = m_live.recording();
    if (!log) {
        return;
    }
    m_report.events.clear();
    for (const logs::Event& event : log->analysis()->events) {
        const bool isOf = event.kind == EventKind::Goal || event.kind == EventKind::Score ||
                          event.kind == EventKind::Foul || event.kind == EventKind::Half ||
                          event.kind == EventKind::Leave;
        if (isOf && event.frame < m_frames) {
            m_report.events.push_back({event.gameTimeS, widgets::toQt(event.text)});
        }
    }
}

void MatchReportControls::show() {
    if (m_panel && m_isReported) {
        m_panel->setReport(m_report, m_numbers);
    }
}

} // namespace sideline::studio
