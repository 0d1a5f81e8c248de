#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSettings>
#include <QTimer>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/session/live_session.h"
#include "studio/session/server_process.h"
#include "studio/settings/server_choice.h"
#include "studio/workspaces/live/live_controls.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Manages the server of the next match: the user's choice, and the start, end and errors of a
/// server that is installed locally. GUI thread only.
class ServerControls : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the controls.
    struct Parts {
        ActionTable& actions;
        LiveSession& live;
        LiveControls& controls;
        ServerProcess& process;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent window of dialogs
    };
    explicit ServerControls(const Parts& parts);

    [[nodiscard]] const ChosenServer& chosen() const { return m_chosen; }
    /// Stores a choice, which applies from the next start.
    void choose(const ChosenServer& chosen);
    /// Starts the chosen installed server and connects to it, which ends a live match. Reports
    /// errors in the message bar.
    /// @param then called as soon as it is started, also if the user must first correct the choice;
    ///     may be empty
    void start(LiveControls::Then then = {});
    /// Asks the user which server to use, and starts it on request. @param then see `start`
    void ask(LiveControls::Then then = {});
    /// Returns whether the server was started and may not be reachable yet.
    [[nodiscard]] bool isStarting() const;

private:
    void updateControls();
    void follow();
    void reportEnd(const QString& why);
    void reportNotStarted(const base::Error& error, const LiveControls::Then& then);
    /// Starts the server on ports that are free now; they are used until the program ends.
    void startOnFreePorts(LiveControls::Then then);
    void reportSilence();

    ActionTable& m_actions;
    LiveSession& m_live;
    LiveControls& m_controls;
    ServerProcess& m_process;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QWidget* m_window;
    ChosenServer m_chosen;
    QElapsedTimer m_since;       ///< time since the start
    bool m_hasConnected = false; ///< whether it has connected since the start
    bool m_hasSpoken = false;    ///< a message has arrived on the current connection
    QTimer m_silence;            ///< timeout for a server that has accepted the connection
    QString m_note;              ///< current text in the message bar
};

} // namespace sideline::studio
