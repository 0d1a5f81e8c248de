#pragma once

#include <chrono>
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

/// Teams that the user starts: their files, their players, and the players' output.
///
/// Players that are built-in agents are also listed by the `AgentHost`. GUI thread only; each team
/// runs in a thread of its own.
class TeamSession : public QObject {
    Q_OBJECT
public:
    /// Address of a match.
    struct Place {
        std::string host = "127.0.0.1";
        std::uint16_t agentPort = 0;   ///< 0: the port of the team file
        std::uint16_t monitorPort = 0; ///< 0: the port of the team file
        /// Server of the match, empty while unknown: a team for another kind of server is not
        /// started.
        std::optional<game::ServerKind> server;
        bool isSync = false; ///< the server waits for the answers of all players
        [[nodiscard]] bool operator==(const Place&) const = default;
    };
    /// Properties of a team that are needed for a match.
    struct Team {
        QString name;
        std::size_t players = 0;     ///< 0 for a team that cannot be started
        bool isWholeTeam = false;    ///< one program starts all players; their number is unknown
        bool isActive = false;       ///< some players are running or starting
        bool isStopping = false;     ///< some players are stopping
        bool isArriving = false;     ///< see `launcher::TeamStatus::isArriving`
        std::string host;            ///< server of the players, or of the file if none is active
        std::uint16_t agentPort = 0; ///< port for its players
        std::chrono::milliseconds joinLimit{0}; ///< see `launcher::joinLimit`
        /// Kind of server that its players support.
        game::ServerKind server = game::ServerKind::SimSpark;
    };

    /// @param outputs receives everything that players write; must outlive the session
    TeamSession(AgentHost& agents, launcher::OutputSink& outputs, QObject* parent = nullptr);
    /// Stops all players and waits for their end.
    ~TeamSession() override;

    /// Sets the function that provides sinks to record built-in agents. It is called in the teams'
    /// threads, and must be set before any team starts.
    void setSinkMaker(AgentHost::SinkMaker maker) { m_makeSink = std::move(maker); }
    /// Sets the same function for recorded programs.
    void setProgramSinkMaker(ProgramSinkMaker maker) { m_makeProgramSink = std::move(maker); }

    /// Opens a team file, or reads it again if it is already open.
    /// @return key of the team; an invalid file results in a team with problems and no players
    QString open(const QString& file);
    /// Opens the file of a team a second time, for a match of the team against itself.
    /// @return key of the other team, which is reused
    QString openTwin(const QString& key);
    /// Reads the file again; running players keep the old settings until all are stopped.
    void reload(const QString& key);
    void close(const QString& key);

    /// Sets the match that the studio runs: players on this machine that support its server are
    /// sent to its ports.
    void setPlace(const std::optional<Place>& place);
    /// @param player index in the file; negative for all players
    void start(const QString& key, int player);
    /// Starts all players for a match, regardless of the server in their file. Has no effect on
    /// players of a team that is already active.
    /// @param name team name in the match
    void startAt(const QString& key, const Place& place, const QString& name);
    void stop(const QString& key, int player);
    void restart(const QString& key, int player);
    void stopAll();

    [[nodiscard]] const std::vector<widgets::TeamView>& teams() const { return m_views; }
    [[nodiscard]] Team team(const QString& key) const;
    /// Returns the lines of a player after the line with this number.
    /// @param player index in the file; negative for the lines of all players
    [[nodiscard]] std::vector<widgets::TeamLineView> output(const QString& key, int player,
                                                            quint64 after) const;
    [[nodiscard]] bool isActive() const;

Q_SIGNALS:
    /// Emitted when a value of `teams()` has changed.
    void teamsChanged();
    /// Emitted when players may have written new lines.
    void outputAdded();

private:
    struct OpenTeam {
        QString key; ///< path of the file; with a mark appended if the file is open twice
        QString file;
        std::optional<launcher::TeamFile> read; ///< empty while the file has problems
        QStringList problems;
        QString supervisorFault; ///< why programs cannot be started; empty if they can
        std::unique_ptr<launcher::TeamRunner> runner; ///< created with the first start
        bool isOutdated = false;       ///< the runner uses an older version of the file
        std::uint64_t linesBefore = 0; ///< number of lines of earlier runners
    };
    [[nodiscard]] OpenTeam* find(const QString& key) const;
    void openAs(const QString& key, const QString& file);
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
    /// Declared after the sink makers, because the threads of the teams use them.
    std::vector<std::unique_ptr<OpenTeam>> m_teams;
    std::vector<widgets::TeamView> m_views;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    QTimer m_timer;
};

} // namespace sideline::studio
