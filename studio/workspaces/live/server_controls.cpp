#include "studio/workspaces/live/server_controls.h"

#include <utility>

#include <QDir>
#include <QStandardPaths>

#include "studio/workspaces/live/server_setup_dialog.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr qint64 kStartWithinMs = 30'000; // Python, MuJoCo and its models load slowly
constexpr int kSilenceMs = 5'000;

} // namespace

ServerControls::ServerControls(const Parts& parts)
    : m_actions(parts.actions),
      m_live(parts.live),
      m_controls(parts.controls),
      m_process(parts.process),
      m_messages(parts.messages),
      m_store(parts.store),
      m_window(parts.window),
      m_chosen(readServerChoice(parts.store)) {
    m_silence.setSingleShot(true);
    m_silence.setInterval(kSilenceMs);
    connect(&m_silence, &QTimer::timeout, this, &ServerControls::reportSilence);
    connect(m_actions.action("simulator.server"), &QAction::triggered, this, [this] { ask(); });
    connect(&m_process, &ServerProcess::ended, this, &ServerControls::reportEnd);
    connect(&m_live, &LiveSession::sourceChanged, this, &ServerControls::follow);
    connect(&m_live, &LiveSession::connected, this, [this] {
        m_hasConnected = true;
        m_hasSpoken = false;
        m_silence.start();
    });
    connect(&m_live, &LiveSession::headReceived, this, [this] {
        m_hasSpoken = true;
        m_silence.stop();
    });
    updateControls();
}

void ServerControls::choose(const ChosenServer& chosen) {
    m_chosen = chosen;
    writeServerChoice(m_store, m_chosen);
    updateControls();
}

void ServerControls::updateControls() {
    const std::string_view name =
        m_chosen.isInstalled() ? game::serverKindName(m_chosen.options().kind) : std::string_view();
    m_controls.setOtherServer({widgets::toQt(std::string(name)),
                               [this](LiveControls::Then then) { start(std::move(then)); },
                               [this] { return isStarting(); }});
}

bool ServerControls::isStarting() const {
    return m_process.isActive() && !m_hasConnected && m_since.isValid() &&
           m_since.elapsed() < kStartWithinMs;
}

void ServerControls::start(LiveControls::Then then) {
    m_messages.dismiss(m_note);
    m_live.stop(); // the running match may use the same ports
    launcher::ServerOptions options = m_chosen.options();
    if (options.folder.empty()) {
        const QString folder =
            QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
            QStringLiteral("/server");
        QDir().mkpath(folder);
        options.folder = folder.toStdString();
    }
    m_hasConnected = false;
    m_since.start();
    if (const auto started = m_process.start(options); !started) {
        reportNotStarted(started.error(), then);
        return;
    }
    m_live.connectTo({"127.0.0.1", options.monitorPort},
                     LiveSession::StartedServer{options.kind, options.agentPort});
    if (then) {
        then();
    }
}

void ServerControls::reportNotStarted(const base::Error& error, const LiveControls::Then& then) {
    const std::string_view name = game::serverKindName(m_chosen.options().kind);
    m_note = tr("Cannot start %1: %2")
                 .arg(widgets::toQt(std::string(name)), widgets::toQt(error.toString()));
    const bool isPortTaken = error.code == base::ErrorCode::Io;
    m_messages.show(
        MessageBar::Severity::Error, m_note, isPortTaken ? tr("Use free ports") : tr("Server..."),
        [this, isPortTaken, then] { isPortTaken ? startOnFreePorts(then) : ask(then); });
}

void ServerControls::startOnFreePorts(LiveControls::Then then) {
    launcher::ServerOptions& options =
        m_chosen.which == ServerChoice::Rcssserver3d ? m_chosen.simSpark : m_chosen.mujoco;
    options = launcher::withFreePorts(std::move(options));
    start(std::move(then));
}

void ServerControls::ask(LiveControls::Then then) {
    auto* dialog = new ServerSetupDialog(m_chosen, m_process.places(), m_live.isLive(), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, then = std::move(then)] {
        choose(dialog->chosen());
        if (dialog->isStartRequested()) {
            m_live.stop();
            m_controls.startChosen(LiveControls::Agents::AsSet, then);
        }
    });
    dialog->open();
}

// Stops the server when its match ends.
void ServerControls::follow() {
    m_silence.stop();
    m_hasSpoken = false;
    const bool isWatched =
        m_live.source() == LiveSession::Source::Server && m_live.view().isStarted;
    if (!isWatched) {
        m_process.stop();
    }
    if (m_live.isLive()) {
        m_messages.dismiss(m_note);
    }
}

void ServerControls::reportEnd(const QString& why) {
    const bool hasPlayed = m_hasConnected;
    if (m_live.view().isStarted) {
        m_live.stop(); // the recording remains
    }
    m_messages.dismiss(m_note);
    m_note = hasPlayed ? tr("%1 ended during the match; %2").arg(m_process.name(), why)
                       : tr("%1 did not start; %2").arg(m_process.name(), why);
    m_messages.show(MessageBar::Severity::Error, m_note,
                    hasPlayed ? tr("Start it again") : tr("Server..."), [this, hasPlayed] {
                        if (hasPlayed) {
                            start();
                        } else {
                            ask();
                        }
                    });
}

// A monitor of protocol 0.2.0 is accepted but never receives a message.
void ServerControls::reportSilence() {
    if (m_hasSpoken || m_live.source() != LiveSession::Source::Server) {
        return;
    }
    m_messages.dismiss(m_note);
    m_note = m_live.view().serverKind == game::ServerKind::SimSpark
                 ? tr("%1 accepted the connection, but sends nothing").arg(m_live.serverName())
                 : tr("%1 accepted the connection, but sends nothing: is it the monitor port? "
                      "rcssservermj "
                      "0.2.0 and older send nothing to monitors")
                       .arg(m_live.serverName());
    m_messages.show(MessageBar::Severity::Warning, m_note);
}

} // namespace sideline::studio
