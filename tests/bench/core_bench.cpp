// Cost of the stages of decoding, on the sample match.
#include <cstdlib>

#include <benchmark/benchmark.h>

#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/protocol/sexpr.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "tests/support/test_files.h"

namespace {

using namespace sideline;

const std::vector<std::string>& sampleLines() {
    static const std::vector<std::string> kLines = [] {
        const std::string text = tests::readUnpacked(tests::sampleLog());
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            lines.push_back(text.substr(at, end - at));
            at = end + 1;
        }
        return lines;
    }();
    return kLines;
}

std::int64_t sampleBytes() {
    std::int64_t bytes = 0;
    for (const std::string& line : sampleLines()) {
        bytes += static_cast<std::int64_t>(line.size());
    }
    return bytes;
}

void tokenise(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string& line : sampleLines()) {
            protocol::SexprReader reader(line);
            while (reader.next().kind != protocol::TokenKind::End) {
            }
        }
    }
    state.SetBytesProcessed(state.iterations() * sampleBytes());
}
BENCHMARK(tokenise);

void decode(benchmark::State& state) {
    for (auto _ : state) {
        monitor::MonitorDecoder decoder;
        std::uint32_t frame = 0;
        for (const std::string& line : sampleLines()) {
            benchmark::DoNotOptimize(decoder.decode(line, frame++));
        }
    }
    state.SetBytesProcessed(state.iterations() * sampleBytes());
}
BENCHMARK(decode);

void header(benchmark::State& state) {
    for (auto _ : state) {
        for (const std::string& line : sampleLines()) {
            benchmark::DoNotOptimize(monitor::readMessageHeader(line));
        }
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(sampleLines().size()));
}
BENCHMARK(header);

void matchFrameOf22Robots(benchmark::State& state) {
    monitor::MonitorDecoder decoder;
    static_cast<void>(decoder.decode(sampleLines().front(), 0));
    const auto scene = std::make_shared<const monitor::SceneState>(decoder.scene());
    for (auto _ : state) {
        benchmark::DoNotOptimize(monitor::makeMatchFrame(0, 0, decoder.game(), scene, false));
    }
}
BENCHMARK(matchFrameOf22Robots);

void forwardKinematicsOfOneNao(benchmark::State& state) {
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    const std::vector<double> angles(model.joints().size(), 0.3);
    std::vector<math::Pose> poses(model.bodies().size());
    for (auto _ : state) {
        robot::forwardKinematics(model, math::Pose{}, angles, poses);
        benchmark::DoNotOptimize(poses.data());
    }
}
BENCHMARK(forwardKinematicsOfOneNao);

void encodeFullScene(benchmark::State& state) {
    monitor::MonitorDecoder decoder;
    static_cast<void>(decoder.decode(sampleLines().front(), 0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(monitor::encodeFullMessage(decoder.game(), decoder.scene()));
    }
}
BENCHMARK(encodeFullScene);

} // namespace

BENCHMARK_MAIN();
