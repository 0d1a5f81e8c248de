#include "simulator/server/run_recording.h"

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/monitor/trainer_command.h"
#include "simulator/server/run_settings.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using base::ErrorCode;

/// A simulation with recorded inputs, as in a server.
class RecordedRun {
public:
    RecordedRun(const std::filesystem::path& path, const SimulationSettings& settings,
                base::OutputOptions output = {})
        : m_simulation(settings),
          m_recorder(RunRecorder::create(path, settings, std::move(output)).value()) {}

    AgentId come() {
        const AgentId agent = m_simulation.addAgent();
        m_recorder.agentJoined(agent);
        return agent;
    }
    void leave(AgentId agent) {
        m_simulation.removeAgent(agent);
        m_recorder.agentLeft(agent);
    }
    void say(AgentId agent, std::string_view text) {
        m_simulation.receive(agent, text);
        m_recorder.agentMessage(agent, text);
    }
    void train(std::string_view text) {
        m_recorder.trainerMessage(text);
        for (const auto& command : monitor::parseTrainerCommands(text).commands) {
            static_cast<void>(m_simulation.apply(command));
        }
    }
    void cycle() {
        m_simulation.cycle();
        ASSERT_TRUE(m_recorder.endCycle(m_simulation));
    }
    [[nodiscard]] base::Expected<void> tryCycle() {
        m_simulation.cycle();
        return m_recorder.endCycle(m_simulation);
    }
    void end() { ASSERT_TRUE(m_recorder.end(m_simulation)); }
    [[nodiscard]] Simulation& simulation() { return m_simulation; }
    [[nodiscard]] RunRecorder& recorder() { return m_recorder; }

private:
    Simulation m_simulation;
    RunRecorder m_recorder;
};

SimulationSettings lively(Solver solver) {
    SimulationSettings settings;
    settings.solver = solver;
    settings.seed = 0xfedcba9876543210U;
    settings.rules.kicksOffAutomatically = true;
    settings.rules.beamNoiseXyM = 0.1 / 3.0; // has no short decimal form
    settings.sensors.groundTruth = true;
    return settings;
}

// Agents join, play, send invalid messages and leave; a trainer interferes.
std::uint64_t play(const std::filesystem::path& path, Solver solver, int cycles) {
    RecordedRun run(path, lively(solver));
    base::Rng dice(5);
    std::vector<AgentId> agents;
    for (int i = 0; i < cycles; ++i) {
        if (i % 20 == 0 && agents.size() < 4) {
            agents.push_back(run.come());
            run.say(agents.back(),
                    fmt::format("(scene rsg/agent/nao/nao_hetero.rsg {})(syn)", agents.size() % 5));
        }
        for (std::size_t k = 0; k < agents.size(); ++k) {
            if (i % 20 == 5) {
                run.say(agents[k], fmt::format("(init (unum {})(teamname {}))", agents.size(),
                                               k % 2 == 0 ? "A" : "B"));
                run.say(agents[k], fmt::format("(beam -{} {} 0)", 2 + k, k));
            }
            run.say(agents[k], fmt::format("(lle3 {:.3f})(rle4 {:.3f})(say hello{})(syn)",
                                           dice.uniform(-2.0, 2.0), dice.uniform(-2.0, 2.0), i));
        }
        if (i % 31 == 30) {
            run.say(agents.front(), std::string("(he1 \0 nan)((((\xff", 14));
            run.train("(ball (pos 0.1 0.2 1)(vel 3 0.3 4))(nonsense)(playMode PlayOn)");
        }
        if (i == cycles / 2 && agents.size() > 1) {
            run.leave(agents[1]);
            agents.erase(agents.begin() + 1);
            run.train("(kill (unum 1)(team Left))");
        }
        run.cycle();
    }
    run.end();
    return run.simulation().stateHash();
}

class RunRecordingTest : public ::testing::TestWithParam<Solver> {};

TEST_P(RunRecordingTest, RerunIsIdentical) {
    const tests::TempDir folder;
    const std::uint64_t hash = play(folder / "run", GetParam(), 1100);
    RerunOptions options;
    options.threadCount = 2;
    const auto report = rerun(folder / "run", options);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_TRUE(report->isSame());
    EXPECT_FALSE(report->damage) << report->damage->toString();
    EXPECT_EQ(report->cycles, 1100U);
    EXPECT_EQ(report->hashesChecked, 3U) << "after 500, 1000, and at the end";
    EXPECT_EQ(report->finalHash, hash);
}

INSTANTIATE_TEST_SUITE_P(Solvers, RunRecordingTest, ::testing::Values(Solver::Exact, Solver::Fast),
                         [](const auto& row) {
                             return std::string(row.param == Solver::Exact ? "Exact" : "Fast");
                         });

TEST(RunRecordingFilesTest, DetectsUnrecordedChanges) {
    const tests::TempDir folder;
    {
        RecordedRun run(folder / "run", lively(Solver::Fast));
        for (int i = 0; i < 1000; ++i) {
            if (i == 600) { // bypasses the recorder
                static_cast<void>(run.simulation().apply(monitor::SetScore{1, 0}));
            }
            run.cycle();
        }
        run.end();
    }
    const auto report = rerun(folder / "run");
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->isSame());
    EXPECT_EQ(report->firstMismatchCycle, 1000U);
}

TEST(RunRecordingFilesTest, CrashedRunIsRerunUpToItsEnd) {
    const tests::TempDir folder;
    {
        RecordedRun run(folder / "run", lively(Solver::Fast));
        for (int i = 0; i < 730; ++i) {
            run.cycle();
        }
    } // no end
    const auto report = rerun(folder / "run");
    ASSERT_TRUE(report);
    ASSERT_TRUE(report->damage);
    EXPECT_EQ(report->damage->code, ErrorCode::Truncated);
    EXPECT_EQ(report->cycles, 700U) << "written once a second";
    EXPECT_EQ(report->hashesChecked, 1U);
    EXPECT_FALSE(report->firstMismatchCycle);
    EXPECT_FALSE(report->isSame());
}

TEST(RunRecordingFilesTest, TruncationKeepsTheValidPart) {
    const tests::TempDir folder;
    play(folder / "run", Solver::Fast, 60);
    const std::string bytes = tests::readUnpacked(folder / "run");
    const std::size_t blocks = bytes.find("}}") + 6;
    std::uint64_t cyclesBefore = 0;
    for (std::size_t length = 0; length < bytes.size(); length += bytes.size() / 60 + 1) {
        tests::writeFile(folder / "cut", bytes.substr(0, length));
        const auto report = rerun(folder / "cut");
        if (!report) {
            EXPECT_LT(length, blocks) << report.error().toString();
            EXPECT_EQ(report.error().file, (folder / "cut").string());
            EXPECT_TRUE(report.error().byteOffset);
            continue;
        }
        ASSERT_TRUE(report->damage) << length;
        EXPECT_EQ(report->damage->code, ErrorCode::Truncated);
        EXPECT_EQ(report->damage->byteOffset, length);
        EXPECT_EQ(report->damage->file, (folder / "cut").string());
        EXPECT_GE(report->cycles, cyclesBefore);
        cyclesBefore = report->cycles;
    }
    EXPECT_GT(cyclesBefore, 50U);
}

TEST(RunRecordingFilesTest, DetectsAnyChangedByte) {
    const tests::TempDir folder;
    play(folder / "run", Solver::Fast, 60);
    const std::string bytes = tests::readUnpacked(folder / "run");
    for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 80 + 1) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        tests::writeFile(folder / "changed", changed);
        const auto report = rerun(folder / "changed");
        EXPECT_TRUE(!report || !report->isSame()) << "byte " << at;
        if (report) {
            ASSERT_TRUE(report->damage) << "byte " << at;
            EXPECT_LE(*report->damage->byteOffset, bytes.size());
        }
    }
}

struct DamageRow {
    const char* part; ///< the affected part of the file
    std::string instead;
    ErrorCode code;
    const char* message;
};

TEST(RunRecordingFilesTest, RejectsInvalidFilesWithPositionAndReason) {
    const tests::TempDir folder;
    play(folder / "run", Solver::Fast, 20);
    const std::string bytes = tests::readUnpacked(folder / "run");
    const std::string digits(400, '1');
    const DamageRow rows[] = {
        {"sideline run", "slideline run", ErrorCode::UnsupportedFormat, "not a recording of a run"},
        {"version 1", "version 2", ErrorCode::UnsupportedFormat, "unsupported recording version 2"},
        {"version 1", "version " + digits, ErrorCode::UnsupportedFormat,
         "unsupported recording version 1111"},
        {"version 1\n", "version 1\n\x7f", ErrorCode::Malformed, "settings up to 1 MiB"},
        {"\"seed\"", "\"need\"", ErrorCode::Malformed, "damaged"},
    };
    for (const DamageRow& row : rows) {
        const std::string_view part(row.part);
        std::string spoilt = bytes;
        spoilt.replace(bytes.find(part), part.size(), row.instead);
        tests::writeFile(folder / "bad", spoilt);
        const auto report = rerun(folder / "bad");
        ASSERT_FALSE(report) << row.message;
        EXPECT_EQ(report.error().code, row.code) << row.message;
        EXPECT_EQ(report.error().file, (folder / "bad").string()) << row.message;
        EXPECT_NE(report.error().toString().find(row.message), std::string::npos)
            << report.error().toString();
    }
    tests::writeFile(folder / "empty", "");
    EXPECT_EQ(rerun(folder / "empty").error().code, ErrorCode::UnsupportedFormat);
    tests::writeFile(folder / "longer", bytes + "C");
    const auto longer = rerun(folder / "longer");
    ASSERT_TRUE(longer && longer->damage);
    EXPECT_EQ(longer->damage->byteOffset, bytes.size());
    const auto missing = rerun(folder / "missing");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
}

// A disk that is full or not, as set by the test.
base::OutputOptions on(const bool& hasRoom) {
    base::OutputOptions output;
    output.write = [&hasRoom](int file, const char* bytes, std::size_t count, off_t at) {
        errno = ENOSPC;
        return hasRoom ? ::pwrite(file, bytes, count, at) : ssize_t{-1};
    };
    return output;
}

TEST(RunRecordingFilesTest, NothingIsLostAfterDiskWasFull) {
    const tests::TempDir folder;
    bool hasRoom = true;
    RecordedRun run(folder / "run", lively(Solver::Fast), on(hasRoom));
    const AgentId agent = run.come();
    int failures = 0;
    for (int i = 0; i < 700; ++i) {
        hasRoom = i < 120 || i > 610; // a state hash is due during this time
        run.say(agent, fmt::format("(lle3 {})(syn)", i % 3 - 1));
        const auto done = run.tryCycle();
        if (!done) {
            ++failures;
            EXPECT_EQ(done.error().code, ErrorCode::LimitExceeded);
            EXPECT_TRUE(run.recorder().hasBacklog());
        }
    }
    EXPECT_EQ(failures, 10) << "it is tried once a second";
    EXPECT_FALSE(run.recorder().hasBacklog());
    EXPECT_EQ(run.recorder().lostCycles(), 0U);
    run.end();
    const auto report = rerun(folder / "run");
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_TRUE(report->isSame());
    EXPECT_EQ(report->cycles, 700U);
}

TEST(RunRecordingFilesTest, UnwrittenDataIsBoundedAndLossesAreCounted) {
    const tests::TempDir folder;
    const SimulationSettings settings = lively(Solver::Fast);
    bool hasRoom = true;
    base::OutputOptions output = on(hasRoom);
    output.kind = base::OutputKind::Growing;
    Simulation simulation(settings);
    auto recorder = RunRecorder::begin(*base::OutputFile::create(folder / "run", output),
                                       settingsToJson(settings), std::size_t{1} << 20U);
    ASSERT_TRUE(recorder);
    const AgentId agent = simulation.addAgent();
    recorder->agentJoined(agent);
    const std::string talk(10000, ' '); // 50 cycles reach half of the limit
    base::Expected<void> last;
    for (int i = 0; i < 400; ++i) {
        hasRoom = i < 100 || i >= 350; // too late
        simulation.receive(agent, talk);
        recorder->agentMessage(agent, talk);
        simulation.cycle();
        if (const auto done = recorder->endCycle(simulation); !done) {
            last = done;
        }
    }
    EXPECT_TRUE(recorder->isAbandoned());
    ASSERT_FALSE(last);
    EXPECT_NE(last.error().message.find("the recording ends here"), std::string::npos);
    EXPECT_FALSE(recorder->end(simulation));
    EXPECT_EQ(recorder->lostCycles(), 300U);
    const auto report = rerun(folder / "run");
    ASSERT_TRUE(report) << report.error().toString();
    ASSERT_TRUE(report->damage);
    EXPECT_EQ(report->damage->code, ErrorCode::Truncated);
    EXPECT_EQ(report->cycles, 100U);
}

TEST(RunRecordingFilesTest, KeepsExistingFile) {
    const tests::TempDir folder;
    tests::writeFile(folder / "run", "yesterday");
    const auto refused = RunRecorder::create(folder / "run", lively(Solver::Fast));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(tests::readUnpacked(folder / "run"), "yesterday");
}

TEST(RunRecordingFilesTest, FullDiskIsReportedAtTheStart) {
    const SimulationSettings settings = lively(Solver::Fast);
    if (!std::filesystem::exists("/dev/full")) {
        GTEST_SKIP() << "needs /dev/full";
    }
    const auto recorder = RunRecorder::create("/dev/full", settings);
    ASSERT_FALSE(recorder);
    EXPECT_EQ(recorder.error().code, ErrorCode::LimitExceeded);
    const auto nowhere = RunRecorder::create("/nowhere/run", settings);
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, ErrorCode::NotFound);
}

} // namespace
} // namespace sideline::simulator
