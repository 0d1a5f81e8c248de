#include "studio/session/team_session.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <QFileInfo>

#include "launcher/agent_player.h"
#include "widgets/common/name_text.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using launcher::PlayerPhase;
using widgets::TeamPlayerView;
using Lamp = TeamPlayerView::Lamp;

constexpr int kPollMs = 200;

// Members of a built-in player, destroyed in reverse order.
struct HostedAgent {
    std::shared_ptr<world::FrameSink> sink;
    std::unique_ptr<launcher::AgentPlayer> player;
};

// Lets the launcher share a player with the studio.
class HostedPlayer : public launcher::EmbeddedPlayer {
public:
    explicit HostedPlayer(std::shared_ptr<HostedAgent> agent) : m_agent(std::move(agent)) {}
    [[nodiscard]] launcher::EmbeddedReport report() override { return m_agent->player->report(); }
    [[nodiscard]] std::vector<std::string> takeLines() override {
        return m_agent->player->takeLines();
    }

private:
    std::shared_ptr<HostedAgent> m_agent;
};

Lamp lampOf(const launcher::PlayerStatus& status) {
    switch (status.phase) {
    case PlayerPhase::Stopped:
        return Lamp::Off;
    case PlayerPhase::Waiting:
    case PlayerPhase::Starting:
    case PlayerPhase::Stopping:
        return Lamp::Busy;
    case PlayerPhase::Running:
        return !status.silence.empty() ? Lamp::Silent
               : status.reason.empty() ? Lamp::Good
                                       : Lamp::Trouble;
    case PlayerPhase::Exited:
    case PlayerPhase::Crashed:
    case PlayerPhase::CouldNotStart:
        return Lamp::Bad;
    }
    return Lamp::Off;
}

TeamPlayerView viewOf(const launcher::PlayerStatus& status) {
    TeamPlayerView view;
    view.number = status.number;
    view.typeNumber = status.typeNumber;
    view.runs = widgets::toQt(status.runs);
    view.lamp = lampOf(status);
    const bool isSilent = view.lamp == Lamp::Silent;
    view.state =
        isSilent ? TeamSession::tr("silent") : widgets::toQt(launcher::phaseText(status.phase));
    view.reason = widgets::toQt(isSilent ? status.silence : status.reason);
    view.cpuPercent = status.cpuPercent.value_or(-1.0);
    view.memoryMiB = status.memoryMiB.value_or(-1.0);
    view.cycleMs = status.cycleMs.value_or(-1.0);
    const auto countOf = [](const std::optional<std::uint64_t>& count) {
        return count ? static_cast<qint64>(*count) : qint64{-1};
    };
    view.missedCycles = countOf(status.missedCycles);
    view.lateAnswers = countOf(status.lateAnswers);
    view.lastLine = widgets::toQt(status.lastLine);
    view.isActive = launcher::isActive(status.phase);
    return view;
}

// Returns the view of a player that has not been started yet.
TeamPlayerView viewOf(const launcher::PlayerSpec& spec) {
    TeamPlayerView view;
    view.number = spec.number;
    view.typeNumber = spec.typeNumber;
    view.runs = spec.isEmbedded ? TeamSession::tr("built-in agent (%1)")
                                      .arg(widgets::plainName(widgets::toQt(spec.behavior)))
                                : QFileInfo(widgets::toQt(spec.program)).fileName();
    view.state = widgets::toQt(launcher::phaseText(PlayerPhase::Stopped));
    return view;
}

// Whether the runner has players, or commands that have not been executed yet.
bool isBusy(const launcher::TeamRunner* runner) {
    return runner != nullptr && !runner->waitUntilIdle(launcher::Clock::now());
}

} // namespace

TeamSession::TeamSession(AgentHost& agents, launcher::OutputSink& outputs, QObject* parent)
    : QObject(parent), m_agents(agents), m_outputs(outputs) {
    m_timer.setInterval(kPollMs);
    connect(&m_timer, &QTimer::timeout, this, &TeamSession::poll);
}

TeamSession::~TeamSession() {
    stopAll(); // stops all at once, so that their grace periods overlap
}

void TeamSession::setPlace(const std::optional<Place>& place) {
    if (place != m_place) {
        m_place = place;
        poll();
    }
}

TeamSession::OpenTeam* TeamSession::find(const QString& key) const {
    const auto it = std::ranges::find(m_teams, key, [](const auto& team) { return team->key; });
    return it == m_teams.end() ? nullptr : it->get();
}

QString TeamSession::open(const QString& file) {
    const QString key = QFileInfo(file).absoluteFilePath();
    openAs(key, key);
    return key;
}

void TeamSession::openAs(const QString& key, const QString& file) {
    OpenTeam* team = find(key);
    if (team == nullptr) {
        m_teams.push_back(std::make_unique<OpenTeam>());
        team = m_teams.back().get();
        team->key = key;
        team->file = file;
    }
    read(*team);
    poll();
}

QString TeamSession::openTwin(const QString& key) {
    const QString twin = key + QStringLiteral("#2");
    if (const OpenTeam* team = find(key)) {
        openAs(twin, team->file);
    }
    return twin;
}

// The next runner continues the line count, so that readers of earlier lines notice the new ones.
void TeamSession::drop(OpenTeam& team) {
    if (team.runner) {
        const auto lines = team.runner->output(0);
        team.linesBefore += lines.empty() ? 0 : lines.back().line.teamNumber;
        team.runner.reset();
    }
}

void TeamSession::read(OpenTeam& team) {
    team.isOutdated = isBusy(team.runner.get());
    if (!team.isOutdated) {
        drop(team);
    }
    team.read.reset();
    team.problems.clear();
    auto result = launcher::readTeamFile(team.file.toStdString());
    if (result) {
        team.read = std::move(*result);
    } else {
        for (const base::Error& error : result.error()) {
            team.problems << widgets::toQt(error.toString());
        }
    }
}

void TeamSession::reload(const QString& key) {
    const OpenTeam* known = find(key);
    const QString file = known != nullptr ? known->file : QString();
    for (const auto& team : m_teams) {
        if (team->file == file) { // the team itself, or the same file for the other side
            read(*team);
        }
    }
    poll();
}

void TeamSession::close(const QString& key) {
    std::erase_if(m_teams, [&](const auto& team) { return team->key == key; });
    poll();
}

launcher::EmbeddedFactory TeamSession::factory() {
    return [this](const launcher::TeamFile& team, const launcher::PlayerSpec& player)
               -> base::Expected<std::unique_ptr<launcher::EmbeddedPlayer>> {
        const agents::AgentBlueprint blueprint = launcher::blueprintOf(team, player);
        std::shared_ptr<world::FrameSink> sink =
            m_makeSink ? m_makeSink(blueprint.settings) : nullptr;
        std::vector<world::FrameSink*> sinks;
        if (sink) {
            sinks.push_back(sink.get());
        }
        auto made = launcher::AgentPlayer::make(team, player, std::move(sinks));
        if (!made) {
            return tl::unexpected(std::move(made.error()));
        }
        std::shared_ptr<HostedAgent> agent(new HostedAgent{std::move(sink), std::move(*made)});
        m_agents.adopt(std::shared_ptr<runtime::AgentRunner>(agent, &agent->player->runner()),
                       blueprint);
        return std::make_unique<HostedPlayer>(std::move(agent));
    };
}

// Returns the file with the address its players use: those on this machine join the studio's match.
launcher::TeamFile TeamSession::placed(const OpenTeam& team) const {
    launcher::TeamFile file = *team.read;
    if (m_place && launcher::isThisMachine(file.host) &&
        m_place->server.value_or(file.server) == file.server) {
        file.port = m_place->agentPort;
        file.monitorPort = m_place->monitorPort;
        file.isSync = file.isSync || m_place->isSync;
    }
    return file;
}

launcher::TeamRunner* TeamSession::runnerOf(OpenTeam& team, launcher::TeamFile file) {
    if (!isBusy(team.runner.get())) {
        drop(team); // the match may have moved to another address
        team.isOutdated = false;
    }
    if (!team.runner) {
        launcher::TeamRunnerSettings settings;
        std::error_code failed;
        const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
        if (auto supervisor = launcher::findSupervisor(program)) {
            settings.supervisor = *supervisor;
        } else { // programs report that they could not start; built-in agents need no supervisor
            team.supervisorFault = widgets::toQt(supervisor.error().toString());
        }
        settings.embedded = factory();
        settings.recordings = [this](const launcher::TeamFile&, const launcher::PlayerSpec&) {
            return std::make_unique<ProgramFrames>(m_agents, m_makeProgramSink);
        };
        settings.sinks = {&m_outputs};
        team.runner = std::make_unique<launcher::TeamRunner>(std::move(file), std::move(settings));
    }
    return team.runner.get();
}

void TeamSession::start(const QString& key, int player) {
    OpenTeam* team = find(key);
    if (team == nullptr || !team->read) {
        return;
    }
    launcher::TeamRunner* runner = runnerOf(*team, placed(*team));
    player < 0 ? runner->startAll() : runner->start(static_cast<std::size_t>(player));
    m_timer.start();
    poll();
}

void TeamSession::startAt(const QString& key, const Place& place, const QString& name) {
    OpenTeam* team = find(key);
    if (team == nullptr || !team->read) {
        return;
    }
    launcher::TeamFile file = *team->read;
    file.name = name.toStdString();
    file.host = place.host;
    file.port = place.agentPort != 0 ? place.agentPort : file.port;
    file.monitorPort = place.monitorPort != 0 ? place.monitorPort : file.monitorPort;
    file.isSync = file.isSync || place.isSync;
    runnerOf(*team, std::move(file))->startAll();
    m_timer.start();
    poll();
}

void TeamSession::stop(const QString& key, int player) {
    OpenTeam* team = find(key);
    if (team != nullptr && team->runner) {
        player < 0 ? team->runner->stopAll() : team->runner->stop(static_cast<std::size_t>(player));
    }
}

void TeamSession::restart(const QString& key, int player) {
    OpenTeam* team = find(key);
    if (team == nullptr || !isBusy(team->runner.get())) {
        start(key, player);
        return;
    }
    player < 0 ? team->runner->restartAll()
               : team->runner->restart(static_cast<std::size_t>(player));
    m_timer.start();
}

void TeamSession::stopAll() {
    for (const auto& team : m_teams) {
        if (team->runner) {
            team->runner->stopAll();
        }
    }
}

TeamSession::Team TeamSession::team(const QString& key) const {
    const OpenTeam* open = find(key);
    if (open == nullptr || !open->read) {
        return {};
    }
    const bool isActive = isBusy(open->runner.get());
    const launcher::TeamFile file = isActive ? open->runner->team() : placed(*open);
    const launcher::TeamStatus now = isActive ? open->runner->status() : launcher::TeamStatus();
    return {widgets::toQt(file.name),
            file.players.size(),
            file.players.front().isWholeTeam(),
            isActive,
            std::ranges::count(now.players, PlayerPhase::Stopping, &launcher::PlayerStatus::phase) >
                0,
            now.isArriving(file),
            file.host,
            file.port,
            launcher::joinLimit(file),
            file.server};
}

std::vector<widgets::TeamLineView> TeamSession::output(const QString& key, int player,
                                                       quint64 after) const {
    std::vector<widgets::TeamLineView> lines;
    const OpenTeam* team = find(key);
    if (team == nullptr || !team->runner) {
        return lines;
    }
    using Kind = widgets::TeamLineView::Kind;
    const std::uint64_t before = team->linesBefore;
    after = after > before ? after - before : 0;
    const auto add = [&](quint64 number, const launcher::OutputLine& line, const QString& source) {
        lines.push_back({number + before, std::chrono::duration<double>(line.at - m_begin).count(),
                         line.stream == launcher::Stream::Err    ? Kind::Error
                         : line.stream == launcher::Stream::Note ? Kind::Note
                                                                 : Kind::Output,
                         widgets::toQt(line.text), source});
    };
    if (player >= 0) {
        for (const auto& line : team->runner->output(static_cast<std::size_t>(player), after)) {
            add(line.number, line, {});
        }
        return lines;
    }
    const auto& players = team->runner->team().players;
    for (const launcher::TeamLine& each : team->runner->output(after)) {
        const int number = players[each.index].number;
        add(each.line.teamNumber, each.line, number > 0 ? QString::number(number) : QString());
    }
    return lines;
}

bool TeamSession::isActive() const {
    return std::ranges::any_of(m_teams,
                               [](const auto& team) { return isBusy(team->runner.get()); });
}

widgets::TeamView TeamSession::viewOf(const OpenTeam& team) const {
    widgets::TeamView view;
    view.key = team.key;
    view.file = team.file;
    view.problems = team.problems;
    view.name = QFileInfo(team.file).completeBaseName();
    std::optional<launcher::TeamFile> file;
    if (team.read) {
        view.name = widgets::toQt(team.read->name);
        view.name += team.key == team.file ? QString() : tr(" (second)");
        for (const base::Error& note : team.read->notes) {
            view.notes << widgets::toQt(note.toString());
        }
        file = placed(team);
    }
    if (!team.supervisorFault.isEmpty()) {
        view.notes << team.supervisorFault;
    }
    if (isBusy(team.runner.get())) {
        file = team.runner->team();
    }
    if (team.runner) {
        const launcher::TeamStatus now = team.runner->status();
        if (!now.fault.empty()) {
            view.notes << widgets::toQt(now.fault);
        }
        if (team.isOutdated) {
            view.notes << tr("File reloaded: running players keep the old settings until all of "
                             "them are stopped");
        }
        for (const launcher::PlayerStatus& status : now.players) {
            view.players.push_back(studio::viewOf(status));
        }
    } else if (file) {
        for (const launcher::PlayerSpec& spec : file->players) {
            view.players.push_back(studio::viewOf(spec));
        }
    }
    if (file) {
        view.server = QStringLiteral("%1:%2").arg(widgets::toQt(file->host)).arg(file->port);
        std::chrono::milliseconds start{0};
        for (std::size_t i = 0; i < std::min(view.players.size(), file->players.size()); ++i) {
            start += file->players[i].startDelay;
            view.players[i].startsAfterS = std::chrono::duration<double>(start).count();
        }
    }
    return view;
}

void TeamSession::poll() {
    std::vector<widgets::TeamView> views;
    for (const auto& team : m_teams) {
        if (team->isOutdated && !isBusy(team->runner.get())) {
            drop(*team);
            team->isOutdated = false;
        }
        views.push_back(viewOf(*team));
    }
    if (views != m_views) {
        m_views = std::move(views);
        Q_EMIT teamsChanged();
    }
    Q_EMIT outputAdded();
    if (std::ranges::none_of(m_teams, [](const auto& team) { return team->runner != nullptr; })) {
        m_timer.stop();
    }
}

} // namespace sideline::studio
