#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "launcher/team_runner.h"
#include "studio/session/agent_host.h"
#include "studio/session/program_frames.h"
#include "widgets/live/team_view.h"

namespace sideline::studio {

/// Teams that the user starts: their files, their players, and what these write.
///
/// Players that are built-in agents are listed by the `AgentHost`, too. GUI thread only; the work
/// is done in a thread per team.
class TeamSession : public QObject {
    Q_OBJECT
public:
    /// Where a match is.
    struct Place {
        std::string host = "127.0.0.1";
        std::uint16_t agentPort = 0;   ///< 0: as the team file says
        std::uint16_t monitorPort = 0; ///< the same
        /// What runs there: a team for another server stays away; nothing while it is not known.
        std::optional<game::ServerKind> server;
        bool isSync = false; ///< it waits for the answers of all players
        [[nodiscard]] bool operator==(const Place&) const = default;
    };
    /// What a match has to know of a team.
    struct Team {
        QString name;
        std::size_t players = 0;     ///< 0 for a team that cannot be started
        bool isWholeTeam = false;    ///< one program starts all; nobody knows how many
        bool isActive = false;       ///< some of them run, or are on their way
        std::string host;            ///< where they go, or went if they are active
        std::uint16_t agentPort = 0; ///< the same
        game::ServerKind server = game::ServerKind::SimSpark; ///< that its players can join
    };

    /// @param outputs gets everything that players write; outlives the session
    TeamSession(AgentHost& agents, launcher::OutputSink& outputs, QObject* parent = nullptr);
    /// Stops all players and waits for them.
    ~TeamSession() override;

    /// Gives built-in agents a place in a recording. Called in the teams' threads; to be set before
    /// any of them starts.
    void setSinkMaker(AgentHost::SinkMaker maker) { m_makeSink = std::move(maker); }
    /// The same for programs that are recorded.
    void setProgramSinkMaker(ProgramSinkMaker maker) { m_makeProgramSink = std::move(maker); }

    /// Opens a team file; one that is open already is read again.
    /// @return key of the team; it may have problems instead of players
    QString open(const QString& file);
    /// Reads the file again; players that run continue as they were until all are stopped.
    void reload(const QString& key);
    void close(const QString& key);

    /// The ports of the match that the studio runs, our own simulator's or another server's:
    /// players of this machine that can join it are sent there.
    void setPlace(const std::optional<Place>& place);
    /// @param player index in the file; negative for all
    void start(const QString& key, int player);
    /// Starts all players for a match, wherever their file would send them. Those of a team that is
    /// active already stay where they are.
    /// @param name that the team plays under
    void startAt(const QString& key, const Place& place, const QString& name);
    void stop(const QString& key, int player);
    void restart(const QString& key, int player);
    void stopAll();

    [[nodiscard]] const std::vector<widgets::TeamView>& teams() const { return m_views; }
    [[nodiscard]] Team team(const QString& key) const;
    /// A player's lines after the one with this number.
    /// @param player index in the file; negative for the lines of all
    [[nodiscard]] std::vector<widgets::TeamLineView> output(const QString& key, int player,
                                                            quint64 after) const;
    [[nodiscard]] bool isActive() const;

Q_SIGNALS:
    /// Something of `teams()` has changed.
    void teamsChanged();
    /// Players may have written something.
    void outputGrown();

private:
    struct OpenTeam {
        QString file;
        std::optional<launcher::TeamFile> read; ///< nothing while it has problems
        QStringList problems;
        QString supervisorFault; ///< why programs cannot be started; empty if they can
        std::unique_ptr<launcher::TeamRunner> runner; ///< made with the first start
        bool isOutdated = false;                      ///< the runner is of the file as it was
        std::uint64_t linesBefore = 0;                ///< of runners that are gone
    };
    [[nodiscard]] OpenTeam* find(const QString& key) const;
    static void read(OpenTeam& team);
    static void drop(OpenTeam& team);
    [[nodiscard]] launcher::TeamFile placed(const OpenTeam& team) const;
    launcher::TeamRunner* runnerOf(OpenTeam& team, launcher::TeamFile file);
    [[nodiscard]] launcher::EmbeddedFactory factory();
    [[nodiscard]] widgets::TeamView viewOf(const OpenTeam& team) const;
    void poll();

    AgentHost& m_agents;
    launcher::OutputSink& m_outputs;
    std::optional<Place> m_place;
    AgentHost::SinkMaker m_makeSink;
    ProgramSinkMaker m_makeProgramSink;
    std::vector<std::unique_ptr<OpenTeam>> m_teams; ///< their threads use the makers
    std::vector<widgets::TeamView> m_views;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    QTimer m_timer;
};

} // namespace sideline::studio
