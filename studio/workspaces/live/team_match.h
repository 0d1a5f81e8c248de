#pragma once

#include <functional>
#include <optional>

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include "studio/session/live_session.h"
#include "studio/session/team_session.h"
#include "widgets/common/message_topic.h"
#include "widgets/live/team_panel.h"

namespace sideline::studio {

/// Runs whole matches of two teams: server, both teams, kick-off, and the end. GUI thread only.
class TeamMatch : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive this object, except the panel, which belongs to its dock.
    TeamMatch(TeamSession& teams, LiveSession& live, widgets::MessageBar& messages,
              widgets::TeamPanel* panel);

    /// Begins a new match.
    /// @param chosen team on the right; may be the left one, which then plays against itself
    void start(const QString& left, const QString& chosen);
    void end();
    /// Returns why a team cannot play on the server of the match; empty if it can.
    [[nodiscard]] QString wrongServer(const QString& key) const;
    /// Returns the address of the live match; nullopt if there is none.
    [[nodiscard]] std::optional<TeamSession::Place> place() const;

Q_SIGNALS:
    /// A match needs a server.
    /// @param kind server of the teams
    /// @param then called as soon as there is one, also if the user must first choose other ports
    void simulatorRequested(sideline::game::ServerKind kind, const std::function<void()>& then);
    /// The live match should be shown.
    void liveRequested();
    /// The referee must return to the state before a game.
    void resetRequested();
    /// Both teams are on the field.
    void kickOffRequested();
    /// The match ends, although the server continues: no player remains on the field.
    void ending();

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
        bool isReset = false;     ///< whether the server was asked to end its last game
    };

    /// Returns the reason why a match of these teams cannot start; empty if it can.
    [[nodiscard]] QString whatIsMissing(const QString& left, const QString& right) const;
    [[nodiscard]] QString strangers(const QString& left, const QString& right) const;
    /// Begins the setup of a match on the server that is live and whose game has not begun.
    void begin(const QString& left, const QString& right);
    /// Begins the next match once the players of the last one have left.
    void beginNext();
    [[nodiscard]] bool mustLeave(const QString& key) const;
    void watch();
    void waitForServer();
    void enter(Stage stage, const QString& key, const QString& name);
    /// @return whether all players of a side are on the field, or no more of them are expected
    bool waitForTeam(const QString& key, const QString& name, game::Side side);
    void kickOff();
    /// Ends a match whose players have all left.
    void watchPlayers();
    /// Ends the match setup and reports the reason.
    void giveUp(const QString& why);

    TeamSession& m_teams;
    LiveSession& m_live;
    widgets::MessageBar& m_messages;
    widgets::MessageTopic m_refused; ///< reason why a match does not begin
    QPointer<widgets::TeamPanel> m_panel;
    std::optional<NextMatch> m_next;
    std::optional<Match> m_match;
    bool m_hasBegun = false; ///< a game has been played on the server since it is watched
};

} // namespace sideline::studio
