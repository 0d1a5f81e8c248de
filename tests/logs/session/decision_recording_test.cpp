// Decisions in a session: the explanation in replay equals the live one.
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/decision/behavior_tree_run.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/decision_why.h"
#include "agentcore/decision/machine_text.h"
#include "agentcore/decision/state_machine.h"
#include "agentcore/decision/tree_text.h"
#include "logs/session/frame_codec.h"
#include "logs/session/session_signals.h"
#include "tests/logs/session/random_frames.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/signal_value.h"
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

// A belief for which the decision varies.
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
    roundToRecorded(frame); // otherwise the recorded belief might lead to another decision
}

// Unknown values are NaN, which equals no value.
bool isSame(world::DecisionTrace a, world::DecisionTrace b) {
    for (world::DecisionTrace* trace : {&a, &b}) {
        for (world::DecisionTerm& term : trace->terms) {
            term.value = std::isnan(term.value) ? -1e9 : term.value;
        }
    }
    return a == b;
}

TEST(DecisionRecordingTest, NetworksAreExplainedIdenticallyInReplay) {
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
        // The recorded belief leads to the same decision.
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

template <typename Run, typename Program>
void playAndReplay(base::Expected<Program> program) {
    ASSERT_TRUE(program) << program.error().toString();
    const auto shared = std::make_shared<const Program>(std::move(*program));
    const tests::TempDir dir;
    const field::FieldModel field(field::newestField().dimensions);
    base::Rng rng(20);
    std::vector<world::AgentFramePtr> frames;
    // Receives its previous request as feedback in every cycle.
    const auto decide = [&field](Run& run, std::vector<decision::Work>& work,
                                 const world::AgentFrame& frame, world::DecisionTrace& trace) {
        std::vector<decision::BehaviorRequest> requests;
        run.decide({frame, field}, 0.02, work, requests);
        work.clear();
        for (const decision::BehaviorRequest& request : requests) {
            work.push_back(
                {request.node, request.behavior, behavior::Status::Running, request.run});
        }
        run.explain(work, trace);
    };
    Run live(shared);
    std::vector<decision::Work> work;
    {
        const auto writer = tests::startSession(dir / "a.session");
        world::FrameSink& sink = writer->addAgent("Testers 1");
        for (int i = 0; i < 3 * kDecisions; ++i) {
            const auto cycle = static_cast<std::uint64_t>(i);
            const auto frame = tests::plainFrame(
                cycle, tests::kBegun + std::chrono::milliseconds(20 * (i + 1)), 1);
            believe(*frame, rng);
            decide(live, work, *frame, frame->decision.trace);
            sink.take(frame);
            frames.push_back(frame);
        }
    }
    const auto reader = tests::openSession(dir / "a.session");
    Run again(shared);
    work.clear();
    std::set<std::string> active;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const auto recorded =
            reader->frame(TrackId(std::int32_t{0}), static_cast<std::uint64_t>(i));
        ASSERT_TRUE(recorded) << recorded.error().toString();
        const world::DecisionTrace& then = frames[i]->decision.trace;
        const world::DecisionTrace& trace = recorded->frame->decision.trace;
        EXPECT_TRUE(isSame(trace, then)) << i;
        world::DecisionTrace recomputed;
        decide(again, work, *recorded->frame, recomputed);
        EXPECT_TRUE(isSame(recomputed, then)) << i;
        for (std::size_t node = 0; node < trace.nodes.size(); ++node) {
            const decision::DecisionWhy why = decision::whyOf(trace, node);
            const decision::DecisionWhy whyThen = decision::whyOf(then, node);
            EXPECT_EQ(why.kind, whyThen.kind);
            EXPECT_EQ(why.node, whyThen.node);
            EXPECT_EQ(why.rival, whyThen.rival);
            EXPECT_EQ(why.terms, whyThen.terms);
            if (trace.nodes[node].isActive) {
                active.insert(trace.nodes[node].name);
            }
        }
    }
    EXPECT_GE(active.size(), 3U); // it decided in several ways
}

TEST(DecisionRecordingTest, StateMachinesAreExplainedIdenticallyInReplay) {
    const auto path = tests::exampleFile("decisions/field.machine");
    playAndReplay<decision::MachineRun>(
        decision::readMachineText(tests::readUnpacked(path), "machine field", path.string()));
}

TEST(DecisionRecordingTest, BehaviorTreesAreExplainedIdenticallyInReplay) {
    const auto path = tests::exampleFile("decisions/field.xml");
    playAndReplay<decision::BehaviorTreeRun>(decision::readBehaviorTreeXml(
        tests::readUnpacked(path), "behavior-tree field", path.string()));
}

TEST(DecisionRecordingTest, NodesAreSignals) {
    world::AgentFrame frame;
    world::DecisionTrace& trace = frame.decision.trace;
    trace.maker = "tree test";
    trace.nodes.resize(3);
    trace.nodes[1].name = "self.to(-12, 0) < 0.8 ~ 0.2";
    trace.nodes[1].score = 0.25;
    trace.nodes[1].isChosen = true;
    trace.nodes[2].name = "else";
    trace.nodes[2].behavior = "keeper";
    trace.nodes[2].isActive = true;
    EXPECT_EQ(decisionSignalName(trace, 0), "decision.0");
    EXPECT_EQ(decisionSignalName(trace, 1), "decision.1.self-to-12-0-0-8-0-2");
    EXPECT_DOUBLE_EQ(tests::agentSignalValue("decision.1.self-to-12-0-0-8-0-2.score", frame), 0.25);
    EXPECT_DOUBLE_EQ(tests::agentSignalValue("decision.1.self-to-12-0-0-8-0-2.chosen", frame), 1.0);
    EXPECT_DOUBLE_EQ(tests::agentSignalValue("decision.2.else.chosen", frame), 0.0);
    EXPECT_DOUBLE_EQ(tests::agentSignalValue("decision.2.else.active", frame), 1.0);
    EXPECT_TRUE(std::isnan(
        tests::agentSignalValue("decision.1.self-to-12-0-0-8-0-2.active", frame))); // not a leaf
}

} // namespace
} // namespace sideline::logs
