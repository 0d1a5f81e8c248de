#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QTimer>

#include "studio/actions/action_table.h"
#include "studio/session/agent_recording_player.h"
#include "studio/session/live_session.h"
#include "studio/session/session_recorder.h"
#include "widgets/common/message_topic.h"
#include "widgets/live/output_panel.h"

namespace sideline::studio {

/// Records every live match as a session, replays sessions, and shows the output of agents and
/// programs. GUI thread only, unless a function states otherwise.
class SessionControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls, except the panel, which belongs to its dock.
    /// @param replay player of the session that is open
    /// @param past player of the recorder's session, for earlier times of the live match
    SessionControls(ActionTable& actions, SessionRecorder& recorder, AgentRecordingPlayer& replay,
                    AgentRecordingPlayer& past, LiveSession& live, widgets::MessageBar& messages,
                    QSettings& store);
    ~SessionControls() override;

    [[nodiscard]] widgets::OutputPanel* panel() const { return m_panel; }
    /// Adds a datagram of drawings to the recordings, up to their size limit. Any thread.
    /// @return false if the limit was exceeded; the session counts such datagrams
    bool takeDrawing(std::string_view sender, std::string_view bytes, std::chrono::nanoseconds at);
    /// Sets whether a live match, rather than a log, is shown.
    void setShowsLive(bool showsLive);
    /// Sets the arrival time of the shown live frame, on the steady clock; nullopt for the newest
    /// frame.
    void showLiveTime(std::optional<std::chrono::nanoseconds> at);
    /// Opens a session; requests its match log through `matchLogRequested`.
    void open(const QString& file);
    /// Reports errors in the open session. Opening its match clears the messages.
    void reportFindings();
    /// Returns the folder in which sessions are recorded.
    [[nodiscard]] QString folder() const;

Q_SIGNALS:
    void matchLogRequested(const QString& file);
    /// The session has no match log: the percepts of its first agent can be shown as a stream.
    void streamRequested(const QString& file);
    /// The log of the session should seek to this frame.
    void frameRequested(sideline::logs::FrameNumber frame);
    /// A session was recorded, and added to the recent files.
    void recorded();

private:
    class Shared;
    void beginRecording();
    void endRecording();
    void setRecording(bool isRequested);
    void showLines();
    void showRecordedLines();
    void showOpened();
    void showFindings(const QString& text, const std::vector<std::string>& findings);
    void reportFault();

    ActionTable& m_actions;
    SessionRecorder& m_recorder;
    AgentRecordingPlayer& m_replay;
    AgentRecordingPlayer& m_past;
    LiveSession& m_live;
    widgets::MessageBar& m_messages;
    widgets::MessageTopic m_findings;   ///< errors in the session that is open
    widgets::MessageTopic m_unrecorded; ///< why the live match is not recorded, or has no match log
    QSettings& m_store;
    QPointer<widgets::OutputPanel> m_panel;
    std::shared_ptr<Shared> m_shared;             ///< data that other threads access
    std::vector<widgets::OutputLine> m_liveLines; ///< kept while a log is shown
    bool m_showsLive = true;
    std::optional<std::chrono::nanoseconds> m_liveAt; ///< last time reported
    QString m_fault; ///< error of the recording, as shown in the message bar
    QTimer m_timer;
};

} // namespace sideline::studio
