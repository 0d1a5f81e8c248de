// `sideline log verify` of recorded agent streams.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "logs/session/agent_recording.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using Json = nlohmann::json;
using logs::Speaker;
using tests::quoted;

constexpr std::size_t kRecordHeaderBytes = 5;

tests::RunResult runStream(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, arguments);
}

struct Verdict {
    int status = -1;
    Json json;
};

Verdict verify(const std::filesystem::path& file) {
    const auto result = runStream("log verify --json " + quoted(file));
    return {result.status, Json::parse(result.out, nullptr, false)};
}

// Returns a stream with one valid cycle before and after the given text of the server.
std::string streamWith(const std::string& serverText) {
    std::string bytes;
    logs::appendRecord(bytes, Speaker::Agent, "(scene rsg/agent/nao/nao_hetero.rsg 0)(syn)");
    logs::appendRecord(bytes, Speaker::Server, "(time (now 1.00))(HJ (n hj1) (ax 0.00))");
    logs::appendRecord(bytes, Speaker::Server, serverText);
    logs::appendRecord(bytes, Speaker::Agent, "(he1 0.5)(syn)");
    return bytes;
}

TEST(LogStreamTest, ReportsWhatStandsInAShippedStream) {
    const Verdict verdict = verify(tests::dataFile("arms-t0.agent.rec.gz"));
    ASSERT_EQ(verdict.status, 0) << verdict.json.dump(2);
    const Json& json = verdict.json;
    EXPECT_EQ(json["good"], true);
    EXPECT_EQ(json["kind"], "agent stream");
    const auto cycles = json["cycles"].get<int>();
    EXPECT_GT(cycles, 200);
    EXPECT_EQ(json["percepts"]["time"], cycles);
    EXPECT_EQ(json["percepts"]["HJ"], 22 * cycles);
    EXPECT_NEAR(3.0 * json["percepts"]["See"].get<int>(), cycles, 3.0);
    EXPECT_EQ(json["reencoded"]["equalBytes"], cycles);
    EXPECT_EQ(json["unknown"], 0);
    EXPECT_EQ(json["failed"], 0);
    EXPECT_EQ(json["effectors"]["scene"], 1);
    EXPECT_EQ(json["serverTime"]["stepS"], 0.02);

    const auto text = runStream("log verify " + quoted(tests::dataFile("arms-t0.agent.rec.gz")));
    EXPECT_EQ(text.status, 0);
    EXPECT_NE(text.out.find("0 percepts unknown, 0 failed"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("\ngood\n"), std::string::npos) << text.out;
}

TEST(LogStreamTest, FaultsAreReportedWithTheirPlaceAndTheStatus) {
    struct Row {
        const char* text;
        const char* kind;  // kind of the issue
        const char* place; // text at its position
    };
    const tests::TempDir dir;
    for (const Row& row :
         {Row{"(time (now 1.02))(weather (wind 3.00))", "unknown", "(weather (wind 3.00))"},
          Row{"(time (now 1.02))(HJ (n hj1) (ax nan))", "failed", "(HJ (n hj1) (ax nan))"},
          Row{"(See (B (pol 1.00 x 3.00)))", "failed", "(B (pol 1.00 x 3.00))"},
          Row{"(time (now 1.02))(HJ (n \x01))", "damaged", "\x01"},
          Row{"(time (now 1.02))(now)garbage", "damaged", "garbage"},
          Row{"(GS (t 1.00) (sl 1) (pm PlayOn))", "different", "t 1.00"}}) {
        const std::string bytes = streamWith(row.text);
        tests::writeFile(dir / "a.rec", bytes);
        const Verdict verdict = verify(dir / "a.rec");
        ASSERT_EQ(verdict.status, 1) << row.text;
        EXPECT_EQ(verdict.json["good"], false);
        ASSERT_EQ(verdict.json["issues"].size(), 1U) << verdict.json.dump(2);
        const Json& issue = verdict.json["issues"][0];
        EXPECT_EQ(issue["kind"], row.kind) << row.text;
        EXPECT_EQ(issue["record"], 2) << row.text;
        EXPECT_EQ(issue["byte"], bytes.find(row.place)) << row.text;
    }
}

TEST(LogStreamTest, OtherNumberFormatsAndAnAgentsNonsenseAreNoFaultOfTheStream) {
    const tests::TempDir dir;
    std::string bytes = streamWith("(time (now 1.020))(HJ (n hj1) (ax 1))");
    logs::appendRecord(bytes, Speaker::Agent, "(he1 nan)(syn)");
    logs::appendRecord(bytes, Speaker::Trainer, "(dropBall)");
    tests::writeFile(dir / "a.rec", bytes);
    const Verdict verdict = verify(dir / "a.rec");
    EXPECT_EQ(verdict.status, 0) << verdict.json.dump(2);
    EXPECT_EQ(verdict.json["reencoded"]["equalUpToNumbers"], 1);
    EXPECT_EQ(verdict.json["brokenEffectors"], 1);
    EXPECT_EQ(verdict.json["records"]["trainer"], 1);
    EXPECT_EQ(verdict.json["issues"][0]["kind"], "note");
}

TEST(LogStreamTest, ACutStreamIsDamagedAndReadAsFarAsItGoes) {
    const tests::TempDir dir;
    const std::string bytes = streamWith("(time (now 1.02))");
    tests::writeFile(dir / "cut.rec", bytes.substr(0, bytes.size() - 3));
    const Verdict verdict = verify(dir / "cut.rec");
    EXPECT_EQ(verdict.status, 1);
    EXPECT_EQ(verdict.json["cycles"], 2);
    EXPECT_EQ(verdict.json["damaged"], 1);
    const Json& issue = verdict.json["issues"].at(0);
    EXPECT_EQ(issue["byte"], bytes.size() - kRecordHeaderBytes - 14);

    tests::writeFile(dir / "one.rec", bytes.substr(0, 20));
    EXPECT_EQ(runStream("log verify " + quoted(dir / "one.rec")).status, 2);
}

TEST(LogStreamTest, KindsAreReportedApartByContent) {
    const tests::TempDir dir;
    tests::writeFile(dir / "stream.log",
                     tests::readUnpacked(tests::dataFile("arms-t0.agent.rec.gz")));
    EXPECT_EQ(verify(dir / "stream.log").json["kind"], "agent stream");
    ASSERT_EQ(std::system(("cd " + quoted(dir.path()) +
                           " && xz -0 -k stream.log && bzip2 -k stream.log && mv stream.log.xz x")
                              .c_str()),
              0);
    EXPECT_EQ(verify(dir / "x").status, 0);
    EXPECT_EQ(verify(dir / "stream.log.bz2").status, 0);
    tests::writeFile(dir / "match.rec", tests::readUnpacked(tests::sampleLog()));
    EXPECT_TRUE(verify(dir / "match.rec").json.contains("frames"));
    EXPECT_EQ(runStream("log verify " + quoted(dir / "absent.rec")).status, 2);
    // The name of a file in a tar archive resembles a sender mark.
    tests::writeFile(dir / "M", tests::readUnpacked(tests::sampleLog()));
    ASSERT_EQ(std::system(("cd " + quoted(dir.path()) + " && tar cf match.tar M").c_str()), 0);
    EXPECT_TRUE(verify(dir / "match.tar").json.contains("frames"));
    tests::writeFile(dir / "empty.rec", "");
    EXPECT_EQ(runStream("log verify " + quoted(dir / "empty.rec")).status, 2);
}

TEST(LogStreamTest, EveryRecordedStreamIsUnderstoodInFull) {
    SIDELINE_SHARED_OR_SKIP(agents, "agent");
    SIDELINE_SHARED_OR_SKIP(experiments, "sim");
    int streams = 0;
    for (const auto& folder : {agents, experiments}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            if (entry.path().string().ends_with(".rec.gz")) {
                const Verdict verdict = verify(entry.path());
                EXPECT_EQ(verdict.status, 0) << entry.path() << verdict.json.dump(2);
                EXPECT_EQ(verdict.json["reencoded"]["equalBytes"], verdict.json["cycles"]);
                ++streams;
            }
        }
    }
    EXPECT_GE(streams, 10);
}

} // namespace
} // namespace sideline
