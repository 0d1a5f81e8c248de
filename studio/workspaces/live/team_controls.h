#pragma once

#include <functional>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSettings>

#include "studio/actions/action_table.h"
#include "studio/session/live_session.h"
#include "studio/session/team_session.h"
#include "studio/workspaces/live/team_editing.h"
#include "widgets/common/message_topic.h"
#include "widgets/live/team_panel.h"

namespace sideline::studio {

/// Connects the teams started by the user to their panel, and runs whole matches: server, both
/// teams, kick-off. GUI thread only.
class TeamControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive the controls, except the panel, which belongs to its dock.
    TeamControls(ActionTable& actions, TeamSession& teams, LiveSession& live,
                 widgets::MessageBar& messages, QSettings& store);

    [[nodiscard]] widgets::TeamPanel* panel() const { return m_panel; }
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
    /// A match needs a server.
    /// @param kind server of the teams
    /// @param then called as soon as there is one, also if the user must first choose other ports
    void simulatorRequested(sideline::game::ServerKind kind, const std::function<void()>& then);
    /// The live match should be on the screen: players join it.
    void liveRequested();
    /// The referee must return to the state before a game.
    void resetRequested();
    /// Both teams are on the field.
    void kickOffRequested();
    /// The match ends, although the server continues: no player remains on the field.
    void matchEnding();

private:
    /// Stages of the setup of a match, in order.
    enum class Stage { Server, Left, Right, Playing };
    /// A match that waits for the end of the one before it.
    struct NextMatch {
        QString left;
        QString right;
    };
    struct Match {
        QString left;
        QString right;
        Stage stage = Stage::Server;
        QString leftName; ///< names under which the teams play
        QString rightName;
        std::size_t came = 0;     ///< number of players of this stage's team on the field
        QElapsedTimer since;      ///< time since the stage began
        QElapsedTimer sinceCame;  ///< time since the newest player appeared
        QStringList missing = {}; ///< incomplete teams
        bool isReset = false;     ///< whether the server's last game was asked to end
    };

    void connectPanel();
    void askForFile();
    void keepOpenTeams();
    [[nodiscard]] QString fileOf(const QString& key) const;
    /// @param chosen team on the right; may be the left one, which then plays against itself
    void startMatch(const QString& left, const QString& chosen);
    /// Returns the reason why a match of these teams cannot start; empty if it can.
    [[nodiscard]] QString whatIsMissing(const QString& left, const QString& right) const;
    /// Returns why a team cannot play on the server of the match; empty if it can.
    [[nodiscard]] QString wrongServer(const QString& key) const;
    void startTeam(const QString& key, int player);
    [[nodiscard]] QString strangers(const QString& left, const QString& right) const;
    /// Begins the setup of a match on the server that is live and whose game has not begun.
    void beginMatch(const QString& left, const QString& right);
    /// Begins the next match once the players of the last one have left.
    void beginNext();
    [[nodiscard]] bool mustLeave(const QString& key) const;
    void endMatch();
    /// Ends a match whose players have all left.
    void watchPlayers();
    /// Ends the match setup and reports the reason.
    void giveUpMatch(const QString& why);
    void watchMatch();
    void waitForServer();
    void enter(Stage stage, const QString& key, const QString& name);
    /// @return whether all players of a side are on the field, or no more of them are expected
    bool waitForTeam(const QString& key, const QString& name, game::Side side);
    void kickOff();
    [[nodiscard]] std::optional<TeamSession::Place> placeOfMatch() const;
    void showTeams();
    void showOutput();
    void updatePlace();

    ActionTable& m_actions;
    TeamSession& m_teams;
    LiveSession& m_live;
    widgets::MessageBar& m_messages;
    widgets::MessageTopic m_refused; ///< reason why a match does not begin
    QSettings& m_store;
    QPointer<widgets::TeamPanel> m_panel;
    TeamEditing m_editing;
    std::optional<NextMatch> m_next;
    std::optional<Match> m_match;
    bool m_hasBegun = false; ///< a game has been played on the server since it is watched
};

} // namespace sideline::studio
