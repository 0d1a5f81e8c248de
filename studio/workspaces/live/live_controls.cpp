#include "studio/workspaces/live/live_controls.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QFile>

#include "simulator/start/start_family.h"
#include "studio/settings/network_settings.h"
#include "studio/workspaces/live/server_dialog.h"
#include "studio/workspaces/live/simulator_switches.h"
#include "viewer3d/scene/physics_overlay.h"
#include "widgets/common/file_question.h"
#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;
using widgets::SimulatorPanel;
using Source = LiveSession::Source;

std::vector<QColor> loadColors() {
    std::vector<QColor> colors;
    for (const double ratio : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const Eigen::Vector3f color = viewer3d::loadColor(ratio);
        colors.push_back(QColor::fromRgbF(color.x(), color.y(), color.z()));
    }
    return colors;
}

} // namespace

widgets::SimulatorActions LiveControls::panelActions(const ActionTable& actions) {
    // Buttons are narrower than menu entries.
    actions.action("simulator.save-snapshot")->setIconText(tr("Save"));
    return {actions.action("simulator.start"),
            actions.action("simulator.pause"),
            actions.action("simulator.step"),
            actions.action("referee.enable"),
            actions.action("simulator.kick-off-left"),
            actions.action("simulator.kick-off-right"),
            actions.action("simulator.drop-ball"),
            actions.action("simulator.save-snapshot"),
            actions.action("simulator.restore-snapshot")};
}

LiveControls::LiveControls(ActionTable& actions, LiveSession& session, SimulatorPanel& panel,
                           MessageBar& messages, QSettings& store)
    : m_actions(actions),
      m_session(session),
      m_panel(panel),
      m_messages(messages),
      m_store(store),
      m_settings(readLiveSettings(store)),
      m_robot(actions, *panel.setup(), m_settings),
      m_notStarted(messages, MessageBar::Reach::Here), // may be started from any workspace
      m_waiting(messages),
      m_lost(messages),
      m_pace(session, messages) {
    m_panel.setPhysicsScale(loadColors(), viewer3d::kFullColorN, viewer3d::kArrowMPerN);
    m_panel.setPhysicsChoice(m_settings.physics);
    m_panel.setup()->setSeed(m_settings.seed);
    m_panel.setup()->setExact(m_settings.isExact);
    m_panel.setup()->setWaitsForAgents(m_settings.waitsForAgents);
    connectSwitches(*m_panel.setup(), m_session);
    connectActions();
    connectPanel();
    connectSession();
    showState();
}

void LiveControls::keepSettings() {
    writeLiveSettings(m_store, m_settings);
}

bool LiveControls::startSimulator(Agents agents,
                                  std::shared_ptr<const simulator::StartSituation> situation,
                                  Then then, std::optional<game::ServerKind> kind) {
    m_panel.clearNotes();
    m_notStarted.withdraw();
    m_settings.address = readNetworkSettings(m_store).address();
    LiveSettings settings = m_settings;
    if (situation != nullptr) {
        kind = simulator::familyOf(*situation).value_or(kind).value_or(settings.family());
    }
    if (kind && *kind != settings.family()) {
        settings.chooseRobot(playableRobots(kind).front().model->name());
    }
    const auto started = m_session.startSimulator(settings, situation);
    const bool isRequested =
        agents == Agents::One || (agents == Agents::AsSet && m_settings.startsWithAgent);
    m_isAgentRequested = started && isRequested && m_settings.opensPorts;
    if (started && !m_recordFile.isEmpty()) {
        m_session.record(m_recordFile);
        m_isRecording = true;
        m_panel.addNotes({tr("Recording to %1").arg(m_recordFile)});
    }
    if (!started) {
        m_notStarted.show(
            MessageBar::Severity::Error,
            tr("Cannot start the simulator: %1").arg(widgets::toQt(started.error().toString())),
            tr("Use free ports"), [this, agents, situation, then, kind] {
                m_settings.agentPort = 0;
                m_settings.monitorPort = 0;
                m_panel.setup()->setPorts(0, 0, m_settings.opensPorts);
                startSimulator(agents, situation, then, kind);
            });
    } else if (then) {
        then();
    }
    return started.has_value();
}

void LiveControls::startChosen(Agents agents, Then then,
                               const std::optional<game::ServerKind>& kind) {
    if (m_other.name.isEmpty()) {
        startSimulator(agents, {}, std::move(then), kind);
    } else {
        m_panel.clearNotes();
        m_other.start(std::move(then));
    }
}

void LiveControls::setOtherServer(OtherServer server) {
    m_other = std::move(server);
    showState();
}

void LiveControls::startFrom(std::shared_ptr<const simulator::StartSituation> situation) {
    startSimulator(Agents::None, std::move(situation), [this] {
        m_waiting.show(MessageBar::Severity::Warning,
                       tr("Waiting for the situation's players: start a team, or kick off"),
                       tr("Kick off"), [this] { Q_EMIT beginRequested(); });
    });
}

void LiveControls::openSituation(const QString& file) {
    simulator::SimulationSettings settings; // field and robots of the next simulator
    const std::string path = QFile::encodeName(file).toStdString();
    auto read = simulator::readStartOfAnyFamily(path, settings.robots);
    if (read && simulator::familyOf(*read)->value_or(m_settings.family()) ==
                    game::ServerKind::SimSpark) { // its field is always the same
        read = simulator::readStart(path, settings.field, settings.robots);
    }
    if (read) {
        startFrom(std::make_shared<const simulator::StartSituation>(std::move(*read)));
        return;
    }
    QStringList faults;
    for (const base::Error& error : read.error()) {
        faults << widgets::toQt(error.toString());
    }
    m_messages.show(MessageBar::Severity::Error, faults.join(QLatin1Char('\n')));
}

void LiveControls::saveSituation() {
    const QString file = widgets::askToSave(m_panel.window(),
                                            {QStringLiteral("situations"), tr("Save the situation"),
                                             tr("Start situations (*.situation)")},
                                            QStringLiteral("match.situation"));
    if (!file.isEmpty()) {
        m_session.saveSituation(file);
    }
}

void LiveControls::connectTo(const HostPort& server) {
    m_settings.host = widgets::toQt(server.host);
    m_settings.port = server.port;
    keepSettings();
    addRecentServer(m_store, server);
    m_panel.clearNotes();
    m_session.connectTo(server);
}

void LiveControls::askForServer() {
    auto* dialog = new ServerDialog(
        m_store, {m_settings.host.toStdString(), static_cast<std::uint16_t>(m_settings.port)},
        m_panel.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { connectTo(dialog->server()); });
    dialog->open();
}

// A choice made while nothing runs applies from the next start.
void LiveControls::chooseRecording(bool isOn) {
    const bool wasRecording = !m_recordFile.isEmpty();
    m_recordFile = isOn ? widgets::askToSave(m_panel.window(),
                                             {QStringLiteral("recordings"), tr("Record the match"),
                                              tr("Match logs (*.log)")},
                                             QStringLiteral("sparkmonitor.log"))
                        : QString();
    m_actions.action("simulator.record")->setChecked(!m_recordFile.isEmpty());
    const bool isRunning = m_session.source() == LiveSession::Source::Simulator;
    if (isRunning) {
        m_session.record(m_recordFile);
    }
    m_isRecording = isRunning && !m_recordFile.isEmpty();
    if (!m_recordFile.isEmpty()) {
        m_panel.addNotes({isRunning ? tr("Recording to %1").arg(m_recordFile)
                                    : tr("The match will be recorded from the start")});
    } else if (wasRecording) {
        m_panel.addNotes({tr("Recording stopped")});
    }
}

void LiveControls::connectActions() {
    const auto on = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    on("simulator.start", [this] {
        if (m_session.isLive()) {
            m_session.stop();
        } else {
            startChosen();
        }
    });
    on("simulator.pause", [this](bool paused) { m_session.setPaused(paused); });
    on("simulator.step", [this] { m_session.step(); });
    on("simulator.slower", [this] { changeSpeed(-1); });
    on("simulator.faster", [this] { changeSpeed(1); });
    on("simulator.save-snapshot", [this] { m_session.saveSnapshot(); });
    on("simulator.restore-snapshot", [this] { m_session.restoreSnapshot({}); });
    on("simulator.save-situation", [this] { saveSituation(); });
    on("simulator.with-agent", [this](bool isRequested) {
        m_settings.startsWithAgent = isRequested;
        keepSettings();
    });
    m_actions.action("simulator.with-agent")->setChecked(m_settings.startsWithAgent);
    on("simulator.record", [this](bool isOn) { chooseRecording(isOn); });
    on("simulator.connect", [this] { askForServer(); });
    on("simulator.disconnect", [this] { m_session.stop(); });
}

void LiveControls::connectPanel() {
    connect(&m_panel, &SimulatorPanel::speedRequested, this, &LiveControls::chooseSpeed);
    connect(&m_pace, &PaceNotice::slowDownRequested, this, &LiveControls::chooseSpeed);
    connect(&m_panel, &SimulatorPanel::playModeRequested, this, [this](int number) {
        Q_EMIT commandRequested(monitor::SetPlayMode{static_cast<game::PlayMode>(number)});
    });
    connect(&m_panel, &SimulatorPanel::snapshotRestoreRequested, &m_session,
            &LiveSession::restoreSnapshot);
    connect(&m_panel, &SimulatorPanel::snapshotDropRequested, &m_session,
            &LiveSession::dropSnapshot);
    connect(&m_panel, &SimulatorPanel::physicsChosen, this,
            [this](const widgets::PhysicsChoice& choice) {
                m_settings.physics = choice;
                keepSettings();
                m_session.showPhysics(choice);
            });
    const widgets::SimulatorRobots* robots = m_panel.robots();
    connect(robots, &widgets::SimulatorRobots::robotRequested, &m_session, &LiveSession::addRobot);
    connect(robots, &widgets::SimulatorRobots::holdRequested, &m_session, &LiveSession::hold);
    connect(robots, &widgets::SimulatorRobots::removeRequested, &m_session,
            &LiveSession::removeRobot);
    connectSetup();
}

void LiveControls::connectSetup() {
    const widgets::SimulatorSetup* setup = m_panel.setup();
    connect(&m_robot, &RobotStart::changed, this, &LiveControls::keepSettings);
    connect(&m_robot, &RobotStart::startRequested, this, [this] { startSimulator(Agents::One); });
    connect(setup, &widgets::SimulatorSetup::seedChanged, this, [this](int seed) {
        m_settings.seed = seed;
        keepSettings();
    });
    connect(setup, &widgets::SimulatorSetup::exactToggled, this, [this](bool isExact) {
        m_settings.isExact = isExact;
        keepSettings();
    });
    connect(setup, &widgets::SimulatorSetup::waitsForAgentsChanged, this, [this](bool waits) {
        m_settings.waitsForAgents = waits;
        keepSettings();
    });
    connect(setup, &widgets::SimulatorSetup::portsChanged, this,
            [this](int agentPort, int monitorPort, bool areOpened) {
                m_settings.agentPort = agentPort;
                m_settings.monitorPort = monitorPort;
                m_settings.opensPorts = areOpened;
                keepSettings();
            });
}

void LiveControls::connectSession() {
    connect(&m_session, &LiveSession::sourceChanged, this, [this] {
        m_lost.withdraw();
        m_waiting.withdraw();
        if (m_session.isLive()) {
            m_notStarted.withdraw(); // the message's button would end this match
        }
        if (m_isRecording && m_session.source() != LiveSession::Source::Simulator) {
            chooseRecording(false); // protects the file from the next match
        }
        showState();
    });
    connect(&m_session, &LiveSession::viewChanged, this, [this] {
        showState();
        if (!m_session.view().isWaitingToStart && m_session.view().cycle > 0) {
            m_waiting.withdraw(); // the situation has begun
        }
        // The first frame contains the field.
        if (m_isAgentRequested && m_session.view().agentPort > 0 && m_session.head().exact) {
            m_isAgentRequested = false;
            Q_EMIT agentRequested();
        }
    });
    connect(&m_session, &LiveSession::notesReceived, &m_panel, &SimulatorPanel::addNotes);
    connect(&m_session, &LiveSession::connected, this, [this](const QString& server) {
        m_lost.withdraw();
        m_panel.addNotes({tr("Connected to %1").arg(server)});
    });
    connect(&m_session, &LiveSession::simulatorFailed, this,
            [this](const QString& why) { m_messages.show(MessageBar::Severity::Error, why); });
    connect(&m_session, &LiveSession::connectionLost, this,
            [this](const QString& server, const QString& why) {
                if (m_session.view().isStarted && m_other.isStarting && m_other.isStarting()) {
                    return;
                }
                m_lost.withdraw();
                const QString place = server + QStringLiteral(": "); // common prefix of errors
                m_lost.show(MessageBar::Severity::Warning,
                            tr("No connection to %1, retrying: %2")
                                .arg(server, why.startsWith(place) ? why.mid(place.size()) : why),
                            tr("Disconnect"), [this] { m_session.stop(); });
                m_panel.addNotes({why});
            });
}

void LiveControls::changeSpeed(int step) {
    const auto& speeds = widgets::simulatorSpeeds();
    const double now = m_session.view().speed;
    const auto at =
        std::ranges::find_if(speeds, [&](double factor) { return std::abs(factor - now) < 1e-9; });
    const auto index =
        std::clamp<std::ptrdiff_t>((at == speeds.end() ? 3 : at - speeds.begin()) + step, 0,
                                   static_cast<std::ptrdiff_t>(speeds.size()) - 1);
    chooseSpeed(speeds[static_cast<std::size_t>(index)]);
}

void LiveControls::chooseSpeed(double factor) {
    m_settings.speed = factor;
    keepSettings();
    m_session.setSpeed(factor);
}

// Updates the enabled actions and the panel.
void LiveControls::showState() {
    const widgets::SimulatorView& view = m_session.view();
    const bool isOurs = view.source == Source::Simulator;
    const bool isServer = view.source == Source::Server;
    widgets::SimulatorView shown = view;
    if (!m_session.isLive()) {
        shown.speed = m_settings.speed;
    }
    m_panel.setView(shown);
    QAction* start = m_actions.action("simulator.start");
    const QString text = isOurs                   ? tr("Stop the simulator")
                         : view.isStarted         ? tr("Stop the server")
                         : isServer               ? tr("Disconnect")
                         : m_other.name.isEmpty() ? tr("Start the simulator")
                                                  : tr("Start %1").arg(m_other.name);
    if (start->text() != text) {
        start->setText(text);
        start->setIcon(
            widgets::icon(m_session.isLive() ? QStringLiteral("stop") : QStringLiteral("play")));
    }
    QAction* pause = m_actions.action("simulator.pause");
    if (pause->isChecked() != view.isPaused) {
        pause->setChecked(view.isPaused);
    }
    for (const char* id : {"simulator.pause", "simulator.step", "simulator.save-snapshot",
                           "simulator.slower", "simulator.faster", "simulator.save-situation"}) {
        m_actions.action(id)->setEnabled(isOurs);
    }
    m_actions.action("simulator.restore-snapshot")->setEnabled(isOurs && !view.snapshots.isEmpty());
    m_actions.action("simulator.disconnect")->setEnabled(isServer);
    m_actions.action("simulator.show")->setEnabled(m_session.hasMatch());
}

} // namespace sideline::studio
