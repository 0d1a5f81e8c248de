#pragma once

#include <QObject>
#include <QPointer>

#include "studio/actions/action_table.h"
#include "studio/session/drawing_session.h"
#include "studio/session/live_session.h"
#include "studio/session/session_recorder.h"
#include "viewer3d/view/match_view.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/referee_panel.h"
#include "widgets/match/field_view.h"

namespace sideline::studio {

/// Connects the referee's panel, keys and mouse with the live match. Commands that change the match
/// are sent only after referee commands were enabled; all commands are logged and recorded. GUI
/// thread only.
class RefereeControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls, except the panel, which belongs to its dock.
    RefereeControls(ActionTable& actions, LiveSession& live, DrawingSession& drawings,
                    SessionRecorder& recorder, viewer3d::MatchView& view, widgets::FieldView& field,
                    widgets::MessageBar& messages);

    [[nodiscard]] widgets::RefereePanel* panel() const { return m_panel; }
    [[nodiscard]] bool areCommandsEnabled() const { return m_panel->areCommandsEnabled(); }
    /// Sets whether the live match is shown, so that the mouse can move its objects.
    void setShown(bool isShown);
    /// Returns further referee commands by name; empty while no live match is connected.
    /// @param selection robot to which some of the commands apply
    [[nodiscard]] std::vector<widgets::PaletteEntry> paletteEntries(
        const monitor::ObjectId& selection);
    /// Sends and logs a command if referee commands are enabled or it does not change the match. A
    /// rejected command is reported in the message bar, with a button to enable commands.
    /// @param source origin of the request, for the log
    void send(const monitor::TrainerCommand& command, const QString& source);
    /// Sends and logs a command even while commands are disabled, for the user's explicit requests.
    void sendAnyway(const monitor::TrainerCommand& command, const QString& source);

private:
    void connectPanel();
    void connectActions();
    void connectMouse();
    void sendText(const QString& text);
    void note(const QString& text, const QString& source, const QString& fault);
    void resetClock();
    void reportDisabled(const QString& text);
    void aim(const Eigen::Vector3d& target_S, int steps, bool isDone);
    void showView();
    void updateEnabled();
    [[nodiscard]] bool isOurs() const { return m_live.source() == LiveSession::Source::Simulator; }

    ActionTable& m_actions;
    LiveSession& m_live;
    DrawingSession& m_drawings;
    SessionRecorder& m_recorder;
    viewer3d::MatchView& m_view;
    widgets::FieldView& m_field;
    widgets::MessageBar& m_messages;
    QString m_disabledNote; ///< last message about disabled commands
    QPointer<widgets::RefereePanel> m_panel;
    bool m_isShown = false;
};

} // namespace sideline::studio
