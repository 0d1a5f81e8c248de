// `sideline agent`: one built-in player, without a window.
#include "cli/agent_command.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/durations.h"
#include "agentcore/base/plural.h"
#include "agentcore/drawing/datagram.h"
#include "agentcore/localization/methods.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "agentcore/protocol/sexpr.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/runtime/agent_runner.h"
#include "agentcore/runtime/drawing_sender.h"
#include "agents/agent_blueprint.h"
#include "agents/behaviors/built_in.h"
#include "cli/host_port.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/session_info.h"
#include "cli/simulation_arguments.h"
#include "logs/session/session_writer.h"

namespace sideline::cli {

namespace {

namespace fs = std::filesystem;
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
    bool mayReplace = false;
    bool isVerbose = false;
    std::optional<std::uint16_t> port; ///< if not set, the server's default port
    std::string robotFile{robot::kDefaultRobotFile};
    RobotFolders robotFolders;
    std::string behavior; ///< empty: default behavior of the robot
    std::string listed;   ///< behavior that `list` describes; empty: list all
    std::string field;    ///< empty: default field of the server
    std::vector<std::string> set;
};

// Passes the output of the agent's thread to the thread that prints.
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
    [[nodiscard]] base::Durations senseToAct() const {
        const std::scoped_lock lock(m_mutex);
        return m_senseToAct;
    }
    [[nodiscard]] world::AgentCounters counters() const {
        const std::scoped_lock lock(m_mutex);
        return m_counters;
    }

private:
    mutable std::mutex m_mutex;
    base::Durations m_senseToAct;
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
    const auto viewer = readHostPort(place, drawing::kDrawingPort, "an address for drawings");
    if (!viewer) {
        return tl::unexpected(viewer.error());
    }
    auto sender = runtime::DrawingSender::open(viewer->host, viewer->port);
    if (!sender) {
        return tl::unexpected(std::move(sender.error()));
    }
    return std::make_unique<runtime::DrawingSender>(std::move(*sender));
}

// Keeps a backup of the session that a recording replaces, with SQLite's additional files, until
// SQLite has created the new one.
class Replaced {
public:
    explicit Replaced(const fs::path& path) {
        for (const char* ending : {"", "-wal", "-shm"}) {
            const fs::path file = path.string() + ending;
            const fs::path backup = path.parent_path() /
                                    fmt::format(".{}.replaced{}", path.filename().string(), ending);
            std::error_code fault;
            if (!fs::is_regular_file(file, fault)) {
                continue;
            }
            fs::rename(file, backup, fault);
            if (!fault) {
                m_files.emplace_back(file, backup);
            }
        }
    }
    ~Replaced() {
        for (const auto& [file, backup] : m_files) {
            std::error_code ignored;
            fs::rename(backup, file, ignored);
        }
    }
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;
    void drop() {
        for (const auto& [file, backup] : std::exchange(m_files, {})) {
            std::error_code ignored;
            fs::remove(backup, ignored);
        }
    }

private:
    std::vector<std::pair<fs::path, fs::path>> m_files;
};

base::Expected<std::unique_ptr<logs::SessionWriter>> openRecording(const std::string& path,
                                                                   bool mayReplace) {
    if (const auto isFree = base::OutputSet(mayReplace).check(path); !isFree) {
        return tl::unexpected(isFree.error());
    }
    Replaced old(path);
    auto writer = logs::SessionWriter::open(path, sessionInfoNow("agent"));
    if (writer) {
        old.drop();
    }
    return writer;
}

// Reports on standard error when recording stops and resumes, and what is missing at the end.
class RecordingReporter {
public:
    explicit RecordingReporter(logs::SessionWriter* writer) : m_writer(writer) {}

    void look() {
        const std::string fault = m_writer != nullptr ? m_writer->fault() : std::string();
        if (fault == m_fault) {
            return;
        }
        printError(!fault.empty()
                       ? fault + "; retrying"
                       : fmt::format("{}: writing again; missing {}", m_writer->path().string(),
                                     base::plural(lost(), "cycle")));
        m_fault = fault;
    }
    /// Ends the recording. @return whether it is complete
    [[nodiscard]] bool close() {
        if (m_writer == nullptr) {
            return true;
        }
        const auto closed = m_writer->close();
        m_isClosed = true;
        if (!closed) {
            printError(closed.error().toString());
        }
        if (lost() > 0) {
            printError(fmt::format("{}: {} of {} could not be written and are missing",
                                   m_writer->path().string(), lost(),
                                   base::plural(m_writer->counters().frames.offered, "cycle")));
        }
        return closed && lost() == 0;
    }

private:
    [[nodiscard]] std::uint64_t lost() const {
        const logs::RecordCount frames = m_writer->counters().frames;
        return m_isClosed ? frames.offered - frames.written : frames.dropped;
    }

    logs::SessionWriter* m_writer; // null: nothing is recorded
    std::string m_fault;
    bool m_isClosed = false;
};

std::string stateLine(const AgentState& state) {
    return state.fault.empty() ? std::string(linkStateName(state.link))
                               : fmt::format("{}: {}", linkStateName(state.link), state.fault);
}

std::string beliefLine(const world::AgentFrame& frame) {
    std::string line =
        fmt::format("t {:.2f} {} {}", frame.game.serverTimeS,
                    frame.game.playMode ? game::playModeName(*frame.game.playMode) : "?",
                    frame.decision.behavior);
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

// Watches the agent until the requested time has passed. Returns its last state.
AgentState watch(runtime::AgentRunner& runner, Watcher& watcher, RecordingReporter& recording,
                 const AgentArguments& arguments, const std::string& name) {
    const auto begin = Clock::now();
    const bool isLimited = arguments.minutes > 0.0;
    const std::chrono::duration<double> time(arguments.minutes * 60.0);
    auto reportAt = begin + kReport;
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock(mutex);
    std::optional<AgentState> reported;
    while (!isInterrupted() && (!isLimited || Clock::now() - begin < time)) {
        AgentState state = runner.state();
        recording.look();
        // Repeated failures with the same reason are reported once.
        const bool isNews =
            !reported || (reported->link != state.link &&
                          !(state.link == LinkState::Connecting && !state.fault.empty()));
        if (isNews &&
            !(reported && reported->link == state.link && reported->fault == state.fault)) {
            say(name, stateLine(state));
            reported = state;
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

void summarize(const std::string& name, const AgentState& state, const Watcher& watcher) {
    const base::Durations times = watcher.senseToAct();
    const world::AgentCounters counters = watcher.counters();
    say(name, fmt::format("{}, {} missed, {} late, sense to act p50 {:.3f} ms, p99 {:.3f} ms, "
                          "largest {:.3f} ms",
                          base::plural(state.cycles, "cycle"), counters.missedCycles,
                          counters.lateAnswers, times.quantileMs(0.5), times.quantileMs(0.99),
                          times.largestMs()));
    say(name, fmt::format("joined the team {}, {}, {}", base::plural(state.connections, "time"),
                          base::plural(counters.unknownPercepts, "unknown percept"),
                          base::plural(counters.damagedMessages, "damaged message")));
}

int play(const AgentArguments& arguments, std::unique_ptr<behavior::Behavior> behavior) {
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
        auto opened = openRecording(arguments.recording, arguments.mayReplace);
        if (!opened) {
            printError(opened.error().toString());
            return kExitFailed;
        }
        recorder = std::move(*opened);
        sinks.push_back(&recorder->addAgent(name));
    }
    listenToSignals();
    RecordingReporter recording(recorder.get());
    AgentState state;
    {
        runtime::AgentRunner runner(arguments.settings, std::move(behavior), sinks);
        state = watch(runner, watcher, recording, arguments, name);
    }
    summarize(name, state, watcher);
    if (drawings && drawings->droppedPictures() > 0) {
        say(name,
            base::plural(drawings->droppedPictures(), "drawing") + " over the rate limit not sent");
    }
    const bool isRecorded = recording.close();
    return isRecorded && state.connections > 0 ? kExitGood : kExitFailed;
}

int run(AgentArguments& arguments) {
    if (!arguments.beam.empty()) {
        arguments.settings.beam_F = parseBeam(arguments.beam);
        if (!arguments.settings.beam_F) {
            printError(fmt::format("'{}' is not a beam pose; expected X,Y,DEGREES, such as -3,0,0",
                                   arguments.beam));
            return kExitFailed;
        }
    }
    const auto method = localization::methodOf(arguments.localizer);
    if (!method) {
        printError(fmt::format("unknown localizer '{}'; expected {}", arguments.localizer,
                               localizerWords()));
        return kExitFailed;
    }
    arguments.settings.method = *method;
    robot::RobotCatalog robots;
    robots.setFolders(pathsOf(arguments.robotFolders));
    auto model = robots.findPlayable(arguments.robotFile, arguments.settings.typeNumber);
    if (!model) {
        printError(model.error().toString());
        return kExitFailed;
    }
    arguments.settings.model = std::move(*model);
    const game::ServerKind server = runtime::serverOf(arguments.settings);
    if (server == game::ServerKind::Rcssservermj && arguments.settings.unum == 0) {
        printError(fmt::format("--unum is missing; expected 1 to {}: rcssservermj assigns no "
                               "numbers to its robots, such as {}",
                               protocol::mujoco::Writer::kMaxUnum,
                               arguments.settings.model->name()));
        return kExitFailed;
    }
    arguments.settings.port = arguments.port.value_or(game::defaultAgentPort(server));
    arguments.settings.field = runtime::defaultField(server);
    if (!arguments.field.empty()) {
        const field::FieldVersion* field = field::findField(arguments.field);
        if (field == nullptr) {
            printError(fmt::format("unknown field '{}'; expected 30x20, fifa7vs7, fifa, or a field "
                                   "of an older server",
                                   arguments.field));
            return kExitFailed;
        }
        arguments.settings.field = *field;
    }
    if (arguments.behavior.empty()) {
        arguments.behavior = agents::defaultBehavior(*arguments.settings.model);
    }
    auto set = agents::splitSettings(arguments.set);
    if (!set) {
        printError(set.error().toString());
        return kExitFailed;
    }
    const agents::AgentBlueprint blueprint{arguments.settings, arguments.behavior, std::move(*set)};
    agents::SkillLibrary skills;
    auto behavior = agents::build(blueprint, agents::builtInBehaviors(), skills);
    if (!behavior) {
        printError(behavior.error().toString());
        return kExitFailed;
    }
    return play(arguments, std::move(*behavior));
}

void printBehavior(const agents::BehaviorInfo& info) {
    std::cout << fmt::format("{} ({}){}\n  {}\n", info.name, agents::layerName(info.layer),
                             info.name == agents::kDefaultBehavior ? ", the default" : "",
                             info.summary);
}

// Prints all behaviors, or one with its parameters.
int listBehaviors(const std::string& name) {
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    if (name.empty()) {
        std::ranges::for_each(registry.behaviors(), printBehavior);
        return kExitGood;
    }
    const auto info = agents::findNamed(registry.behaviors(), "behavior", name);
    if (!info) {
        printError(info.error().toString());
        return kExitFailed;
    }
    printBehavior(**info);
    for (const agents::ParameterInfo& parameter : (*info)->parameters) {
        std::cout << fmt::format("  {}={}   {}: {}\n", parameter.name,
                                 agents::valueText(parameter.defaultValue), parameter.description,
                                 agents::expectedText(parameter));
    }
    return kExitGood;
}

} // namespace

void addAgentCommand(CLI::App& app, int& status) {
    auto arguments = std::make_shared<AgentArguments>();
    CLI::App* command =
        app.add_subcommand("agent", "Play as one robot, with a behavior of your choice");
    runtime::AgentSettings& settings = arguments->settings;
    command->add_option("--host", settings.host, "server host")->capture_default_str();
    command
        ->add_option("--port", arguments->port,
                     "agent port of the server (default: 3100, on rcssservermj 60000)")
        ->check(CLI::Range(1, 65535));
    command->add_option("--team", settings.team, "team name")->capture_default_str();
    command
        ->add_option("--unum", settings.unum,
                     "uniform number, 1 to 11 (on rcssservermj 1 to 99); 0 for any free number")
        ->capture_default_str();
    command->add_option("--type", settings.typeNumber, "type of the robot, 0 to 4 for a Nao")
        ->capture_default_str();
    command
        ->add_option("--robot", arguments->robotFile,
                     "scene file of the robot, or T1, K1 or PiPlus, which play on rcssservermj")
        ->capture_default_str();
    command->add_option("--field", arguments->field,
                        "field of the server, such as 30x20; on rcssservermj fifa7vs7 or fifa");
    addRobotsOption(*command, arguments->robotFolders);
    command->add_flag("--sync", settings.isSync, "end every message with (syn)");
    command->add_option("--beam", arguments->beam,
                        "pose before kick-off, X,Y,DEGREES with the team's own goal at -x");
    command
        ->add_option("--localizer", arguments->localizer,
                     "localization method: " + localizerWords())
        ->capture_default_str();
    command->add_option("--minutes", arguments->minutes, "stop after this time; 0: never")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--draw", arguments->draw,
                        "HOST:PORT of a RoboViz or studio that shows the agent's drawings");
    command->add_option("--record", arguments->recording, "record all cycles to a session file");
    addForceOption(*command, arguments->mayReplace);
    command->add_flag("--verbose", arguments->isVerbose, "print the agent's beliefs every second");
    command->add_option(
        "--behavior", arguments->behavior,
        "behavior, as listed by `sideline agent list`; by default stand-and-look, on "
        "rcssservermj hold-pose");
    command->add_option("--set", arguments->set, "set a parameter of the behavior, KEY=VALUE")
        ->allow_extra_args(false);
    CLI::App* list =
        command->add_subcommand("list", "List the behaviors, or describe the parameters of one");
    list->add_option("BEHAVIOR", arguments->listed, "behavior to describe");
    command->callback([arguments, list, &status] {
        if (list->parsed()) {
            status = listBehaviors(arguments->listed);
        } else {
            status = run(*arguments);
        }
    });
}

} // namespace sideline::cli
