// Tests `sideline train fit`, and an agent that uses its output.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentcore/math/angles.h"
#include "agents/policy/policy_file.h"
#include "logs/session/session_reader.h"
#include "tests/agentcore/runtime/agent_fixture.h"
#include "tests/cli/nod_motion.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Result = tests::RunResult;
using tests::quoted;

Result fit(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, "train fit " + arguments);
}

TEST(PolicyCommandTest, AnAgentMovesAsTheNetworkThatWasFittedToAMotion) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    const auto file = folder / "nod.onnx";
    const Result fitted = fit(fmt::format("{} --out {} --hidden 16,16 --epochs 1500 --json",
                                          quoted(folder / "nod.motion"), quoted(file)));
    ASSERT_EQ(fitted.status, 0) << fitted.out;
    const auto report = nlohmann::json::parse(fitted.out);
    EXPECT_EQ(report["joints"].size(), 2U);
    EXPECT_LT(report["rmsDeg"], 1.5);
    EXPECT_GT(report["networkNs"], 0.0);
    EXPECT_GT(report["motionNs"], 0.0);
    const auto policy = agents::readPolicyFile(file);
    ASSERT_TRUE(policy) << policy.error().toString();
    EXPECT_EQ(policy->meaning.note, "fitted to the motion nod");

    std::uint16_t port = 0;
    const auto simulator = runtime::tests::startSimulator(port, true, {}, 8.0);
    const Result played = tests::runProgram(
        SIDELINE_PROGRAM, fmt::format("agent --port {} --sync --minutes 0.03 --behavior policy "
                                      "--set file={} --record {}",
                                      port, quoted(file), quoted(folder / "play.session")));
    ASSERT_EQ(played.status, 0) << played.out;
    const auto session = logs::SessionReader::open(folder / "play.session");
    ASSERT_TRUE(session) << session.error().toString();
    const logs::AgentTrack& track = (*session)->agents().front();
    double deepestRad = 0.0;
    bool isDecidedByPolicy = false;
    for (std::size_t i = 0; i < track.frames; ++i) {
        const auto frame = (*session)->frame(track.id, i);
        ASSERT_TRUE(frame) << frame.error().toString();
        const world::AgentFrame& agent = *frame->frame;
        isDecidedByPolicy |= agent.decision.behavior == "policy";
        const robot::JointId tilt = agent.identity.model->findJoint("he2");
        deepestRad = std::max(deepestRad, agent.body.joints[tilt.index()].measuredRad);
    }
    EXPECT_TRUE(isDecidedByPolicy);
    EXPECT_NEAR(math::degFromRad(deepestRad), 20.0, 2.0) << "of the nod";
}

TEST(PolicyCommandTest, TablesAndTrials) {
    const tests::TempDir folder;
    const Result fitted = fit("getup-front --out " + quoted(folder / "up.onnx") +
                              " --hidden 8 --epochs 5 --trials 1");
    ASSERT_EQ(fitted.status, 0) << fitted.out;
    for (const char* expected :
         {"dense 8, tanh", "rms deg", "one evaluation: network", "in unseen trials: rms"}) {
        EXPECT_NE(fitted.out.find(expected), std::string::npos) << expected << '\n' << fitted.out;
    }
}

TEST(PolicyCommandTest, ReportsWhatIsWrong) {
    const tests::TempDir folder;
    tests::writeFile(folder / "nod.motion", tests::kNod);
    const std::string nod = quoted(folder / "nod.motion");
    const auto expectFault = [](const Result& result, const std::string& expected) {
        EXPECT_EQ(result.status, 2) << result.out;
        EXPECT_NE(result.out.find(expected), std::string::npos) << expected << '\n' << result.out;
    };
    expectFault(fit(nod), "--out");
    expectFault(fit(nod + " --out " + nod), "nod.motion");
    expectFault(fit("no-motion --out " + quoted(folder / "x.onnx")), "no-motion");
    expectFault(fit(nod + " --out " + quoted(folder / "none/x.onnx")), "x.onnx");
    expectFault(fit(nod + " --hidden 0 --out " + quoted(folder / "x.onnx")), "--hidden");
    EXPECT_FALSE(std::filesystem::exists(folder / "x.onnx"));
    const auto agent = [](const std::string& file) {
        return tests::runProgram(SIDELINE_PROGRAM,
                                 "agent --behavior policy --set file=" + tests::quoted(file));
    };
    expectFault(agent("/no/such.onnx"), "/no/such.onnx");
    expectFault(agent((folder / "nod.motion").string()),
                "not a complete ONNX model; expected a complete ONNX file");
    tests::writeFile(folder / "empty.onnx", "");
    expectFault(agent((folder / "empty.onnx").string()),
                "the file is empty; expected a policy: an ONNX file");
    expectFault(tests::runProgram(SIDELINE_PROGRAM, "agent --behavior policy"),
                "no file is set; expected file=PATH");
}

} // namespace
} // namespace sideline
