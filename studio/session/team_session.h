#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include "launcher/team_runner.h"
#include "studio/session/agent_host.h"
#include "widgets/panels/team_view.h"

namespace sideline::studio {

/// Teams that the user starts: their files, their players, and what these write.
///
/// Players that are agents of ours are listed by the `AgentHost`, too. GUI thread only; the work is
/// done in a thread per team.
class TeamSession : public QObject {
    Q_OBJECT
public:
    /// Where a match is, for players whose file names this machine.
    struct Place {
        std::uint16_t agentPort = 3100;
        std::uint16_t monitorPort = 3200;
    };

    /// @param outputs gets everything that players write; outlives the session
    TeamSession(AgentHost& agents, launcher::OutputSink& outputs, QObject* parent = nullptr);
    /// Stops all players and waits for them.
    ~TeamSession() override;

    /// Gives agents of ours a place in a recording. Called in the teams' threads; to be set before
    /// any of them starts.
    void setSinkMaker(AgentHost::SinkMaker maker) { m_makeSink = std::move(maker); }

    /// Opens a team file; one that is open already is read again.
    /// @return key of the team; it may have problems instead of players
    QString open(const QString& file);
    void reload(const QString& key);
    void close(const QString& key);

    /// Our own simulator's ports, if it runs: players of this machine are sent there.
    void setPlace(const std::optional<Place>& place) { m_place = place; }
    /// @param player index in the file; negative for all
    void start(const QString& key, int player);
    void stop(const QString& key, int player);
    void restart(const QString& key, int player);
    void stopAll();

    [[nodiscard]] const std::vector<widgets::TeamView>& teams() const { return m_views; }
    /// Name and number of players that a team starts; 0 players for one that cannot.
    [[nodiscard]] std::pair<QString, std::size_t> strength(const QString& key) const;
    /// A player's lines after the one with this number.
    [[nodiscard]] std::vector<widgets::TeamLineView> output(const QString& key, int player,
                                                            quint64 after) const;
    [[nodiscard]] bool isActive() const;

Q_SIGNALS:
    /// Something of `teams()` has changed.
    void teamsChanged();
    /// Players may have written something.
    void outputGrown();

private:
    struct Team {
        QString file;
        std::optional<launcher::TeamFile> read; ///< nothing while it has problems
        QStringList problems;
        QString keeperFault; ///< why programs cannot be started; empty if they can
        std::unique_ptr<launcher::TeamRunner> runner; ///< made with the first start
    };
    [[nodiscard]] Team* find(const QString& key) const;
    void read(Team& team);
    launcher::TeamRunner* runnerOf(Team& team);
    [[nodiscard]] launcher::EmbeddedFactory factory();
    [[nodiscard]] static widgets::TeamView viewOf(const Team& team);
    void poll();

    AgentHost& m_agents;
    launcher::OutputSink& m_outputs;
    std::optional<Place> m_place;
    std::vector<std::unique_ptr<Team>> m_teams;
    std::vector<widgets::TeamView> m_views;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    QTimer m_timer;
    AgentHost::SinkMaker m_makeSink;
};

} // namespace sideline::studio
