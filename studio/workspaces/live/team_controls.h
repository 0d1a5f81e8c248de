#pragma once

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
    /// What is wrong with the file of the team that is chosen, a line each; empty if nothing is.
    [[nodiscard]] QString fault() const;
    /// Opens the two teams that come with the program.
    void openExamples();
    /// Asks about team files with edits that are not saved.
    /// @return false if the user wants to continue editing
    [[nodiscard]] bool mayClose() { return m_editing.mayClose(); }

Q_SIGNALS:
    /// A team file was opened: the panel has something to show.
    void opened();
    /// A match needs a server.
    void simulatorRequested();
    /// Both teams are there.
    void kickOffRequested();

private:
    void connectPanel();
    void askForFile();
    void startMatch(const QString& left, const QString& right);
    /// What keeps a match of these teams from being started; empty for nothing.
    [[nodiscard]] QString whatIsMissing(const QString& left, const QString& right) const;
    /// Why a team cannot play on the server of the match; empty if it can.
    [[nodiscard]] QString wrongServer(const QString& key) const;
    void startTeam(const QString& key, int player);
    [[nodiscard]] QString strangers(const QString& left, const QString& right) const;
    void endMatch();
    /// Ends it with a word about why.
    void giveUpMatch(const QString& why);
    void watchMatch();
    /// @return whether all players of a side are on the field, or no more of them will come
    bool waitForTeam(const QString& key, const QString& name, game::Side side);
    void kickOff();
    [[nodiscard]] std::optional<TeamSession::Place> placeOfMatch() const;
    void showTeams();
    void showOutput();
    void updatePlace();

    /// In the order in which a match comes about.
    enum class Stage { Server, Left, Right, Playing };
    struct Match {
        QString left;
        QString right;
        Stage stage = Stage::Server;
        QString leftName; ///< under which the teams play
        QString rightName;
        std::size_t came = 0;     ///< of the team that is waited for
        QElapsedTimer since;      ///< the stage began
        QElapsedTimer sinceCame;  ///< the newest player came
        QStringList missing = {}; ///< teams that are not complete
    };
    ActionTable& m_actions;
    TeamSession& m_teams;
    LiveSession& m_live;
    widgets::MessageBar& m_messages;
    widgets::MessageTopic m_refused; ///< why a match does not begin
    QSettings& m_store;
    QPointer<widgets::TeamPanel> m_panel;
    TeamEditing m_editing;
    std::optional<Match> m_match;
};

} // namespace sideline::studio
