#include "studio/session/server_process.h"

#include <filesystem>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kServerPollMs = 50;
constexpr auto kShutdownTimeout =
    std::chrono::seconds(4); // grace period of the server, plus a margin

} // namespace

ServerProcess::ServerProcess(launcher::OutputSink& outputs, QObject* parent)
    : QObject(parent), m_outputs(outputs) {
    m_timer.setInterval(kServerPollMs);
    connect(&m_timer, &QTimer::timeout, this, &ServerProcess::poll);
}

ServerProcess::~ServerProcess() = default;

QString ServerProcess::name() const {
    const std::string_view text = game::serverKindName(m_options.kind);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString ServerProcess::address() const {
    return QStringLiteral("127.0.0.1:%1").arg(m_options.monitorPort);
}

base::Expected<void> ServerProcess::start(const launcher::ServerOptions& options) {
    stop();
    waitForEnd(); // the previous server may use the same ports
    if (auto checked = launcher::check(options); !checked) {
        return checked;
    }
    auto found = launcher::findServer(options, m_places);
    if (!found) {
        return tl::unexpected(std::move(found.error()));
    }
    if (const auto port = launcher::takenPort(options)) {
        return base::failure(base::ErrorCode::Io,
                             "port " + std::to_string(*port) +
                                 " is in use, probably by another server",
                             "a free port; to watch a running server, use Connect to a server");
    }
    std::error_code failed;
    auto supervisor =
        launcher::findSupervisor(std::filesystem::read_symlink("/proc/self/exe", failed));
    if (!supervisor) {
        return tl::unexpected(std::move(supervisor.error()));
    }
    launcher::TeamRunnerSettings settings;
    settings.supervisor = *supervisor;
    settings.sinks = {&m_outputs};
    m_options = options;
    m_isStopping = false;
    m_runner = std::make_unique<launcher::TeamRunner>(launcher::processOf(options, *found),
                                                      std::move(settings));
    m_runner->startAll();
    m_timer.start();
    return {};
}

void ServerProcess::stop() {
    if (m_runner) {
        m_isStopping = true;
        m_runner->stopAll();
    }
}

void ServerProcess::waitForEnd() {
    if (m_runner) {
        static_cast<void>(m_runner->waitUntilIdle(launcher::Clock::now() + kShutdownTimeout));
        m_runner.reset();
    }
    m_timer.stop();
}

void ServerProcess::poll() {
    if (!m_runner || !m_runner->waitUntilIdle(launcher::Clock::now())) {
        return;
    }
    const launcher::PlayerStatus status = m_runner->status().players.front();
    const bool wasStopped = m_isStopping;
    m_runner.reset();
    m_timer.stop();
    m_isStopping = false;
    if (wasStopped) {
        return;
    }
    const std::string_view phase = launcher::phaseText(status.phase);
    QString why = QString::fromUtf8(phase.data(), static_cast<qsizetype>(phase.size()));
    if (!status.reason.empty()) {
        why += QStringLiteral(": ") + widgets::toQt(status.reason);
    }
    if (const std::string hint = launcher::hintOf(m_options.kind, status.reason); !hint.empty()) {
        why += QStringLiteral("; ") + widgets::toQt(hint);
    }
    Q_EMIT ended(why);
}

} // namespace sideline::studio
