#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/localization/fusion_estimator.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/world/belief_shapes.h"
#include "agentcore/world/world_model.h"
#include "cli/dev/dev_commands.h"
#include "cli/log_session.h"
#include "logs/session/agent_recording.h"
#include "logs/session/session_check.h"
#include "logs/session/session_writer.h"

namespace sideline::cli {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr nanoseconds kCycle = std::chrono::milliseconds(20);
constexpr int kCyclesPerCommit = 20;
constexpr int kApart = 61; // offset of two agents in cycles, so that they differ

struct RecorderBenchArguments {
    std::string stream;
    std::string out;
    int agents = 22;
    int seconds = 60;
    bool drawsBelief = false;
    bool json = false;
};

double processorS() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// One cycle of a recorded agent.
struct Exchange {
    std::string_view percepts;
    std::string_view commands;
};

std::vector<Exchange> exchangesOf(const logs::AgentRecording& recording) {
    std::vector<Exchange> exchanges;
    for (const logs::RecordedMessage& message : recording.messages()) {
        if (message.speaker == logs::Speaker::Server) {
            exchanges.push_back({message.text, {}});
        } else if (message.speaker == logs::Speaker::Agent && !exchanges.empty()) {
            exchanges.back().commands = message.text;
        }
    }
    return exchanges;
}

// Replays what a real agent received.
class SyntheticAgent {
public:
    SyntheticAgent(int number, const field::FieldModel& field,
                   const RecorderBenchArguments& arguments)
        : m_model(identityOf(number), field, std::make_unique<localization::FusionEstimator>()),
          m_field(field),
          m_place(static_cast<std::size_t>(number * kApart)),
          m_drawsBelief(arguments.drawsBelief) {}

    world::AgentFramePtr cycle(const std::vector<Exchange>& exchanges, std::uint64_t number,
                               nanoseconds at) {
        auto frame = std::make_shared<world::AgentFrame>();
        const Exchange& exchange = exchanges[m_place++ % exchanges.size()];
        frame->cycle = number;
        frame->perceptText = exchange.percepts;
        frame->commandText = exchange.commands;
        frame->timing.receivedAt = at;
        frame->timing.parse = nanoseconds(20'000 + 7 * (number % 100));
        frame->timing.senseToAct = nanoseconds(200'000 + 13 * (number % 1000));
        if (protocol::parsePercepts(frame->perceptText, m_percepts)) {
            m_model.update(m_percepts, *frame);
        }
        frame->decision = {"stand and look", "the ball is visible", false, {}};
        for (std::size_t i = 0; i < frame->body.joints.size(); ++i) {
            world::JointBelief& joint = frame->body.joints[i];
            joint.targetRad = 0.01 * std::sin(0.01 * static_cast<double>(number + i));
            joint.commandRadPerS = joint.targetRad - joint.measuredRad;
        }
        m_model.sent(frame->body.joints);
        frame->values.push_back({"head.errorRad", joint(*frame, 0)});
        frame->values.push_back({"ball.distanceM", frame->world.ball.p_T.norm()});
        if (m_drawsBelief) {
            world::appendBeliefShapes(*frame, m_field, {}, frame->drawings);
        }
        return frame;
    }

private:
    static world::AgentIdentity identityOf(int number) {
        return {"Bench",
                {game::Side::None, game::UniformNumber(number % 11 + 1)},
                0,
                robot::defaultRobot().shared()};
    }
    static double joint(const world::AgentFrame& frame, std::size_t index) {
        return index < frame.body.joints.size() ? frame.body.joints[index].commandRadPerS : 0.0;
    }

    world::WorldModel m_model;
    const field::FieldModel& m_field;
    protocol::Percepts m_percepts;
    std::size_t m_place;
    bool m_drawsBelief;
};

struct RecordingCost {
    double recorderS = 0.0;      // processor time of collecting and writing
    double wallS = 0.0;          // elapsed time of both
    std::vector<double> takeNs;  // time of collecting each frame
    std::uint64_t textBytes = 0; // size of the messages
};

// Feeds cycles as in a match, without pauses between them.
base::Expected<RecordingCost> feed(logs::SessionWriter& writer,
                                   const std::vector<Exchange>& exchanges,
                                   const RecorderBenchArguments& arguments) {
    const field::FieldModel field(field::newestField().dimensions);
    std::vector<std::unique_ptr<SyntheticAgent>> agents;
    std::vector<world::FrameSink*> sinks;
    for (int i = 0; i < arguments.agents; ++i) {
        agents.push_back(std::make_unique<SyntheticAgent>(i, field, arguments));
        sinks.push_back(&writer.addAgent(fmt::format("Bench {}", i + 1)));
    }
    RecordingCost measured;
    const auto cycles = static_cast<std::uint64_t>(arguments.seconds) * 50U;
    for (std::uint64_t first = 0; first < cycles; first += kCyclesPerCommit) {
        std::vector<world::AgentFramePtr> frames;
        for (std::uint64_t n = first; n < std::min(cycles, first + kCyclesPerCommit); ++n) {
            const auto at = writer.info().begunSteady + kCycle * static_cast<std::int64_t>(n);
            for (const auto& agent : agents) {
                frames.push_back(agent->cycle(exchanges, n, at));
                measured.textBytes +=
                    frames.back()->perceptText.size() + frames.back()->commandText.size();
            }
        }
        const double before = processorS();
        const auto begin = Clock::now();
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const auto taken = Clock::now();
            sinks[i % sinks.size()]->take(frames[i]);
            measured.takeNs.push_back(
                std::chrono::duration<double, std::nano>(Clock::now() - taken).count());
        }
        if (auto done = writer.flush(); !done) {
            return tl::unexpected(std::move(done.error()));
        }
        measured.recorderS += processorS() - before;
        measured.wallS += std::chrono::duration<double>(Clock::now() - begin).count();
    }
    return measured;
}

double percentileOf(std::vector<double>& values, double ratio) {
    const auto place =
        static_cast<std::ptrdiff_t>(std::lround(ratio * static_cast<double>(values.size() - 1)));
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
}

Json report(RecordingCost measured, const logs::SessionCounters& counters,
            const std::filesystem::path& file, const RecorderBenchArguments& arguments) {
    const double perMinute = 60.0 / arguments.seconds / 1e6;
    Json json;
    json["stream"] = arguments.stream;
    json["agents"] = arguments.agents;
    json["simulatedS"] = arguments.seconds;
    json["framesOffered"] = counters.frames.offered;
    json["framesWritten"] = counters.frames.written;
    json["framesDropped"] = counters.frames.dropped;
    json["processorSharePercent"] = 100.0 * measured.recorderS / arguments.seconds;
    json["wallSharePercent"] = 100.0 * measured.wallS / arguments.seconds;
    json["usPerFrame"] = 1e6 * measured.recorderS / static_cast<double>(counters.frames.offered);
    json["takeP50Ns"] = percentileOf(measured.takeNs, 0.5);
    json["takeP99Ns"] = percentileOf(measured.takeNs, 0.99);
    json["fileMBPerMinute"] = static_cast<double>(std::filesystem::file_size(file)) * perMinute;
    json["frameMBPerMinute"] = static_cast<double>(counters.frameBytes) * perMinute;
    json["messageMBPerMinute"] = static_cast<double>(measured.textBytes) * perMinute;
    return json;
}

void printText(const Json& json) {
    const auto row = [](const char* name, const std::string& value) {
        std::cout << fmt::format("{:<14}{}\n", name, value);
    };
    const auto number = [&](const char* key) { return json[key].get<double>(); };
    row("Agents",
        fmt::format("{}, {} s at 50 Hz", json["agents"].get<int>(), json["simulatedS"].get<int>()));
    row("Frames",
        fmt::format("{:.0f} offered, {:.0f} written, {:.0f} dropped", number("framesOffered"),
                    number("framesWritten"), number("framesDropped")));
    row("Processor", fmt::format("{:.1f} % of one core, {:.1f} us per frame",
                                 number("processorSharePercent"), number("usPerFrame")));
    row("In the agent", fmt::format("p50 {:.0f} ns, p99 {:.0f} ns per frame", number("takeP50Ns"),
                                    number("takeP99Ns")));
    row("File", fmt::format("{:.1f} MB per minute; the messages alone are {:.1f} MB",
                            number("fileMBPerMinute"), number("messageMBPerMinute")));
}

int benchRecorder(const RecorderBenchArguments& arguments) {
    const auto recording = logs::AgentRecording::read(arguments.stream);
    if (!recording) {
        printError(recording.error().toString());
        return kExitFailed;
    }
    const std::vector<Exchange> exchanges = exchangesOf(*recording);
    if (exchanges.empty()) {
        printError(arguments.stream + ": there is no message from a server");
        return kExitFailed;
    }
    logs::SessionInfo info;
    info.begunSteady = Clock::now().time_since_epoch();
    info.program = "sideline-dev log bench-recorder";
    auto writer = logs::SessionWriter::open(arguments.out, info);
    if (!writer) {
        printError(writer.error().toString());
        return kExitFailed;
    }
    auto measured = feed(**writer, exchanges, arguments);
    const auto closed = (*writer)->close();
    if (!measured || !closed) {
        printError((measured ? closed.error() : measured.error()).toString());
        return kExitFailed;
    }
    const logs::SessionCounters counters = (*writer)->counters();
    const Json json = report(std::move(*measured), counters, arguments.out, arguments);
    if (arguments.json) {
        std::cout << json.dump(2) << '\n';
    } else {
        printText(json);
    }
    const bool isWhole = counters.frames.written == counters.frames.offered;
    return isWhole ? kExitGood : kExitFound;
}

} // namespace

void addLogBenchRecorder(CLI::App& log, int& status) {
    CLI::App* command =
        log.add_subcommand("bench-recorder", "Measure the cost of recording agents that perceive "
                                             "what an agent's stream (.rec) contains");
    auto arguments = std::make_shared<RecorderBenchArguments>();
    command->add_option("STREAM", arguments->stream, "an agent's stream, optionally compressed")
        ->required();
    command->add_option("OUT", arguments->out, "session file to write")->required();
    command->add_option("--agents", arguments->agents, "number of agents")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    command->add_option("--seconds", arguments->seconds, "server time to record")
        ->capture_default_str()
        ->check(CLI::Range(1, 36000));
    command->add_flag("--belief", arguments->drawsBelief,
                      "also record the agents' belief drawings");
    command->add_flag("--json", arguments->json, "print JSON");
    command->callback([arguments, &status] { status = benchRecorder(*arguments); });
}

} // namespace sideline::cli
