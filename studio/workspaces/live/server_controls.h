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

/// The server of the next match: the choice of the user, and the start, the end and the troubles of
/// one that is installed here. GUI thread only.
class ServerControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls.
    struct Parts {
        ActionTable& actions;
        LiveSession& live;
        LiveControls& controls;
        ServerProcess& process;
        widgets::MessageBar& messages;
        QSettings& store;
        QWidget* window; ///< parent of dialogs
    };
    explicit ServerControls(const Parts& parts);

    [[nodiscard]] const ChosenServer& chosen() const { return m_chosen; }
    /// Keeps a choice; it counts from the next start on.
    void choose(const ChosenServer& chosen);
    /// Starts the installed server that is chosen, and watches it; a live match is ended. Reports
    /// in the message bar what keeps it from starting.
    /// @return whether it was started
    bool start();
    /// Asks the user which server to use, and starts it if that is wanted.
    void ask();
    /// Whether the server was started and cannot be expected to be there yet.
    [[nodiscard]] bool isStarting() const;

private:
    void tellControls();
    void follow();
    void reportEnd(const QString& why);
    void reportSilence();

    ActionTable& m_actions;
    LiveSession& m_live;
    LiveControls& m_controls;
    ServerProcess& m_process;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QWidget* m_window;
    ChosenServer m_chosen;
    QElapsedTimer m_since;       ///< it was started
    bool m_hasConnected = false; ///< since then
    bool m_hasSpoken = false;    ///< a message has come since the newest connection
    QTimer m_silence;            ///< of a server that has let us in
    QString m_note;              ///< that stands in the message bar
};

} // namespace sideline::studio
