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

/// Connects the referee's panel, keys and mouse with the live match. Nothing that changes the match
/// is sent before referee commands are enabled; everything that is sent is logged and recorded.
/// GUI thread only.
class RefereeControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls, except the panel, which belongs to whoever docks it.
    RefereeControls(ActionTable& actions, LiveSession& live, DrawingSession& drawings,
                    SessionRecorder& recorder, viewer3d::MatchView& view, widgets::FieldView& field,
                    widgets::MessageBar& messages);

    [[nodiscard]] widgets::RefereePanel* panel() const { return m_panel; }
    [[nodiscard]] bool areCommandsEnabled() const { return m_panel->areCommandsEnabled(); }
    /// Whether the live match is on the screen, so that the mouse can reach into it.
    void setShown(bool isShown);
    /// What else can be asked of the referee by its name; empty while no live match is connected.
    /// @param selection some of it is done to the robot that is selected
    [[nodiscard]] std::vector<widgets::PaletteEntry> paletteEntries(
        const monitor::ObjectId& selection);
    /// Sends a command if referee commands are enabled, or it does not change the match; logs it. A
    /// command that is refused is reported in the message bar, with a way to enable them.
    /// @param who asked for it, for the log
    void send(const monitor::TrainerCommand& command, const QString& who);
    /// The same, enabled or not: for what the user has asked for in so many words.
    void sendAnyway(const monitor::TrainerCommand& command, const QString& who);

private:
    void connectPanel();
    void connectActions();
    void connectMouse();
    void sendText(const QString& text);
    void note(const QString& text, const QString& who, const QString& fault);
    void resetClock();
    void reportDisabled(const QString& text);
    void aim(const Eigen::Vector3d& target_S, int steps, bool isDone);
    void showView();
    void updateEnabled();

    ActionTable& m_actions;
    LiveSession& m_live;
    DrawingSession& m_drawings;
    SessionRecorder& m_recorder;
    viewer3d::MatchView& m_view;
    widgets::FieldView& m_field;
    widgets::MessageBar& m_messages;
    QString m_disabledNote; ///< that commands are disabled, as it was reported last
    QPointer<widgets::RefereePanel> m_panel;
    bool m_isShown = false;
};

} // namespace sideline::studio
