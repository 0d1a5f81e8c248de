#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agentcore/base/output_file.h"
#include "cli/match_server.h"
#include "launcher/child_process.h"
#include "launcher/output.h"
#include "launcher/player_run.h"
#include "logs/live/monitor_link.h"
#include "series/series_settings.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;

constexpr auto kServerLook = std::chrono::milliseconds(20);
constexpr const char* kHere = "127.0.0.1";

// A free port of this machine, reserved for the lifetime of this object.
class FreePort {
public:
    FreePort() : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        auto* any = reinterpret_cast<sockaddr*>(&address); // NOLINT: the socket interface
        if (m_socket.isOpen() && ::bind(m_socket.get(), any, size) == 0 &&
            ::getsockname(m_socket.get(), any, &size) == 0) {
            m_port = ntohs(address.sin_port);
        }
    }
    [[nodiscard]] std::uint16_t port() const { return m_port; } // 0 if no port is free

private:
    launcher::Fd m_socket;
    std::uint16_t m_port = 0;
};

// Writes the monitor messages to a log, one line each.
struct LogOfServer {
    std::ofstream file; ///< not open if no log is written
    bool hasFailed = false;

    void add(std::string_view message) {
        if (file.is_open()) {
            file << message << '\n';
            hasFailed = hasFailed || !file;
        }
    }
};

class OtherServer final : public MatchServer {
public:
    using Say = std::function<void(const std::string& line)>;

    OtherServer(const ExternalServer& server, std::unique_ptr<launcher::PlayerRun> run,
                std::uint16_t agentPort, std::uint16_t monitorPort, fs::path log,
                std::unique_ptr<LogOfServer> written, Say say)
        : m_startS(server.startS),
          m_silenceS(server.silenceS),
          m_run(std::move(run)),
          m_say(std::move(say)),
          m_agentPort(agentPort),
          m_logFile(std::move(log)),
          m_log(std::move(written)) {
        logs::MonitorLink::Settings settings;
        settings.host = kHere;
        settings.port = monitorPort;
        settings.longestRetry = settings.retry;
        settings.observer = [log = m_log.get()](const logs::LinkMessage& message) {
            log->add(message.text);
        };
        m_link = std::make_unique<logs::MonitorLink>(std::move(settings));
    }
    ~OtherServer() override { end(); }

    void look() override {
        std::vector<pollfd> polled;
        m_run->addTo(polled);
        ::poll(polled.data(), polled.size(), static_cast<int>(kServerLook.count()));
        const auto now = launcher::Clock::now();
        m_run->service(now, [&](launcher::Stream stream, std::string_view line, bool isCut) {
            std::string text = launcher::lineText(line, isCut);
            if (stream == launcher::Stream::Err) {
                m_lastWords = text;
            }
            m_gate.put({.number = 0, .at = now, .stream = stream, .text = std::move(text)}, m_pass);
        });
        m_gate.tick(now, m_pass);
        if (const auto state = m_link->takeState()) {
            m_isConnected = state->isConnected;
        }
        if (auto frame = m_link->takeFrame(); frame && *frame) {
            m_frame = std::move(*frame);
            m_heard = now;
        }
    }
    bool isReady() const override { return m_frame != nullptr; }
    std::string fault() const override {
        if (const auto& end = m_run->end()) {
            const std::string how = end->kind == launcher::RunEnd::Kind::Exited
                                        ? fmt::format("ended with exit code {}", end->exitCode)
                                    : !end->text.empty()
                                        ? end->text
                                        : fmt::format("killed by signal {}", end->signal);
            return fmt::format("the server: {}{}", how,
                               m_lastWords.empty() ? "" : ": " + m_lastWords);
        }
        const std::chrono::duration<double> silence = launcher::Clock::now() - m_heard;
        const double limitS = m_frame ? m_silenceS : m_startS;
        if (silence.count() <= limitS) {
            return {};
        }
        return m_frame         ? fmt::format("the server was silent for {:g} s", limitS)
               : m_isConnected ? fmt::format("the server was silent for {:g} s after its start: it "
                                             "accepted a monitor on port {}, and sent nothing",
                                             limitS, m_link->settings().port)
                               : fmt::format("the server did not accept a monitor on port {} "
                                             "within {:g} s",
                                             m_link->settings().port, limitS);
    }
    std::uint16_t agentPort() const override { return m_agentPort; }
    std::uint16_t monitorPort() const override { return m_link->settings().port; }
    bool hasGame() const override { return m_frame != nullptr; }
    const monitor::GameState& game() const override { return m_frame->game; }
    std::size_t countOf(const std::string& team) const override {
        if (!m_frame) {
            return 0;
        }
        return static_cast<std::size_t>(
            std::ranges::count_if(m_frame->robots, [&](const monitor::RobotFrame& robot) {
                return robot.id.side != game::Side::None &&
                       m_frame->game.teamName(robot.id.side) == team;
            }));
    }
    void kickOff(game::Side side) override { m_link->send(monitor::KickOff{side}); }
    std::vector<std::string> losses() override {
        end();
        return m_log->hasFailed
                   ? std::vector{fmt::format("{}: not written completely", m_logFile.string())}
                   : std::vector<std::string>();
    }

private:
    void end() {
        if (!m_link) {
            return;
        }
        m_link.reset(); // first, because it writes the log
        if (m_log->file.is_open()) {
            m_log->file.close();
            m_log->hasFailed = m_log->hasFailed || !m_log->file;
        }
        m_gate.flush(launcher::Clock::now(), m_pass);
        m_run.reset(); // stops the server and waits for its end
    }

    double m_startS;
    double m_silenceS;
    std::unique_ptr<launcher::PlayerRun> m_run;
    Say m_say;
    launcher::FloodGate m_gate;
    const launcher::FloodGate::Take m_pass = [this](const launcher::OutputLine& line) {
        m_say(fmt::format("server {} {}", line.stream == launcher::Stream::Err ? '!' : '|',
                          line.text));
    };
    bool m_isConnected = false;
    std::uint16_t m_agentPort;
    fs::path m_logFile;
    std::unique_ptr<LogOfServer> m_log;
    std::string m_lastWords;
    launcher::Clock::time_point m_heard = launcher::Clock::now();
    monitor::MatchFramePtr m_frame;
    std::unique_ptr<logs::MonitorLink> m_link; // last, so that it is destroyed first
};

} // namespace

base::Expected<std::unique_ptr<MatchServer>> startExternalServer(const ExternalServer& server,
                                                                 const fs::path& log,
                                                                 OtherServer::Say say) {
    auto written = std::make_unique<LogOfServer>();
    if (!log.empty()) {
        written->file.open(log, std::ios::binary | std::ios::trunc);
        if (!written->file) {
            return tl::unexpected(
                base::systemError(errno, "cannot write the match log", log.string()));
        }
    }
    std::uint16_t agentPort = 0;
    std::uint16_t monitorPort = 0;
    {
        const FreePort first;
        const FreePort second;
        agentPort = first.port();
        monitorPort = second.port();
    }
    if (agentPort == 0 || monitorPort == 0) {
        return base::failure(base::ErrorCode::Io, "there is no free port for the server");
    }
    const series::ServerPlaces places{agentPort, monitorPort, server.seed};
    launcher::Launch launch;
    launch.supervisor = server.supervisor;
    launch.program = series::filledWord(server.command.front(), places);
    std::transform(server.command.begin() + 1, server.command.end(),
                   std::back_inserter(launch.arguments),
                   [&](const std::string& word) { return series::filledWord(word, places); });
    launch.folder = server.folder;
    auto run = launcher::ProcessRun::start(std::move(launch),
                                           fmt::format("server-{}-{}", ::getpid(), agentPort));
    if (!run) {
        return tl::unexpected(run.error());
    }
    return std::make_unique<OtherServer>(server, std::move(*run), agentPort, monitorPort, log,
                                         std::move(written), std::move(say));
}

} // namespace sideline::cli
