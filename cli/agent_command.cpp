// `sideline agent`: one player of ours, without a window.
#include "cli/agent_command.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/drawing/datagram.h"
#include "agentcore/localization/methods.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/sexpr.h"
#include "agentcore/runtime/agent_runner.h"
#include "agentcore/runtime/drawing_sender.h"
#include "cli/cycle_statistics.h"
#include "cli/log_command.h"
#include "cli/version.h"
#include "logs/session/session_writer.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;
using runtime::AgentState;
using runtime::LinkState;

constexpr std::chrono::milliseconds kLook{50};
constexpr std::chrono::seconds kReport{1};

struct AgentArguments {
    runtime::AgentSettings settings;
    std::string beam;
    std::string localizer{localization::wordOf(localization::Method::Fusion)};
    double minutes = 0.0;
    std::string draw;
    std::string recording;
    bool isVerbose = false;
};

// Signals may only touch this.
std::atomic<bool> g_isInterrupted = false; // NOLINT: there is no other way to hear a signal

void interrupt(int /*signal*/) {
    g_isInterrupted = true;
}

// What the agent's thread leaves for the one that prints.
class Watcher final : public world::FrameSink {
public:
    void take(const world::AgentFramePtr& frame) override {
        const std::scoped_lock lock(m_mutex);
        m_senseToAct.add(frame->timing.senseToAct);
        m_counters = frame->counters;
        m_lines.insert(m_lines.end(), frame->lines.begin(), frame->lines.end());
    }
    [[nodiscard]] std::vector<std::string> takeLines() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_lines, {});
    }
    [[nodiscard]] Durations senseToAct() const {
        const std::scoped_lock lock(m_mutex);
        return m_senseToAct;
    }
    [[nodiscard]] world::AgentCounters counters() const {
        const std::scoped_lock lock(m_mutex);
        return m_counters;
    }

private:
    mutable std::mutex m_mutex;
    Durations m_senseToAct;
    world::AgentCounters m_counters;
    std::vector<std::string> m_lines;
};

std::optional<Eigen::Vector3d> parseBeam(const std::string& text) {
    std::array<double, 3> values{};
    std::size_t begin = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t end = i + 1 < values.size() ? text.find(',', begin) : text.size();
        if (end == std::string::npos || begin > end) {
            return std::nullopt;
        }
        const auto value = protocol::parseNumber(std::string_view(text).substr(begin, end - begin));
        if (!value) {
            return std::nullopt;
        }
        values[i] = *value;
        begin = end + 1;
    }
    return Eigen::Vector3d(values[0], values[1], math::radFromDeg(values[2]));
}

std::string localizerWords() {
    std::string words;
    for (const localization::Method method : localization::kMethods) {
        words += words.empty() ? "" : method == localization::kMethods.back() ? " or " : ", ";
        words += localization::wordOf(method);
    }
    return words;
}

base::Expected<std::unique_ptr<runtime::DrawingSender>> openDrawing(const std::string& place) {
    const std::size_t colon = place.rfind(':');
    const std::string host = place.substr(0, colon);
    const auto port = colon == std::string::npos
                          ? std::optional<int>(drawing::kDrawingPort)
                          : protocol::parseInteger(std::string_view(place).substr(colon + 1));
    if (host.empty() || !port || *port < 1 || *port > 65535) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("'{}' is no address for drawings", place),
                             "HOST or HOST:PORT, as 127.0.0.1:32769");
    }
    auto sender = runtime::DrawingSender::open(host, static_cast<std::uint16_t>(*port));
    if (!sender) {
        return tl::unexpected(std::move(sender.error()));
    }
    return std::make_unique<runtime::DrawingSender>(std::move(*sender));
}

base::Expected<std::unique_ptr<logs::SessionWriter>> openRecording(const std::string& path) {
    const auto now = std::chrono::system_clock::now();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    logs::SessionInfo info;
    info.begunAt = text.data();
    info.begunEpochMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
    info.begunSteady = Clock::now().time_since_epoch();
    info.program = fmt::format("sideline agent {}", kVersion);
    return logs::SessionWriter::open(path, std::move(info));
}

std::string stateLine(const AgentState& state) {
    return state.fault.empty() ? std::string(linkStateName(state.link))
                               : fmt::format("{}: {}", linkStateName(state.link), state.fault);
}

std::string beliefLine(const world::AgentFrame& frame) {
    std::string line =
        fmt::format("t {:.2f} {} {}", frame.game.serverTimeS,
                    frame.game.playMode ? field::playModeName(*frame.game.playMode) : "?",
                    frame.decision.behaviour);
    if (!frame.decision.reason.empty()) {
        line += fmt::format(" ({})", frame.decision.reason);
    }
    if (frame.body.pose.isValid) {
        line += fmt::format(", at {:.2f} {:.2f}", frame.body.X_FT.p.x(), frame.body.X_FT.p.y());
    }
    if (frame.world.ball.isKnown) {
        line += fmt::format(", ball {:.2f} {:.2f} seen {:.1f} s ago", frame.world.ball.p_F.x(),
                            frame.world.ball.p_F.y(), frame.world.ball.ageS);
    }
    return line;
}

void say(const std::string& name, const std::string& line) {
    std::cout << name << ": " << line << std::endl;
}

// Looks after the agent until its time is over; what state it was in then.
AgentState watch(runtime::AgentRunner& runner, Watcher& watcher, const AgentArguments& arguments,
                 const std::string& name) {
    const auto begin = Clock::now();
    const bool isLimited = arguments.minutes > 0.0;
    const std::chrono::duration<double> time(arguments.minutes * 60.0);
    auto reportAt = begin + kReport;
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    std::optional<AgentState> told;
    while (!g_isInterrupted && (!isLimited || Clock::now() - begin < time)) {
        AgentState state = runner.state();
        // Attempts that fail again for the same reason are told once.
        const bool isNews =
            !told || (told->link != state.link &&
                      !(state.link == LinkState::Connecting && !state.fault.empty()));
        if (isNews && !(told && told->link == state.link && told->fault == state.fault)) {
            say(name, stateLine(state));
            told = state;
        }
        for (const std::string& line : watcher.takeLines()) {
            if (arguments.isVerbose) {
                say(name, line);
            }
        }
        if (arguments.isVerbose && Clock::now() >= reportAt) {
            reportAt += kReport;
            if (const auto frame = runner.takeFrame()) {
                say(name, beliefLine(**frame));
            }
        }
        never.wait_for(lock, kLook);
    }
    return runner.state();
}

void summarise(const std::string& name, const AgentState& state, const Watcher& watcher) {
    const Durations times = watcher.senseToAct();
    const world::AgentCounters counters = watcher.counters();
    say(name, fmt::format("{} cycles, {} missed, sense to act p50 {:.3f} ms, p99 {:.3f} ms, "
                          "largest {:.3f} ms",
                          state.cycles, counters.missedCycles, times.quantileMs(0.5),
                          times.quantileMs(0.99), times.largestMs()));
    say(name, fmt::format("{} times in the team, {} unknown percepts, {} damaged messages",
                          state.connections, counters.unknownPercepts, counters.damagedMessages));
}

int play(const AgentArguments& arguments) {
    Watcher watcher;
    std::vector<world::FrameSink*> sinks{&watcher};
    std::unique_ptr<runtime::DrawingSender> drawings;
    if (!arguments.draw.empty()) {
        auto opened = openDrawing(arguments.draw);
        if (!opened) {
            printError(opened.error().toString());
            return kExitFailed;
        }
        drawings = std::move(*opened);
        sinks.push_back(drawings.get());
    }
    const std::string name = fmt::format("{} {}", arguments.settings.team, arguments.settings.unum);
    std::unique_ptr<logs::SessionWriter> recorder;
    if (!arguments.recording.empty()) {
        auto opened = openRecording(arguments.recording);
        if (!opened) {
            printError(opened.error().toString());
            return kExitFailed;
        }
        recorder = std::move(*opened);
        sinks.push_back(&recorder->addAgent(name));
    }
    std::signal(SIGINT, interrupt);
    std::signal(SIGTERM, interrupt);
    AgentState state;
    {
        runtime::AgentRunner runner(arguments.settings, std::make_shared<behavior::StandAndLook>(),
                                    sinks);
        state = watch(runner, watcher, arguments, name);
    }
    summarise(name, state, watcher);
    if (drawings && drawings->droppedPictures() > 0) {
        say(name, fmt::format("{} pictures were too much for a second and were not sent",
                              drawings->droppedPictures()));
    }
    if (recorder) {
        if (const auto closed = recorder->close(); !closed) {
            printError(closed.error().toString());
            return kExitFailed;
        }
    }
    return state.connections > 0 ? kExitGood : kExitFailed;
}

int run(AgentArguments& arguments) {
    if (!arguments.beam.empty()) {
        arguments.settings.beam_F = parseBeam(arguments.beam);
        if (!arguments.settings.beam_F) {
            printError(fmt::format("'{}' is no place to be beamed to; expected X,Y,DEGREES, as "
                                   "-3,0,0",
                                   arguments.beam));
            return kExitFailed;
        }
    }
    const auto method = localization::methodOf(arguments.localizer);
    if (!method) {
        printError(fmt::format("nobody localises by '{}'; expected {}", arguments.localizer,
                               localizerWords()));
        return kExitFailed;
    }
    arguments.settings.method = *method;
    if (const auto checked = runtime::check(arguments.settings); !checked) {
        printError(checked.error().toString());
        return kExitFailed;
    }
    return play(arguments);
}

} // namespace

void addAgentCommand(CLI::App& app, int& status) {
    auto arguments = std::make_shared<AgentArguments>();
    CLI::App* command = app.add_subcommand(
        "agent", "Play as one robot: stand, look around, follow the ball with the head");
    runtime::AgentSettings& settings = arguments->settings;
    command->add_option("--host", settings.host, "where the server runs")->capture_default_str();
    command->add_option("--port", settings.port, "the server's agent port")->capture_default_str();
    command->add_option("--team", settings.team, "name of the team")->capture_default_str();
    command->add_option("--unum", settings.unum, "number, 1 to 11; 0 for any free one")
        ->capture_default_str();
    command->add_option("--type", settings.typeNumber, "type of the robot, 0 to 4")
        ->capture_default_str();
    command->add_flag("--sync", settings.isSync, "end every message with (syn)");
    command->add_option("--beam", arguments->beam,
                        "where to stand before kick-off, X,Y,DEGREES with the own goal at -x");
    command
        ->add_option("--localizer", arguments->localizer,
                     "how it finds out where it is: " + localizerWords())
        ->capture_default_str();
    command->add_option("--minutes", arguments->minutes, "end after so long; 0 for never")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--draw", arguments->draw,
                        "HOST:PORT of a RoboViz, or a studio, that shows the agent's drawings");
    command->add_option("--record", arguments->recording, "write all cycles to a session file");
    command->add_flag("--verbose", arguments->isVerbose, "tell every second what it believes");
    const CLI::App* bench = addAgentBench(*command, status);
    command->callback([arguments, bench, &status] {
        if (!bench->parsed()) {
            status = run(*arguments);
        }
    });
}

} // namespace sideline::cli
