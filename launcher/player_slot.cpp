#include "launcher/player_slot.h"

#include <algorithm>
#include <csignal>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

#include "agentcore/base/plural.h"
#include "launcher/placeholders.h"

namespace sideline::launcher {

namespace {

constexpr std::size_t kLastWords = 3;
constexpr auto kReportEvery = std::chrono::seconds(1);
constexpr std::size_t kMaxWordsBytes = 160;
constexpr int kNotExecutable = 126; // exit code of shells for this case
constexpr int kNotFound = 127;

std::string runsText(const PlayerSpec& spec) {
    return spec.isEmbedded ? fmt::format("built-in agent ({})", spec.behavior)
                           : std::filesystem::path(spec.program).filename().string();
}

std::string signalText(int signal) {
    const char* name = ::sigabbrev_np(signal);
    const char* description = ::sigdescr_np(signal);
    return name == nullptr || description == nullptr ? fmt::format("signal {}", signal)
                                                     : fmt::format("SIG{}, {}", name, description);
}

std::string secondsText(std::chrono::milliseconds time) {
    return fmt::format("{:g} s", std::chrono::duration<double>(time).count());
}

} // namespace

PlayerSlot::PlayerSlot(const TeamFile& team, std::size_t index, const TeamRunnerSettings& settings,
                       Listener listener)
    : m_team(team),
      m_spec(team.players[index]),
      m_settings(settings),
      m_listener(std::move(listener)),
      m_gate(settings.flood) {
    m_status.number = m_spec.number;
    m_status.typeNumber = m_spec.typeNumber;
    m_status.isEmbedded = m_spec.isEmbedded;
    m_status.runs = runsText(m_spec);
}

void PlayerSlot::scheduleStart(Clock::time_point at, Clock::time_point now) {
    if (isActive(m_status.phase)) {
        return;
    }
    m_status.restarts = 0;
    m_startAt = at;
    enter(PlayerPhase::Waiting, {}, now);
}

void PlayerSlot::startNow(Clock::time_point now) {
    m_startAt.reset();
    begin(now);
}

void PlayerSlot::stop(Clock::time_point now) {
    m_startsAgain = false;
    if (m_startAt) {
        m_startAt.reset();
        enter(PlayerPhase::Stopped, {}, now);
    } else if (m_run && m_status.phase != PlayerPhase::Stopping) {
        m_run->requestStop();
        enter(PlayerPhase::Stopping, {}, now);
    }
}

void PlayerSlot::restart(Clock::time_point now) {
    stop(now);
    if (m_run) {
        m_startsAgain = true;
    } else {
        scheduleStart(now, now);
    }
}

void PlayerSlot::service(Clock::time_point now) {
    if (m_startAt && now >= *m_startAt) {
        startNow(now);
    }
    m_gate.tick(now, [this](OutputLine line) { keep(std::move(line)); });
    if (!m_run) {
        return;
    }
    m_run->service(now, [&](Stream stream, std::string_view line, bool isCut) {
        takeLine(stream, lineText(line, isCut), now);
    });
    if (m_status.phase == PlayerPhase::Starting && m_run->isStarted()) {
        enter(PlayerPhase::Running, {}, now);
    }
    if (const EmbeddedReport* report = m_run->embedded()) {
        m_status.cycles = report->cycles;
        m_status.cycleMs = report->cycleMs;
        m_status.missedCycles = report->missedCycles;
        m_status.lateAnswers = report->lateAnswers;
        m_status.cpuPercent = report->cpuPercent;
    }
    reportRecording(now);
    if (m_run->end()) {
        const RunEnd end = *m_run->end();
        finish(end, now);
    } else if (m_status.phase != PlayerPhase::Stopping && m_status.reason != m_run->detail()) {
        m_status.reason = m_run->detail();
        if (!m_status.reason.empty()) {
            takeLine(Stream::Note, m_status.reason, now);
        }
    }
}

void PlayerSlot::addTo(std::vector<pollfd>& polled) const {
    if (m_run) {
        m_run->addTo(polled);
    }
}

Clock::time_point PlayerSlot::nextWake() const {
    return std::min(m_startAt.value_or(Clock::time_point::max()), m_gate.nextTick());
}

void PlayerSlot::measure(const std::vector<ProcessEntry>& table,
                         const std::vector<UnreadSocket>& unread, Clock::time_point now) {
    if (!hasProcesses()) {
        return;
    }
    const auto processes = descendantsOf(m_run->supervisorPid(), table);
    if (const auto usage = m_meter.measure(processes, now)) {
        m_status.cpuPercent = usage->cpuPercent;
        m_status.memoryMiB = usage->memoryMiB;
        m_status.processCount = usage->processCount;
    }
    const std::uint16_t port = m_recorded ? m_recorded->team().port : m_team.port;
    takeSilence(m_silence.measure(processes, unread, port, now), now);
}

void PlayerSlot::takeSilence(const Silence& silence, Clock::time_point now) {
    const bool wasSilent = !m_status.silence.empty();
    if (silence.bytes == 0) {
        m_status.silence.clear();
        if (wasSilent) {
            takeLine(Stream::Note, "is reading the server's messages again", now);
        }
        return;
    }
    m_status.silence =
        fmt::format("{}: {} bytes of the server's messages are unread",
                    silence.isBusy ? "in an endless loop or far too slow" : "stopped or hanging",
                    silence.bytes);
    if (!wasSilent) {
        takeLine(Stream::Note, fmt::format("silent: {}", m_status.silence), now);
    }
}

void PlayerSlot::begin(Clock::time_point now) {
    m_startedAt = now;
    m_lastWords.clear();
    m_status.cycles = 0;
    m_status.missedCycles.reset();
    m_status.lateAnswers.reset();
    m_meter = {};
    m_silence = {};
    enter(PlayerPhase::Starting, {}, now);
    auto run = makeRun(now);
    if (run) {
        m_run = std::move(*run);
        return;
    }
    finish({.kind = RunEnd::Kind::CouldNotStart, .text = run.error().toString()}, now);
}

base::Expected<std::unique_ptr<PlayerRun>> PlayerSlot::makeRun(Clock::time_point now) {
    if (m_spec.isEmbedded) {
        if (!m_settings.embedded) {
            return base::failure(base::ErrorCode::InvalidArgument,
                                 "embedded players are not available here", "a program");
        }
        auto player = m_settings.embedded(m_team, m_spec);
        if (!player) {
            return tl::unexpected(player.error());
        }
        return std::make_unique<EmbeddedRun>(std::move(*player));
    }
    const auto team = beginRecording(now);
    if (!team) {
        return tl::unexpected(team.error());
    }
    Launch launch;
    launch.supervisor = m_settings.supervisor;
    launch.grace = m_settings.grace;
    launch.folder = m_spec.folder;
    PlayerSpec filled = m_spec;
    filled.program = fillPlaceholders(m_spec.program, **team, m_spec);
    // If the program is not found, the supervisor reports the system's error.
    launch.program = findProgram(filled).value_or(filled.program).string();
    for (const std::string& argument : m_spec.arguments) {
        launch.arguments.push_back(fillPlaceholders(argument, **team, m_spec));
    }
    for (const auto& [name, value] : m_spec.environment) {
        launch.environment.emplace(name, fillPlaceholders(value, **team, m_spec));
    }
    return ProcessRun::start(std::move(launch), fmt::format("{}-{}-{}", ::getpid(), m_spec.number,
                                                            now.time_since_epoch().count()));
}

base::Expected<const TeamFile*> PlayerSlot::beginRecording(Clock::time_point now) {
    if (!m_spec.isRecorded) {
        return &m_team;
    }
    if (!m_settings.recordings) {
        takeLine(Stream::Note, "recordings are not available here", now);
        return &m_team;
    }
    if (auto fault = recordingFault(m_team, m_spec)) { // the server may differ from the file's
        return tl::unexpected(std::move(*fault));
    }
    auto recorded = RecordedProgram::start(m_team, m_spec, m_settings.recordings);
    if (!recorded) {
        return tl::unexpected(std::move(recorded.error()));
    }
    m_recorded = std::move(*recorded);
    return &m_recorded->team();
}

void PlayerSlot::reportRecording(Clock::time_point now) {
    if (!m_recorded) {
        return;
    }
    for (std::string& line : m_recorded->takeLines()) {
        takeLine(Stream::Note, std::move(line), now);
    }
    if (now >= m_nextReport) {
        m_nextReport = now + kReportEvery;
        takeReport(m_recorded->report());
    }
}

void PlayerSlot::takeReport(const RecordedProgram::Report& report) {
    m_status.cycles = std::max(m_status.cycles, report.cycles);
    m_status.missedCycles = report.missedCycles;
    m_status.lateAnswers = report.lateAnswers;
    m_status.cycleMs = report.reactionMs;
}

void PlayerSlot::endRecording(Clock::time_point now) {
    if (m_recorded) {
        for (std::string& line : m_recorded->stop()) {
            takeLine(Stream::Note, std::move(line), now);
        }
        takeReport(m_recorded->report()); // includes the last cycles
        m_recorded.reset();
    }
}

void PlayerSlot::finish(const RunEnd& end, Clock::time_point now) {
    endRecording(now);
    m_gate.flush(now, [this](OutputLine line) { keep(std::move(line)); });
    m_run.reset();
    m_status.silence.clear();
    m_status.cpuPercent.reset();
    m_status.memoryMiB.reset();
    m_status.cycleMs.reset();
    m_status.processCount = 0;
    m_status.exitCode = end.exitCode;
    m_status.signal = end.signal;
    const bool isFault = end.kind != RunEnd::Kind::Exited || end.exitCode != 0;
    if (end.kind == RunEnd::Kind::CouldNotStart) {
        enter(PlayerPhase::CouldNotStart, end.text, now);
    } else if (m_status.phase == PlayerPhase::Stopping) {
        enter(PlayerPhase::Stopped,
              end.isForced ? fmt::format("did not exit within {} and was killed",
                                         secondsText(m_settings.grace))
                           : end.text,
              now);
    } else {
        enter(end.kind == RunEnd::Kind::Crashed ? PlayerPhase::Crashed : PlayerPhase::Exited,
              endText(end), now);
        if (isFault && planRestart(now)) {
            return;
        }
    }
    if (std::exchange(m_startsAgain, false)) {
        scheduleStart(now, now);
    }
}

bool PlayerSlot::planRestart(Clock::time_point now) {
    const RestartPolicy& policy = m_settings.restart;
    if (m_spec.restart == Restart::Never) {
        return false;
    }
    if (now - m_startedAt >= policy.healthy) {
        m_status.restarts = 0;
    }
    if (m_status.restarts >= policy.limit) {
        m_status.reason +=
            fmt::format("; not restarted after {}", base::plural(policy.limit, "attempt"));
        return false;
    }
    const auto wait = std::min(policy.longest, policy.first * (1 << m_status.restarts));
    ++m_status.restarts;
    m_startAt = now + wait;
    enter(PlayerPhase::Waiting,
          fmt::format("restarting in {}; {}", secondsText(wait), m_status.reason), now);
    return true;
}

void PlayerSlot::enter(PlayerPhase phase, std::string reason, Clock::time_point now) {
    m_status.phase = phase;
    m_status.phaseSince = now;
    m_status.reason = std::move(reason);
    m_listener.phase(phase, m_status.reason, now);
    const std::string text = m_status.reason.empty()
                                 ? std::string(phaseText(phase))
                                 : fmt::format("{}: {}", phaseText(phase), m_status.reason);
    const bool isPassing = phase == PlayerPhase::Waiting || phase == PlayerPhase::Starting ||
                           phase == PlayerPhase::Stopping;
    if (!isPassing || !m_status.reason.empty()) {
        m_listener.line({.number = 0, .at = now, .stream = Stream::Note, .text = text});
    }
}

void PlayerSlot::takeLine(Stream stream, std::string text, Clock::time_point now) {
    m_gate.put({.number = 0, .at = now, .stream = stream, .text = std::move(text)},
               [this](OutputLine line) { keep(std::move(line)); });
}

void PlayerSlot::keep(OutputLine line) {
    if (line.stream != Stream::Note) {
        m_status.lastLine = line.text;
        m_status.lastOutputAt = line.at;
        if (!line.text.empty()) {
            m_lastWords.push_back(line.text.substr(0, kMaxWordsBytes));
        }
        if (m_lastWords.size() > kLastWords) {
            m_lastWords.pop_front();
        }
    }
    m_status.skippedLines = m_gate.skippedLines();
    m_listener.line(std::move(line));
}

std::string PlayerSlot::endText(const RunEnd& end) const {
    std::string text = !end.text.empty() ? end.text
                       : end.kind == RunEnd::Kind::Crashed
                           ? signalText(end.signal)
                           : fmt::format("exit code {}", end.exitCode);
    if (end.text.empty() && end.kind == RunEnd::Kind::Exited) {
        text += end.exitCode == kNotFound        ? " (a command was not found)"
                : end.exitCode == kNotExecutable ? " (a command could not be run)"
                                                 : "";
    }
    if (end.kind == RunEnd::Kind::Exited && end.exitCode == 0) {
        return text;
    }
    for (std::size_t i = 0; i < m_lastWords.size(); ++i) {
        text += (i == 0 ? "; last output: " : " / ") + m_lastWords[i];
    }
    return text;
}

} // namespace sideline::launcher
