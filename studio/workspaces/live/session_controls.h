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

/// Records every live match as a session, shows sessions again, and reports what agents and
/// programs write. GUI thread only, unless a function says otherwise.
class SessionControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls, except the panel, which belongs to whoever docks it.
    /// @param replay the session that is open
    /// @param past what the recorder writes, for the live match's earlier moments
    SessionControls(ActionTable& actions, SessionRecorder& recorder, AgentRecordingPlayer& replay,
                    AgentRecordingPlayer& past, LiveSession& live, widgets::MessageBar& messages,
                    QSettings& store);
    ~SessionControls() override;

    [[nodiscard]] widgets::OutputPanel* panel() const { return m_panel; }
    /// Takes a datagram of drawings into the recordings, as far as they may grow. Any thread.
    /// @return false if it was too much; it is counted in the session then
    bool takeDrawing(std::string_view sender, std::string_view bytes, std::chrono::nanoseconds at);
    /// Whether a live match, rather than a log, is on the screen.
    void setShowsLive(bool showsLive);
    /// When the frame of the live match came that is on the screen, on the steady clock; nothing
    /// for the newest.
    void showLiveTime(std::optional<std::chrono::nanoseconds> at);
    /// Opens a session; its match log is asked for by `matchLogWanted`.
    void open(const QString& file);
    /// Reports what is wrong with the session that is open. Opening its match clears the messages.
    void reportFindings();
    /// Folder in which sessions are recorded.
    [[nodiscard]] QString folder() const;

Q_SIGNALS:
    void matchLogWanted(const QString& file);
    /// The session has no match log: what its first agent perceived can be shown as a stream.
    void streamWanted(const QString& file);
    /// The log of the session should stand at this frame.
    void frameWanted(sideline::logs::FrameNumber frame);
    /// A session was recorded, and is among the recent files.
    void recorded();

private:
    class Shared;
    void beginRecording();
    void endRecording();
    void setRecording(bool isWanted);
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
    widgets::MessageTopic m_findings;   ///< in the session that is open
    widgets::MessageTopic m_unrecorded; ///< why the live match is not, or without a match log
    QSettings& m_store;
    QPointer<widgets::OutputPanel> m_panel;
    std::shared_ptr<Shared> m_shared;             ///< what other threads see
    std::vector<widgets::OutputLine> m_liveLines; ///< also while a log is on the screen
    bool m_showsLive = true;
    std::optional<std::chrono::nanoseconds> m_liveAt; ///< that was reported last
    QString m_fault; ///< of the recording, that stands in the message bar
    QTimer m_timer;
};

} // namespace sideline::studio
