// Decisions in a session: explained the same in replay as they were live.
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/decision_why.h"
#include "agentcore/decision/tree_text.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

constexpr int kDecisions = 20;

decision::ConditionTreePtr exampleTree() {
    const auto path = tests::exampleFile("decisions/field.tree");
    auto tree = decision::readTreeText(tests::readUnpacked(path), "tree field", path.string());
    EXPECT_TRUE(tree) << tree.error().toString();
    return std::make_shared<const decision::ConditionTree>(std::move(*tree));
}

// A belief in which the decision is now this, now that.
void believe(world::AgentFrame& frame, base::Rng& rng) {
    const auto any = [&rng](double least, double most) {
        return least + (most - least) * static_cast<double>(rng.below(100'000)) / 1e5;
    };
    frame.game.playMode = game::PlayMode::PlayOn;
    frame.situation.isRunning = true;
    frame.situation.mayTouchBall = rng.below(4) != 0;
    frame.situation.mayShootAtGoal = true;
    frame.situation.ownRankToBall = static_cast<int>(rng.below(2));
    frame.body.pose.isValid = rng.below(5) != 0;
    frame.world.ball.isKnown = true;
    frame.world.ball.confidence = any(0.0, 1.0);
    frame.world.ball.p_F = {any(13.0, 15.0), any(-1.0, 1.0), 0.04};
    world::PlayerBelief opponent;
    opponent.p_F = {any(11.0, 15.0), any(-2.0, 2.0), 0.4};
    frame.world.players = {opponent};
}

// Unknown values are NaN, which equals nothing.
bool isSame(world::DecisionTrace a, world::DecisionTrace b) {
    for (world::DecisionTrace* trace : {&a, &b}) {
        for (world::DecisionTerm& term : trace->terms) {
            term.value = std::isnan(term.value) ? -1e9 : term.value;
        }
    }
    return a == b;
}

TEST(DecisionRecordingTest, DecisionsAreExplainedTheSameInReplay) {
    const tests::TempDir dir;
    const field::FieldModel field(field::newestField().dimensions);
    decision::TreeSearch live(exampleTree());
    base::Rng rng(19);
    std::vector<world::AgentFramePtr> frames;
    {
        const auto writer = tests::startSession(dir / "a.session");
        world::FrameSink& sink = writer->addAgent("Testers 1");
        for (int i = 0; i < kDecisions; ++i) {
            const auto cycle = static_cast<std::uint64_t>(i);
            const auto frame = tests::plainFrame(
                cycle, tests::kBegun + std::chrono::milliseconds(20 * (i + 1)), 1);
            believe(*frame, rng);
            live.explain(live.choose({*frame, field}), frame->decision.trace);
            frame->decision.trace.fault = i % 3 == 0 ? "a.tree:2: nonsense" : "";
            sink.take(frame);
            frames.push_back(frame);
        }
    }
    const auto reader = tests::openSession(dir / "a.session");
    decision::TreeSearch again(exampleTree());
    int leaves = 0;
    for (int i = 0; i < kDecisions; ++i) {
        const auto recorded =
            reader->frame(TrackId(std::int32_t{0}), static_cast<std::uint64_t>(i));
        ASSERT_TRUE(recorded) << recorded.error().toString();
        const world::DecisionTrace& then = frames[static_cast<std::size_t>(i)]->decision.trace;
        const world::DecisionTrace& trace = recorded->frame->decision.trace;
        EXPECT_TRUE(isSame(trace, then)) << i;
        // What was recorded of the belief leads to the same decision.
        world::DecisionTrace recomputed;
        again.explain(again.choose({*recorded->frame, field}), recomputed);
        recomputed.fault = then.fault;
        EXPECT_TRUE(isSame(recomputed, then)) << i;
        for (std::size_t node = 0; node < trace.nodes.size(); ++node) {
            const decision::DecisionWhy why = decision::whyOf(trace, node);
            const decision::DecisionWhy whyThen = decision::whyOf(then, node);
            EXPECT_EQ(why.kind, whyThen.kind);
            EXPECT_EQ(why.terms, whyThen.terms);
            leaves |= trace.nodes[node].isActive ? 1 << node : 0;
        }
    }
    EXPECT_GE(__builtin_popcount(static_cast<unsigned>(leaves)), 3); // it decided in several ways
}

} // namespace
} // namespace sideline::logs
