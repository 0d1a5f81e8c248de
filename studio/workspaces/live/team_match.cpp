#include "studio/workspaces/live/team_match.h"

#include <algorithm>
#include <utility>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/game_summary.h"
#include "studio/settings/live_settings.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr qint64 kScriptSettleMs = 3'000; // wait for further players after a start script has ended
constexpr qint64 kStartMs = 1'000;        // time limit until a started team produces output
constexpr qint64 kResetMs = 3'000;        // wait for a server to begin a new game

bool isBeforeKickOff(const monitor::MatchFramePtr& frame) {
    return frame && monitor::playModeOf(frame->game) == game::PlayMode::BeforeKickOff;
}

} // namespace

TeamMatch::TeamMatch(TeamSession& teams, LiveSession& live, widgets::MessageBar& messages,
                     widgets::TeamPanel* panel)
    : m_teams(teams), m_live(live), m_messages(messages), m_refused(messages), m_panel(panel) {
    connect(
        &m_teams, &TeamSession::outputAdded, this,
        [this] {
            beginNext();
            watchPlayers();
        },
        Qt::QueuedConnection); // both functions may start and stop teams
    connect(&m_live, &LiveSession::headReceived, this, [this](const monitor::MatchFramePtr& frame) {
        const auto mode = monitor::playModeOf(frame->game);
        m_hasBegun = m_hasBegun || (mode && *mode != game::PlayMode::BeforeKickOff);
    });
    connect(&m_live, &LiveSession::viewChanged, this, &TeamMatch::watch);
    connect(&m_live, &LiveSession::sourceChanged, this, [this] {
        m_refused.withdraw();
        m_hasBegun = false;
        if (m_match && !m_live.isLive()) {
            end();
        }
    });
    connect(m_panel, &widgets::TeamPanel::matchRequested, this, &TeamMatch::start);
    connect(m_panel, &widgets::TeamPanel::matchEndRequested, this, &TeamMatch::end);
}

QString TeamMatch::wrongServer(const QString& key) const {
    const widgets::SimulatorView& view = m_live.view();
    const TeamSession::Team team = m_teams.team(key);
    if (team.players == 0 || !view.serverKind || *view.serverKind == team.server) {
        return {};
    }
    return tr("%1 is a team for %2 (`server` in its file), but the shown match is on %3: "
              "choose its server with Simulator > Server")
        .arg(team.name, widgets::toQt(game::serverKindName(team.server)),
             widgets::toQt(game::serverKindName(*view.serverKind)));
}

QString TeamMatch::whatIsMissing(const QString& left, const QString& right) const {
    for (const QString& key : {left, right}) {
        if (m_teams.team(key).players == 0) {
            return tr("A match needs two teams whose files have no errors");
        }
    }
    for (const QString& key : {left, right}) {
        if (const QString wrong = wrongServer(key); !wrong.isEmpty()) {
            return wrong;
        }
    }
    if (m_teams.team(left).server != m_teams.team(right).server) {
        return tr("%1 plays on %2 and %3 on %4: they cannot play each other")
            .arg(m_teams.team(left).name,
                 widgets::toQt(game::serverKindName(m_teams.team(left).server)),
                 m_teams.team(right).name,
                 widgets::toQt(game::serverKindName(m_teams.team(right).server)));
    }
    const auto at = place();
    if (!at) {
        return {}; // the server will be started
    }
    if (m_live.source() == LiveSession::Source::Simulator && at->agentPort == 0) {
        return tr("Players cannot connect to the simulator: check \"Accept agents and monitors\" "
                  "on the Setup page of its panel and restart it");
    }
    for (const QString& key : {left, right}) {
        const TeamSession::Team team = m_teams.team(key);
        if (team.isActive &&
            (team.host != at->host || (at->agentPort != 0 && team.agentPort != at->agentPort))) {
            return tr("%1 is already running at %2:%3: stop it first")
                .arg(team.name, widgets::toQt(team.host))
                .arg(team.agentPort);
        }
    }
    return {};
}

// Returns a third team that is already on the field; empty if there is none.
QString TeamMatch::strangers(const QString& left, const QString& right) const {
    const auto& robots = m_live.view().robots;
    const auto it = std::ranges::find_if(robots, [&](const widgets::LiveRobotView& robot) {
        return !robot.team.isEmpty() && !robot.isStandIn && robot.team != m_teams.team(left).name &&
               robot.team != m_teams.team(right).name;
    });
    return it == robots.end() ? QString() : it->team;
}

std::optional<TeamSession::Place> TeamMatch::place() const {
    const widgets::SimulatorView& view = m_live.view();
    if (view.source == LiveSession::Source::Simulator) {
        return TeamSession::Place{.host = "127.0.0.1",
                                  .agentPort = static_cast<std::uint16_t>(view.agentPort),
                                  .monitorPort = static_cast<std::uint16_t>(view.monitorPort),
                                  .server = view.serverKind,
                                  .isSync = true}; // the simulator waits when this computer is slow
    }
    if (view.source == LiveSession::Source::Server) { // servers do not report their agent port
        const auto server = parseHostPort(view.serverName);
        return TeamSession::Place{
            .host = server ? server->host : std::string("127.0.0.1"),
            // Set if the server was started here.
            .agentPort = static_cast<std::uint16_t>(view.agentPort),
            .monitorPort = server ? server->port : std::uint16_t{0},
            .server = view.serverKind,
            // Sync messages are harmless on servers that do not wait for them.
            .isSync = view.serverKind == game::ServerKind::Rcssservermj};
    }
    return std::nullopt;
}

// Starts the server first; the first team to connect plays on the left, so the other one waits for
// it.
void TeamMatch::start(const QString& left, const QString& chosen) {
    m_refused.withdraw();
    const QString right = left == chosen ? m_teams.openTwin(left) : chosen;
    if (const QString missing = whatIsMissing(left, right); !missing.isEmpty()) {
        m_refused.show(MessageBar::Severity::Error, missing);
        return;
    }
    if (const QString third = strangers(left, right); !third.isEmpty()) {
        const bool isOurs = m_live.source() == LiveSession::Source::Simulator;
        m_refused.show(MessageBar::Severity::Error,
                       tr("%1 is already on the field, and a match has two teams").arg(third),
                       isOurs ? tr("Restart the simulator") : QString(), [this, left, right] {
                           m_live.stop();
                           start(left, right);
                       });
        return;
    }
    if (m_hasBegun || mustLeave(left) || mustLeave(right)) {
        m_next = NextMatch{left, right};
        m_panel->setMatchRunning(true);
        m_panel->setMatchState(tr("Waiting for the players of the last match to leave"));
        beginNext();
    } else if (!m_live.isLive()) {
        Q_EMIT simulatorRequested(m_teams.team(left).server,
                                  [this, left, right] { start(left, right); });
    } else {
        begin(left, right);
    }
}

// A new game begins on a new server, or, if the studio does not run it, in a new recording.
void TeamMatch::beginNext() {
    if (!m_next) {
        return;
    }
    for (const QString& key : {m_next->left, m_next->right}) {
        if (m_hasBegun && m_teams.team(key).isActive) {
            m_teams.stop(key, widgets::TeamPanel::kAll);
        }
    }
    if (mustLeave(m_next->left) || mustLeave(m_next->right)) {
        return;
    }
    const NextMatch next = *std::exchange(m_next, std::nullopt);
    m_panel->setMatchRunning(false);
    if (m_hasBegun) {
        const auto server = parseHostPort(m_live.view().serverName);
        const bool isForeign =
            m_live.source() == LiveSession::Source::Server && !m_live.view().isStarted && server;
        isForeign ? m_live.connectTo(*server) : m_live.stop();
    }
    start(next.left, next.right);
}

// Returns whether a team has players that stop, or that play the last game.
bool TeamMatch::mustLeave(const QString& key) const {
    const TeamSession::Team team = m_teams.team(key);
    return team.isStopping || (m_hasBegun && team.isActive);
}

void TeamMatch::begin(const QString& left, const QString& right) {
    Q_EMIT liveRequested();
    m_live.setPaused(false);
    m_match.emplace();
    m_match->left = left;
    m_match->right = right;
    m_match->leftName = m_teams.team(left).name;
    m_match->rightName = m_teams.team(right).name;
    m_match->rightName = widgets::toQt(launcher::distinctName(m_match->rightName.toStdString(),
                                                              {m_match->leftName.toStdString()}));
    m_match->since.start();
    m_panel->setMatchRunning(true);
    watch();
}

void TeamMatch::watch() {
    if (!m_match || m_match->stage == Stage::Playing) {
        return;
    }
    if (m_match->stage == Stage::Server) {
        waitForServer();
    } else if (m_match->stage == Stage::Left) {
        if (waitForTeam(m_match->left, m_match->leftName, game::Side::Left)) {
            enter(Stage::Right, m_match->right, m_match->rightName);
        }
    } else if (waitForTeam(m_match->right, m_match->rightName, game::Side::Right)) {
        kickOff();
    }
}

// The game of a server that is only watched may have begun before.
void TeamMatch::waitForServer() {
    const auto& frame = m_live.head().exact;
    if (!m_live.view().isConnected || !frame) {
        m_panel->setMatchState(tr("Waiting for server %1").arg(m_live.view().serverName));
        m_match->since.restart();
    } else if (isBeforeKickOff(frame) || m_match->since.elapsed() > kResetMs) {
        enter(Stage::Left, m_match->left, m_match->leftName);
    } else if (m_hasBegun && !std::exchange(m_match->isReset, true)) {
        Q_EMIT resetRequested();
    }
}

void TeamMatch::enter(Stage stage, const QString& key, const QString& name) {
    m_match->stage = stage;
    m_match->came = 0;
    m_match->since.restart();
    m_match->sinceCame.start();
    m_teams.startAt(key, *place(), name);
}

bool TeamMatch::waitForTeam(const QString& key, const QString& name, game::Side side) {
    const TeamSession::Team team = m_teams.team(key);
    // A start script may use another name for its team.
    const auto came = static_cast<std::size_t>(
        std::ranges::count_if(m_live.view().robots, [&](const widgets::LiveRobotView& robot) {
            return !robot.isStandIn &&
                   (team.isWholeTeam ? robot.id.side == side : robot.team == name);
        }));
    if (came != m_match->came) {
        m_match->came = came;
        m_match->sinceCame.restart();
    }
    m_panel->setMatchState(
        team.isWholeTeam
            ? tr("Waiting for %1: %n players so far", nullptr, static_cast<int>(came)).arg(name)
            : tr("Waiting for %1: %2 of %3 players are on the field")
                  .arg(name)
                  .arg(came)
                  .arg(team.players));
    const bool isDone = team.isWholeTeam
                            ? came > 0 && m_match->sinceCame.elapsed() > kScriptSettleMs
                            : came >= team.players && !team.isArriving;
    if (isDone) {
        return true;
    }
    const bool isOver = m_match->since.elapsed() > team.joinLimit.count() ||
                        (!team.isActive && m_match->since.elapsed() > kStartMs);
    if (isOver && came == 0) {
        giveUp(team.isActive ? tr("No player of %1 has connected to %2:%3: see their output")
                                   .arg(name, widgets::toQt(team.host))
                                   .arg(team.agentPort)
                             : tr("No player of %1 is running: see their output").arg(name));
        return false;
    }
    if (isOver) {
        m_match->missing << (team.isWholeTeam
                                 ? name
                                 : tr("%1 (%2 of %3)").arg(name).arg(came).arg(team.players));
    }
    return isOver;
}

void TeamMatch::kickOff() {
    m_match->stage = Stage::Playing;
    if (isBeforeKickOff(m_live.head().exact)) {
        Q_EMIT kickOffRequested();
    }
    m_panel->setMatchState(tr("%1 against %2 at %3:%4")
                               .arg(m_match->leftName, m_match->rightName,
                                    widgets::toQt(m_teams.team(m_match->left).host))
                               .arg(m_teams.team(m_match->left).agentPort));
    if (!m_match->missing.isEmpty()) {
        m_messages.show(MessageBar::Severity::Warning,
                        tr("Kick-off without all players of %1: see their output")
                            .arg(m_match->missing.join(tr(" and "))));
    }
}

void TeamMatch::giveUp(const QString& why) {
    m_messages.show(MessageBar::Severity::Error, why);
    end();
}

void TeamMatch::end() {
    m_next.reset();
    if (const auto match = std::exchange(m_match, std::nullopt)) {
        if (m_live.isLive() && m_hasBegun) {
            Q_EMIT ending();
        }
        m_teams.stop(match->left, widgets::TeamPanel::kAll);
        m_teams.stop(match->right, widgets::TeamPanel::kAll);
    }
    m_panel->setMatchRunning(false);
}

void TeamMatch::watchPlayers() {
    if (!m_match || m_match->stage != Stage::Playing || !m_live.isLive()) {
        return;
    }
    const bool isAnyThere =
        std::ranges::any_of(m_live.view().robots, [](const widgets::LiveRobotView& robot) {
            return robot.hasAgent && !robot.isStandIn;
        });
    if (!isAnyThere && !m_teams.team(m_match->left).isActive &&
        !m_teams.team(m_match->right).isActive) {
        end();
    }
}

} // namespace sideline::studio
