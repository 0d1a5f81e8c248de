// Decision makers in a cycle of 20 ms: decision and trace, without the behaviors at the leaves. The
// counter `p99_us` is the 99th percentile of single cycles.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "agentcore/decision/behavior_network.h"
#include "agentcore/decision/behavior_tree_run.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/machine_text.h"
#include "agentcore/decision/network_text.h"
#include "agentcore/decision/state_machine.h"
#include "agentcore/decision/tree_text.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"

namespace {

using namespace sideline;

world::AgentFrame belief() {
    world::AgentFrame frame;
    frame.game.playMode = game::PlayMode::PlayOn;
    frame.situation.isRunning = true;
    frame.situation.mayTouchBall = true;
    frame.body.pose.isValid = true;
    frame.world.ball.isKnown = true;
    frame.world.ball.confidence = 0.8;
    for (int i = 0; i < 21; ++i) {
        world::PlayerBelief player;
        player.isTeammate = i < 10;
        player.unum = 1 + i % 11;
        player.p_F = {i - 10.0, 0.5 * i, 0.4};
        frame.world.players.push_back(player);
    }
    return frame;
}

void run(benchmark::State& state, decision::Decider& decider) {
    using Clock = std::chrono::steady_clock;
    std::vector<decision::BehaviorRequest> requests;
    std::vector<decision::Work> work;
    world::AgentFrame frame = belief();
    const field::FieldModel field(field::newestField().dimensions);
    std::vector<double> us;
    us.reserve(std::size_t{1} << 22U);
    double x = -15.0;
    for (auto _ : state) {
        x = x > 15.0 ? -15.0 : x + 0.01;
        frame.world.ball.p_F = {x, 0.2 * x, 0.04};
        const auto begin = Clock::now();
        requests.clear();
        decider.decide({frame, field}, 0.02, work, requests);
        work.clear();
        for (const decision::BehaviorRequest& request : requests) {
            work.push_back(
                {request.node, request.behavior, behavior::Status::Running, request.run});
        }
        decider.explain(work, frame.decision.trace);
        if (us.size() < us.capacity()) {
            us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
        }
        benchmark::DoNotOptimize(frame.decision.trace.nodes.data());
    }
    std::ranges::sort(us);
    state.counters["p99_us"] = us[us.size() * 99 / 100];
    state.SetLabel(std::to_string(frame.decision.trace.nodes.size()) + " nodes, " +
                   std::to_string(frame.decision.trace.terms.size()) + " conditions");
}

void example(benchmark::State& state, const char* name) {
    const auto path = std::filesystem::path(SIDELINE_EXAMPLES) / "decisions" / name;
    const auto decider = agents::DecisionFile(agents::builtInBehaviors()).read(path);
    if (!decider) {
        state.SkipWithError(decider.error().toString().c_str());
        return;
    }
    run(state, **decider);
}

void largestTree(benchmark::State& state) {
    std::string text = "tree\n";
    for (int i = 0; i < 100; ++i) {
        text +=
            " when ball.known and ball.x > " + std::to_string(i % 30 - 15) +
            "\n  when opponent.to-ball < 2 ~ 1 and not teammate.known(3) do a\n"
            "  when self.to(3, 2) < 4 or teammate.to-ball > 1\n   when 0.5 do b\n   else do c\n";
    }
    const auto tree = decision::readTreeText(text, "tree large", "large.tree");
    if (!tree) {
        state.SkipWithError(tree.error().toString().c_str());
        return;
    }
    decision::TreeSearch search(std::make_shared<const decision::ConditionTree>(*tree));
    run(state, search);
}

// With the maximum number of connections, modules and goals.
void densestNetwork(benchmark::State& state) {
    std::string text = "network\nbelief shared = ball.known\n";
    for (int i = 0; i < 16; ++i) {
        const std::string n = std::to_string(i);
        text += "belief b" + n + " = ball.x > " + n + " ~ 3\ngoal g" + n + "\nwants b" + n + "\n";
    }
    for (int i = 0; i < 64; ++i) {
        const std::string n = std::to_string(i % 16);
        text += "module m" + std::to_string(i) + "\ndo b" + std::to_string(i) + "\neffect b" + n +
                " 0.5\n";
        text += i < 13 ? "needs shared\neffect shared 0.4\neffect not shared 0.2\n"
                       : "effect shared 0.4\n";
    }
    auto network = decision::readNetworkText(text, "network large", "large.network");
    if (!network) {
        state.SkipWithError(network.error().toString().c_str());
        return;
    }
    decision::NetworkRun runs(
        std::make_shared<const decision::BehaviorNetwork>(std::move(*network)));
    run(state, runs);
}

// With the maximum number of states and transitions, all of them from the active state.
void largestMachine(benchmark::State& state) {
    std::string text = "machine\n any\n";
    for (int i = 0; i < 249; ++i) {
        const std::string n = std::to_string(i);
        text +=
            "  to s" + n + " when ball.known and ball.x > " + n + " or opponent.to-ball < 2 ~ 1\n";
    }
    for (int i = 0; i < 249; ++i) {
        const std::string n = std::to_string(i);
        text += " state s" + n + " do b" + std::to_string(i % 60) + "\n";
    }
    auto machine = decision::readMachineText(text, "machine large", "large.machine");
    if (!machine) {
        state.SkipWithError(machine.error().toString().c_str());
        return;
    }
    decision::MachineRun runs(std::make_shared<const decision::StateMachine>(std::move(*machine)));
    run(state, runs);
}

// With the maximum number of nodes, all of them ticked.
void largestBehaviorTree(benchmark::State& state) {
    std::string text = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"M\"><ReactiveFallback>";
    for (int i = 0; i < 166; ++i) {
        text += "<ReactiveSequence><opponent-to-ball above=\"2\" width=\"1\"/>"
                "<ball-x above=\"" +
                std::to_string(20 + i) + "\"/></ReactiveSequence>";
    }
    text += "<a/></ReactiveFallback></BehaviorTree></root>";
    auto tree = decision::readBehaviorTreeXml(text, "behavior-tree large", "large.xml");
    if (!tree) {
        state.SkipWithError(tree.error().toString().c_str());
        return;
    }
    decision::BehaviorTreeRun runs(
        std::make_shared<const decision::BehaviorTree>(std::move(*tree)));
    run(state, runs);
}

BENCHMARK_CAPTURE(example, keeper, "keeper.tree");
BENCHMARK_CAPTURE(example, field, "field.tree");
BENCHMARK_CAPTURE(example, eagleKnights, "eagle-knights/portero.txt");
BENCHMARK_CAPTURE(example, keeperNetwork, "keeper.network");
BENCHMARK_CAPTURE(example, fieldNetwork, "field.network");
BENCHMARK_CAPTURE(example, keeperMachine, "keeper.machine");
BENCHMARK_CAPTURE(example, fieldMachine, "field.machine");
BENCHMARK_CAPTURE(example, keeperBehaviorTree, "keeper.xml");
BENCHMARK_CAPTURE(example, fieldBehaviorTree, "field.xml");
BENCHMARK(largestTree);
BENCHMARK(densestNetwork);
BENCHMARK(largestMachine);
BENCHMARK(largestBehaviorTree);

} // namespace

BENCHMARK_MAIN();
