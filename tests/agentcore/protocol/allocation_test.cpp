// Reading and writing messages allocates nothing after warm-up.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/percepts.h"
#include "tests/support/agent_record.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/test_files.h"

namespace sideline::protocol {
namespace {

std::vector<tests::AgentRecord> shippedStream() {
    return tests::readAgentRecords(tests::dataFile("arms-t0.agent.rec.gz"));
}

TEST(AllocationTest, GuardCountsAllocations) {
    const tests::AllocationGuard guard;
    const std::string text(100, 'a');
    EXPECT_EQ(guard.count(), 1U);
    EXPECT_GE(guard.bytes(), 100U);
    EXPECT_GT(tests::allocationsOfAllThreads(), 0U);
}

TEST(AllocationTest, ReadingReservedPerceptsAllocatesNothing) {
    const auto records = shippedStream();
    Percepts percepts;
    percepts.reserve();
    std::size_t joints = 0;
    const tests::AllocationGuard guard;
    for (const auto& record : records) {
        if (record.isFromServer) {
            const bool isRead = parsePercepts(record.message, percepts).has_value();
            joints += isRead ? percepts.joints.size() : 0;
        }
    }
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_GT(joints, 5000U);
}

TEST(AllocationTest, PlayersOfVaryingSizeAllocateNothing) {
    const std::string many =
        "(See (P (team A) (id 1) (head (pol 1 2 3)) (rfoot (pol 1 2 3)) (lfoot "
        "(pol 1 2 3))) (P (team B) (id 2) (head (pol 1 2 3))))";
    const std::string few = "(See (P (team B) (id 2) (head (pol 1 2 3))))(HJ (n a) (ax nan))(x)";
    Percepts percepts;
    ASSERT_TRUE(parsePercepts(many, percepts) && parsePercepts(few, percepts));
    const tests::AllocationGuard guard;
    const bool isRead = parsePercepts(many, percepts) && parsePercepts(few, percepts) &&
                        parsePercepts(many, percepts);
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_TRUE(isRead);
    EXPECT_EQ(percepts.vision->players.size(), 2U);
}

TEST(AllocationTest, WritingPerceptsAndEffectorsAllocatesNothing) {
    const auto records = shippedStream();
    Percepts percepts;
    percepts.reserve();
    AgentMessage message;
    std::string text;
    std::size_t bytes = 0;
    const auto once = [&] {
        for (const auto& record : records) {
            text.clear();
            if (record.isFromServer) {
                if (parsePercepts(record.message, percepts)) {
                    writePercepts(percepts, text);
                }
            } else {
                parseAgentMessage(record.message, message);
                EffectorWriter writer(text);
                for (const Effector& effector : message.effectors) {
                    writer.write(effector);
                }
            }
            bytes += text.size();
        }
    };
    once();
    const std::size_t bytesOnce = bytes;
    const tests::AllocationGuard guard;
    once();
    EXPECT_EQ(guard.count(), 0U);
    EXPECT_EQ(bytes, 2 * bytesOnce);
    EXPECT_GT(bytesOnce, 100000U);
}

} // namespace
} // namespace sideline::protocol
