#include "logs/replay/event_stops.h"

#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

constexpr std::uint32_t kGoals = kindBit(EventKind::Goal);

// Ten seconds at 5 Hz.
class EventStopsTest : public ::testing::Test {
protected:
    void SetUp() override {
        const tests::TempDir dir;
        tests::writeFile(dir / "m.log", tests::scriptedLog(tests::movingScenes(51), 15));
        const auto log = tests::openAnalyzed(dir / "m.log");
        ASSERT_NE(log, nullptr);
        m_index = log->index();
    }
    Event& add(EventKind kind, FrameNumber frame) {
        Event& event = m_events.emplace_back();
        event.kind = kind;
        event.frame = frame;
        return event;
    }
    // Formats as `frame<event`.
    std::string stops(std::uint32_t kinds, double leadS) const {
        std::string text;
        for (const EventStop& stop : eventStops(*m_index, m_events, kinds, leadS)) {
            text += std::to_string(stop.frame) + "<" + std::to_string(stop.event) + " ";
        }
        return text;
    }

    std::shared_ptr<const LogIndex> m_index;
    std::vector<Event> m_events;
};

TEST_F(EventStopsTest, SelectKindsWithoutDuplicateFrames) {
    add(EventKind::PlayMode, 3);
    add(EventKind::Goal, 10);
    add(EventKind::Foul, 10);
    add(EventKind::Goal, 20);
    EXPECT_EQ(stops(kGoals, 0.0), "10<10 20<20 ");
    EXPECT_EQ(stops(~0U, 0.0), "3<3 10<10 20<20 ");
    EXPECT_EQ(stops(kindBit(EventKind::Half), 0.0), "");
}

TEST_F(EventStopsTest, PrecedeTheEventByTheLeadTime) {
    add(EventKind::Goal, 20);
    add(EventKind::Goal, 40);
    EXPECT_EQ(stops(kGoals, 1.0), "15<20 35<40 ");
    EXPECT_EQ(stops(kGoals, 3.0), "5<20 25<40 ");
    EXPECT_EQ(stops(kGoals, 0.1), "19<20 39<40 ") << "a frame that is not too late";
}

TEST_F(EventStopsTest, AreNeverBeforeThePrecedingEvent) {
    add(EventKind::Goal, 5);
    add(EventKind::Goal, 8);
    add(EventKind::Goal, 9);
    add(EventKind::Goal, 40);
    EXPECT_EQ(stops(kGoals, 2.0), "0<5 5<8 8<9 30<40 ");
    EXPECT_EQ(stops(kGoals, 30.0), "0<5 5<8 8<9 9<40 ") << "all of them can be reached";
}

TEST_F(EventStopsTest, ALateReportIsNoOtherStop) {
    add(EventKind::Goal, 22).reportedFrame = 30;
    EXPECT_EQ(stops(kGoals, 1.0), "17<22 ");
    EXPECT_EQ(stops(kGoals, 0.0), "22<22 ");
}

TEST_F(EventStopsTest, AreWithinTheLog) {
    add(EventKind::Goal, 2);
    add(EventKind::Goal, 50);
    add(EventKind::Goal, 51); // the index lags behind the analysis
    EXPECT_EQ(stops(kGoals, 3.0), "0<2 35<50 ");
}

} // namespace
} // namespace sideline::logs
