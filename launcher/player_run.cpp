#include "launcher/player_run.h"
#include "agentcore/base/plural.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>

#include <fmt/format.h>
#include <unistd.h>

namespace sideline::launcher {

namespace {

constexpr std::size_t kBytesPerSecond = 16U << 20U; // limit above which a player is slowed down
constexpr std::size_t kBytesAtOnce = 256U << 10U; // limit per call, so that all players are served
constexpr std::size_t kBlockBytes = 64U << 10U;
constexpr auto kLineTimeout = std::chrono::milliseconds(500); // maximum wait for the rest of a line
constexpr auto kStatisticsInterval = std::chrono::seconds(1);
constexpr int kSweeps = 30;
constexpr int kQuietSweeps = 8; // the search ends after this many sweeps that find nothing
constexpr std::string_view kMarkVariable = "SIDELINE_PLAYER";

int numberIn(std::string_view text) {
    int value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

} // namespace

base::Expected<std::unique_ptr<PlayerRun>> ProcessRun::start(Launch launch,
                                                             const std::string& mark) {
    launch.environment.insert_or_assign(std::string(kMarkVariable), mark);
    auto child = ChildProcess::start(launch);
    if (!child) {
        return tl::unexpected(child.error());
    }
    return std::make_unique<ProcessRun>(std::move(*child),
                                        fmt::format("{}={}", kMarkVariable, mark));
}

ProcessRun::ProcessRun(ChildProcess child, std::string mark)
    : m_child(std::move(child)), m_mark(std::move(mark)) {
    m_err.stream = Stream::Err;
}

void ProcessRun::addTo(std::vector<pollfd>& polled) const {
    polled.push_back({m_child.statusFd(), POLLIN, 0});
    if (m_bytesInSecond < kBytesPerSecond) {
        for (const int fd : {m_child.outFd(), m_child.errFd()}) {
            if (fd >= 0) {
                polled.push_back({fd, POLLIN, 0});
            }
        }
    }
}

void ProcessRun::service(Clock::time_point now, const TakeLine& take) {
    if (m_end) {
        return;
    }
    if (now >= m_secondEnds) {
        m_secondEnds = now + kStatisticsInterval;
        m_bytesInSecond = 0;
    }
    // The status is read first: output written before the end is in the pipes by then.
    const bool hasEnded = readStatus();
    readOutput(now, take);
    if (hasEnded) {
        finish(now, take);
    }
}

void ProcessRun::readOutput(Clock::time_point now, const TakeLine& take) {
    if (readSource(m_out, m_child.outFd(), now, take)) {
        m_child.closeOut();
    }
    if (readSource(m_err, m_child.errFd(), now, take)) {
        m_child.closeErr();
    }
}

bool ProcessRun::readSource(Source& source, int fd, Clock::time_point now, const TakeLine& take) {
    const auto line = [&](std::string_view text, bool isCut) { take(source.stream, text, isCut); };
    std::array<char, kBlockBytes> block; // NOLINT: filled by read
    const std::size_t enough = std::min(m_bytesInSecond + kBytesAtOnce, kBytesPerSecond);
    while (fd >= 0 && m_bytesInSecond < enough) {
        const ssize_t size = ::read(fd, block.data(), block.size());
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0 && errno == EAGAIN) {
            break;
        }
        if (size <= 0) {
            source.splitter.flush(line);
            return true;
        }
        source.readAt = now;
        m_bytesInSecond += static_cast<std::size_t>(size);
        source.splitter.feed({block.data(), static_cast<std::size_t>(size)}, line);
    }
    if (source.splitter.hasRest() && now - source.readAt > kLineTimeout) {
        source.splitter.flush(line); // for example a prompt, or the last output before a hang
    }
    return false;
}

bool ProcessRun::readStatus() {
    const auto line = [this](std::string_view text, bool /*isCut*/) { takeStatus(text); };
    std::array<char, 1024> block{};
    while (true) {
        const ssize_t size = ::read(m_child.statusFd(), block.data(), block.size());
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size < 0 && errno == EAGAIN) {
            return false;
        }
        if (size <= 0) {
            m_statusLines.flush(line);
            return true;
        }
        m_statusLines.feed({block.data(), static_cast<std::size_t>(size)}, line);
    }
}

void ProcessRun::takeStatus(std::string_view line) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, blank);
    const std::string_view rest = line.substr(std::min(blank + 1, line.size()));
    if (word == "started") {
        m_isStarted = true;
    } else if (word == "failed") {
        m_reported = RunEnd{.kind = RunEnd::Kind::CouldNotStart, .text = std::string(rest)};
    } else if (word == "main") {
        m_detail =
            fmt::format("program exited with code {}, but its child processes are still running",
                        numberIn(rest));
    } else if (word == "forced") {
        m_isForced = true;
    } else if (word == "stuck") {
        m_reported = RunEnd{.kind = RunEnd::Kind::Crashed,
                            .text = fmt::format("process {} cannot be killed", rest)};
    } else if (word == "exited" && !m_reported) {
        m_reported = RunEnd{.kind = RunEnd::Kind::Exited, .exitCode = numberIn(rest), .text = {}};
    } else if (word == "signal" && !m_reported) {
        m_reported = RunEnd{.kind = RunEnd::Kind::Crashed, .signal = numberIn(rest), .text = {}};
    }
}

void ProcessRun::finish(Clock::time_point now, const TakeLine& take) {
    m_bytesInSecond = 0; // the last output is always read
    readOutput(now, take);
    for (Source* source : {&m_out, &m_err}) {
        source->splitter.flush(
            [&](std::string_view text, bool isCut) { take(source->stream, text, isCut); });
    }
    const bool isSupervisorWell = m_child.collectSupervisor();
    if (!m_reported) {
        std::size_t killed = 0;
        // A process inside `execve` briefly shows no environment, so that a single sweep without a
        // match is not proof.
        for (int sweep = 0, quiet = 0; sweep < kSweeps && quiet < kQuietSweeps; ++sweep) {
            const std::size_t found = killByEnvironment(m_mark);
            killed += found;
            quiet = found == 0 ? quiet + 1 : 0;
        }
        m_reported =
            RunEnd{.kind = RunEnd::Kind::Crashed,
                   .text = fmt::format("its supervisor {}; {} process{} killed",
                                       isSupervisorWell ? "exited without a report" : "was killed",
                                       killed, killed == 1 ? "" : "es")};
    }
    m_end = std::move(m_reported);
    m_end->isForced = m_isForced;
}

void EmbeddedRun::service(Clock::time_point /*now*/, const TakeLine& take) {
    if (m_player) {
        m_report = m_player->report();
        for (const std::string& line : m_player->takeLines()) {
            take(Stream::Out, line, false);
        }
    } else if (!m_end && m_isGone) {
        m_report.isPlaying = false;
        m_report.detail.clear();
        m_end = RunEnd{};
    }
}

void EmbeddedRun::requestStop() {
    if (m_player) {
        m_ending = base::Worker(
            "ending the agent",
            [this, player = std::shared_ptr<EmbeddedPlayer>(std::move(m_player))](
                const auto& /*stop*/) mutable {
                player.reset();
                m_isGone = true;
            },
            [this](const base::Error& /*error*/) { m_isGone = true; });
    }
}

} // namespace sideline::launcher
