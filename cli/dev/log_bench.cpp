#include "cli/log_command.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/rng.h"
#include "agentcore/protocol/sexpr.h"
#include "cli/dev/dev_commands.h"
#include "logs/match/line_feeder.h"
#include "logs/match/log_bytes.h"

namespace sideline::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr int kRepeats = 5;
constexpr double kEnoughS = 5.0; // work that takes longer is repeated less often
constexpr std::uint64_t kSeekSeed = 1;

double secondsOf(const std::function<void()>& work) {
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double medianSecondsOf(const std::function<void()>& work) {
    std::vector<double> seconds;
    seconds.reserve(kRepeats);
    double totalS = 0.0;
    for (int i = 0; i < kRepeats && totalS < kEnoughS; ++i) {
        seconds.push_back(secondsOf(work));
        totalS += seconds.back();
    }
    return median(std::move(seconds));
}

double percentile(std::vector<double> values, double ratio) {
    std::ranges::sort(values);
    const auto last = static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(std::lround(ratio * last))];
}

// Returns VmHWM: the peak memory of the process.
std::uint64_t peakMemoryKiB() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        if (word == "VmHWM:") {
            std::uint64_t value = 0;
            status >> value;
            return value;
        }
    }
    return 0;
}

// The baseline for decoding: a tree of strings per message, as agents of the league commonly parse
// it.
struct TreeNode {
    std::string atom;
    std::vector<TreeNode> children;
};

void parseTree(protocol::SexprReader& reader, TreeNode& parent) {
    while (true) {
        const protocol::Token token = reader.next();
        switch (token.kind) {
        case protocol::TokenKind::Open:
            parent.children.emplace_back();
            parseTree(reader, parent.children.back());
            break;
        case protocol::TokenKind::Atom:
            parent.children.push_back({std::string(token.text), {}});
            break;
        default:
            return;
        }
    }
}

// The baseline for indexing: reads the log and finds the line ends.
std::uint64_t countLines(const logs::LogBytes& log, logs::ReadBuffer& buffer) {
    constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 20U;
    std::uint64_t lines = 0;
    for (std::uint64_t at = 0; at < log.size(); at += kWindowBytes) {
        const auto bytes = log.read(at, std::min(kWindowBytes, log.size() - at), buffer);
        const std::string_view text = bytes ? *bytes : std::string_view();
        for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
            ++lines;
        }
    }
    return lines;
}

void indexAll(const logs::LogBytes& log) {
    logs::IndexBuilder builder("bench");
    logs::LineFeeder feeder(log, builder);
    base::Expected<bool> shouldContinue = true;
    while (shouldContinue && *shouldContinue) {
        shouldContinue = feeder.step(log.size());
    }
    static_cast<void>(builder.snapshot());
}

struct SeekTimes {
    std::vector<double> seconds;
};

SeekTimes randomSeeks(const logs::MatchLog& log, logs::FrameNumber first, int count) {
    SeekTimes times;
    base::Rng rng(kSeekSeed);
    const logs::FrameNumber frames = log.index()->frameCount() - first;
    // With a cache of one frame, every seek decodes.
    logs::FrameReader reader(log.parts(), 1);
    for (int i = 0; i < count; ++i) {
        const auto target = first + static_cast<logs::FrameNumber>(rng.below(frames));
        times.seconds.push_back(secondsOf([&] { static_cast<void>(reader.frame(target)); }));
    }
    return times;
}

Json bench(const LogArguments& arguments, int seeks) {
    Json json;
    double firstFrameS = 0.0;
    std::shared_ptr<logs::MatchLog> log;
    const double openS = secondsOf([&] {
        const auto start = Clock::now();
        auto opened = logs::MatchLog::open(arguments.file, logOptions(arguments));
        if (!opened) {
            printError(opened.error().toString());
            return;
        }
        log = *opened;
        logs::FrameReader reader = log->makeReader();
        static_cast<void>(reader.frame(0));
        firstFrameS = std::chrono::duration<double>(Clock::now() - start).count();
        log->waitUntilAnalyzed();
    });
    if (!log) {
        return json;
    }
    const logs::LogParts parts = log->parts();
    const auto& index = *parts.index;
    const logs::LogBytes& bytes = *parts.bytes;
    logs::ReadBuffer buffer;
    const auto gigabytes = static_cast<double>(bytes.size()) / 1e9;
    const logs::FrameNumber active = index.firstActiveFrame().value_or(0);
    const logs::FrameNumber activeFrames = index.frameCount() - active;

    volatile std::uint64_t sink = 0; // keeps the scan from being optimized away
    const double scanS = medianSecondsOf([&] { sink = countLines(bytes, buffer); });
    const double indexS = medianSecondsOf([&] { indexAll(bytes); });
    const double foldS = medianSecondsOf([&] {
        logs::LogStateReducer folder;
        for (logs::FrameNumber n = 0; n < index.frameCount(); ++n) {
            static_cast<void>(folder.apply(parts, n));
        }
    });
    const auto fullBefore = index.fullFrameBefore(active).value_or(0);
    const double playS = medianSecondsOf([&] {
        logs::FrameReader reader(parts, 1);
        for (logs::FrameNumber n = fullBefore; n < index.frameCount(); ++n) {
            static_cast<void>(reader.frame(n));
        }
    });
    const double treeS = medianSecondsOf([&] {
        for (logs::FrameNumber n = active; n < index.frameCount(); ++n) {
            const auto line = bytes.read(index.lineStart(n), index.lineLength(n), buffer);
            protocol::SexprReader reader(line ? *line : std::string_view());
            TreeNode root;
            parseTree(reader, root);
        }
    });
    const double activeFoldS = medianSecondsOf([&] {
        logs::LogStateReducer folder;
        for (logs::FrameNumber n = fullBefore; n < index.frameCount(); ++n) {
            static_cast<void>(folder.apply(parts, n));
        }
    });
    const SeekTimes times = randomSeeks(*log, active, seeks);
    if (auto checked = log->check(); !checked) {
        printError(checked.error().toString());
        return json;
    }

    json["file"] = arguments.file;
    json["bytes"] = bytes.size();
    json["frames"] = index.frameCount();
    json["framesWithRobots"] = activeFrames;
    json["firstFrameMs"] = firstFrameS * 1e3;
    json["openIndexAnalyzeMs"] = openS * 1e3;
    json["indexMs"] = indexS * 1e3;
    json["indexGBps"] = gigabytes / indexS;
    json["lineScanMs"] = scanS * 1e3;
    json["indexTimesLineScan"] = indexS / scanS;
    json["decodeMs"] = foldS * 1e3;
    json["decodeGBps"] = gigabytes / foldS;
    json["decodeUsPerFrameWithRobots"] = activeFoldS * 1e6 / activeFrames;
    json["treeParseUsPerFrameWithRobots"] = treeS * 1e6 / activeFrames;
    json["treeParseTimesDecode"] = treeS / activeFoldS;
    json["matchFrameUsPerFrameWithRobots"] = playS * 1e6 / activeFrames;
    json["playbackTimesRealTime"] = index.stepS() * activeFrames / playS;
    json["seeks"] = seeks;
    json["seekP50Ms"] = percentile(times.seconds, 0.50) * 1e3;
    json["seekP99Ms"] = percentile(times.seconds, 0.99) * 1e3;
    json["seekMaxMs"] = percentile(times.seconds, 1.0) * 1e3;
    json["checkpointBytes"] = parts.checkpoints ? parts.checkpoints->byteSize() : 0;
    json["peakMemoryMiB"] = static_cast<double>(peakMemoryKiB()) / 1024.0;
    return json;
}

void printBench(const Json& json) {
    const auto number = [&](const char* key) { return json[key].get<double>(); };
    const auto row = [](const char* name, const std::string& value) {
        std::cout << fmt::format("{:<24}{}\n", name, value);
    };
    row("Bytes", fmt::format("{}", json["bytes"].get<std::uint64_t>()));
    row("Frames", fmt::format("{}, {} with robots", json["frames"].get<std::uint64_t>(),
                              json["framesWithRobots"].get<std::uint64_t>()));
    row("First frame", fmt::format("{:.1f} ms after opening starts", number("firstFrameMs")));
    row("Index", fmt::format("{:.1f} ms, {:.2f} GB/s, {:.1f} x the time to find line ends",
                             number("indexMs"), number("indexGBps"), number("indexTimesLineScan")));
    row("Decode",
        fmt::format("{:.0f} ms, {:.2f} GB/s; {:.0f} us per frame with robots", number("decodeMs"),
                    number("decodeGBps"), number("decodeUsPerFrameWithRobots")));
    row("  a string-tree parser",
        fmt::format("{:.0f} us per frame, {:.1f} x the time",
                    number("treeParseUsPerFrameWithRobots"), number("treeParseTimesDecode")));
    row("Frame for the screen",
        fmt::format("{:.0f} us with poses and joint angles; {:.0f} x real time",
                    number("matchFrameUsPerFrameWithRobots"), number("playbackTimesRealTime")));
    row("Random seek",
        fmt::format("p50 {:.2f} ms, p99 {:.2f} ms, worst {:.2f} ms ({} seeks)", number("seekP50Ms"),
                    number("seekP99Ms"), number("seekMaxMs"), json["seeks"].get<int>()));
    row("Peak memory", fmt::format("{:.0f} MiB", number("peakMemoryMiB")));
}

} // namespace

void addLogBench(CLI::App& log, int& status) {
    CLI::App* command = log.add_subcommand(
        "bench", "Measure indexing, decoding and seeking on a log (medians of up to five runs)");
    auto arguments = std::make_shared<LogArguments>();
    auto seeks = std::make_shared<int>(2000);
    addLogArguments(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON");
    command->add_option("--seeks", *seeks, "number of random seeks")
        ->capture_default_str()
        ->check(CLI::Range(1, 1'000'000));
    command->callback([arguments, seeks, &status] {
        const Json json = bench(*arguments, *seeks);
        if (json.empty()) {
            status = kExitFailed;
            return;
        }
        if (arguments->json) {
            std::cout << json.dump(2) << '\n';
        } else {
            printBench(json);
        }
    });
}

} // namespace sideline::cli
