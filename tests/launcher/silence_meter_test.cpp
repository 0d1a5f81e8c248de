// When a program that does not read its messages counts as silent.
#include "launcher/silence_meter.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sideline::launcher {
namespace {

using std::chrono::seconds;

// This process has the socket; its state and processor time are given.
class SilenceMeterTest : public testing::Test {
protected:
    static constexpr std::uint16_t kPort = 3100;

    SilenceMeterTest() : m_socket(::socket(AF_INET, SOCK_STREAM, 0)) {
        struct stat about {};
        EXPECT_EQ(::fstat(m_socket, &about), 0);
        m_inode = about.st_ino;
        m_process.pid = ::getpid();
        m_process.state = 'S';
    }
    ~SilenceMeterTest() override { ::close(m_socket); }

    // @param ranS processor time so far
    Silence after(seconds time, double ranS, std::uint64_t bytes = 100) {
        m_process.cpuTicks =
            static_cast<unsigned long long>(ranS * static_cast<double>(::sysconf(_SC_CLK_TCK)));
        return m_meter.measure({m_process}, {{m_inode, kPort, bytes}}, kPort, m_begin + time);
    }

    SilenceMeter m_meter;
    ProcessEntry m_process;

private:
    int m_socket;
    unsigned long long m_inode = 0;
    Clock::time_point m_begin = Clock::now();
};

TEST_F(SilenceMeterTest, AProgramThatWaitsIsSilentAfterTwoSeconds) {
    EXPECT_EQ(after(seconds(0), 5.0).bytes, 0U);
    EXPECT_EQ(after(seconds(1), 5.01).bytes, 0U);
    EXPECT_EQ(after(seconds(2), 5.02).bytes, 100U);
    EXPECT_FALSE(after(seconds(3), 5.03).isBusy);
    EXPECT_EQ(after(seconds(4), 5.03, 50).bytes, 0U) << "it reads again";
}

TEST_F(SilenceMeterTest, AnOverloadedOneGetsMoreTime) {
    EXPECT_EQ(after(seconds(0), 5.0).bytes, 0U);
    EXPECT_EQ(after(seconds(2), 6.5).bytes, 0U);
    EXPECT_EQ(after(seconds(9), 11.0, 900).bytes, 0U);
    const Silence silence = after(seconds(10), 12.0, 900);
    EXPECT_EQ(silence.bytes, 900U);
    EXPECT_TRUE(silence.isBusy);
}

TEST_F(SilenceMeterTest, WaitingForAProcessorIsNoSilence) {
    m_process.state = 'R';
    EXPECT_EQ(after(seconds(0), 5.0).bytes, 0U);
    EXPECT_EQ(after(seconds(3), 5.0).bytes, 0U);
}

TEST_F(SilenceMeterTest, AStoppedOneIsSilentHoweverMuchItRanBefore) {
    EXPECT_EQ(after(seconds(0), 5.0).bytes, 0U);
    m_process.state = 'T';
    EXPECT_EQ(after(seconds(2), 6.5).bytes, 100U);
    EXPECT_FALSE(after(seconds(2), 6.5).isBusy);
}

} // namespace
} // namespace sideline::launcher
