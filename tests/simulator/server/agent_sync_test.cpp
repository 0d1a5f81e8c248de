#include "simulator/server/agent_sync.h"

#include <gtest/gtest.h>

namespace sideline::simulator {
namespace {

using std::chrono::milliseconds;
using State = AgentSync::State;

// An agent with a manually advanced clock.
class AgentSyncTest : public ::testing::Test {
protected:
    void begin(const SyncLimits& limits) {
        sync = AgentSync(limits);
        now = {};
    }
    void pass(int ms) { now += milliseconds(ms); }
    void report() { sync.perceptsSent(now); }
    void answer(std::uint64_t syns = 1) { sync.messageReceived(syns, now); }
    // Runs through its initial messages.
    void bringInStep() {
        for (std::uint64_t i = 0; i < AgentSync::kFreeMessages; ++i) {
            report();
            answer();
        }
        report();
        answer();
        ASSERT_EQ(sync.state(), State::InStep);
    }
    void skip() {
        report();
        sync.skip();
    }

    AgentSync sync{SyncLimits{}};
    AgentSync::Time now;
};

TEST_F(AgentSyncTest, FirstFiveMessagesNeedNoSyn) {
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(sync.isReady(now));
        report();
        EXPECT_FALSE(sync.isMissed()) << "no wait for it in message " << i;
        answer(0);
    }
    EXPECT_EQ(sync.state(), State::Starting);
    report();
    EXPECT_TRUE(sync.isMissed());
    answer(0);
    EXPECT_TRUE(sync.isMissed()) << "from now on only (syn) counts";
    answer(1);
    EXPECT_FALSE(sync.isMissed());
}

TEST_F(AgentSyncTest, OnlyAgentsThatSyncAreAwaitedOnRequest) {
    sync = AgentSync(SyncLimits{}, SyncMode::Syncing);
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(sync.isReady(now)) << "it gets message " << i << " at once";
        report();
        EXPECT_FALSE(sync.isMissed()) << i;
        if (i % 3 == 0) {
            answer(0);
        }
    }
    EXPECT_EQ(sync.state(), State::Starting);
    answer(1);
    report();
    EXPECT_EQ(sync.state(), State::InStep) << "its first (syn)";
    EXPECT_TRUE(sync.isMissed());
    answer(0);
    EXPECT_TRUE(sync.isMissed());
    answer(1);
    EXPECT_FALSE(sync.isMissed());
    skip();
    pass(1000);
    EXPECT_TRUE(sync.isReady(now));
    report();
    EXPECT_FALSE(sync.isMissed()) << "skipped";
    answer(1);
    pass(100); // it answers only the newest message
    sync.update(now);
    EXPECT_EQ(sync.state(), State::InStep);
}

TEST_F(AgentSyncTest, StartingAgentGetsFiveMessagesRegardlessOfReplies) {
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(sync.isReady(now)) << i;
        report();
    }
    EXPECT_FALSE(sync.isReady(now)) << "the sixth message requires replies to all, or";
    pass(999);
    EXPECT_FALSE(sync.isReady(now));
    pass(1);
    EXPECT_TRUE(sync.isReady(now)) << "a second of silence";
    report();
    EXPECT_EQ(sync.state(), State::InStep);
}

TEST_F(AgentSyncTest, ReplyToLastInitialMessageSuffices) {
    for (int i = 0; i < 5; ++i) {
        report();
    }
    answer(0);
    EXPECT_FALSE(sync.isReady(now)) << "it may be about to answer the others";
    EXPECT_FALSE(sync.needsCycle(now));
    pass(100);
    EXPECT_TRUE(sync.isReady(now)) << "no: it answers only what it read last";
    EXPECT_TRUE(sync.needsCycle(now));
    sync.startCycle({});
    EXPECT_FALSE(sync.needsCycle(now)) << "its message was used in a cycle";
}

TEST_F(AgentSyncTest, SurplusReplyDoesNotCountForNextMessage) {
    bringInStep();
    report();
    answer(3);
    report();
    EXPECT_TRUE(sync.isMissed());
    answer();
    EXPECT_FALSE(sync.isMissed());
}

TEST_F(AgentSyncTest, UnansweredInitialMessagesAreIgnored) {
    for (int i = 0; i < 6; ++i) {
        report();
        pass(1000);
    }
    EXPECT_TRUE(sync.isMissed());
    answer();
    EXPECT_FALSE(sync.isMissed());
}

TEST_F(AgentSyncTest, SkippedAgentReturnsWithSynAfterAllReplies) {
    bringInStep();
    skip();
    EXPECT_FALSE(sync.isMissed());
    EXPECT_FALSE(sync.isReady(now));
    pass(1000);
    EXPECT_TRUE(sync.isReady(now));
    report();
    answer();
    sync.update(now);
    EXPECT_EQ(sync.state(), State::Skipped) << "one reply is missing";
    answer();
    sync.update(now);
    EXPECT_EQ(sync.state(), State::InStep);
    EXPECT_FALSE(sync.isMissed());
    report();
    EXPECT_TRUE(sync.isMissed());
}

TEST_F(AgentSyncTest, AgentThatRepliesOnceReturnsAfterDelay) {
    bringInStep();
    skip();
    pass(1000);
    report();
    pass(1000);
    report();
    answer();
    sync.update(now);
    EXPECT_EQ(sync.state(), State::Skipped);
    pass(100);
    sync.update(now);
    EXPECT_EQ(sync.state(), State::InStep);
    EXPECT_FALSE(sync.isMissed());
    report();
    answer();
    EXPECT_FALSE(sync.isMissed()) << "what it never answered is forgotten";
}

TEST_F(AgentSyncTest, WithoutSynItStaysSkippedAndGetsMessagePerReply) {
    bringInStep();
    skip();
    for (int i = 0; i < 10; ++i) {
        EXPECT_FALSE(sync.isReady(now));
        answer(0);
        sync.update(now);
        EXPECT_EQ(sync.state(), State::Skipped);
        EXPECT_TRUE(sync.isReady(now));
        report();
    }
}

TEST_F(AgentSyncTest, OldSynDoesNotEndSkipping) {
    bringInStep();
    for (int i = 1; i <= 2; ++i) {
        skip();
        EXPECT_EQ(sync.skipCount(), static_cast<std::uint64_t>(i));
        answer(0);
        sync.update(now);
        EXPECT_EQ(sync.state(), State::Skipped);
        answer(1);
        sync.update(now);
        EXPECT_EQ(sync.state(), State::InStep);
    }
}

TEST_F(AgentSyncTest, EarlierMessageIsNoReplyWhileSkipped) {
    bringInStep();
    report();
    answer(0);
    pass(200);
    sync.skip();
    EXPECT_FALSE(sync.isReady(now)) << "it has sent no message since";
}

TEST_F(AgentSyncTest, WaitsForeverOrUntilTheTimeout) {
    begin({.answerTimeout = milliseconds(0)});
    EXPECT_EQ(sync.longestWait(), AgentSync::Duration::max());
    EXPECT_FALSE(sync.isBudgetShorter());
    begin({.answerTimeout = milliseconds(300)});
    EXPECT_EQ(sync.longestWait(), milliseconds(300));
    sync.startCycle(milliseconds(299));
    EXPECT_EQ(sync.longestWait(), milliseconds(300)) << "separately in each cycle";
    EXPECT_FALSE(sync.isBudgetShorter());
}

// As on rcssservermj.
TEST_F(AgentSyncTest, CanAwaitTheReplyToTheFirstMessage) {
    begin({.freeMessages = 0});
    EXPECT_TRUE(sync.isReady(now));
    for (int i = 0; i < 3; ++i) {
        report();
        EXPECT_TRUE(sync.isMissed()) << i;
        EXPECT_FALSE(sync.isReady(now)) << i;
        answer();
        EXPECT_FALSE(sync.isMissed()) << i;
    }
}

TEST_F(AgentSyncTest, BudgetIsSpentAndAccumulated) {
    begin({.answerTimeout = milliseconds(0), .budget = milliseconds(20)});
    EXPECT_TRUE(sync.isBudgetShorter());
    EXPECT_EQ(sync.longestWait(), milliseconds(1000)) << "50 cycles in advance";
    sync.startCycle(milliseconds(900));
    EXPECT_EQ(sync.longestWait(), milliseconds(120));
    sync.startCycle(milliseconds(500));
    EXPECT_EQ(sync.longestWait(), milliseconds(20)) << "no debts";
    for (int i = 0; i < 10; ++i) {
        sync.startCycle(milliseconds(5));
    }
    EXPECT_EQ(sync.longestWait(), milliseconds(170));
    for (int i = 0; i < 1000; ++i) {
        sync.startCycle({});
    }
    EXPECT_EQ(sync.longestWait(), milliseconds(1000)) << "no more than 50 cycles are saved up";
    begin({.answerTimeout = milliseconds(300), .budget = milliseconds(20)});
    EXPECT_EQ(sync.longestWait(), milliseconds(300));
    EXPECT_FALSE(sync.isBudgetShorter());
}

TEST_F(AgentSyncTest, ReportsMeanOfRecentWaits) {
    EXPECT_EQ(sync.meanWait(), milliseconds(0));
    sync.startCycle(milliseconds(900));
    EXPECT_EQ(sync.meanWait(), milliseconds(900));
    sync.startCycle({});
    EXPECT_EQ(sync.meanWait(), milliseconds(450));
    for (int i = 0; i < 30; ++i) {
        sync.startCycle({});
    }
    EXPECT_EQ(sync.meanWait(),
              std::chrono::duration_cast<AgentSync::Duration>(milliseconds(900)) / 32);
    sync.startCycle({});
    EXPECT_EQ(sync.meanWait(), milliseconds(0)) << "long ago";
}

} // namespace
} // namespace sideline::simulator
