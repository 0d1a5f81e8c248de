// The progress of long commands on a terminal, and what an interrupt leaves there.
#include <csignal>
#include <cstdlib>
#include <regex>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "tests/support/run_program.h"

namespace sideline {
namespace {

const std::string kClear = "\r\x1b[K";

// A terminal, on which a program prints both of its outputs.
class ProgressCommandTest : public testing::Test {
protected:
    ProgressCommandTest() : m_master(::posix_openpt(O_RDWR | O_NOCTTY)) {
        EXPECT_EQ(::grantpt(m_master), 0);
        EXPECT_EQ(::unlockpt(m_master), 0);
        m_slave = ::open(::ptsname(m_master), O_RDWR | O_NOCTTY); // keeps what is not read yet
        EXPECT_GE(m_slave, 0);
    }
    ~ProgressCommandTest() override {
        ::close(m_slave);
        ::close(m_master);
    }
    // What has been printed so far.
    const std::string& shown() {
        pollfd from{m_master, POLLIN, 0};
        char buffer[4096]; // NOLINT: filled by read
        while (::poll(&from, 1, 20) > 0) {
            const ssize_t count = ::read(m_master, buffer, sizeof(buffer));
            if (count <= 0) {
                break;
            }
            m_shown.append(buffer, static_cast<std::size_t>(count));
        }
        return m_shown;
    }
    bool shows(const std::string& text) {
        return tests::within([&] { return shown().find(text) != std::string::npos; });
    }
    [[nodiscard]] std::string terminal() const { return ::ptsname(m_master); }

private:
    int m_master;
    int m_slave;
    std::string m_shown;
};

TEST_F(ProgressCommandTest, AnInterruptLeavesTheResultsSoFarAndNoLine) {
    tests::RunningProgram program(
        SIDELINE_PROGRAM, {"skill", "try", "getup-front", "--trials", "1000000"}, terminal());
    const std::regex line("trials: [1-9][0-9]* of 1000000, 0 %, [0-9]+:[0-9]{2}");
    ASSERT_TRUE(tests::within([&] { return std::regex_search(shown(), line); })) << shown();
    EXPECT_NE(program.end(SIGINT), -1) << "the command handles it";
    const std::size_t cleared = shown().rfind(kClear);
    ASSERT_NE(cleared, std::string::npos) << shown();
    EXPECT_EQ(shown().compare(cleared + kClear.size(), 9, "Succeeded"), 0) << shown();
    EXPECT_NE(shown().find(" of ", cleared), std::string::npos) << shown();
}

TEST_F(ProgressCommandTest, AnInterruptWithoutResultsLeavesAnEmptyLine) {
    tests::RunningProgram program(
        SIDELINE_PROGRAM, {"skill", "save", "--robot", "nao0", "--shots", "100000"}, terminal());
    ASSERT_TRUE(shows("nao0: ")) << shown();
    EXPECT_EQ(program.end(SIGINT), -1) << "the signal ends it";
    EXPECT_TRUE(shown().ends_with(kClear)) << shown();
}

TEST_F(ProgressCommandTest, QuietCommandsShowNone) {
    tests::RunningProgram program(SIDELINE_PROGRAM,
                                  {"skill", "save", "--robot", "nao0", "--shots", "4", "--quiet"},
                                  terminal());
    EXPECT_EQ(program.wait(), 0);
    EXPECT_EQ(shown().find(kClear), std::string::npos) << shown();
    EXPECT_NE(shown().find("nao0"), std::string::npos) << shown();
}

TEST(ProgressTest, WithoutATerminalThereIsNone) {
    const auto done = tests::runProgram(SIDELINE_PROGRAM, "skill save --robot nao0 --shots 4");
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_EQ(done.out.find('\r'), std::string::npos) << done.out;
}

} // namespace
} // namespace sideline
