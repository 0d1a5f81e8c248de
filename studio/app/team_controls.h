#pragma once

#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSettings>

#include "studio/app/action_table.h"
#include "studio/session/live_session.h"
#include "studio/session/team_session.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/team_panel.h"

namespace sideline::studio {

/// Connects the teams that the user starts with their panel, and runs whole matches: server, both
/// teams, kick-off. GUI thread only.
class TeamControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls, except the panel, which belongs to whoever docks it.
    TeamControls(ActionTable& actions, TeamSession& teams, LiveSession& live,
                 widgets::MessageBar& messages, QSettings& store);

    [[nodiscard]] widgets::TeamPanel* panel() const { return m_panel; }
    void openFile(const QString& file);

Q_SIGNALS:
    /// A team file was opened: the panel has something to show.
    void opened();
    /// A match needs the simulator.
    void simulatorRequested();
    /// Both teams are there.
    void kickOffRequested();

private:
    void connectPanel();
    void askForFile();
    void startMatch(const QString& left, const QString& right);
    void endMatch();
    void watchMatch();
    void showTeams();
    void showOutput();
    void updatePlace();

    struct Match {
        QString left;
        QString right;
        std::size_t players = 0; ///< of both teams together
        bool hasStartedRight = false;
        bool hasKickedOff = false;
        QElapsedTimer since;
    };
    ActionTable& m_actions;
    TeamSession& m_teams;
    LiveSession& m_live;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QPointer<widgets::TeamPanel> m_panel;
    std::optional<Match> m_match;
};

} // namespace sideline::studio
