#pragma once

#include <QObject>
#include <QPointer>
#include <QSettings>

#include "studio/actions/action_table.h"
#include "studio/session/live_session.h"
#include "studio/session/team_session.h"
#include "studio/workspaces/live/team_editing.h"
#include "studio/workspaces/live/team_match.h"
#include "widgets/common/message_bar.h"
#include "widgets/live/team_panel.h"

namespace sideline::studio {

/// Connects the teams started by the user, and their matches, to their panel. GUI thread only.
class TeamControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls, except the panel, which belongs to its dock.
    TeamControls(ActionTable& actions, TeamSession& teams, LiveSession& live,
                 widgets::MessageBar& messages, QSettings& store);

    [[nodiscard]] widgets::TeamPanel* panel() const { return m_panel; }
    [[nodiscard]] const TeamMatch& match() const { return m_match; }
    void openFile(const QString& file);
    /// Returns the errors in the file of the chosen team, one per line; empty: none.
    [[nodiscard]] QString fault() const;
    /// Opens the two teams that come with the program.
    void openExamples();
    /// Asks how to handle team files with unsaved edits.
    /// @return false if the user continues editing
    [[nodiscard]] bool mayClose() { return m_editing.mayClose(); }

Q_SIGNALS:
    /// A team file was opened, so the panel has contents.
    void opened();
    /// Players were started in the live match, which should be shown.
    void liveRequested();

private:
    void connectPanel();
    void askForFile();
    void keepOpenTeams();
    [[nodiscard]] QString fileOf(const QString& key) const;
    void startTeam(const QString& key, int player);
    void showTeams();
    void showOutput();
    void updatePlace();

    ActionTable& m_actions;
    TeamSession& m_teams;
    LiveSession& m_live;
    widgets::MessageBar& m_messages;
    QSettings& m_store;
    QPointer<widgets::TeamPanel> m_panel;
    TeamEditing m_editing;
    TeamMatch m_match;
};

} // namespace sideline::studio
