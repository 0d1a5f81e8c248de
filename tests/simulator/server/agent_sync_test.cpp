#include "simulator/server/agent_sync.h"

#include <gtest/gtest.h>

namespace sideline::simulator {
namespace {

using std::chrono::milliseconds;
using State = AgentSync::State;

// An agent on a clock that the test turns.
class AgentSyncTest : public ::testing::Test {
protected:
    void begin(const SyncLimits& limits) {
        sync = AgentSync(limits);
        now = {};
    }
    void pass(int ms) { now += milliseconds(ms); }
    void tell() { sync.sensesSent(now); }
    void answer(std::uint64_t syns = 1) { sync.spoke(syns, now); }
    // Through its free messages.
    void bringInStep() {
        for (std::uint64_t i = 0; i < AgentSync::kFreeMessages; ++i) {
            tell();
            answer();
        }
        tell();
        answer();
        ASSERT_EQ(sync.state(), State::InStep);
    }
    void leaveBehind() {
        tell();
        sync.leaveBehind();
    }

    AgentSync sync{SyncLimits{}};
    AgentSync::Time now;
};

TEST_F(AgentSyncTest, TheFirstFiveMessagesNeedNoSyn) {
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(sync.isReady(now));
        tell();
        EXPECT_FALSE(sync.isMissed()) << "nobody waits for it in message " << i;
        answer(0);
    }
    EXPECT_EQ(sync.state(), State::Starting);
    tell();
    EXPECT_TRUE(sync.isMissed());
    answer(0);
    EXPECT_TRUE(sync.isMissed()) << "from now on only (syn) counts";
    answer(1);
    EXPECT_FALSE(sync.isMissed());
}

TEST_F(AgentSyncTest, AStartingAgentIsReportedFiveTimesWhateverItSays) {
    for (int i = 0; i < 5; ++i) {
        EXPECT_TRUE(sync.isReady(now)) << i;
        tell();
    }
    EXPECT_FALSE(sync.isReady(now)) << "the sixth message wants all to be answered, or";
    pass(999);
    EXPECT_FALSE(sync.isReady(now));
    pass(1);
    EXPECT_TRUE(sync.isReady(now)) << "a second of silence";
    tell();
    EXPECT_EQ(sync.state(), State::InStep);
}

TEST_F(AgentSyncTest, OfSeveralFreeMessagesTheLastMayBeAnsweredAlone) {
    for (int i = 0; i < 5; ++i) {
        tell();
    }
    answer(0);
    EXPECT_FALSE(sync.isReady(now)) << "it may be about to answer the others";
    EXPECT_FALSE(sync.wantsCycle(now));
    pass(100);
    EXPECT_TRUE(sync.isReady(now)) << "no: it answers only what it read last";
    EXPECT_TRUE(sync.wantsCycle(now));
    sync.cycleBegins({});
    EXPECT_FALSE(sync.wantsCycle(now)) << "what it said has had its cycle";
}

TEST_F(AgentSyncTest, WhatIsAnsweredTwiceDoesNotCountForTheNextMessage) {
    bringInStep();
    tell();
    answer(3);
    tell();
    EXPECT_TRUE(sync.isMissed());
    answer();
    EXPECT_FALSE(sync.isMissed());
}

TEST_F(AgentSyncTest, UnansweredFreeMessagesAreForgotten) {
    for (int i = 0; i < 6; ++i) {
        tell();
        pass(1000);
    }
    EXPECT_TRUE(sync.isMissed());
    answer();
    EXPECT_FALSE(sync.isMissed());
}

TEST_F(AgentSyncTest, WhoIsLeftBehindComesBackWithItsSynWhenAllIsAnswered) {
    bringInStep();
    leaveBehind();
    EXPECT_FALSE(sync.isMissed());
    EXPECT_FALSE(sync.isReady(now));
    pass(1000);
    EXPECT_TRUE(sync.isReady(now));
    tell();
    answer();
    sync.update(now);
    EXPECT_EQ(sync.state(), State::LeftBehind) << "one more to answer";
    answer();
    sync.update(now);
    EXPECT_EQ(sync.state(), State::InStep);
    EXPECT_FALSE(sync.isMissed());
    tell();
    EXPECT_TRUE(sync.isMissed());
}

TEST_F(AgentSyncTest, WhoReadsOnlyTheLastMessageComesBackAfterAMoment) {
    bringInStep();
    leaveBehind();
    pass(1000);
    tell();
    pass(1000);
    tell();
    answer();
    sync.update(now);
    EXPECT_EQ(sync.state(), State::LeftBehind);
    pass(100);
    sync.update(now);
    EXPECT_EQ(sync.state(), State::InStep);
    EXPECT_FALSE(sync.isMissed());
    tell();
    answer();
    EXPECT_FALSE(sync.isMissed()) << "what it never answered is forgotten";
}

TEST_F(AgentSyncTest, WithoutSynItStaysBehindAndIsReportedForEveryAnswer) {
    bringInStep();
    leaveBehind();
    for (int i = 0; i < 10; ++i) {
        EXPECT_FALSE(sync.isReady(now));
        answer(0);
        sync.update(now);
        EXPECT_EQ(sync.state(), State::LeftBehind);
        EXPECT_TRUE(sync.isReady(now));
        tell();
    }
}

TEST_F(AgentSyncTest, AnOldSynDoesNotBringItBack) {
    bringInStep();
    for (int i = 1; i <= 2; ++i) {
        leaveBehind();
        EXPECT_EQ(sync.timesLeftBehind(), static_cast<std::uint64_t>(i));
        answer(0);
        sync.update(now);
        EXPECT_EQ(sync.state(), State::LeftBehind);
        answer(1);
        sync.update(now);
        EXPECT_EQ(sync.state(), State::InStep);
    }
}

TEST_F(AgentSyncTest, WhatItSaidBeforeIsNoAnswerToWhatItIsReportedBehind) {
    bringInStep();
    tell();
    answer(0);
    pass(200);
    sync.leaveBehind();
    EXPECT_FALSE(sync.isReady(now)) << "it has said no word since";
}

TEST_F(AgentSyncTest, WaitsForEverOrUntilThePatienceEnds) {
    begin({.patience = milliseconds(0)});
    EXPECT_EQ(sync.longestWait(), AgentSync::Duration::max());
    EXPECT_FALSE(sync.isBudgetShorter());
    begin({.patience = milliseconds(300)});
    EXPECT_EQ(sync.longestWait(), milliseconds(300));
    sync.cycleBegins(milliseconds(299));
    EXPECT_EQ(sync.longestWait(), milliseconds(300)) << "in each cycle anew";
    EXPECT_FALSE(sync.isBudgetShorter());
}

TEST_F(AgentSyncTest, ABudgetIsSpentAndSavedUp) {
    begin({.patience = milliseconds(0), .budget = milliseconds(20)});
    EXPECT_TRUE(sync.isBudgetShorter());
    EXPECT_EQ(sync.longestWait(), milliseconds(1000)) << "50 cycles in advance";
    sync.cycleBegins(milliseconds(900));
    EXPECT_EQ(sync.longestWait(), milliseconds(120));
    sync.cycleBegins(milliseconds(500));
    EXPECT_EQ(sync.longestWait(), milliseconds(20)) << "no debts";
    for (int i = 0; i < 10; ++i) {
        sync.cycleBegins(milliseconds(5));
    }
    EXPECT_EQ(sync.longestWait(), milliseconds(170));
    for (int i = 0; i < 1000; ++i) {
        sync.cycleBegins({});
    }
    EXPECT_EQ(sync.longestWait(), milliseconds(1000)) << "no more than 50 cycles are saved up";
    begin({.patience = milliseconds(300), .budget = milliseconds(20)});
    EXPECT_EQ(sync.longestWait(), milliseconds(300));
    EXPECT_FALSE(sync.isBudgetShorter());
}

TEST_F(AgentSyncTest, ReportsTheMeanOfTheLastWaits) {
    EXPECT_EQ(sync.meanWait(), milliseconds(0));
    sync.cycleBegins(milliseconds(900));
    EXPECT_EQ(sync.meanWait(), milliseconds(900));
    sync.cycleBegins({});
    EXPECT_EQ(sync.meanWait(), milliseconds(450));
    for (int i = 0; i < 30; ++i) {
        sync.cycleBegins({});
    }
    EXPECT_EQ(sync.meanWait(),
              std::chrono::duration_cast<AgentSync::Duration>(milliseconds(900)) / 32);
    sync.cycleBegins({});
    EXPECT_EQ(sync.meanWait(), milliseconds(0)) << "long ago";
}

} // namespace
} // namespace sideline::simulator
