// Tests common behavior of all commands that write files: they overwrite nothing without
// permission, never an input, leave no incomplete file, and report a full disk.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/mount.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/cli/nod_motion.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/log_files.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

namespace fs = std::filesystem;
using tests::quoted;
using Result = tests::RunResult;

Result runOutput(const std::string& arguments) {
    return tests::runProgram(SIDELINE_PROGRAM, arguments);
}

std::string textOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> filesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    return names;
}

/// A command that writes OUT, with its input in `folder`.
struct Writer {
    const char* name;
    const char* command; ///< with {in} for the folder and {out} for the output
    const char* input;   ///< input file in the folder; empty if there is none
};

const Writer kWriters[] = {
    {"poses", "log export {in}/match.log --poses {out}", "match.log"},
    {"joints", "log export {in}/match.log --joints {out}", "match.log"},
    {"events", "log export {in}/match.log --events {out}", "match.log"},
    {"cut", "log export {in}/match.log --cut {out}", "match.log"},
    {"signals", "log export {in}/a.session --agent 'Testers 1' --csv {out}", "a.session"},
    {"stream", "log export {in}/a.session --agent 'Testers 1' --stream {out}", "a.session"},
    {"outputs", "log export {in}/a.session --outputs {out}", "a.session"},
    {"localize", "localize {in}/agent.rec.gz --method gyro --csv {out}", "agent.rec.gz"},
    {"convert", "motion convert {in}/nod.motion {out} --format sideline", "nod.motion"},
    {"mirror", "motion mirror {in}/nod.motion {out} --format sideline", "nod.motion"},
    {"render", "motion render {in}/nod.motion {out} --size 60", "nod.motion"},
    {"record", "motion record {in}/agent.rec.gz {out} --format sideline", "agent.rec.gz"},
    {"monitorlog",
     "server --agent-port 0 --monitor-port 0 --no-realtime --minutes 0.02 --monitor-log {out}", ""},
    {"inputs", "server --agent-port 0 --monitor-port 0 --no-realtime --minutes 0.02 --record {out}",
     ""},
};

class WriterTest : public testing::TestWithParam<Writer> {
protected:
    static void SetUpTestSuite() {
        s_inputs = std::make_unique<tests::TempDir>();
        tests::writeFile(*s_inputs / "match.log", tests::scriptedLog(tests::movingScenes(40), 10));
        tests::writeSession(*s_inputs / "a.session", 2, 60);
        tests::writeFile(*s_inputs / "nod.motion", tests::kNod);
        fs::copy_file(tests::dataFile("arms-t0.agent.rec.gz"), *s_inputs / "agent.rec.gz");
    }
    static void TearDownTestSuite() { s_inputs.reset(); }

    [[nodiscard]] static std::string command(const fs::path& out) {
        return fmt::format(fmt::runtime(GetParam().command),
                           fmt::arg("in", s_inputs->path().string()), fmt::arg("out", quoted(out)));
    }

    static std::unique_ptr<tests::TempDir> s_inputs; // NOLINT: created once for all rows
    tests::TempDir m_folder;
};

std::unique_ptr<tests::TempDir> WriterTest::s_inputs; // NOLINT

INSTANTIATE_TEST_SUITE_P(Commands, WriterTest, testing::ValuesIn(kWriters),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_P(WriterTest, ReplacesAFileOnlyWhenItIsForced) {
    const fs::path out = m_folder / "out";
    tests::writeFile(out, "precious");
    const Result refused = runOutput(command(out));
    EXPECT_EQ(refused.status, 2) << refused.out;
    EXPECT_NE(refused.out.find("the file already exists"), std::string::npos) << refused.out;
    EXPECT_NE(refused.out.find("--force"), std::string::npos) << refused.out;
    EXPECT_EQ(textOf(out), "precious");
    const Result forced = runOutput(command(out) + " --force");
    EXPECT_EQ(forced.status, 0) << forced.out;
    EXPECT_NE(textOf(out), "precious");
    EXPECT_EQ(filesIn(m_folder.path()), std::vector<std::string>{"out"});
}

TEST_P(WriterTest, NeverWritesOverWhatItReads) {
    if (std::string(GetParam().input).empty()) {
        GTEST_SKIP() << "it reads no file";
    }
    const fs::path input = *s_inputs / GetParam().input;
    const std::string bytes = textOf(input);
    fs::create_symlink(input, m_folder / "link");
    fs::create_hard_link(input, m_folder / "hard");
    for (const fs::path& out :
         {input, s_inputs->path() / "." / GetParam().input, m_folder / "link", m_folder / "hard"}) {
        const Result result = runOutput(command(out) + " --force");
        EXPECT_EQ(result.status, 2) << out;
        EXPECT_NE(result.out.find("will not be overwritten"), std::string::npos) << result.out;
        EXPECT_EQ(textOf(input), bytes) << out;
    }
}

// Limits the file size to zero bytes.
TEST_P(WriterTest, AFullDiskEndsWithTwoAndKeepsWhatIsThere) {
    const fs::path out = m_folder / "out";
    tests::writeFile(out, "precious");
    const Result result =
        tests::runProgram("ulimit -f 0; " SIDELINE_PROGRAM, command(out) + " --force");
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_NE(result.out.find("the size limit"), std::string::npos) << result.out;
    EXPECT_EQ(textOf(out), "precious");
    EXPECT_EQ(filesIn(m_folder.path()), std::vector<std::string>{"out"});
}

TEST_P(WriterTest, NamesAFolderThatIsNotThere) {
    const Result result = runOutput(command("/nowhere/out"));
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_NE(result.out.find("/nowhere/out: no such folder '/nowhere'"), std::string::npos)
        << result.out;
}

TEST(OutputCommandTest, TwoOutputsNeedTwoFiles) {
    const tests::TempDir folder;
    const std::string log = quoted(tests::sampleLog());
    const std::string a = quoted(folder / "a");
    const std::string same = quoted(folder.path() / "." / "a");
    for (const std::string& command :
         {"log export " + log + " --poses " + a + " --joints " + same,
          "log export " + log + " --force --events " + a + " --cut " + same,
          std::string("server --agent-port 0 --monitor-port 0 --no-realtime --minutes 0.01 ") +
              "--monitor-log " + a + " --record " + same}) {
        const Result result = runOutput(command);
        EXPECT_EQ(result.status, 2) << command;
        EXPECT_NE(result.out.find("two outputs would go to the same file"), std::string::npos)
            << result.out;
    }
    const Result both = runOutput("log export " + log + " --poses - --joints -");
    EXPECT_EQ(both.status, 2);
    EXPECT_NE(both.out.find("several outputs would go to standard output"), std::string::npos);
    EXPECT_TRUE(filesIn(folder.path()).empty());
}

TEST(OutputCommandTest, AFullStandardOutputIsReported) {
    for (const std::string& arguments :
         {"log export --joints - " + quoted(tests::sampleLog()),
          "log info " + quoted(tests::sampleLog()), std::string("localize --simulate list"),
          std::string("motion convert --format sideline wave -"), std::string("--help")}) {
        const Result result =
            tests::runProgram("sh", "-c \"" SIDELINE_PROGRAM " " + arguments + " >/dev/full\"");
        EXPECT_EQ(result.status, 2) << arguments << ": " << result.out;
        EXPECT_NE(result.out.find("sideline: standard output: "), std::string::npos)
            << arguments << ": " << result.out;
    }
}

// Mounts a file system of a few kilobytes.
class SmallDisk {
public:
    explicit SmallDisk(const fs::path& place) : m_place(place) {
        fs::create_directory(place);
        m_isThere = ::mount("tmpfs", place.c_str(), "tmpfs", 0, "size=256k") == 0;
    }
    ~SmallDisk() {
        if (m_isThere) {
            ::umount2(m_place.c_str(), MNT_DETACH);
        }
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    [[nodiscard]] bool isThere() const { return m_isThere; }
    [[nodiscard]] fs::path operator/(std::string_view name) const { return m_place / name; }
    /// Fills the disk completely.
    void fill() const {
        std::ofstream filler(m_place / "filler", std::ios::binary);
        while (filler) {
            filler << std::string(1024, 'x') << std::flush;
        }
    }
    void makeRoom() const { fs::remove(m_place / "filler"); }

private:
    fs::path m_place;
    bool m_isThere = false;
};

TEST(OutputCommandTest, AServerReportsAFullDiskAndContinuesWhenThereIsRoom) {
    const tests::TempDir folder;
    const SmallDisk disk(folder / "disk");
    if (!disk.isThere()) {
        GTEST_SKIP() << "needs the right to mount a small disk";
    }
    const fs::path log = disk / "match.log";
    tests::RunningProgram server(SIDELINE_PROGRAM,
                                 {"server", "--quiet", "--agent-port", "0", "--monitor-port", "0",
                                  "--monitor-log", log.string(), "--record",
                                  (disk / "run").string()},
                                 folder / "reported");
    ASSERT_TRUE(tests::within([&] { return fs::exists(log); }));
    EXPECT_EQ(server.output().find("match.log"), std::string::npos) << server.output();
    disk.fill();
    EXPECT_TRUE(server.hasOutput("match.log: cannot write the file: the disk is full"))
        << server.output();
    const auto size = fs::file_size(log);
    disk.makeRoom();
    EXPECT_TRUE(server.hasOutput("match.log: writing again")) << server.output();
    EXPECT_TRUE(tests::within([&] { return fs::file_size(log) > size; }));
    EXPECT_EQ(server.end(SIGHUP), 2) << "something is missing";
    EXPECT_NE(server.output().find("could not be written and are missing"), std::string::npos)
        << server.output();
    EXPECT_EQ(runOutput("log verify " + quoted(log)).status, 0);
    EXPECT_EQ(runOutput("sim rerun " + quoted(disk / "run")).status, 0);
}

TEST(OutputCommandTest, HangingUpEndsAServerAsATerminationDoes) {
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
        const tests::TempDir folder;
        tests::RunningProgram server(SIDELINE_PROGRAM,
                                     {"server", "--agent-port", "0", "--monitor-port", "0",
                                      "--record", (folder / "run").string()},
                                     folder / "reported");
        ASSERT_TRUE(tests::within(
            [&] { return fs::exists(folder / "run") && fs::file_size(folder / "run") > 2000; }));
        EXPECT_EQ(server.end(signal), 0) << signal << server.output();
        const Result again = runOutput("sim rerun " + quoted(folder / "run"));
        EXPECT_EQ(again.status, 0) << again.out;
    }
}

TEST(OutputCommandTest, OptionsWithListsSwallowNoFiles) {
    const std::string stream = quoted(tests::dataFile("arms-t0.agent.rec.gz"));
    EXPECT_EQ(runOutput("localize --method gyro " + stream).status, 0);
    EXPECT_EQ(runOutput("localize --method gyro,umeyama --without feet,lines " + stream).status, 0);
    EXPECT_EQ(runOutput("log events --kind goal " + quoted(tests::sampleLog())).status, 0);
    const Result team = runOutput("team start --only 1 /nowhere/team.toml");
    EXPECT_NE(team.out.find("/nowhere/team.toml"), std::string::npos) << team.out;
}

TEST(OutputCommandTest, WhatIsWrongInACommandIsNamedWithWhatWasExpected) {
    const struct {
        const char* arguments;
        std::vector<const char*> expected;
    } rows[] = {
        {"server --agent-prt 1", {"--agent-prt", "`sideline server`", "--agent-port"}},
        {"server --agent-port 70000", {"--agent-port", "70000", "65535"}},
        {"server --agent-port abc", {"--agent-port", "abc"}},
        {"server --seed x", {"--seed", "x", "expected a number"}},
        {"agent --port 0", {"--port", "65535"}},
        {"lgo info", {"lgo", "log"}},
        {"log inof x", {"inof", "info"}},
        {"log info a b", {"'b'", "`sideline log info`"}},
        {"motion convert a", {"OUT", "required"}},
    };
    for (const auto& row : rows) {
        const Result result = runOutput(row.arguments);
        EXPECT_EQ(result.status, 2) << row.arguments;
        for (const char* part : row.expected) {
            EXPECT_NE(result.out.find(part), std::string::npos)
                << row.arguments << " misses " << part << ": " << result.out;
        }
    }
}

} // namespace
} // namespace sideline
